package play

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/think"
)

// ReplayOptions control which game is shown, and how.
type ReplayOptions struct {
	File         string // PGN; - is standard input
	Number       int    // of the game in the file, from 1
	Think        string // level at which Sargon thinks, or several for a table of levels: 1-5
	Side         string // whose moves: white, black or both
	Check        bool   // a table, not the screen
	Why          bool   // the table also says why Sargon would have played its moves
	ShowComments bool   // with what the file says of the moves
	Print        *int   // the screen after so many half-moves, as text; nil for none
	PGN          string // a file for the game with what Sargon thinks of it
	Force        bool   // the file may be replaced

	Progress func(string) // shows how much of a long table is done; "" ends that
	settings.Settings
	Open  func() (sargon.Engine, error)
	Image func() (*roms.Image, error) // opens the image whose screen is shown

	game     *game.Game
	damage   error          // where the file is wrong after the moves of the game
	sides    []sargon.Color // whose moves
	levels   []sargon.Level // at least one
	explains sargon.Engine  // for Why; nil until it is needed
}

// Replay walks through a game on the terminal, or prints what Sargon would have played.
func Replay(ctx context.Context, streams *cli.IO, r ReplayOptions) (err error) {
	if r.levels, err = LevelsOf(r.Think, sargon.MaxLevel); err != nil {
		return err
	}
	r.sides = map[string][]sargon.Color{
		"white": {sargon.White}, "black": {sargon.Black}, "both": {sargon.White, sargon.Black},
	}[r.Side]
	if err := files.CheckWriteNew(r.PGN, r.Force, r.File); err != nil {
		return err // before the thinking
	}
	if err := r.load(streams); err != nil {
		return err
	}
	terminal := r.File != "-" && cli.IsTerminal(streams.In) && cli.IsTerminal(streams.Out)
	switch {
	case len(r.levels) > 1:
		err = r.fit(ctx, streams.Out)
	case r.Print != nil:
		err = r.printScreen(streams.Out)
	case r.Check || r.Why || r.PGN != "" || !terminal:
		err = r.table(ctx, streams.Out)
	default:
		err = r.view(ctx)
	}
	if err == nil && r.damage != nil {
		err = fmt.Errorf("%w; the game is shown up to there", r.damage)
	}
	return err
}

// load reads the game, and nothing after it.
func (r *ReplayOptions) load(streams *cli.IO) (err error) {
	in, err := files.Open(r.File, streams.In)
	if err != nil {
		return err
	}
	defer in.Close()
	name, count := in.Name, 0
	for raw, err := range pgn.Split(in) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if count = raw.Number; count == r.Number {
			g, wrong := raw.Parse(name)
			if r.game, err = pgn.UpTo(g, wrong); err == nil {
				r.damage = wrong
				for _, warning := range r.game.Warnings() {
					fmt.Fprintln(streams.Err, "warning:", warning)
				}
			}
			return err
		}
	}
	if count == 0 {
		return fmt.Errorf("%s: no game in it; want PGN", name)
	}
	return cli.Usagef("--game %d: %s has %d", r.Number, name, count)
}

// LevelsOf returns a level, "2", or a range of levels, "1-5", up to most.
func LevelsOf(text string, most sargon.Level) (levels []sargon.Level, err error) {
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		high = low
	}
	from, errFrom := strconv.ParseUint(low, 10, 8)
	to, errTo := strconv.ParseUint(high, 10, 8)
	if errFrom != nil || errTo != nil || from < uint64(sargon.MinLevel) || to < from || to > uint64(most) {
		return nil, cli.Usagef("--level %q: want a level from %d to %d, or several, 1-5",
			text, sargon.MinLevel, most)
	}
	for l := from; l <= to; l++ {
		levels = append(levels, sargon.Level(l))
	}
	return levels, nil
}

// thinker returns the Thinker for the game, and prints which game that is.
func (r *ReplayOptions) thinker(out io.Writer) (*think.Thinker, error) {
	engine, err := r.Open()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%s, %v (game %d)\n\n", tui.Players(r.game), r.game.Result(), r.Number)
	return &think.Thinker{Mirror: game.NewMirror(engine)}, nil
}

