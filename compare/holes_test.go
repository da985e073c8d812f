package compare

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// hole is a fault that a run of usual cases once missed, and the kinds of cases that show it now.
type hole struct {
	name  string
	kinds []string
	open  func() sargon.Engine
}

// fromLevel breaks rules in searches from a level on.
func fromLevel(level sargon.Level, breaks func(*literal.Engine, literal.Fork) bool) func() sargon.Engine {
	return before(func(e *literal.Engine, o *sargon.SearchOptions) {
		e.Tamper = nil
		if o.Level >= level {
			e.Tamper = func(p literal.Fork, happens bool) bool { return happens && !breaks(e, p) }
		}
	})
}

var holes = []hole{
	{"levels: no check extension from level 5", []string{"deep", "locked"},
		fromLevel(5, func(_ *literal.Engine, p literal.Fork) bool { return p == literal.Extension })},
	{"levels: a list without end from level 5", []string{"deep"},
		fromLevel(5, func(_ *literal.Engine, p literal.Fork) bool { return p == literal.RecordDropped })},
	{"levels: no order from ply 5", []string{"deep"},
		fromLevel(6, func(e *literal.Engine, p literal.Fork) bool {
			return p == literal.OrderBefore && len(e.Line()) >= 5
		})},
	{"number: 0 is late", []string{"few pieces", "odd bytes"},
		fromLevel(1, func(e *literal.Engine, p literal.Fork) bool {
			return p == literal.MajorMovedEarly && e.Position().MoveNumber == 0
		})},
	{"number: no move behind 255", []string{"few pieces", "odd bytes"},
		fromLevel(1, func(e *literal.Engine, p literal.Fork) bool {
			return p == literal.MoveNumberUp && e.Position().MoveNumber == 255
		})},
	{"number: the book answers the start only", []string{"few pieces", "odd bytes"},
		before(func(e *literal.Engine, o *sargon.SearchOptions) {
			start := sargon.StartPosition()
			o.NoBook = o.NoBook || e.Position().Board != start.Board && e.Position().Side == sargon.White
		})},
	{"number: the book answers although it is not asked", []string{"book", "few pieces"},
		before(func(_ *literal.Engine, o *sargon.SearchOptions) { o.NoBook = false })},
	{"root: a king that could be taken is a stalemate", []string{"king to be taken"},
		ended(func(a asked, _ *sargon.Result, err error) error {
			if p := a.Position(); err == nil && p.InCheck(p.Side.Other()) {
				return sargon.ErrNoLegalMove
			}
			return err
		})},
	{"root: pawns on the first and last rank are not seen", []string{"pawns at the edge"},
		around(func(a asked) (sargon.Result, error) {
			held := a.Position()
			p := held
			for file := range 8 {
				for _, s := range [2]sargon.Square{sargon.SquareAt(file, 0), sargon.SquareAt(file, 7)} {
					if p.Board[s].Type() == sargon.Pawn {
						p.Board[s] = sargon.Empty
					}
				}
			}
			if p == held {
				return a.search()
			}
			_ = a.SetPosition(p)
			r, err := a.search()
			_ = a.SetPosition(held)
			return r, err
		})},
	{"root: royal squares are looked for first", []string{"odd bytes"},
		before(func(e *literal.Engine, _ *sargon.SearchOptions) {
			p := e.Position()
			p.FindRoyals()
			e.SetRoyals(p.Royal)
		})},
	{"root: mate is told as stalemate", []string{"mates"},
		after(func(_ *literal.Engine, r *sargon.Result) {
			if r.Score == 1 {
				r.Score = sargon.Even
			}
		})},
	{"pins: the eleventh is left out", []string{"many pins"},
		func() sargon.Engine {
			e := literal.New()
			pins := 0
			e.Tamper = func(p literal.Fork, happens bool) bool {
				switch p {
				case literal.LossNone: // asked when the pins have been found
					pins = 0
				case literal.PinByQueen, literal.PinByBishop, literal.PinByRook:
					if happens {
						pins++
					}
					return happens && pins <= 10
				}
				return happens
			}
			return e
		}},
	{"watch: a better move is not told", []string{"few pieces"},
		before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			best := o.Watch.Best
			first := true
			o.Watch.Best = func(l sargon.Line) {
				if first && best != nil {
					best(l)
				}
				first = false
			}
		})},
	{"watch: a line is told without its moves", []string{"few pieces"},
		before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			if best := o.Watch.Best; best != nil {
				o.Watch.Best = func(l sargon.Line) { l.Moves = nil; best(l) }
			}
		})},
	{"watch: moves at ply 1 are counted from 0", []string{"few pieces"},
		before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			if root := o.Watch.Root; root != nil {
				o.Watch.Root = func(m sargon.Move, number, of int) { root(m, number-1, of) }
			}
		})},
	{"result: the book is not told", []string{"book"},
		after(func(_ *literal.Engine, r *sargon.Result) { r.Book = false })},
	{"limit: of one evaluation is none", []string{"few pieces"},
		before(func(_ *literal.Engine, o *sargon.SearchOptions) {
			if o.MaxEvals == 1 {
				o.MaxEvals = 0
			}
		})},
	{"limit: who came to the end says that it was stopped", []string{"few pieces"},
		ended(func(_ asked, r *sargon.Result, err error) error {
			r.Best = sargon.Move{}
			return cmp.Or(err, sargon.ErrMaxEvals)
		})},
	{"list: a record keeps no value", []string{"few pieces"},
		func() sargon.Engine { return leavingOther{literal.New(), plyTableBytes + recordBytes - 1} }},
	{"list: none is there", []string{"few pieces"},
		func() sargon.Engine { return leavingOther{literal.New(), -1} }},
	{"list: a ply starts elsewhere", []string{"few pieces"},
		func() sargon.Engine { return leavingOther{literal.New(), 0} }},
	{"game: the number goes on behind 255", []string{"kept game"},
		playing(func(e *literal.Engine, from, to sargon.Square) error {
			before := e.Position()
			err := e.Play(from, to)
			if before.MoveNumber == 255 && before.Side == sargon.Black && err == nil {
				p := e.Position()
				p.MoveNumber++
				_ = e.SetPosition(p)
			}
			return err
		})},
	{"game: royal squares are put back after a search", []string{"kept game"},
		around(func(a asked) (sargon.Result, error) {
			defer a.SetRoyals(a.Position().Royal)
			return a.search()
		})},
	{"game: a refused move takes the right to castle", []string{"kept game"},
		playing(func(e *literal.Engine, from, to sargon.Square) error {
			err := e.Play(from, to)
			if p := e.Position(); err != nil && p.Board[from].Type() == sargon.King {
				p.Board[from] |= sargon.MovedBit
				_ = e.SetPosition(p)
			}
			return err
		})},
	{"game: a piece may stay where it is", []string{"kept game"},
		playing(func(e *literal.Engine, from, to sargon.Square) error {
			if from == to {
				return nil
			}
			return e.Play(from, to)
		})},
	{"game: a move that is not legal is only not made", []string{"kept game"},
		playing(func(e *literal.Engine, from, to sargon.Square) error {
			_ = e.Play(from, to)
			return nil
		})},
}

