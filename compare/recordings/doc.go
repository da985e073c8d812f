// Package recordings makes recordings of what an engine does, and replays them: what the
// original did is known from them.
//
//	recording, err := recordings.RecordSearch(ctx, engine, fen, 2)
//	v, err := recordings.Verify(ctx, engine, sargon.Recording{Search: recording})
//	items, err := recordings.Read(nil, []string{"search.jsonl.gz"}, nil, 0)
//	recordings.Replay(ctx, engines, items, func(o recordings.Outcome) { sum.Add(o) })
//
// How a recording is written is in package sargon. What it leaves out: engines side by side,
// and why they differ; package compare has that.
package recordings