// fit prints how often Sargon agrees at several levels, and which level fits best. It searches the
// moves of both sides, whichever the user chose: the share of one side means nothing without the
// other's.
func (r *ReplayOptions) fit(ctx context.Context, out io.Writer) error {
	if r.Print != nil || r.PGN != "" || r.ShowComments || r.Why {
		return cli.Usagef("--level %s makes a table of all moves: without --print, --pgn, --why and "+
			"--comments", r.Think)
	}
	thinker, err := r.thinker(out)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Sargon agrees  %8s  %8s\n", "White", "Black")
	var f think.Fit
	for _, level := range r.levels {
		verdicts, err := r.review(ctx, thinker, level, []sargon.Color{sargon.White, sargon.Black},
			func(_ think.Verdict, done int) error {
				r.Progress(fmt.Sprintf("level %d: %d of %d moves", level, done, r.game.Len()))
				return nil
			})
		r.Progress("")
		if err != nil {
			return fmt.Errorf("level %d: %w", level, err)
		}
		sum := think.Sum(verdicts)
		f.Levels, f.Counts = append(f.Levels, level), append(f.Counts, sum)
		fmt.Fprintf(out, "at level %d     %8s  %8s\n", level, sum.White.Share(), sum.Black.Share())
	}
	fmt.Fprintln(out)
	for _, side := range r.sides {
		fmt.Fprintln(out, f.Summary(side)+".")
	}
	return nil
}

// review searches the moves of some sides. It returns what it has found before an error too.
func (r *ReplayOptions) review(
	ctx context.Context, thinker *think.Thinker, level sargon.Level, sides []sargon.Color,
	each func(v think.Verdict, done int) error,
) (verdicts []think.Verdict, err error) {
	for v, err := range thinker.Review(ctx, r.game, level, sides...) {
		switch {
		case ctx.Err() != nil:
			return verdicts, fmt.Errorf("interrupted after %d moves", len(verdicts))
		case err != nil:
			return verdicts, err
		}
		verdicts = append(verdicts, v)
		err := each(v, len(verdicts))
		switch {
		case ctx.Err() != nil:
			return verdicts, fmt.Errorf("interrupted after %d moves", len(verdicts))
		case err != nil:
			return verdicts, err
		}
	}
	return verdicts, nil
}

// table prints Sargon's moves next to those of the game.
func (r *ReplayOptions) table(ctx context.Context, out io.Writer) error {
	thinker, err := r.thinker(out)
	if err != nil {
		return err
	}
	r.printComment(out, r.game.Comment)
	fmt.Fprintln(out, "        game     Sargon   change for Sargon, positions (e), time in 1978")
	level := r.levels[0]
	answers := map[int]string{}
	verdicts, err := r.review(ctx, thinker, level, r.sides, func(v think.Verdict, _ int) (err error) {
		fmt.Fprintln(out, v)
		r.printComment(out, strings.TrimSpace(v.Played.Signs+" "+v.Played.Annotations()))
		if r.Why {
			var text []string
			if text, _, err = r.explain(ctx, v); err == nil {
				answers[v.Index] = strings.Join(text, " ")
				printParagraph(out, answers[v.Index])
			}
		}
		return err
	})
	if err == nil || ctx.Err() != nil {
		fmt.Fprintf(out, "\nSargon at level %d agrees with %v.\n", level, think.Sum(verdicts))
	}
	if err != nil || r.PGN == "" {
		return err
	}
	think.Annotate(r.game, verdicts, level, emulated.ImageLabel(thinker.Mirror.Engine))
	annotate(r.game, answers)
	write := func(w io.Writer) error { return pgn.Write(w, r.game) }
	return files.WriteNew(r.PGN, r.Force, out, write, r.File)
}

// printComment prints the comment in the file about a move, if the user asked for comments.
func (r *ReplayOptions) printComment(out io.Writer, text string) {
	if !r.ShowComments || text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(out, "        ", strings.TrimSpace(line))
	}
}

func (r *ReplayOptions) walk() (*tui.Walk, error) {
	image, err := r.Image()
	if err != nil {
		return nil, err
	}
	return tui.NewWalk(image, r.levels[0])
}

func (r *ReplayOptions) printScreen(out io.Writer) error {
	walk, err := r.walk()
	if err != nil {
		return err
	}
	if *r.Print < 0 || *r.Print > r.game.Len() {
		return cli.Usagef("--print %d: the game has %d half-moves", *r.Print, r.game.Len())
	}
	shown, err := walk.Screen(r.game, *r.Print)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, shown.String())
	return err
}

// view shows the game on the terminal.
func (r *ReplayOptions) view(ctx context.Context) error {
	walk, err := r.walk()
	if err != nil {
		return err
	}
	thinker, err := r.thinker(io.Discard)
	if err != nil {
		return err
	}
	options := tui.ReplayOptions{
		Game: r.game, Board: r.View == boardView, Why: r.answer,
		Review: func(ctx context.Context) iter.Seq2[think.Verdict, error] {
			return thinker.Review(ctx, r.game, r.levels[0], r.sides...)
		},
	}
	if image, err := r.Image(); err == nil && image.Kind == roms.Embedded { // it does the same search
		options.Inside = openInside(launch.Options{})
	}
	if options.Appearance, err = newAppearance(r.Settings, "--check and --print need none"); err != nil {
		return err
	}
	return tui.Replay(ctx, walk, options)
}
