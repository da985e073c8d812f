package sargon

import (
	"fmt"
	"strings"
)

// Capabilities say what an engine shows and does beyond playing. A type that embeds an engine has the
// capabilities of that one; where it differs, it changes them in a method of its own.
type Capabilities struct {
	Version string // which program exactly: a hash, a commit; "" if that is not known
	Detail  Detail // how much of a search it shows: in its Result, and to Callbacks

	// Evaluations reports that Callbacks.Evaluation is called. With DetailState it always is, and the
	// search can be stopped at MaxEvals.
	Evaluations bool
	// ExaminesItself reports that Examine returns what the engine's own search finds, not what
	// another engine does.
	ExaminesItself bool
	// Stateless reports that no search depends on those before it, as with a program that is sent
	// the position anew for each.
	Stateless bool

	// FinalPlyMax returns PLYMAX as the last search left it (spec §11); nil if the engine has no
	// such variable.
	FinalPlyMax func() uint8
	// ListArea returns what the last search left in ply table and list area, where the next one may
	// read it (spec §3): the bytes of ten plies, all records, and the address of the first. It is nil
	// if the engine does not show them.
	ListArea func() (plies, records []uint8, address uint16)
	// Close ends the process that the engine runs; nil if there is none.
	Close func() error
}

// Detail is how much of a search is shown or compared; each includes those before it.
type Detail int

// The details of a search.
const (
	DetailMove  Detail = iota // the best move
	DetailScore               // score and number of evaluations
	DetailTrace               // every evaluation: ply, move, value
	DetailState               // and what it rests on
)

var detailNames = [...]string{"move", "score", "trace", "state"}

// String returns "move", "score", "trace" or "state".
func (d Detail) String() string { return detailNames[d] }

// ParseDetail reads what String writes.
func ParseDetail(text string) (Detail, error) {
	for i, name := range detailNames {
		if name == text {
			return Detail(i), nil
		}
	}
	return 0, fmt.Errorf("detail %q: want one of %s", text, strings.Join(detailNames[:], ", "))
}

// MarshalText writes the name.
func (d Detail) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the name.
func (d *Detail) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDetail(string(text))
	return err
}