// leavingOther is an engine that leaves one byte of ply table and list area otherwise, or none.
const plyTableBytes, recordBytes = 40, 6

type leavingOther struct {
	*literal.Engine
	at int
}

func (l leavingOther) Shows() sargon.Shows {
	shows := l.Engine.Shows()
	shows.ListArea = l.listArea
	return shows
}

func (l leavingOther) listArea() (plies, records []uint8, address uint16) {
	plies, records, address = l.Engine.Shows().ListArea()
	plies, records = slices.Clone(plies), slices.Clone(records)
	if l.at < 0 {
		return nil, nil, address
	} else if l.at < len(plies) {
		plies[l.at] += 6
	} else {
		records[l.at-len(plies)]++
	}
	return plies, records, address
}

// A fault of each kind that was once missed is found soon.
func TestHolesAreClosed(t *testing.T) {
	for _, h := range holes {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			o := cases.GeneratorOptions{Seed: 1, Cases: 1280, Levels: mostlyLevelOne, Kinds: h.kinds}
			if *full {
				o.Kinds, o.Cases = nil, 20_000
			}
			r := firstDifference(t, o, contender("faulty", h.open), fastest)
			assert.NotEmpty(t, r.Differences, "not found in %d cases", r.Compared)
			t.Logf("found after %d cases", r.Compared)
		})
	}
}

