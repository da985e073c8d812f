package roms

import (
	"cmp"
	"slices"
	"sort"
)

// Routines tell which routine of a program an address belongs to.
type Routines struct {
	all []routine // by address
	end int       // of the program
}

type routine struct {
	name string
	addr uint16
}

// listBytes is the area of move records, the last thing before the code (spec §15).
const listBytes = 2048 / 6 * 6

// Routines returns the labels of the image's code, without those of its tables. Of several
// at one address the shortest counts.
func (i *Image) Routines() *Routines {
	r := &Routines{end: int(i.Load) + len(i.Bytes)}
	from := int(i.Load)
	if list, ok := i.Symbol("MLIST"); ok && int(list)+listBytes < r.end {
		from = int(list) + listBytes
	}
	names := i.Labels
	if names == nil {
		names = i.Symbols
	}
	for name, addr := range names {
		if int(addr) >= from && int(addr) < r.end {
			r.all = append(r.all, routine{name, addr})
		}
	}
	slices.SortFunc(r.all, func(a, b routine) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(len(a.name), len(b.name)),
			cmp.Compare(a.name, b.name))
	})
	r.all = slices.CompactFunc(r.all, func(a, b routine) bool { return a.addr == b.addr })
	return r
}

// At returns the last label at or before an address, and how many bytes lie between. The
// name is empty outside the program's code; the offset is the address then.
func (r *Routines) At(addr uint16) (name string, offset uint16) {
	i := sort.Search(len(r.all), func(i int) bool { return r.all[i].addr > addr })
	if i == 0 || int(addr) >= r.end {
		return "", addr
	}
	return r.all[i-1].name, addr - r.all[i-1].addr
}
