package compare

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/cases"
	"sargon78/compare/recordings"
	"sargon78/compare/recordings/format"
	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// fault is an error planted in an engine, to see whether the harness finds it.
type fault struct {
	name   string
	engine fake // with it

	rules []string // that it is about, in the corpus, and
	shows string   // a case that shows it;
	kinds []string // or the kinds of new cases that do
}

// faultsOfRules are the faults of the corpus: rules that never or always hold.
func faultsOfRules(t *testing.T) (all []fault) {
	var f fault
	for line := range strings.Lines(string(must.Have(os.ReadFile(corpus("faults"))))) {
		line = strings.TrimSpace(line)
		if name, means, is := strings.Cut(line, "; "); is {
			words := strings.Fields(means)
			var rules []reference.Rule
			for _, name := range words[1:] {
				rule, known := reference.RuleByName(name)
				require.True(t, known, line)
				rules = append(rules, rule)
			}
			f = fault{name: name[2:], rules: words[1:], engine: tampered(words[0] == "always", rules...)}
		} else if line != "" && line[0] != '#' && line != cases.Heading {
			f.shows = line
			all = append(all, f)
		}
	}
	require.Greater(t, len(all), 40)
	return all
}

// hole is a fault that a run of usual cases once missed.
func hole(name string, engine fake, kinds ...string) fault {
	return fault{name: name, engine: engine, kinds: kinds}
}

// fromLevel breaks rules in searches from a level on.
func fromLevel(level sargon.Level, breaks func(*reference.Engine, reference.Rule) bool) fake {
	return before(func(e *reference.Engine, o *sargon.SearchOptions) {
		e.Tamper = nil
		if o.Level >= level {
			e.Tamper = func(p reference.Rule, happens bool) bool { return happens && !breaks(e, p) }
		}
	})
}

