package machine

import (
	"cmp"
	"context"

	"sargon78/sargon"
	"sargon78/sargon/analysis"
)

// Answer says why a move was made, or why another one was not.
type Answer struct {
	Move      string   `json:"move"` // the move in question, with its number
	Sentences []string `json:"sentences"`
	// Evaluation is the number of the decisive evaluation, in a search at Level in the position before the
	// move; 0 if there was none.
	Evaluation uint64       `json:"evaluation"`
	Level      sargon.Level `json:"level"`
}

// Question is a question about half-move Ply of the machine's game: why it was made, or, if Not names
// another move, why that one was not.
type Question struct {
	Ply      int               `json:"ply"`
	Not      string            `json:"not"`
	Language analysis.Language `json:"language"`
}

// Ask returns a function that answers a question. The function repeats the search with an engine, which
// nobody else may use meanwhile. The machine may run on before and during the call.
func (m *Machine) Ask(q Question) (answer func(context.Context, sargon.Engine) (Answer, error), err error) {
	v := m.session.View()
	if q.Ply < 0 || q.Ply >= v.Game.Len() {
		return nil, errNoQuestion
	}
	asked := analysis.Question{Game: v.Game.Clone(), Ply: q.Ply, Level: v.Level, Other: true}
	if q.Not != "" {
		if asked.Not, err = v.Game.At(q.Ply).ParseMove(q.Not); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, engine sargon.Engine) (Answer, error) {
		reasons, err := asked.Answer(ctx, engine)
		if err != nil {
			return Answer{}, err
		}
		return Answer{
			Move: reasons.Move, Sentences: reasons.Text(cmp.Or(q.Language, analysis.English)),
			Evaluation: reasons.Evaluation, Level: reasons.Level,
		}, nil
	}, nil
}
