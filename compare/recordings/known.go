package recordings

import (
	"context"
	_ "embed"
	"strings"

	"sargon78/compare/recordings/format"

	"sargon78/sargon"
)

//go:embed known.jsonl
var knownSearches string

// KnownSearches returns twelve recordings of the original: short searches at levels 1 and 2 that
// together reach most rules of the specification. A program that reproduces them is very probably a
// Sargon of 1978.
func KnownSearches() []format.Recording {
	var all []format.Recording
	for recording, err := range format.Read(strings.NewReader(knownSearches)) {
		if err != nil {
			panic(err) // only if the file was spoiled before it was built in
		}
		all = append(all, recording)
	}
	return all
}

// VerifyKnown replays KnownSearches on a program that may be anything. When one goes wild, or does
// not come back, it differs, and no further search is tried: the result is then shorter. The error
// is that of ctx.
func VerifyKnown(ctx context.Context, engine sargon.Engine) ([]Verification, error) {
	var all []Verification
	for _, recording := range KnownSearches() {
		v, err := Verify(ctx, engine, recording)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			reason, _, _ := strings.Cut(err.Error(), "\n")
			v.Differences = []string{reason}
		}
		if all = append(all, v); err != nil {
			break
		}
	}
	return all, nil
}