// holes are all of them.
var holes = []fault{
	hole("levels: no check extension from level 5", fromLevel(5, func(_ *reference.Engine, p reference.Rule) bool {
		return p == reference.Extension
	}), "deep", "locked"),
	hole("levels: a list without end from level 5", fromLevel(5, func(_ *reference.Engine, p reference.Rule) bool {
		return p == reference.RecordDropped
	}), "deep"),
	hole("levels: no order from ply 5", fromLevel(6, func(e *reference.Engine, p reference.Rule) bool {
		return p == reference.OrderBefore && len(e.Line()) >= 5
	}), "deep"),
	hole("number: 0 is late", fromLevel(1, func(e *reference.Engine, p reference.Rule) bool {
		return p == reference.MajorMovedEarly && e.Position().MoveNumber == 0
	}), "few pieces", "odd bytes"),
	hole("number: no move behind 255", fromLevel(1, func(e *reference.Engine, p reference.Rule) bool {
		return p == reference.MoveNumberUp && e.Position().MoveNumber == 255
	}), "few pieces", "odd bytes"),
	hole("number: the book answers the start only", before(func(e *reference.Engine, o *sargon.SearchOptions) {
		start := sargon.StartPosition()
		o.NoBook = o.NoBook || e.Position().Board != start.Board && e.Position().Side == sargon.White
	}), "few pieces", "odd bytes"),
	hole("number: the book answers although it is not asked", before(
		func(_ *reference.Engine, o *sargon.SearchOptions) { o.NoBook = false }), "book", "few pieces"),
	hole("root: a king that could be taken is a stalemate", ended(func(a asked, _ *sargon.Result, err error) error {
		if p := a.Position(); err == nil && p.InCheck(p.Side.Other()) {
			return sargon.ErrNoLegalMove
		}
		return err
	}), "king to be taken"),
	hole("root: pawns on the first and last rank are not seen", fake{search: func(a asked) (sargon.Result, error) {
		held := a.Position()
		p := held
		for square, piece := range p.Board {
			rank := sargon.Square(square).Rank()
			if piece.Type() == sargon.Pawn && (rank == 0 || rank == 7) {
				p.Board[square] = sargon.Empty
			}
		}
		if p == held {
			return a.right()
		}
		_ = a.SetPosition(p)
		r, err := a.right()
		_ = a.SetPosition(held)
		return r, err
	}}, "pawns at the edge"),
	hole("root: royal squares are looked for first", findingRoyals, "odd bytes"),
	hole("root: mate is told as stalemate", changed(func(r *sargon.Result) {
		if r.Score == 1 {
			r.Score = sargon.Even
		}
	}), "mates"),
	hole("pins: the eleventh is left out", tenPins(), "many pins"),
	hole("watch: a better move is not told", before(func(_ *reference.Engine, o *sargon.SearchOptions) {
		best, told := o.Callbacks.Best, false
		o.Callbacks.Best = func(l sargon.Line) {
			if !told && best != nil {
				best(l)
			}
			told = true
		}
	}), "few pieces"),
	hole("watch: moves at ply 1 are counted from 0", before(func(_ *reference.Engine, o *sargon.SearchOptions) {
		if root := o.Callbacks.Root; root != nil {
			o.Callbacks.Root = func(m sargon.Move, number, of int) { root(m, number-1, of) }
		}
	}), "few pieces"),
	hole("result: the book is not told", changed(func(r *sargon.Result) { r.Book = false }), "book"),
	hole("limit: of one evaluation is none", before(func(_ *reference.Engine, o *sargon.SearchOptions) {
		if o.MaxEvals == 1 {
			o.MaxEvals = 0
		}
	}), "few pieces"),
	hole("limit: who came to the end says that it was stopped", ended(
		func(_ asked, r *sargon.Result, err error) error {
			r.Best = sargon.Move{}
			return cmp.Or(err, sargon.ErrMaxEvals)
		}), "few pieces"),
	hole("list: a record keeps no value", leaving(plyTableBytes+recordBytes-1), "few pieces"),
	hole("list: none is there", leaving(-1), "few pieces"),
	hole("list: a ply starts elsewhere", leaving(0), "few pieces"),
	hole("game: the number goes on behind 255", played(
		func(e *reference.Engine, _ sargon.Square, was sargon.Position, err error) {
			if was.MoveNumber == 255 && was.Side == sargon.Black && err == nil {
				amend(e, func(p *sargon.Position) { p.MoveNumber++ })
			}
		}), "game with state"),
	hole("game: royal squares are put back after a search", fake{search: func(a asked) (sargon.Result, error) {
		defer a.SetRoyals(a.Position().Royal)
		return a.right()
	}}, "game with state"),
	hole("game: a refused move takes the right to castle", played(
		func(e *reference.Engine, from sargon.Square, was sargon.Position, err error) {
			if err != nil && was.Board[from].Type() == sargon.King {
				amend(e, func(p *sargon.Position) { p.Board[from] |= sargon.MovedBit })
			}
		}), "game with state"),
	hole("game: a piece may stay where it is", fake{play: func(e *reference.Engine, from, to sargon.Square) error {
		if from == to {
			return nil
		}
		return e.Play(from, to)
	}}, "game with state"),
	hole("game: a move that is not legal is only not made", fake{
		play: func(e *reference.Engine, from, to sargon.Square) error { _ = e.Play(from, to); return nil },
	}, "game with state"),
}

// tenPins does not see more pins than ten.
func tenPins() fake {
	pins := 0
	return fake{tamper: func(_ *reference.Engine, p reference.Rule, happens bool) bool {
		switch p {
		case reference.LossNone: // asked when the pins have been found
			pins = 0
		case reference.PinByQueen, reference.PinByBishop, reference.PinByRook:
			if happens {
				pins++
			}
			return happens && pins <= 10
		}
		return happens
	}}
}

// leaving leaves one byte of ply table and list area otherwise, or, if that is −1, none.
func leaving(at int) fake {
	return fake{can: func(s *sargon.Capabilities) {
		area := s.ListArea
		s.ListArea = func() (plies, records []uint8, address uint16) {
			plies, records, address = area()
			if at < 0 {
				return nil, nil, address
			}
			all := slices.Concat(plies, records)
			all[at] += recordBytes
			return all[:len(plies)], all[len(plies):], address
		}
	}}
}

