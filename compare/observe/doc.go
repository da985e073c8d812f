// Package observe has an engine go through a case, and says what came of it.
//
//	s := observe.Engine{Participant: &participant, Timeout: time.Minute}
//	defer s.Close()
//	seen := s.Observe(ctx, &c, observe.Options{Detail: sargon.DetailTrace})
//	clash := observe.Compare(&seen[0], &other[0], sargon.DetailTrace)
//
// Observe is the only place that sets positions up, watches and searches: for a run, for the first
// difference, for shrinking, for the naming of rules, and for recordings. It never panics and never
// hangs: a crash, an error or a search without an answer in time is an Observation too. Compare is
// the only comparison of two of them.
//
// What follows from a difference, and whether the specification says anything about it, package
// compare decides.
package observe