// romFaults are lines of the ROM's source that a run once never executed, or that worked by chance:
// because memory and registers were 0, or the host had set a cell before.
var romFaults = []struct {
	name, file, old, new string
	kinds                []string
}{
	{"INITBD: black pawns are white", "board.z80", "LD      (HL),PAWN+BLACK", "LD      (HL),PAWN",
		[]string{"playout"}},
	{"INITBD: the border is left", "board.z80", "LD      BC,119", "LD      BC,10",
		[]string{"playout"}},
	{"ROYALT: the last square is left out", "board.z80", "LD      B,SQ_H8-SQ_A1+1",
		"LD      B,SQ_H8-SQ_A1", []string{"mates"}},
	{"ROYALT: squares without a piece stay", "board.z80",
		"        LD      (POSQ),HL\n        LD      HL,BOARDA+SQ_A1", "        LD      HL,BOARDA+SQ_A1",
		[]string{"few pieces"}},
	{"VALMOV: a refused move stays the previous one", "game.z80",
		"        POP     HL\n        LD      (MLPTRJ),HL\n        LD      A,2",
		"        POP     HL\n        LD      A,2", []string{"kept game"}},
	{"VALMOV: a refused move moves the king", "game.z80", "        LD      A,2 ",
		"        LD      (POSK),A\n        LD      A,2 ", []string{"kept game"}},
	{"VALMOV: a refused move is not taken back", "game.z80", "        CALL    UNMOVE\n", "",
		[]string{"kept game"}},
	{"VALMOV: any move is accepted", "game.z80", "        JR      C,player_refused\n", "",
		[]string{"kept game"}},
	{"VALMOV: COLOR as the host has left it", "game.z80", "        LD      (COLOR),A\n", "",
		[]string{"kept game"}},
	{"FNDMOV: COLOR as the host has left it", "search.z80",
		"        LD      (COLOR),A\n        LD      A,(MOVENO)", "        LD      A,(MOVENO)",
		[]string{"few pieces"}},
	{"FNDMOV: PLYMAX as it was after a mate", "search.z80",
		"        DEC     (HL)\n        DEC     (HL)\n", "        DEC     (HL)\n", []string{"mates"}},
	{"book: the score as it was", "book.z80", "        LD      (SCORE+1),A\n", "",
		[]string{"book"}},
	{"book: a write far from all tables", "book.z80",
		"        LD      (DE),A\n        INC     DE\n        LD      BC,BOOKLEN",
		"        LD      (BC),A\n        INC     DE\n        LD      BC,BOOKLEN", []string{"book"}},
	{"FNDMOV: the scores are cleared from the second on", "search.z80",
		"        LD      (SCRIX),HL\nsearch_clear",
		"        LD      (SCRIX),HL\n        INC     HL\nsearch_clear",
		[]string{"few pieces"}},
}

func TestHolesInTheROMAreClosed(t *testing.T) {
	for _, f := range romFaults {
		t.Run(f.name, func(t *testing.T) {
			o := cases.GeneratorOptions{Seed: 5, Cases: 48, Levels: mostlyLevelOne, Kinds: f.kinds}
			r := firstDifference(t, o, fastest, changedROM(t, f.file, f.old, f.new))
			// A position that cannot be set up any more is a failure of the engine.
			failed := r.Engines[1].Failed
			assert.True(t, len(r.Differences) > 0 || failed > 0, "not found in %d cases", r.Compared)
			t.Logf("found after %d cases, %d failures", r.Compared, failed)
		})
	}
}

// What an edition does with a record that finds no room is its own business, as long as it only
// clears the link that the record would have, below address 0 (spec §3).
func TestARecordWithoutRoomMayBeCleared(t *testing.T) {
	const full = "        RET     C                       ; MLNXT beyond the last place for a record"
	const fills = "level 3 fen " +
		"qQR2R1q/Q1q1q3/3Q4/1Q3rk1/1R1Rp3/1qq3KQ/QRrqrPQq/Q1Q3Q1 w - - 0 10"
	for name, test := range map[string]struct {
		code string
		same bool
	}{
		"its link is cleared": {" JR C,end_link", true},
		"half of its link":    {" JR NC,room\n LD (HL),0\n RET\nroom:", true},
		"to another record":   {" JR NC,room\n LD (HL),6\n RET\nroom:", false},
		"and its squares": {
			" JR NC,room\n INC HL\n INC HL\n LD (HL),0\n DEC HL\n RET\nroom:", false,
		},
		"although there is room": {" LD (0FFFAH),A\n RET C", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := one(t, []Contender{fastest, changedROM(t, "record.z80", full, test.code)}, Options{}, fills)
			assert.EqualValues(t, 1, r.Engines[0].Cases+r.Engines[0].Skipped)
			if test.same {
				assert.Empty(t, r.Differences)
				return
			}
			require.NotEmpty(t, r.Differences)
			assert.Regexp(t, `it writes to FFF[AC], far from its tables`, r.Differences[0].Failure)
		})
	}
}
