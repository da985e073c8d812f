// Package literal is the engine on the 120-byte board of 1978: the specification followed
// word by word.
//
//	engine := literal.New()
//	err := engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//	fmt.Println(engine.Reached[literal.PinnedTransparent])
//
// It is written to be read beside the page, a function for a rule, and is not fast. Board,
// lists, scores, plies and moves lie in one memory, at the places of spec §15, because
// quirks run over the end of one into the next (memory.go). Indexes into it are bytes, and
// addresses are words.
//
// Every fork of spec §3–§12 is a named Point, and a search counts which it has reached.
// Another engine with the same fingerprint went the same way, so what is counted here is
// what it has passed.
//
// Package native and the other engines share no code with this one.
package literal
