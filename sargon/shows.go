package sargon

import (
	"fmt"
	"strings"
)

// Shows is what an engine lets others see and do beyond playing. Because Shows is a method of
// Engine, a type that embeds an engine shows what that one does, and says so where it differs.
type Shows struct {
	Version string // which program exactly: a hash, a commit; "" if that is not known
	Detail  Detail // how much of a search it shows: of a Result, and to the functions of Watch

	// Evaluations: Watch.Evaluation is called. With DetailState it always is, and the search can be
	// stopped at MaxEvals.
	Evaluations bool
	// OwnExamine: Examine says what the engine's own search finds, not what another engine does.
	OwnExamine bool
	// Forgets: each search stands for itself, as of a program that is told the position anew.
	Forgets bool

	// LevelLeft returns PLYMAX as the last search left it (spec §11); nil if there is no such cell.
	LevelLeft func() uint8
	// ListArea returns what the last search left of ply table and list area, where the next one may
	// come upon it (spec §3): the cells of ten plies, all records, and the address of the first. It
	// is nil if the engine does not show them.
	ListArea func() (plies, records []uint8, address uint16)
	// Close ends a program that runs beside us; nil if there is nothing to end.
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
