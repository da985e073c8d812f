package program

import (
	"slices"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// cells are the addresses of what is looked at (spec §15).
type cells struct {
	board, kings, queens, scores, plies, list uint16
	kolor, color, moveno, plymax, nply        uint16
	mlptri, mlptrj, mllst, mlnxt, bestm       uint16
	findMove, generate, points, setUpBoard    uint16
	machineMoves, playerMoves                 uint16
	resigned, setup                           uint16 // only in the embedded ROM; else 0
}

// findCells looks the names up. Those that every edition has, and this one has not, are missing.
func findCells(image *roms.Image) (c cells, missing []string) {
	for name, cell := range map[string]*uint16{
		"BOARDA": &c.board, "POSK": &c.kings, "POSQ": &c.queens, "SCORE": &c.scores, "PLYIX": &c.plies, "MLIST": &c.list,
		"KOLOR": &c.kolor, "COLOR": &c.color, "MOVENO": &c.moveno, "PLYMAX": &c.plymax, "NPLY": &c.nply,
		"MLPTRI": &c.mlptri, "MLPTRJ": &c.mlptrj, "MLLST": &c.mllst, "MLNXT": &c.mlnxt, "BESTM": &c.bestm,
		"FNDMOV": &c.findMove, "GENMOV": &c.generate, "POINTS": &c.points,
		"CPTRMV": &c.machineMoves, "PLYRMV": &c.playerMoves, "INITBD": &c.setUpBoard,
	} {
		addr, found := image.Symbol(name)
		*cell = addr
		if !found {
			missing = append(missing, name)
		}
	}
	if image.Kind == roms.Embedded {
		c.resigned, _ = image.Symbol("resigned")
		c.setup, _ = image.Symbol("SETUP")
	}
	slices.Sort(missing)
	return c, missing
}

// position reads the position at the start of a turn, and the machine's side.
func (c *cells) position(m *emu.Machine, turn EventKind) (p sargon.Position, machine sargon.Color) {
	for i := range p.Board {
		p.Board[i] = sargon.Piece(m.Memory[c.board+uint16(i)])
	}
	for i, addr := range [4]uint16{c.kings, c.kings + 1, c.queens, c.queens + 1} {
		p.Royal[i] = sargon.Square(m.Memory[addr])
	}
	machine = sargon.Color(m.Memory[c.kolor])
	p.Side = machine
	if turn != MachineToMove {
		p.Side = machine.Other()
	}
	p.MoveNumber = m.Memory[c.moveno]
	p.Previous = c.record(m, m.Word(c.mlptrj))
	return p, machine
}

// record reads a move record (spec §3).
func (c *cells) record(m *emu.Machine, addr uint16) sargon.Move {
	return sargon.Move{
		From: sargon.Square(m.Memory[addr+2]), To: sargon.Square(m.Memory[addr+3]),
		Flags: sargon.Flags(m.Memory[addr+4]),
	}
}
