package debugger

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// position returns the position on the board now, with COLOR to move.
func (d *Debugger) position() sargon.Position {
	side := d.memory.Side()
	if d.Evaluation() < 0 {
		side = d.memory.ProgramSide() // COLOR is set when the search begins
	}
	return d.memory.Position(side)
}

// Square is what the program itself would find on a square of its board, as the board is now.
type Square struct {
	Square   sargon.Square
	Piece    sargon.Piece
	Attacks  sargon.AttackList
	Exchange int8 // doubled points that the owner of the piece would lose
	Pinned   bool
	Pins     []sargon.Pin // on the whole board
}

// Inspect makes a copy of the machine find the pins, and compute the attack lists of a square and the
// exchange on it. For a square that is not on the board only the pins are known.
func (d *Debugger) Inspect(ctx context.Context, s sargon.Square) (Square, error) {
	if d.memory == nil {
		return Square{}, errNames
	}
	return Inspect(ctx, d.machine, d.image, s)
}

// Inspect does the same for a machine without a debugger, between two instructions.
func Inspect(ctx context.Context, thinking *emu.Machine, image *roms.Image, s sargon.Square) (Square, error) {
	const patience = 10_000_000 // T-states; it takes a few thousand
	machine := emu.New()
	if err := machine.Restore(thinking.Snapshot()); err != nil {
		return Square{}, err
	}
	machine.Budget = patience
	memory, err := emulated.NewMemory(machine, image)
	if err != nil {
		return Square{}, err
	}
	found := Square{Square: s}
	if found.Pins, err = memory.FindPins(ctx); err != nil || !s.OnBoard() {
		return found, err
	}
	found.Piece = memory.Board()[s]
	for _, pin := range found.Pins {
		found.Pinned = found.Pinned || pin.Square == s
	}
	found.Attacks, found.Exchange, err = memory.Attacks(ctx, s, found.Pins)
	return found, err
}

// Attackers returns how many attackers a side has in an attack list, and the names of its pieces (spec
// §6).
func Attackers(list sargon.AttackList, side sargon.Color) (count uint8, names []string) {
	count, attackers := list.Attackers(side)
	names = []string{}
	for _, a := range attackers {
		names = append(names, a.Type.String())
	}
	return count, names
}

// String returns a description of the square: the piece on a line, the attackers of each side on one, and
// what the owner of the piece loses on one, if anything.
func (s Square) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v = %d: %s, byte %02X", s.Square, uint8(s.Square), s.Piece.Text(),
		uint8(s.Piece))
	if s.Pinned {
		b.WriteString(", pinned")
	}
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		count, names := Attackers(s.Attacks, side)
		fmt.Fprintf(&b, "\n  %v %d: %s", side, count, strings.Join(names, ", "))
	}
	if s.Exchange != 0 {
		fmt.Fprintf(&b, "\n  exchange: its owner loses %d half points", s.Exchange)
	}
	return b.String()
}

// lineText returns the line being examined: "1 e2e4 80, 2 e7e5 72".
func (d *Debugger) lineText() string {
	var words []string
	for i, t := range d.memory.Line() {
		words = append(words, fmt.Sprintf("%d %v %02X", i+1, t.Move, uint8(t.Score)))
	}
	return strings.Join(words, ", ")
}

// PinsText returns the pin list as text.
func PinsText(pins []sargon.Pin) string {
	return cmp.Or(strings.Trim(fmt.Sprint(pins), "[]"), "none")
}
