package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Solution is what an engine plays in a position of a test suite. As JSON it is an object.
type Solution struct {
	Name    string   `json:"name"` // of the position
	FEN     string   `json:"fen"`
	Best    []string `json:"bm,omitempty"` // what the suite wants to be played, and to be avoided
	Avoid   []string `json:"am,omitempty"`
	Choices []Choice `json:"choices"` // by level
}

// Choice is a move that a search has found.
type Choice struct {
	Level  sargon.Level `json:"level"`
	Move   string       `json:"move"`   // "" if there is none
	Solved bool         `json:"solved"` // it is one of the best, and not one to be avoided
	Evals  uint64       `json:"evals"`
}

// Asks reports whether the suite says what is to be played.
func (s *Solution) Asks() bool { return len(s.Best)+len(s.Avoid) > 0 }

// Solve has an engine search a position at some levels, without the book. An error is that of a move
// that the suite names, of the engine, or of ctx.
func Solve(
	ctx context.Context, engine sargon.Engine, e *pgn.EPD, levels []sargon.Level, noLimits bool,
) (*Solution, error) {
	best, err := e.Moves("bm")
	if err != nil {
		return nil, err
	}
	avoid, err := e.Moves("am")
	if err != nil {
		return nil, err
	}
	s := &Solution{Name: e.ID(), FEN: e.Game.FEN(), Best: namesOf(e.Game, best), Avoid: namesOf(e.Game, avoid)}
	for _, level := range levels {
		if err := engine.SetPosition(e.Game.Start()); err != nil {
			return nil, err
		}
		result, err := engine.Search(ctx, sargon.SearchOptions{Level: level, NoLimits: noLimits, NoBook: true})
		c := Choice{Level: level, Evals: result.Evals}
		if move, legal := e.Game.FromSargon(result.Best); err == nil && legal {
			c.Move = e.Game.SAN(move)
			c.Solved = s.Asks() && (len(best) == 0 || slices.Contains(best, move)) && !slices.Contains(avoid, move)
		}
		if err != nil && !errors.Is(err, sargon.ErrNoLegalMove) {
			return nil, err
		}
		s.Choices = append(s.Choices, c)
	}
	return s, nil
}

func namesOf(g *game.Game, moves []game.Move) (names []string) {
	for _, m := range moves {
		names = append(names, g.SAN(m))
	}
	return names
}

// SuiteTable writes the solutions of a suite as a table, a line each as it comes.
type SuiteTable struct {
	Out    io.Writer
	Levels []sargon.Level

	asked  int   // positions that ask for a move
	solved []int // by level
}

// row writes a line of the table.
func (t *SuiteTable) row(name, want string, cells []string) {
	line := fmt.Sprintf("%-12s  %-20s", name, want)
	for _, cell := range cells {
		line += fmt.Sprintf("  %-9s", cell)
	}
	fmt.Fprintln(t.Out, strings.TrimRight(line, " "))
}

// Add writes the line of a position, below a heading if it is the first.
func (t *SuiteTable) Add(s *Solution) {
	var cells []string
	if t.solved == nil {
		t.solved = make([]int, len(t.Levels))
		for _, level := range t.Levels {
			cells = append(cells, fmt.Sprintf("level %d", level))
		}
		t.row("position", "best (bm), bad (am)", cells)
		cells = nil
	}
	want := strings.Join(s.Best, " ")
	if len(s.Avoid) > 0 {
		want = strings.TrimSpace(want + " am " + strings.Join(s.Avoid, " "))
	}
	for i, c := range s.Choices {
		cell := cmp.Or(c.Move, "no move")
		if c.Solved {
			cell += " *"
			t.solved[i]++
		}
		cells = append(cells, cell)
	}
	if s.Asks() {
		t.asked++
	}
	t.row(s.Name, want, cells)
}

// End writes how many positions are solved at each level.
func (t *SuiteTable) End() {
	if t.asked == 0 {
		return
	}
	var cells []string
	for _, n := range t.solved {
		cells = append(cells, fmt.Sprintf("%d of %d", n, t.asked))
	}
	t.row("* solved", "", cells)
}
