package recordings

import (
	"context"
	_ "embed"
	"strings"

	"sargon78/compare/recordings/format"

	"sargon78/sargon"
)

//go:embed known.jsonl
var known string

// Known returns the recordings that `sargon rom check` replays: short searches at levels 1 to 3, which
// together reach the rules of the specification, some evaluations in parts, and some games. Most of them
// are recordings of the original; the others are positions that none of these has, answered by the
// reference engine. They were chosen by planting faults in the source of the ROM ("go run
// ./compare/mutants --check rom"): a recording stays if few others notice a fault that it notices.
func Known() []format.Recording {
	var all []format.Recording
	for recording, err := range format.Read(strings.NewReader(known)) {
		if err != nil {
			panic(err) // only if the file was spoiled before it was built in
		}
		all = append(all, recording)
	}
	return all
}

// VerifyKnown replays Known, in its order, on a program that may be anything, as long as each returns
// true. When the program runs away, or does not return, that recording differs, and is the last one. The
// error is that of ctx.
func VerifyKnown(
	ctx context.Context, engine sargon.Engine, each func(format.Recording, Verification) bool,
) error {
	for _, recording := range Known() {
		v, err := Verify(ctx, engine, recording)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			reason, _, _ := strings.Cut(err.Error(), "\n")
			v.Differences = []string{reason}
		}
		if !each(recording, v) || err != nil {
			return nil
		}
	}
	return nil
}
