package native

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sargon78/compare/recordings/format"
	"sargon78/sargon/must"

	"pgregory.net/rapid"

	"sargon78/sargon"
)

// choices are sets of pieces to strew over a board: like a game's, and crowded ones in
// which attack lists overflow.
var choices = []string{"QRBNPPPPqrbnpppp", "QRBNPqrbnp", "QRBqrb", "QQqqPp", "NnBbRrPPpp",
	"QRRqrrNn"}

// positions draws positions with up to 40 pieces, moved bits by the conventions of FEN.
var positions = rapid.Custom(func(t *rapid.T) shown {
	choice := rapid.SampledFrom(choices).Draw(t, "choice")
	squares := rapid.Permutation(boardSquares()).Draw(t, "squares")
	count := rapid.IntRange(0, 40).Draw(t, "pieces")
	var letters [64]byte
	letters[squares[0]], letters[squares[1]] = 'K', 'k'
	for i, letter := range rapid.SliceOfN(rapid.SampledFrom([]byte(choice)), count, count).Draw(t,
		"letters") {
		if n := squares[2+i]; letter|0x20 != 'p' || n >= 8 && n < 56 {
			letters[n] = letter
		}
	}
	side := rapid.SampledFrom([]string{"w", "b"}).Draw(t, "side")
	number := rapid.IntRange(2, 20).Draw(t, "move number")
	fen := fmt.Sprintf("%s %s - - 0 %d", boardField(letters), side, number)
	return shown{must.Have(sargon.ParseRecordedFEN(fen))}
})

func boardSquares() []int {
	squares := make([]int, 64)
	for i := range squares {
		squares[i] = i
	}
	return squares
}

func boardField(letters [64]byte) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if letter := letters[8*rank+file]; letter != 0 {
				b.WriteByte(letter)
			} else {
				b.WriteByte('1')
			}
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	field := b.String()
	for n := 8; n > 1; n-- {
		field = strings.ReplaceAll(field, strings.Repeat("1", n), fmt.Sprint(n))
	}
	return field
}

// TestEnginesAgree compares the engines: what they see at the root, and everything of a
// search, which must leave the position as it was, but for royal squares.
func TestEnginesAgree(t *testing.T) {
	engines := []sargon.Engine{New10x12(), New0x88(), NewSets()}
	rapid.Check(t, func(t *rapid.T) {
		p := positions.Draw(t, "position").Position
		level := rapid.IntRange(1, 3).Draw(t, "level")
		var want []string
		for _, e := range engines {
			got := observe(t, e, p, sargon.Level(level))
			if want == nil {
				want = got
			}
			if len(got) != len(want) {
				t.Fatalf("%s: %d lines, want %d", e.Name(), len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%s:\n got %s\nwant %s", e.Name(), got[i], want[i])
				}
			}
		}
	})
}

// observe describes what an engine sees in a position, and a search of it.
func observe(t *rapid.T, e sargon.Engine, p sargon.Position, level sargon.Level) (lines []string) {
	if err := e.SetPosition(p); err != nil {
		t.Fatal(err)
	}
	x := must.Have(e.Examine(context.Background()))
	r := format.NewEval("", x)
	lines = append(lines,
		fmt.Sprint("check ", r.Check, " pins ", r.Pins, " totals ", x.Totals),
		fmt.Sprint("attacks ", r.Attacks), fmt.Sprint("generated ", r.Generated),
		fmt.Sprint("sorted ", r.Sorted))
	options := sargon.SearchOptions{Level: level, MaxEvals: 1000}
	options.Watch.State = func(s *sargon.State) {
		lines = append(lines, fmt.Sprint("state ", s.Royal, s.Pins, s.Totals,
			sargon.Position{Board: s.Board}))
	}
	options.Watch.Evaluation = func(s sargon.Evaluation) { lines = append(lines, s.String()) }
	result, err := e.Search(context.Background(), options)
	result = ofSearch(result)
	lines = append(lines, fmt.Sprintf("%+v %v", result, err))
	after := e.Position()
	lines = append(lines, fmt.Sprint("royal squares ", after.Royal))
	if after.Royal = p.Royal; after != p {
		t.Fatalf("%s: the search left another position", e.Name())
	}
	return lines
}

// TestGamesAgree compares games: royal squares, ply table and list area are what the search
// before left, and refused moves leave nothing.
func TestGamesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		engines := []sargon.Engine{New10x12(), New0x88(), NewSets()}
		p := positions.Draw(t, "position").Position
		for _, e := range engines {
			if err := e.SetPosition(p); err != nil {
				t.Fatal(err)
			}
		}
		for range 4 {
			level := sargon.Level(rapid.IntRange(1, 2).Draw(t, "level"))
			var want []string
			var best sargon.Move
			for _, e := range engines {
				got, move := playOn(e, level)
				if want == nil {
					want, best = got, move
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%s:\n got %s\nwant %s", e.Name(), got, want)
				}
			}
			if best == (sargon.Move{}) {
				return
			}
		}
	})
}

// playOn searches and plays what was found.
func playOn(e sargon.Engine, level sargon.Level) (lines []string, best sargon.Move) {
	_ = e.Play(sargon.A1, sargon.H8+1) // is refused
	result, err := e.Search(context.Background(), sargon.SearchOptions{Level: level,
		MaxEvals: 3000})
	result = ofSearch(result)
	lines = append(lines, fmt.Sprintf("%+v %v", result, err))
	if err == nil {
		lines = append(lines, fmt.Sprint(e.Play(result.Best.From, result.Best.To)))
		best = result.Best
	}
	return append(lines, fmt.Sprintf("%+v", e.Position())), best
}

// ofSearch is a result without what differs between engines that do the same search.
func ofSearch(r sargon.Result) sargon.Result {
	r.Duration, r.FellBack, r.Undefined, r.Defined = 0, "", "", 0
	return r
}

// shown is a position that prints as FEN.
type shown struct{ sargon.Position }

func (p shown) GoString() string { return p.FEN() }
