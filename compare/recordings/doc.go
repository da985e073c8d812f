// Package recordings makes recordings of what an engine does, and replays them. What the original
// did is known from them.
//
//	recording, err := recordings.RecordSearch(ctx, engine, fen, 2)
//	v, err := recordings.Verify(ctx, engine, format.Recording{Search: recording})
//	items, err := recordings.Read(nil, []string{"search.jsonl.gz"}, nil, 0)
//	recordings.Replay(ctx, engines, items, func(o recordings.Outcome) { sum.Add(o) })
//
// Package format says how a recording is written. Why engines differ is left to package compare.
package recordings
