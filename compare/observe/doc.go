// Package observe runs an engine through a case and returns what it saw, an Observation for each search.
//
//	s := observe.Engine{Participant: &participant, Timeout: time.Minute}
//	defer s.Close()
//	seen := s.Observe(ctx, &c, observe.Options{Detail: sargon.DetailTrace})
//	clash := observe.Compare(&seen[0], &other[0], sargon.DetailTrace)
//
// All of the harness uses Observe: to compare, to find the first difference, to shrink a case, to name
// the rules behind a difference, and to make recordings. Observe never panics and never hangs: a
// crash, an error or a search without an answer in time is an Observation too. Compare is the only
// function that compares two Observations.
//
// Package compare decides what a difference means, and whether the specification covers it.
package observe
