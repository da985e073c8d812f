package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A fault is one small change of one source file.
type fault struct {
	file     string // below the root of the module, with slashes
	line     int
	where    string // the function or routine it is in
	rule     string // the kind of change
	number   int    // among those of this kind there, from 1
	offset   int    // in bytes from the start of the file
	old, new string

	reason string // why nothing can ever show the fault, "" if nobody says so

	// Of a fault that is taken from a frozen list:
	entry *entry
	how   string // it was found in today's sources
}

// ID names a fault. It stays the same as long as the function around it does, and as long as the
// list is, if it is taken from one.
func (f fault) ID() string {
	if f.entry != nil {
		return f.entry.ID
	}
	return fmt.Sprintf("%s:%s:%s#%d", f.file, f.where, f.rule, f.number)
}

// change says what is done, in one line.
func (f fault) change() string {
	return oneLine(f.old) + " → " + oneLine(f.new)
}

func oneLine(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return "nothing"
	}
	return s
}

// applied returns the source with the fault in it.
func (f fault) applied(source string) string {
	return source[:f.offset] + f.new + source[f.offset+len(f.old):]
}

// faults lists all faults of a source, each with its place, and its number in the order of the source.
func (s *source) faults() ([]fault, error) {
	var all []fault
	var err error
	if strings.HasSuffix(s.file, ".go") {
		all, err = goFaults(s)
	} else {
		all = z80Faults(s)
	}
	slices.SortStableFunc(all, func(a, b fault) int { return a.offset - b.offset })
	count := map[string]int{}
	for i := range all {
		f := &all[i]
		w := s.words[s.word(f.offset)]
		f.file, f.line, f.where = s.file, w.line, w.where
		count[f.where+":"+f.rule]++
		f.number = count[f.where+":"+f.rule]
	}
	return all, err
}

// sample draws n faults from a seed, and leaves them in the order of the source; 0 is all.
func sample(faults []fault, n int, seed uint64) []fault {
	if n == 0 || n >= len(faults) {
		return faults
	}
	drawn := rand.New(rand.NewPCG(seed, 0)).Perm(len(faults))[:n]
	slices.Sort(drawn)
	chosen := make([]fault, n)
	for i, k := range drawn {
		chosen[i] = faults[k]
	}
	return chosen
}
