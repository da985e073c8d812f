package compare

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/internal/probe"
	"sargon78/native"
	"sargon78/sargon"
)

// fault is an error planted in an engine, to see whether the harness finds it.
type fault struct {
	name  string
	plant func(*probe.Engine)
	rules []probe.Point // what it is about, if there are points for it
}

// ruleOff is a rule that is not followed: what it is about never happens.
func ruleOff(name string, rules ...probe.Point) fault {
	return fault{name, tampered(false, rules), rules}
}

// ruleAlways is a condition that is taken for true.
func ruleAlways(name string, rules ...probe.Point) fault {
	return fault{name, tampered(true, rules), rules}
}

func tampered(answer bool, rules []probe.Point) func(*probe.Engine) {
	return func(e *probe.Engine) {
		e.Tamper = func(p probe.Point, happens bool) bool {
			if slices.Contains(rules, p) {
				return answer
			}
			return happens
		}
	}
}

// wrongTable is a wrong number in a table.
func wrongTable(name string, spoil func(*probe.Tables)) fault {
	return fault{name: name, plant: func(e *probe.Engine) { spoil(&e.Tables) }}
}

// swapped is a wrong order of directions.
func swapped(name string, i, j int) fault {
	return wrongTable(name, func(t *probe.Tables) {
		t.Directions[i], t.Directions[j] = t.Directions[j], t.Directions[i]
	})
}

// faults are the errors planted: each quirk of spec §14 removed (but for quirk 9, which
// leaves nothing that an engine could show), and mistakes that porters make.
var faults = []fault{
	ruleOff("quirk 1: a promoted queen is royal at once", probe.MakePromotion),
	ruleOff("quirk 1: unmaking restores the royal squares", probe.UnmakeRoyalLost),
	ruleOff("quirk 2: en passant against two-steps only", probe.EnPassantOneStep),
	ruleOff("quirk 3: a pinned attacker hides what is behind it", probe.PinnedTransparent),
	ruleOff("quirk 3: negative steps are filed like others", probe.NegativeStep),
	ruleOff("quirk 3: the queen found counts with pins too", probe.BehindQueenIgnored),
	ruleOff("quirk 4: nothing is pinned to a queen", probe.PinToQueen, probe.PinQueenByQueen),
	ruleOff("quirk 4: a queen pins to protected queens too", probe.PinQueenByQueenSafe),
	ruleOff("quirk 5: PTSCK goes when another square loses more", probe.LossLaterBigger),
	ruleOff("quirk 6: a third attacker is forgotten", probe.Spill),
	ruleOff("quirk 6: lost attackers are not looked for", probe.ExchangeLooksBeyond),
	ruleOff("quirk 7: PMATE keeps the first mate", probe.MateAgain),
	ruleOff("quirk 8: a pair cut in two is not stepped back", probe.PairCut),
	ruleOff("quirk 8: a pair without room is not stepped back", probe.PairDropped),
	wrongTable("quirk 8: room for one record less", func(t *probe.Tables) { t.ListRecords-- }),

	swapped("moves: bishop directions in another order", 0, 1),
	swapped("moves: knight directions in another order", 8, 15),
	swapped("moves: the pawn's captures in another order", 18, 19),
	ruleOff("moves: en passant from any rank", probe.EnPassantRank),
	ruleOff("moves: castling out of check", probe.CastlingInCheck),
	ruleOff("moves: castling through check", probe.CastlingAttacked),
	ruleOff("moves: no castling if the b-file is attacked", probe.CastlingKnightFileAttacked),

	wrongTable("values: a rook is worth 4", func(t *probe.Tables) { t.Values[sargon.Rook] = 4 }),
	wrongTable("values: a bishop is worth 4", func(t *probe.Tables) { t.Values[sargon.Bishop] = 4 }),
	ruleAlways("attacks: a king attacks from afar", probe.KingAttacks),
	ruleAlways("attacks: pawns attack backwards", probe.PawnAttacks),
	ruleOff("attacks: nothing is seen through another piece", probe.SeesThrough),
	ruleOff("attacks: a rook behind a queen is filed as a rook", probe.BehindQueen),
	ruleOff("pins: pinned pieces attack in every direction", probe.PinAcross),
	ruleOff("pins: of two pins only the first counts", probe.PinTwice),
	ruleOff("pins: two pieces can be pinned together", probe.PinSecondPiece),
	wrongTable("exchange: equal values are found too big", func(t *probe.Tables) { t.ExchangeMargin = 1 }),
	ruleOff("exchange: the defender is not compared", probe.ExchangeSmallerDefender),
	wrongTable("evaluation: rooks are early up to move 7", func(t *probe.Tables) { t.EarlyMoves++ }),
	wrongTable("evaluation: material is limited to 31", func(t *probe.Tables) { t.MaterialLimit++ }),
	wrongTable("evaluation: control is limited to 5", func(t *probe.Tables) { t.ControlLimit-- }),
	ruleOff("evaluation: control counts always", probe.ControlChecked),
	ruleAlways("evaluation: winning one piece counts", probe.WonPoints),
	ruleOff("unmake: the moved bit stays", probe.UnmakeFirstMove),
	ruleOff("unmake: a captured queen is not royal again", probe.UnmakeCaptureQueen),
	ruleOff("make: a king does not carry its royal square", probe.MakeKing),
	ruleOff("order: equal values in reverse", probe.OrderEqual),
	ruleOff("search: no extension for checks", probe.Extension),
	ruleOff("search: an equal value does not cut", probe.CutEqual),
	ruleOff("search: goes on after a mate", probe.MateFound),
	ruleAlways("search: stalemate is mate", probe.Mate),
	ruleOff("search: the move number stands still", probe.MoveNumberUp),
	ruleOff("book: always e7e5", probe.BookBlackQueen),
}