const plyTableBytes, recordBytes = 40, 6

// screen is what fits on a screen.
const screenLines, screenColumns = 50, 132

var (
	// all looks for the faults as long as a run would. Otherwise each is shown by a case that was
	// found so, in the corpus.
	all = flag.Bool("all", false, "look for planted faults and rules in new cases, not in a sample")
	// full looks for them in the usual mixture of cases. Otherwise new cases are aimed at the rule
	// that the fault breaks, which finds rare faults sooner.
	full = flag.Bool("full", false, "look for planted faults with the usual mixture of cases")
)

// Every planted fault is found, within 10 000 new cases too, and shrunk to one whose explanation fits on
// a screen. What was once missed is found soon in cases of the right kind.
func TestPlantedFaultsAreFound(t *testing.T) {
	for _, f := range append(faultsOfRules(t), holes...) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			o := cases.GeneratorOptions{
				Seed: 1, Cases: 10_000, Levels: mostlyLevelOne, Rules: f.rules, Kinds: f.kinds,
			}
			switch {
			case *full:
				o.Kinds, o.Rules, o.Cases = nil, nil, 20_000
			case f.kinds != nil:
				o.Cases = 1280
			}
			var source cases.Source = must.Have(cases.NewGenerator(o))
			known, explained := f.shows != "" && !*all && !*full, 1
			if known {
				source = listOf(f.shows)
			}
			if f.shows == "" || known && !strings.HasPrefix(f.shows, "level 1 ") { // the others take long
				explained = 0
			}
			synctest.Test(t, func(t *testing.T) { // shrinking has a time limit
				r := mustRun(t, []Participant{quick[0], f.engine.as("faulty")}, source, usual(func(o *Options) {
					o.Workers, o.MaxDifferences, o.MaxInvestigated, o.Reference = 1, 1, explained, ReferenceNone
				}))
				require.NotEmpty(t, r.Differences, "not found in %d cases", r.Compared)
				found := r.Differences[0]
				t.Logf("found after %d cases, in %v, shrunk to %v", r.Compared, found.Case, found.Shrunk)
				if explained > 0 {
					require.NotNil(t, found.Shrunk, "%v\n%s", found.Case, found.Explanation)
					fitsOnScreen(t, found.String())
				}
			})
		})
	}
}

func fitsOnScreen(t *testing.T, text string) {
	lines := strings.Split(text, "\n")
	assert.LessOrEqual(t, len(lines), screenLines, text)
	for _, line := range lines {
		if !strings.Contains(line, "level ") { // a case is one line, however long
			assert.LessOrEqual(t, utf8.RuneCountInString(line), screenColumns, line)
		}
	}
}

