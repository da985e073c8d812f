// Package probe is the specification of the engine followed word by word, in an engine
// that counts which of its rules a search has reached.
//
//	p := probe.New()
//	err := p.SetPosition(position)
//	result, err := p.Search(ctx, sargon.SearchOptions{Level: 2})
//	fmt.Println(p.Reached[probe.PinnedTransparent])
//
// Every fork of spec §4–§12 is a named Point. A search of an engine and a search of the
// probe with the same fingerprint went the same way, so the points that the probe
// counted are the ones that the engine passed: nothing has to be counted in the engine.
//
// The probe shares no code with the engines it is held against, and is written to be
// compared with the page, not to be fast. Memory from the attack lists to the royal
// squares is one array of bytes, as in 1978, so what runs over an end runs over it here.
//
// Left out: searches without the limits of 1978, and searches of chosen root moves.
package probe