// screen is what a person sees at once.
const screenLines, screenColumns = 50, 132

// full does the faults with the usual mixture of cases, as a run has it. Without it the
// cases are aimed at the rule that the fault breaks, which finds the rare ones sooner.
var full = flag.Bool("full", false, "look for planted faults with the usual mixture of cases")

// Every planted fault is found within 10 000 cases, and shrunk to one whose explanation
// fits on a screen.
func TestPlantedFaultsAreFound(t *testing.T) {
	require.GreaterOrEqual(t, len(faults), 25)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := lookFor(t, f)
			require.NotEmpty(t, r.Differences, "not found in %d cases", r.Compared)
			found := r.Differences[0]
			require.NotNil(t, found.Shrunk, "%v\n%s", found.Case, found.Explanation)
			fitsOnScreen(t, found.String())
			t.Logf("found after %d cases, shrunk to %d men at level %d: %v", r.Compared, men(found.Shrunk.Start), found.Shrunk.Level, found.Shrunk)
		})
	}
}

// lookFor compares an engine with a fault to one without, up to the first difference.
func lookFor(t *testing.T, f fault) *Report {
	contenders := []Contender{
		{Name: "0x88", Open: func() (sargon.Engine, error) { return native.New0x88(), nil }},
		{Name: "faulty", Open: func() (sargon.Engine, error) {
			e := probe.New()
			f.plant(e)
			return e, nil
		}},
	}
	o := GeneratorOptions{Seed: 25, Cases: 10_000, Levels: Levels{{1, 0.8}, {2, 0.2}}}
	if !*full {
		for _, rule := range f.rules {
			o.Rules = append(o.Rules, rule.String())
		}
	}
	source, err := NewGenerator(o)
	require.NoError(t, err)
	r, err := Run(context.Background(), contenders, source, Options{
		Proof: ProofTrace, Workers: 1, MaxDifferences: 1, Investigate: 1, ProbeEvery: 1 << 30,
	})
	require.NoError(t, err)
	return r
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

// men counts the pieces on the board.
func men(p sargon.Position) (n int) {
	for _, piece := range p.Board {
		if isMan(piece) {
			n++
		}
	}
	return n
}

// An engine without a fault is not accused.
func TestNoFaultNoDifference(t *testing.T) {
	contenders := append(nativeContenders(), ProbeContender())
	source, err := NewGenerator(GeneratorOptions{Seed: 25, Cases: 600, Levels: Levels{{1, 0.8}, {2, 0.2}}})
	require.NoError(t, err)
	r, err := Run(context.Background(), contenders, source, Options{Proof: ProofTrace})
	require.NoError(t, err)
	assert.Empty(t, r.Verdict(), fmt.Sprint(r.Differences))
	assert.EqualValues(t, 600, r.Compared)
}
