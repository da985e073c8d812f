package recordings

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"sargon78/compare/recordings/format"
	"sargon78/native/reference"
	"sargon78/sargon"
)

// Verification is what came of replaying one recording.
type Verification struct {
	// Differences says, a line each, what was recorded and what came; none means the
	// recording was reproduced.
	Differences []string `json:"differences,omitempty"`
	// Undefined says how the search left the specification, if the engine has ended it there
	// (sargon.ErrUndefined) and the reference engine does the same evaluations up to there.
	Undefined string `json:"undefined,omitempty"`
	// Recorded and Measured are T-states of the searches of the recording; 0 where the
	// recording or the engine has none.
	Recorded uint64 `json:"recorded_tstates,omitempty"`
	Measured uint64 `json:"tstates,omitempty"`
}

// Reproduced reports whether the engine did what was recorded.
func (v Verification) Reproduced() bool { return len(v.Differences) == 0 && v.Undefined == "" }

// Verify records with an engine what a recording is of, and compares the two. The error is the
// engine's own failure (a wild program, a panic, a cancelled context): what differs is in the result.
func Verify(
	ctx context.Context, engine sargon.Engine, r format.Recording,
) (v Verification, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	switch {
	case r.Search != nil:
		came, err := RecordSearch(ctx, engine, r.Search.FEN, r.Search.Level)
		if err == nil {
			v.Recorded, v.Measured = r.Search.TStates, came.TStates
		} else if v.Undefined = leaves(ctx, r.Search.FEN, r.Search.Level, came.Trace, err); v.Undefined != "" {
			return v, nil
		}
		return v.compare(r.Search, came, err)
	case r.Eval != nil:
		came, err := RecordEval(ctx, engine, r.Eval.FEN)
		return v.compare(r.Eval, came, err)
	case r.Steps != nil:
		came, err := RecordSteps(ctx, engine, r.Steps.FEN, r.Steps.Level)
		if v.Undefined = leaves(ctx, r.Steps.FEN, r.Steps.Level, came.Trace, err); v.Undefined != "" {
			return v, nil
		}
		return v.compare(r.Steps, came, err)
	case r.Game != nil:
		came, err := repeatGame(ctx, engine, r.Game)
		for i := range came.Plies {
			if recorded := &r.Game.Plies[i]; recorded.Evals > 0 {
				v.Recorded += recorded.TStates
				v.Measured += came.Plies[i].TStates
			}
		}
		return v.compare(r.Game, came, err)
	}
	return v, errors.New("an empty recording")
}

// leaves returns how a search leaves the specification that an engine has ended with an error, after the
// evaluations of a trace: "" if the error is another one, or if the reference engine does not say so
// after the same evaluations.
func leaves(ctx context.Context, fen string, level sargon.Level, trace string, err error) string {
	if !errors.Is(err, sargon.ErrUndefined) {
		return ""
	}
	var traces []sargon.Fingerprint // after each evaluation
	last := sargon.EmptyTrace
	r, err := search(ctx, reference.New(), fen, level, func(e sargon.Evaluation) {
		traces = append(traces, last)
		last = last.Add(e)
	})
	traces = append(traces, last)
	at := max(1, int(r.DefinedEvals)) - 1 // without the root's
	if err != nil || r.UndefinedReason == "" || at >= len(traces) || traces[at].String() != trace {
		return ""
	}
	return r.UndefinedReason
}

// compare compares a recording with what came, unless the engine has failed.
func (v Verification) compare(recorded, came any, err error) (Verification, error) {
	if err == nil {
		v.Differences = differences("", reflect.ValueOf(recorded).Elem(), reflect.ValueOf(came).Elem())
	}
	return v, err
}

// differences compares the fields of two records that have a name (the tag what).
func differences(where string, recorded, came reflect.Value) (list []string) {
	for i := range recorded.NumField() {
		what := recorded.Type().Field(i).Tag.Get("what")
		a, b := recorded.Field(i), came.Field(i)
		switch {
		case what == "" || a.Kind() == reflect.Pointer && a.IsNil():
			continue // it was not recorded
		case a.Kind() == reflect.Slice:
			list = append(list, firstDifference(what, a, b)...)
			continue
		case a.Kind() == reflect.Pointer:
			a, b = a.Elem(), b.Elem()
		}
		if !a.Equal(b) {
			list = append(list, fmt.Sprintf("%s%s: recorded %v, came %v", where, what, a, b))
		}
	}
	return list
}

// firstDifference finds the first element in which two lists differ.
func firstDifference(what string, recorded, came reflect.Value) []string {
	same := min(recorded.Len(), came.Len())
	for i := range same {
		a, b, where := recorded.Index(i), came.Index(i), fmt.Sprintf("%s %d", what, i+1)
		if a.Kind() == reflect.Struct {
			if list := differences(where+", ", a, b); list != nil {
				return list
			}
		} else if !a.Equal(b) {
			return []string{fmt.Sprintf("%s: recorded %q, came %q", where, a, b)}
		}
	}
	if recorded.Len() == came.Len() {
		return nil
	}
	return []string{fmt.Sprintf("%ss: recorded %d, came %d; the first %d are the same", what,
		recorded.Len(), came.Len(), same)}
}
