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

// Chess is what the program holds of the game. Before the first evaluation of a search all but
// Position, Level and Evaluation is what happens to be in the memory.
type Chess struct {
	Position   sargon.Position // as it is on the board now, COLOR to move
	Ply        int             // NPLY
	Level      sargon.Level    // PLYMAX
	Evaluation int             // number of the present or last one; -1: none
	Current    sargon.Move     // the record that MLPTRJ shows
	Looked     sargon.Square   // M3: the square being looked at
	Line       []Tried         // the move being tried at each ply
	Scores     []sargon.Score  // SCORE: of ply 0, 1 …
	Best       sargon.Move     // BESTM; zero if there is none
	Totals     sargon.Totals
	Pins       []sargon.Pin
}

// Tried is a ply of the line being examined.
type Tried struct {
	Move  sargon.Move
	Score sargon.Score
}

// Rows of the tables (spec §13).
const (
	maxPlies = 10
	scoreRow = 12
)

// Chess reads the cells. ok is false if the program does not have the names.
func (d *Debugger) Chess() (c Chess, ok bool) {
	m := d.memory
	if m == nil {
		return c, false
	}
	c = Chess{
		Position: m.Position(m.Side()), Ply: int(m.Ply()), Level: m.Level(),
		Evaluation: d.Evaluation(), Current: m.Current(), Totals: m.Totals(), Pins: m.Pins(),
		Looked: sargon.Square(d.machine.Memory[d.at.m3]),
	}
	if c.Evaluation < 0 {
		c.Position.Side = m.ProgramSide() // COLOR is set when the search begins
	}
	if best, ok := m.Best(); ok {
		c.Best = best
	}
	for ply := uint8(0); ply < scoreRow; ply++ {
		c.Scores = append(c.Scores, m.Score(ply))
	}
	c.Line = LineOf(m)
	return c, true
}

// LineOf reads the line being examined.
func LineOf(m *emulated.Memory) (line []Tried) {
	for ply := range min(m.Ply(), maxPlies) {
		move, ok := m.Tried(ply + 1)
		if !ok {
			break
		}
		line = append(line, Tried{move, m.Score(ply + 1)})
	}
	return line
}

// Step returns the evaluation that has just ended, as traces have it.
func (c *Chess) Step() sargon.Evaluation {
	return sargon.Evaluation{
		Ply: uint8(c.Ply), From: c.Current.From, To: c.Current.To, Value: c.Totals.Value,
	}
}

// Square is what the program itself would find on a square of its board as it is now.
type Square struct {
	Square   sargon.Square
	Piece    sargon.Piece
	Attacks  sargon.AttackList
	Exchange int8 // doubled points that the owner of the piece would lose
	Pinned   bool
	Pins     []sargon.Pin // on the whole board
}

// Inspect has a copy of the machine find the pins, compute the attack lists of a square, and the
// exchange on it. Of a square that is not on the board only the pins are known.
func (d *Debugger) Inspect(ctx context.Context, s sargon.Square) (Square, error) {
	if d.memory == nil {
		return Square{}, errNames
	}
	return Inspect(ctx, d.machine, d.image, s)
}

// Inspect is Debugger.Inspect for a machine that nobody debugs, between two instructions.
func Inspect(
	ctx context.Context, thinking *emu.Machine, image *roms.Image, s sargon.Square,
) (Square, error) {
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

// Attackers returns the count of a side in an attack list, and names its pieces (spec §6).
func Attackers(list sargon.AttackList, side sargon.Color) (count uint8, names []string) {
	count, attackers := list.Attackers(side)
	names = []string{}
	for _, a := range attackers {
		names = append(names, a.Type.String())
	}
	return count, names
}

// String describes the square in a line or two.
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

// lineText writes the line being examined: "1 e2e4 80, 2 e7e5 72".
func (c *Chess) lineText() string {
	var words []string
	for i, t := range c.Line {
		words = append(words, fmt.Sprintf("%d %v %02X", i+1, t.Move, uint8(t.Score)))
	}
	return strings.Join(words, ", ")
}

// PinsText writes the pin list.
func PinsText(pins []sargon.Pin) string {
	return cmp.Or(strings.Trim(fmt.Sprint(pins), "[]"), "none")
}
