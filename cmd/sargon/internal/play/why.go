package play

import (
	"context"
	"fmt"
	"io"
	"strings"

	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// explain says why Sargon agrees with a half-move of the game, or else why it would have played another
// move, and not this one. The search is done by an engine of its own.
func (r *ReplayOptions) explain(ctx context.Context, v think.Verdict) (string, error) {
	if r.explains == nil {
		engine, err := r.Open()
		if err != nil {
			return "", err
		}
		r.explains = engine
	}
	s, err := analysis.NewStudy(ctx, r.explains, r.game.At(v.Index), sargon.SearchOptions{
		Level: r.levels[0], QueenPawn: v.Played.SAN == "d4",
	})
	switch {
	case err != nil:
		return "", err
	case s.Result.Evals != v.Note.Evals: // what searches before have left matters here (spec §14)
		return "Its search depends on those before it: there are no reasons.", nil
	}
	reasons, err := s.Why(ctx)
	switch {
	case err != nil:
		return "", err
	case v.Agrees():
		return reasons.Brief(analysis.English), nil
	}
	not := ""
	if answer, err := s.WhyNot(ctx, v.Played.Move); err == nil {
		not = " " + answer.Brief(analysis.English)
	} else if ctx.Err() == nil {
		not = fmt.Sprintf(" %v.", err) // Sargon does not know the move
	}
	return reasons.Brief(analysis.English) + not, ctx.Err()
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
