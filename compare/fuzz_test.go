package compare

import (
	"testing"
	"time"

	"sargon78/compare/cases"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// 10x12 and bitboards do the same in whatever becomes of a case of the corpus. Go's fuzzer sees which code
// of both a change reaches: go test -fuzz FuzzEngines ./compare
func FuzzEngines(f *testing.F) {
	for n := range byte(32) {
		f.Add([]byte{8 * n, n, 255 - n, 3 * n, 7 * n, 0, 128, 11 * n})
	}
	o := usual(func(o *Options) { o.Detail, o.ShrinkTime = sargon.DetailState, time.Minute })
	f.Fuzz(func(t *testing.T, data []byte) {
		found := must.Have(Investigate(t.Context(), ReferenceEngine(), fastest, cases.Mutant(data), o))
		if found.Differs() && found.Undefined == "" {
			t.Fatal(found)
		}
	})
}
