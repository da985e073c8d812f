package play

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/debug"
	"sargon78/cmd/sargon/internal/debuggee"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/settings"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/cmd/sargon/internal/tui"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// explain returns in sentences why Sargon agrees with a half-move of the game, or else what it would
// have played, and by how much the move is worse. An engine of its own repeats the search. The reasons
// are nil if the search cannot be repeated.
func (r *ReplayOptions) explain(ctx context.Context, v think.Verdict) ([]string, *analysis.Reasons, error) {
	if r.explains == nil {
		engine, err := r.Open()
		if err != nil {
			return nil, nil, err
		}
		r.explains = engine
	}
	s, err := analysis.NewStudy(ctx, r.explains, r.game.At(v.Index), sargon.SearchOptions{
		Level: r.levels[0], QueenPawn: v.Played.SAN == "d4",
	})
	switch {
	case err != nil:
		return nil, nil, err
	case s.Result.Evals != v.Note.Evals: // the result depends on what earlier searches have left (spec §14)
		return []string{"Its search depends on those before it: there are no reasons."}, nil, nil
	}
	reasons, err := s.About(ctx, v.Played.Move)
	if err != nil {
		return nil, nil, err
	}
	return reasons.Brief(analysis.English), reasons, nil
}

// annotate adds answers to the comments of a game.
func annotate(g *game.Game, answers map[int]string) {
	for i, text := range answers {
		ply := g.Ply(i)
		ply.Comment = strings.TrimSpace(ply.Comment + " " + text)
	}
}

// printParagraph prints a text below a line of the table.
func printParagraph(out io.Writer, text string) {
	const width, indent = 88, "         "
	for _, line := range terminal.Wrap(text, width) {
		fmt.Fprintln(out, indent+line)
	}
}

// answer returns what explain returns, as an answer for a screen.
func (r *ReplayOptions) answer(ctx context.Context, v think.Verdict) (front.Answer, error) {
	text, reasons, err := r.explain(ctx, v)
	if err != nil {
		return front.Answer{}, err
	}
	if reasons == nil {
		return front.Answer{Title: "Why? " + v.SAN, Sentences: text}, nil
	}
	a := front.NewAnswer(r.game, v.Index, reasons)
	a.Sentences = text
	return a, nil
}

// openInside returns a function that opens the debugger as a view of the terminal, with a ROM image.
func openInside(rom launch.Options) tui.Inside {
	return func(ctx context.Context, a front.Answer) (func(*terminal.Loop, tcell.Screen) terminal.View, error) {
		folder, _ := settings.StateFolder() // without a folder states cannot be saved; saving one reports it
		target := debuggee.Target{
			Options: rom, Case: a.Case, Level: int(sargon.MinLevel), To: fmt.Sprintf("eval %d", a.Evaluation),
			Folder: folder,
		}
		d, err := target.Open(ctx)
		return func(l *terminal.Loop, screen tcell.Screen) terminal.View {
			return debug.Inside(context.Background(), screen, l, d)
		}, err
	}
}
