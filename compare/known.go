package compare

import (
	"context"
	_ "embed"
	"errors"
	"strings"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

//go:embed known.jsonl
var knownSearches string

// KnownSearches returns twelve recordings of the original: short searches at levels 1 and 2
// that together reach most rules of the specification. A program that reproduces them is a
// Sargon of 1978 as far as a second can tell.
func KnownSearches() []sargon.Recording {
	var all []sargon.Recording
	for recording, err := range sargon.ReadRecordings(strings.NewReader(knownSearches)) {
		if err != nil {
			panic(err) // only if the file was spoiled before it was built in
		}
		all = append(all, recording)
	}
	return all
}

// patience is how many times the T-states of the original a search may take.
const patience = 4

// VerifyKnown replays KnownSearches on a program that may be anything. One that goes wild, or
// takes far longer than the original did, differs, and no search after that is tried: the
// result is shorter then. The error is that of ctx.
func VerifyKnown(ctx context.Context, engine *emulated.Engine) ([]Verification, error) {
	machine := engine.Machine()
	defer func(budget uint64) { machine.Budget = budget }(machine.Budget)
	var all []Verification
	for _, recording := range KnownSearches() {
		machine.Budget = patience * recording.Search.TStates
		v, err := Verify(ctx, engine, recording)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, emu.ErrBudget) {
			v.differ("has not ended after %d times the T-states of the original", patience)
		} else if err != nil {
			reason, _, _ := strings.Cut(err.Error(), "\n")
			v.differ("%s", reason)
		}
		if all = append(all, v); err != nil {
			break
		}
	}
	return all, nil
}
