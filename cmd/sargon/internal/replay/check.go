// Package replay goes through a recorded game: on the screen of 1978, and with the question
// which of its moves Sargon would have made.
//
//	verdicts, err := replay.Check(ctx, g, thinker, replay.Options{Level: 2}, nil)
//	fmt.Println(replay.Sum(verdicts))          // Sargon agrees with 31 of 40 moves …
//	walk, err := replay.NewWalk(image, g, 2)
//	screen, err := walk.At(12)                 // after twelve half-moves
//	err = replay.View(ctx, terminal, walk, …)  // with the arrow keys
//
// Every position is the game's own: what has moved has moved (spec §16).
package replay

import (
	"context"
	"fmt"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// Options say which moves are looked at.
type Options struct {
	Level sargon.Level
	White bool
	Black bool
}

// Verdict is what Sargon would have done in place of a half-move.
type Verdict struct {
	Index  int       // of the half-move, from 0
	Played game.Ply  // what was played
	Choice game.Move // what Sargon would have played
	SAN    string    // the same in notation
	Note   game.Note // what it thought of it
}

// Agrees tells whether Sargon would have played the same move.
func (v Verdict) Agrees() bool { return v.Choice == v.Played.Move }

// String returns a line of a session: "12... Nf6    Nc6    +0.38 e=1423".
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

// Check has Sargon search before every half-move of the sides that are looked at. each, if
// not nil, is told of each verdict at once. When ctx ends, the verdicts so far are returned
// with its error.
func Check(ctx context.Context, g *game.Game, thinker *think.Thinker, o Options, each func(Verdict)) ([]Verdict, error) {
	var verdicts []Verdict
	thinker.Style.Book = true
	for i := range g.Len() {
		ply := *g.Ply(i)
		if ply.Side == sargon.White && !o.White || ply.Side == sargon.Black && !o.Black {
			continue
		}
		// As White the book has two moves, and chance decides: the one that was played
		// counts.
		thinker.Style.QueenPawn = func() bool { return ply.SAN == "d4" }
		before := g.At(i)
		choice, err := thinker.Choose(ctx, before, think.Limits{Level: o.Level}, think.Report{})
		if ctx.Err() != nil {
			return verdicts, ctx.Err()
		}
		if err != nil {
			return verdicts, err
		}
		v := Verdict{
			Index: i, Played: ply, Choice: choice.Move, SAN: before.SAN(choice.Move),
			Note: *game.NoteOf(choice.Result),
		}
		verdicts = append(verdicts, v)
		if each != nil {
			each(v)
		}
	}
	return verdicts, nil
}

// Agreement counts moves on which Sargon agrees, by side.
type Agreement struct{ White, Black Count }

// Count is so many of so many.
type Count struct{ Agreed, Of int }

func (c Count) String() string { return fmt.Sprintf("%d of %d", c.Agreed, c.Of) }

// Sum counts verdicts.
func Sum(verdicts []Verdict) Agreement {
	var a Agreement
	for _, v := range verdicts {
		c := &a.White
		if v.Played.Side == sargon.Black {
			c = &a.Black
		}
		c.Of++
		if v.Agrees() {
			c.Agreed++
		}
	}
	return a
}

// String returns "31 of 40 moves (White 15 of 20, Black 16 of 20)".
func (a Agreement) String() string {
	total := Count{a.White.Agreed + a.Black.Agreed, a.White.Of + a.Black.Of}
	if a.White.Of == 0 || a.Black.Of == 0 {
		return fmt.Sprintf("%v moves", total)
	}
	return fmt.Sprintf("%v moves (White %v, Black %v)", total, a.White, a.Black)
}

// Annotate writes the verdicts into a game: where Sargon agrees its note, unless there is
// one, elsewhere the move it would have made, as a comment.
func Annotate(g *game.Game, verdicts []Verdict, level sargon.Level, edition string) {
	for _, v := range verdicts {
		ply := g.Ply(v.Index)
		switch {
		case !v.Agrees():
			ply.Comment = strings.TrimSpace(fmt.Sprintf("Sargon: %s %v %s", v.SAN, v.Note, ply.Comment))
		case ply.Note == nil:
			ply.Note = &v.Note
		}
	}
	who := "Sargon 1978"
	if edition != "" {
		who += " (" + edition + ")"
	}
	g.Tags.Set("Annotator", fmt.Sprintf("%s at level %d", who, level))
}
