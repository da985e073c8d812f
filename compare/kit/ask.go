package kit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
)

// firstEvaluations is how many evaluations of a search an answer lists.
const firstEvaluations = 32

// DefaultTimeout is how long an engine may take for a search, unless the user sets another time.
const DefaultTimeout = time.Minute

// CollectAnswers lets an engine answer the searches, games and counts of a kit up to a level; an engine can be
// asked for nothing else. It leaves out what the engine does not support. Where the engine fails, the answer
// is "error"; after ten failures in a row the engine gets no more cases. tell is called before each case. The
// error says why the engine cannot be opened, or is that of ctx.
func CollectAnswers(
	ctx context.Context, engine observe.Participant, kit []Case, to sargon.Level, patience time.Duration,
	tell func(done int),
) (Answers, error) {
	s := observe.Engine{Participant: &engine, Timeout: patience, Health: new(observe.Health)}
	defer s.Close()
	if _, err := s.Open(); err != nil {
		return nil, err
	}
	all := Answers{}
	for i := range kit {
		c := &kit[i]
		if c.Position == "" || max(c.Level, c.Black) > to || ctx.Err() != nil {
			continue
		}
		tell(i)
		if values := answerCase(ctx, &s, c); len(values) > 0 && ctx.Err() == nil {
			all[c.ID] = values
		}
	}
	return all, ctx.Err()
}

// parse returns the case as the engine gets it. In a game the engine gets the moves that are right, whatever
// it has answered, so that a wrong move does not make all later ones wrong.
func (c *Case) parse() (cases.Case, error) {
	asked, err := cases.ParseCase(fmt.Sprintf("level %d %s", c.Level, c.Position))
	if c.Kind != Game || err != nil {
		return asked, err
	}
	queenPawn := asked.Last().QueenPawn
	asked.Plies = nil
	plies, _ := c.Want["plies"].([]any)
	for i, ply := range plies {
		p := cases.Ply{Level: [2]sargon.Level{c.Level, c.Black}[i%2], QueenPawn: queenPawn && i == 0}
		if i < len(plies)-1 { // nothing follows the last
			text, _, _ := strings.Cut(fmt.Sprint(ply), " ")
			if p.Move, err = sargon.ParseMove(text); err != nil {
				return asked, err
			}
		}
		asked.Plies = append(asked.Plies, p)
	}
	return asked, nil
}

// Words in place of a move.
const (
	noMove          = "none"
	unsupportedMove = "-" // the engine cannot be asked for it
)

// bookPlies is how many plies of a game are the book's, for which a UCI engine cannot be asked.
const bookPlies = 2

// answerCase lets an engine answer a case: with what it shows of a search, or with a line for each search of
// a game. The answer is empty if the engine cannot be asked for that.
func answerCase(ctx context.Context, s *observe.Engine, c *Case) Values {
	asked, err := c.parse()
	if err != nil {
		return Values{"error": err.Error()}
	}
	detail := sargon.DetailMove
	if engine, err := s.Open(); err == nil {
		detail = engine.Capabilities().Detail
	}
	first := []any{}
	w := observe.Options{Detail: sargon.DetailTrace}
	if c.Kind == Search {
		w.OnEvaluation = func(e sargon.Evaluation) {
			if len(first) < firstEvaluations {
				first = append(first, e.String())
			}
		}
	}
	seen := s.Observe(ctx, &asked, w)
	if c.Kind == Game {
		return gameValues(seen, detail)
	}
	o := &seen[0]
	v := searchValues(o, detail)
	if c.Kind == Count || v["best"] == nil {
		return v
	}
	if o.FullDetail {
		v["gens"], v["records"] = float64(o.Result.Gens), float64(o.Result.Records)
		v["dropped"], v["pmate"] = float64(o.Result.Dropped), float64(o.Result.MateAt)
	}
	if o.HasEvaluations {
		v["first"] = first
	}
	return v
}

// gameValues returns a line for each search of a game: move, score, evaluations.
func gameValues(seen []observe.Observation, detail sargon.Detail) Values {
	plies := []any{}
	for i := range seen {
		v := searchValues(&seen[i], detail)
		switch {
		case v == nil && i >= bookPlies:
			return nil
		case v == nil:
			plies = append(plies, unsupportedMove)
		case v["error"] != nil:
			return v
		case v["evals"] == nil:
			plies = append(plies, v["best"])
		default:
			plies = append(plies, fmt.Sprint(v["best"], " ", v["score"], " ", v["evals"]))
		}
	}
	return Values{"plies": plies}
}

// searchValues returns the values of a search that cases of every kind have, as far as the engine shows them;
// nil if the engine cannot be asked for the search.
func searchValues(o *observe.Observation, detail sargon.Detail) Values {
	switch {
	case !o.Done || o.Limited || o.Failure == observe.Unsupported:
		return nil
	case o.Failure != observe.NoFailure:
		text, _, _ := strings.Cut(o.Text, "\n")
		return Values{"error": text}
	case o.NoMove && !o.FullDetail: // a program that speaks a protocol says no more than that
		return Values{"best": noMove}
	}
	v := Values{"best": o.Result.Best.String()}
	if o.NoMove {
		v["best"] = noMove
	}
	if detail >= sargon.DetailScore {
		v["score"], v["evals"] = float64(uint8(o.Result.Score)), float64(o.Result.Evals)
	}
	if detail >= sargon.DetailTrace {
		v["trace"] = o.Result.Trace.String()
	}
	return v
}
