package machine

import (
	"cmp"
	"context"

	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/game"
)

// Answer says why the machine made a move, or why not another one.
type Answer struct {
	Move      string   `json:"move"` // that is asked about, with its number
	Sentences []string `json:"sentences"`
	// Evaluation is the number of the evaluation that decided, for the debugger's goto eval; 0 if there was
	// none, or if the search is not the machine's last one.
	Evaluation uint64 `json:"evaluation"`
}

// Question is a question about half-move Ply of the machine's game: why it was made, or, if Not is not
// empty, why that move was not.
type Question struct {
	Ply      int               `json:"ply"`
	Not      string            `json:"not"`
	Language analysis.Language `json:"language"`
}

// Ask returns what answers a question, with an engine that does the search again and must not be used
// otherwise. The machine may run on before and while it is called.
func (m *Machine) Ask(q Question) (answer func(context.Context, sargon.Engine) (Answer, error), err error) {
	v := m.session.View()
	if q.Ply < 0 || q.Ply >= v.Game.Len() {
		return nil, errNoQuestion
	}
	var not game.Move
	if q.Not != "" {
		if not, err = v.Game.At(q.Ply).ParseMove(q.Not); err != nil {
			return nil, err
		}
	}
	g, level := v.Game.Clone(), v.Level
	last := g.Len() - 1
	for last >= 0 && g.Ply(last).Note == nil {
		last--
	}
	return func(ctx context.Context, engine sargon.Engine) (a Answer, err error) {
		study, err := analysis.Repeat(ctx, engine, g, q.Ply, level)
		if err != nil {
			return a, err
		}
		ask := study.Why
		if q.Not != "" {
			ask = func(ctx context.Context) (*analysis.Reasons, error) { return study.WhyNot(ctx, not) }
		}
		reasons, err := ask(ctx)
		if err != nil {
			return a, err
		}
		a = Answer{Move: reasons.Move, Sentences: reasons.Text(cmp.Or(q.Language, analysis.English))}
		if q.Ply == last {
			a.Evaluation = reasons.Evaluation
		}
		return a, nil
	}, nil
}