// Engines reproduce the known searches. They find the planted faults, except some that show only in
// rarer positions, in the book or at deeper levels.
func TestKnownSearches(t *testing.T) {
	known := recordings.Known()
	leaves := 0 // searches that leave the specification, as the reference engine says too
	differs := func(engine sargon.Engine) bool {
		return slices.ContainsFunc(known, func(recording format.Recording) bool {
			v := must.Have(recordings.Verify(t.Context(), engine, recording))
			if v.Undefined != "" {
				leaves++
			}
			return len(v.Differences) > 0
		})
	}
	assert.False(t, differs(native.New10x12()))
	assert.Zero(t, leaves)
	for _, engine := range []sargon.Engine{native.New0x88(), native.NewBitboards()} {
		leaves = 0
		assert.False(t, differs(engine), engine.Name())
		assert.Equal(t, 1, leaves, engine.Name())
	}
	const atLeast = 38
	found := 0
	for _, f := range faultsOfRules(t) {
		if differs(f.engine.open()) {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, atLeast)
}

// romFaults are lines of the ROM's source that a run once never executed, or that worked by chance:
// because memory and registers were 0, or the host had set a cell before.
var romFaults = []struct{ kind, what, file, old, new string }{
	{"playout", "INITBD: black pawns are white", "board", "LD (HL),PAWN+BLACK", "LD (HL),PAWN"},
	{"playout", "INITBD: the border is left", "board", "LD BC,119", "LD BC,10"},
	{"mates", "ROYALT: the last square is left out", "board", "LD B,SQ_H8-SQ_A1+1", "LD B,SQ_H8-SQ_A1"},
	{"few pieces", "ROYALT: squares without a piece stay", "board", "LD (POSQ),HL\n LD HL,BOARDA+SQ_A1",
		"LD HL,BOARDA+SQ_A1"},
	{"game with state", "VALMOV: a refused move stays the previous one", "game", "LD (MLPTRJ),HL\n LD A,2", "LD A,2"},
	{"game with state", "VALMOV: a refused move moves the king", "game", "LD A,2 ", "LD (POSK),A\n LD A,2 "},
	{"game with state", "VALMOV: a refused move is not taken back", "game", " CALL UNMOVE\n", ""},
	{"game with state", "VALMOV: any move is accepted", "game", " JR C,player_refused\n", ""},
	{"game with state", "VALMOV: COLOR as the host has left it", "game", " LD (COLOR),A\n", ""},
	{"few pieces", "FNDMOV: COLOR as the host has left it", "search", "LD (COLOR),A\n LD A,(MOVENO)",
		"LD A,(MOVENO)"},
	{"mates", "FNDMOV: PLYMAX as it was after a mate", "search", " DEC (HL)\n DEC (HL)\n", " DEC (HL)\n"},
	{"few pieces", "FNDMOV: the scores are cleared from the second on", "search", "LD (SCRIX),HL\nsearch_clear",
		"LD (SCRIX),HL\n INC HL\nsearch_clear"},
	{"book", "book: the score as it was", "book", " LD (SCORE+1),A\n", ""},
	{"book", "book: a write far from all tables", "book", "LD (DE),A\n INC DE\n LD BC,BOOKLEN",
		"LD (BC),A\n INC DE\n LD BC,BOOKLEN"},
}

func TestFaultsInTheROMAreFound(t *testing.T) {
	for _, f := range romFaults {
		t.Run(f.what, func(t *testing.T) {
			o := cases.GeneratorOptions{Seed: 5, Cases: 48, Levels: mostlyLevelOne, Kinds: []string{f.kind}}
			r := firstDifference(t, o, fastest, changedROM(t, f.file, f.old, f.new))
			// A position that cannot be set up any more is a failure of the engine.
			failed := r.ByEngine[1].Failed
			assert.True(t, len(r.Differences) > 0 || failed > 0, "not found in %d cases", r.Compared)
			t.Logf("found after %d cases, %d failures", r.Compared, failed)
		})
	}
}

// What a ROM image does with a record that finds no room is its own business, as long as it only
// clears the link that the record would have, below address 0 (spec §3).
func TestARecordWithoutRoomMayBeCleared(t *testing.T) {
	const full = "RET C ; MLNXT beyond the last place for a record"
	const fills = "qQR2R1q/Q1q1q3/3Q4/1Q3rk1/1R1Rp3/1qq3KQ/QRrqrPQq/Q1Q3Q1 w - - 0 10"
	for what, test := range map[string]struct{ code, writes string }{
		"its link is cleared":    {"JR C,end_link", ""},
		"half of its link":       {" JR NC,room\n LD (HL),0\n RET\nroom:", ""},
		"to another record":      {" JR NC,room\n LD (HL),6\n RET\nroom:", "FFFA"},
		"and its squares":        {" JR NC,room\n INC HL\n INC HL\n LD (HL),0\n DEC HL\n RET\nroom:", "FFFC"},
		"although there is room": {" LD (0FFFAH),A\n RET C", "FFFA"},
	} {
		want := "1 compared"
		if test.writes != "" {
			want = fmt.Sprintf("edition fails, edition, searching at level 3 %s: it writes to %s, far from its "+
				"tables; bitboards skipped 1; edition failed 1; 0 compared", fills, test.writes)
		}
		trial{lines: "level 3 fen " + fills}.of(t, what, want, fastest, changedROM(t, "record", full, test.code))
	}
}
