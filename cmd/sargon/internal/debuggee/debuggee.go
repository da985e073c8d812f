// Package debuggee opens what is debugged: the search of a position, or the interactive program.
//
//	d, err := (&debuggee.Target{FEN: fen, Level: 2}).Open(ctx)
//
// The debugger itself is in sargon/emulated/debugger, and its front ends are in packages debug, dap
// and web.
package debuggee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/participants"
	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/compare/prove"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game/pgn"
)

// Target says what is debugged. Without a position it is the interactive program. It can be read
// from JSON, as editors write it.
type Target struct {
	launch.Options
	FEN     string
	Game    string // a PGN file; its last game is taken
	Ply     *int   // half-moves of the game; nil: all
	Case    string // as package cases writes it
	Level   int
	Against string // name of another engine
	Labels  string `json:"-"` // a file of more labels of the program
	Beside  string `json:"-"` // a routine whose calls are compared; the search goes to the first that differs
	To      string `json:"-"` // a place that the search goes to; alone it chooses a position
	Folder  string `json:"-"` // where states are kept, empty: nowhere
}

// Debugger is one that stands before what is debugged, and its introduction.
type Debugger struct {
	*debugger.Debugger
	Case  *cases.Case // nil: the interactive program
	Intro string
}

// Open opens the debugger that the options ask for.
func (o *Target) Open(ctx context.Context) (*Debugger, error) {
	c, err := o.search()
	switch {
	case err != nil:
		return nil, err
	case o.To != "" && o.Against != "":
		return nil, cli.Usagef("--to and --against both say where to go: want one of them")
	case o.Beside != "" && o.To+o.Against != "":
		return nil, cli.Usagef("--beside goes to a call, and neither with --to nor with --against")
	case c == nil && o.Against+o.Beside != "":
		return nil, cli.Usagef("--against and --beside need a search: a FEN, --game or --case")
	}
	image, err := o.Image()
	if err == nil && o.Labels != "" {
		image, err = image.WithLabels(o.Labels)
	}
	if err != nil {
		return nil, err
	}
	d := &Debugger{Case: c}
	if c == nil {
		d.Intro = image.Name + " on the Jupiter, before its first instruction"
		d.Debugger, err = debugger.Program(image)
	} else {
		d.Intro = fmt.Sprintf("%s, before it searches: %v", image.Name, c)
		var engine *emulated.Engine
		if engine, err = emulated.New("rom", image); err == nil {
			d.Debugger, err = compare.Debug(ctx, engine, *c)
		}
	}
	if err != nil {
		return nil, err
	}
	d.States(states.FolderIn(o.Folder))
	if o.To != "" {
		if err := d.reach(ctx, o.To); err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		d.Intro += "\nhere it has come to " + d.Where()
	}
	said := ""
	switch {
	case o.Against != "":
		said, err = d.against(ctx, o.Against)
	case o.Beside != "":
		said, err = prove.AttachTo(ctx, d.Debugger, o.Beside)
	}
	if said != "" {
		d.Intro += "\n" + said
	}
	return d, err
}

// reach goes to a place, or to the end of an evaluation by its number: "eval 37".
func (o *Debugger) reach(ctx context.Context, to string) error {
	text, ok := strings.CutPrefix(to, "eval ")
	if !ok {
		return o.Reach(ctx, to)
	}
	number, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || number < 0 {
		return cli.Usagef("--to %q: want the number of an evaluation, like eval 37", to)
	}
	stop, err := o.GoToEvaluation(ctx, number)
	if err == nil && !strings.HasPrefix(o.Where(), fmt.Sprintf("evaluation %d", number)) {
		err = fmt.Errorf("the search has no evaluation %d: %v", number, stop)
	}
	return err
}

// search returns the search that is asked for, nil if there is none.
func (o *Target) search() (*cases.Case, error) {
	level := sargon.Level(o.Level)
	if err := (sargon.SearchOptions{Level: level}).Validate(true); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	fen := o.FEN
	switch {
	case o.FEN != "" && o.Game != "" || o.FEN != "" && o.Case != "" || o.Game != "" && o.Case != "":
		return nil, cli.Usagef("a FEN, --game and --case all name a position: want one of them")
	case o.Ply != nil && o.Game == "":
		return nil, cli.Usagef("--ply counts the half-moves of a game: name its file with --game")
	case o.Case != "":
		c, err := cases.ParseCase(o.Case)
		if err != nil {
			return nil, cli.Usagef("--case: %v", err)
		}
		return &c, nil
	case o.Game != "":
		return o.game(level)
	case o.FEN == "" && o.To != "":
		label, _, _ := strings.Cut(o.To, " ")
		known := roms.ExampleReaching(label)
		fen, level = known.FEN, max(level, sargon.Level(known.Level))
	case o.FEN == "":
		return nil, nil
	}
	p, err := sargon.ParseFEN(fen)
	c := cases.New(p, level)
	return &c, err
}

// game returns the search after the moves of a game.
func (o *Target) game(level sargon.Level) (*cases.Case, error) {
	g, err := pgn.Last(o.Game)
	if err != nil {
		return nil, err
	}
	moves := g.Records()
	if o.Ply != nil {
		if *o.Ply < 0 || *o.Ply > len(moves) {
			return nil, fmt.Errorf("--ply %d: the game in %s has %d half-moves", *o.Ply, o.Game, len(moves))
		}
		moves = moves[:*o.Ply]
	}
	c := cases.New(g.Start(), level, moves...)
	return &c, nil
}

// against runs the search on another engine too, and goes to the first evaluation that differs. It
// says what was found.
func (o *Debugger) against(ctx context.Context, name string) (string, error) {
	open, _, err := participants.Named(ctx, name, launch.Options{})
	if err != nil {
		return "", err
	}
	image := o.Image()
	mine, err := emulated.New(cmp.Or(image.Name, "rom"), image)
	if err != nil {
		return "", err
	}
	d, err := compare.FindDivergence(ctx, observe.FromEngine(mine), compare.Participant{Name: name, Open: open},
		*o.Case, sargon.DetailState)
	if err != nil {
		return "", err
	}
	switch d.Kind {
	case compare.NoDivergence:
		return fmt.Sprintf("%s does the same: %d evaluations", name, d.Index), nil
	case compare.NoTrace:
		return "", fmt.Errorf("%s does not show its evaluations: there is nothing to go to", name)
	}
	if why := d.Failure(0); why != "" {
		return "", errors.New(why)
	}
	if err := d.AttachTo(ctx, o.Debugger); err != nil {
		return "", err
	}
	said := strings.TrimSuffix(d.String(), "\n")
	if d.Kind == compare.OtherResult {
		return said, nil
	}
	return said + "\n" + d.Changes(), nil
}
