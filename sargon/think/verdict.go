package think

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Verdict is what Sargon would have done in place of a half-move.
type Verdict struct {
	Index  int       // of the half-move, from 0
	Played game.Ply  // what was played
	Choice game.Move // what Sargon would have played
	SAN    string    // the same in notation
	Note   game.Note // what it thought of it
}

// Agrees reports whether Sargon would have played the same move.
func (v Verdict) Agrees() bool { return v.Choice == v.Played.Move }

// String returns a line of a table: "  12... Nf6      Nc6      +0.38 e=1423". Instead of Sargon's move it
// has = if Sargon would have played the same.
func (v Verdict) String() string {
	dots := "."
	if v.Played.Side == sargon.Black {
		dots = "..."
	}
	other := v.SAN
	if v.Agrees() {
		other = "="
	}
	return fmt.Sprintf("%4d%-3s %-8s %-8s %v", v.Played.Number, dots, v.Played.SAN, other, v.Note)
}

// Review has t search before every half-move of some sides of a game, at a level, and yields
// what it would have played. Positions are those of the game, which knows what has moved (spec
// §16). It ends at the first error, that of ctx included.
func (t *Thinker) Review(
	ctx context.Context, g *game.Game, level sargon.Level, sides ...sargon.Color,
) iter.Seq2[Verdict, error] {
	return func(yield func(Verdict, error) bool) {
		t.Style.Book = true
		for i, ply := range g.Plies() {
			if !slices.Contains(sides, ply.Side) {
				continue
			}
			// As White the book has two moves, and chance decides: the one that was played
			// counts.
			t.Style.QueenPawn = func() bool { return ply.SAN == "d4" }
			before := g.At(i)
			choice, err := t.Choose(ctx, before, Limits{Level: level}, Callbacks{})
			if err = cmp.Or(ctx.Err(), err); err != nil {
				yield(Verdict{}, err)
				return
			}
			v := Verdict{
				Index: i, Played: ply, Choice: choice.Move, SAN: before.SAN(choice.Move),
				Note: *game.NoteOf(choice.Result),
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

// Agreement counts moves on which Sargon agrees, by side.
type Agreement struct{ White, Black Count }

// Count is so many of so many.
type Count struct{ Agreed, Total int }

// Share returns the count as tables have it: "31/40".
func (c Count) Share() string { return fmt.Sprintf("%d/%d", c.Agreed, c.Total) }

func (c Count) String() string { return fmt.Sprintf("%d of %d", c.Agreed, c.Total) }

// Sum counts verdicts.
func Sum(verdicts []Verdict) (a Agreement) {
	for _, v := range verdicts {
		c := &a.White
		if v.Played.Side == sargon.Black {
			c = &a.Black
		}
		c.Total++
		if v.Agrees() {
			c.Agreed++
		}
	}
	return a
}

// Total counts both sides together.
func (a Agreement) Total() Count {
	return Count{a.White.Agreed + a.Black.Agreed, a.White.Total + a.Black.Total}
}

// String returns "31 of 40 moves (White 15 of 20, Black 16 of 20)".
func (a Agreement) String() string {
	if a.White.Total == 0 || a.Black.Total == 0 {
		return fmt.Sprintf("%v moves", a.Total())
	}
	return fmt.Sprintf("%v moves (White %v, Black %v)", a.Total(), a.White, a.Black)
}

// Annotate writes the verdicts into a game: where Sargon agrees its note, unless there is
// one, elsewhere the move it would have made, as a comment. image is the name of the ROM image that
// made them, for the tag Annotator; "" for another engine.
func Annotate(g *game.Game, verdicts []Verdict, level sargon.Level, image string) {
	for _, v := range verdicts {
		ply := g.Ply(v.Index)
		switch {
		case !v.Agrees():
			ply.Comment = strings.TrimSpace(fmt.Sprintf("Sargon: %s (%s) %s", v.SAN,
				v.Note.Comment(), ply.Comment))
		case ply.Note == nil:
			ply.Note = &v.Note
		}
	}
	who := "Sargon 1978"
	if image != "" {
		who += " (" + image + ")"
	}
	g.Tags.Set("Annotator", fmt.Sprintf("%s at level %d", who, level))
}
