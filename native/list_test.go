package native

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestListsAgree fills the list areas of both engines with the lists of some plies, until they
// are full and beyond: what is linked, cut and dropped must be the same, in the list of the
// last ply and of those above (spec §3, §14.8).
func TestListsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(8, 30).Draw(t, "room")
		var linked moveList
		var keyed keyedList
		linked.reset(room)
		keyed.reset(room)
		var heads []uint16
		var begun []int
		for range rapid.IntRange(1, 4).Draw(t, "plies") {
			// What is added: a move, or both halves of a pair. There are at most two castlings
			// and two captures en passant.
			moves := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 14).Draw(t, "moves")
			pairs := 0
			linked.begin()
			keyed.begin()
			begun = append(begun, keyed.firstKey)
			for _, m := range moves {
				linked.add(uint8(m), 0, 0)
				keyed.add(uint8(m), 0, 0)
				if m != 0 || pairs == 3 {
					continue
				}
				pairs++
				linked.add(1, 1, 0)
				keyed.add(1, 1, 0)
				isLost := panics(linked.closePair)
				if panics(keyed.closePair) != isLost {
					t.Fatalf("one is lost: %v", isLost)
				}
				if isLost {
					return
				}
			}
			keyed.close()
			heads = append(heads, linked.head)
		}
		if linked.next != keyed.next || linked.dropped != keyed.dropped {
			t.Fatalf("%d records and %d dropped, or %d and %d",
				linked.next, linked.dropped, keyed.next, keyed.dropped)
		}
		for ply, head := range heads {
			var want, got []int
			for ; head != 0; head = linked.at(head).link {
				want = append(want, int(head))
			}
			for _, k := range keyed.keys[begun[ply]:] {
				if k == 0 {
					break
				}
				got = append(got, k.number())
			}
			if !slices.Equal(got, want) {
				t.Fatalf("ply %d: keys %v, links %v", ply+1, got, want)
			}
		}
		for n := range linked.next {
			if keyed.records[n] != linked.records[n] {
				t.Fatalf("record %d: %v, want %v", n+1, keyed.records[n], linked.records[n])
			}
		}
	})
}

func panics(f func()) (panics bool) {
	defer func() { panics = recover() != nil }()
	f()
	return false
}
