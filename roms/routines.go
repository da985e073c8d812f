package roms

import (
	"cmp"
	"slices"
	"sort"
)

// Routines tell which routine of a program an address belongs to, or which other name.
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

// Routines returns the labels of the image's code, without those of its tables.
func (i *Image) Routines() *Routines {
	from, end := int(i.Load), int(i.Load)+len(i.Bytes)
	if list, ok := i.Symbol("MLIST"); ok && int(list)+listBytes < end {
		from = int(list) + listBytes
	}
	names := i.Labels
	if names == nil {
		names = i.Symbols
	}
	return newRoutines(names, from, end)
}

// Names returns all names from the load address on.
func (i *Image) Names() *Routines { return newRoutines(i.addresses(), int(i.Load), 1<<16) }

// addresses returns the values of Symbol.
func (i *Image) addresses() map[string]uint16 {
	addresses := map[string]uint16{}
	for name := range i.Symbols {
		addresses[name], _ = i.Symbol(name)
	}
	return addresses
}

func newRoutines(names map[string]uint16, from, end int) *Routines {
	all := named(names, from, end)
	all = slices.CompactFunc(all, func(a, b routine) bool { return a.addr == b.addr })
	return &Routines{all, end}
}

// named returns the names of addresses in a range by address; of several at one the shortest is
// the first.
func named(names map[string]uint16, from, end int) (all []routine) {
	for name, addr := range names {
		if int(addr) >= from && int(addr) < end {
			all = append(all, routine{name, addr})
		}
	}
	slices.SortFunc(all, func(a, b routine) int {
		return cmp.Or(cmp.Compare(a.addr, b.addr), cmp.Compare(len(a.name), len(b.name)),
			cmp.Compare(a.name, b.name))
	})
	return all
}

// At returns the last name at or before an address, and how many bytes lie between. The
// name is empty where there is none; the offset is the address then.
func (r *Routines) At(addr uint16) (name string, offset uint16) {
	i := sort.Search(len(r.all), func(i int) bool { return r.all[i].addr > addr })
	if i == 0 || int(addr) >= r.end {
		return "", addr
	}
	return r.all[i-1].name, addr - r.all[i-1].addr
}
