package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon"
)

// firstEvaluations is how many evaluations of a search are told one by one.
const firstEvaluations = 32

// Patience is how long an engine may take for a search, if nothing else is asked for.
const Patience = time.Minute

// Ask has an engine answer the searches, games and counts of a kit up to a level: a program is asked
// for nothing else. What it does not support is left out, and what it fails at is the answer
// "error"; if it fails at ten in a row it is asked for no more. Tell is called before each case.
// Errors say why it cannot be opened, or are those of ctx.
func Ask(
	ctx context.Context, engine observe.Contender, kit []Case, to sargon.Level, patience time.Duration,
	tell func(done int),
) (all []Answer, err error) {
	s := observe.Subject{Contender: &engine, Timeout: patience, Health: new(observe.Health)}
	defer s.Close()
	if _, err := s.Open(); err != nil {
		return nil, err
	}
	for i := range kit {
		if c := &kit[i]; max(c.Level, c.Black) <= to && ctx.Err() == nil {
			tell(i)
			if values := ask(ctx, &s, c); len(values) > 0 && ctx.Err() == nil {
				all = append(all, Answer{c.ID, plain(values)})
			}
		}
	}
	return all, ctx.Err()
}

// ask has an engine answer one case.
func ask(ctx context.Context, s *observe.Subject, c *Case) Values {
	switch c.Kind {
	case Search, Count:
		return search(ctx, s, c)
	case Game:
		return play(ctx, s, c)
	}
	return nil
}

// parse returns the search of a case.
func (c *Case) parse() (cases.Case, error) {
	return cases.ParseCase(fmt.Sprintf("level %d %s", c.Level, c.Position))
}

func search(ctx context.Context, s *observe.Subject, c *Case) Values {
	asked, err := c.parse()
	if err != nil {
		return Values{"error": err.Error()}
	}
	first := []string{}
	w := observe.Watch{Detail: sargon.DetailTrace}
	if c.Kind == Search {
		w.Evaluation = func(e sargon.Evaluation) {
			if len(first) < firstEvaluations {
				first = append(first, e.String())
			}
		}
	}
	o := s.Observe(ctx, &asked, w)[0]
	values := found(&o, s)
	if values != nil && o.Stepwise && o.Failure == observe.NoFailure && c.Kind == Search {
		values["first"] = first
	}
	if c.Kind == Count {
		for _, name := range []string{"gens", "records", "dropped", "pmate"} {
			delete(values, name)
		}
	}
	return values
}

// found are the values of a search, as far as the engine shows them.
func found(o *observe.Observation, s *observe.Subject) Values {
	if !o.Done || o.Limited || o.Failure == observe.Unsupported {
		return nil
	}
	if o.Failure != observe.NoFailure {
		text, _, _ := strings.Cut(o.Text, "\n")
		return Values{"error": text}
	}
	values, detail := Values{"best": best(o)}, sargon.DetailMove
	if engine, err := s.Open(); err == nil {
		detail = engine.Shows().Detail
	}
	if o.NoMove && !o.All {
		return values // a program behind a protocol says no more than that
	}
	if detail >= sargon.DetailScore {
		values["score"], values["evals"] = uint8(o.Result.Score), o.Result.Evals
	}
	if detail >= sargon.DetailTrace {
		values["trace"] = o.Result.Trace.String()
	}
	if o.All {
		values["gens"], values["records"] = o.Result.Gens, o.Result.Records
		values["dropped"], values["pmate"] = o.Result.Dropped, o.Result.MateAt
	}
	return values
}

// Words in place of a move.
const (
	noMove   = "none"
	notAsked = "-" // the program cannot be asked for it
)

func best(o *observe.Observation) string {
	if o.NoMove {
		return noMove
	}
	return o.Result.Best.String()
}

// play has an engine play a game against itself. It is told the moves of the game as it was, so that
// a wrong one does not make all others wrong.
func play(ctx context.Context, s *observe.Subject, c *Case) Values {
	g, err := c.parse()
	if err != nil {
		return Values{"error": err.Error()}
	}
	queenPawn := g.Last().QueenPawn
	g.Plies = nil
	for i, text := range c.moves() {
		move, err := sargon.ParseMove(text)
		if err != nil {
			return Values{"error": err.Error()}
		}
		g.Plies = append(g.Plies,
			cases.Ply{Level: c.levelAt(i), QueenPawn: queenPawn && i == 0, Move: move})
	}
	plies := []string{}
	for _, o := range s.Observe(ctx, &g, observe.Watch{Detail: sargon.DetailTrace}) {
		v := found(&o, s)
		switch {
		case v == nil:
			plies = append(plies, notAsked)
		case v["error"] != nil:
			return v
		case v["evals"] == nil:
			plies = append(plies, fmt.Sprint(v["best"]))
		default:
			plies = append(plies, fmt.Sprint(v["best"], " ", v["score"], " ", v["evals"]))
		}
	}
	return Values{"plies": plies}
}

// levelAt is the level at a half-move of a game, from 0.
func (c *Case) levelAt(ply int) sargon.Level {
	if ply%2 == 1 {
		return c.Black
	}
	return c.Level
}

// moves are those of a game.
func (c *Case) moves() (all []string) {
	plies, _ := c.Want["plies"].([]any)
	for _, p := range plies {
		text, _ := p.(string)
		move, _, _ := strings.Cut(text, " ")
		all = append(all, move)
	}
	return all
}

// plain returns values as they are after they were written and read.
func plain(v Values) Values {
	data, err := json.Marshal(v)
	var read Values
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err != nil {
		return Values{"error": err.Error()}
	}
	return read
}
