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

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/sargon"
)

// fault is an error planted in an engine, to see whether the harness finds it.
type fault struct {
	name  string
	plant func(*literal.Engine)
	rules []literal.Point // what it is about, if there are points for it
}

// ruleOff is a rule that is never applied.
func ruleOff(name string, rules ...literal.Point) fault {
	return fault{name, tampered(false, rules), rules}
}

// ruleAlways is a condition taken to be always true.
func ruleAlways(name string, rules ...literal.Point) fault {
	return fault{name, tampered(true, rules), rules}
}

func tampered(answer bool, rules []literal.Point) func(*literal.Engine) {
	return func(e *literal.Engine) {
		e.Tamper = func(p literal.Point, happens bool) bool {
			if slices.Contains(rules, p) {
				return answer
			}
			return happens
		}
	}
}

// wrongTable is a wrong number in a table.
func wrongTable(name string, spoil func(*literal.Tables)) fault {
	return fault{name: name, plant: func(e *literal.Engine) { spoil(&e.Tables) }}
}

// swapped swaps two directions in their order.
func swapped(name string, i, j int) fault {
	return wrongTable(name, func(t *literal.Tables) {
		t.Directions[i], t.Directions[j] = t.Directions[j], t.Directions[i]
	})
}

// faults are the errors planted: each quirk of spec §14 removed (except quirk 9, which no engine
// could show), and mistakes that porters make.
var faults = []fault{
	ruleOff("quirk 1: a promoted queen is royal at once", literal.MakePromotion),
	ruleOff("quirk 1: unmaking restores the royal squares", literal.UnmakeRoyalLost),
	ruleOff("quirk 2: en passant against two-steps only", literal.EnPassantOneStep),
	ruleOff("quirk 3: a pinned attacker hides what is behind it", literal.PinnedTransparent),
	ruleOff("quirk 3: negative steps are filed like others", literal.NegativeStep),
	ruleOff("quirk 3: the queen found counts with pins too", literal.BehindQueenIgnored),
	ruleOff("quirk 4: nothing is pinned to a queen", literal.PinToQueen, literal.PinQueenByQueen),
	ruleOff("quirk 4: a queen pins to protected queens too", literal.PinQueenByQueenSafe),
	ruleOff("quirk 5: PTSCK goes when another square loses more", literal.LossLaterBigger),
	ruleOff("quirk 6: a third attacker is forgotten", literal.Spill),
	ruleOff("quirk 6: lost attackers are not looked for", literal.ExchangeLooksBeyond),
	ruleOff("quirk 6: the counts in the memory go down", literal.ExchangeCountStays),
	ruleOff("quirk 6: half of nothing is a piece", literal.ExchangeEmptyHalf),
	ruleOff("quirk 7: PMATE keeps the first mate", literal.MateAgain),
	ruleOff("quirk 8: a pair cut in two is not stepped back", literal.PairCut),
	ruleOff("quirk 8: a pair without room is not stepped back", literal.PairDropped),
	ruleOff("quirk 8: a ply without room has no moves", literal.OldRecord),
	wrongTable("quirk 8: room for one record less", func(t *literal.Tables) { t.ListStart -= 6 }),

	swapped("moves: bishop directions in another order", 0, 1),
	swapped("moves: knight directions in another order", 8, 15),
	swapped("moves: the pawn's captures in another order", 18, 19),
	ruleOff("moves: en passant from any rank", literal.EnPassantRank),
	ruleOff("moves: castling out of check", literal.CastlingInCheck),
	ruleOff("moves: castling through check", literal.CastlingAttacked),
	ruleOff("moves: no castling if the b-file is attacked", literal.CastlingKnightFileAttacked),

	wrongTable("values: a rook is worth 4", func(t *literal.Tables) { t.Values[sargon.Rook] = 4 }),
	wrongTable("values: a bishop is worth 4", func(t *literal.Tables) { t.Values[sargon.Bishop] = 4 }),
	ruleAlways("attacks: a king attacks from afar", literal.KingAttacks),
	ruleAlways("attacks: pawns attack backwards", literal.PawnAttacks),
	ruleOff("attacks: nothing is seen through another piece", literal.SeesThrough),
	ruleOff("attacks: a rook behind a queen is filed as a rook", literal.BehindQueen),
	ruleOff("pins: pinned pieces attack in every direction", literal.PinAcross),
	ruleOff("pins: of two pins only the first counts", literal.PinTwice),
	ruleOff("pins: two pieces can be pinned together", literal.PinSecondPiece),
	wrongTable("exchange: equal values are found too big",
		func(t *literal.Tables) { t.ExchangeMargin = 1 }),
	ruleOff("exchange: the defender is not compared", literal.ExchangeSmallerDefender),
	wrongTable("evaluation: rooks are early up to move 7", func(t *literal.Tables) { t.EarlyMoves++ }),
	wrongTable("evaluation: material is limited to 31", func(t *literal.Tables) { t.MaterialLimit++ }),
	wrongTable("evaluation: control is limited to 5", func(t *literal.Tables) { t.ControlLimit-- }),
	ruleOff("evaluation: control counts always", literal.ControlChecked),
	ruleAlways("evaluation: winning one piece counts", literal.WonPoints),
	ruleOff("unmake: the moved bit stays", literal.UnmakeFirstMove),
	ruleOff("unmake: a captured queen is not royal again", literal.UnmakeCaptureQueen),
	ruleOff("make: a king does not carry its royal square", literal.MakeKing),
	ruleOff("order: equal values in reverse", literal.OrderEqual),
	ruleOff("search: no extension for checks", literal.Extension),
	ruleOff("search: an equal value does not cut", literal.CutEqual),
	ruleOff("search: goes on after a mate", literal.MateFound),
	ruleAlways("search: stalemate is mate", literal.Mate),
	ruleOff("search: the move number stands still", literal.MoveNumberUp),
	ruleOff("book: always e7e5", literal.BookBlackQueen),
}

// screen is what fits on a screen.
const screenLines, screenColumns = 50, 132

// full looks for the faults in the usual mixture of cases, as a run has it. Otherwise the cases are
// aimed at the rule that the fault breaks, which finds rare faults sooner.
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
			t.Logf("found after %d cases, shrunk to %v", r.Compared, found.Shrunk)
		})
	}
}

// lookFor compares an engine with a fault to one without, up to the first difference.
func lookFor(t *testing.T, f fault) *Report {
	contenders := []Contender{
		{Name: "0x88", Open: func() (sargon.Engine, error) { return native.New0x88(), nil }},
		{Name: "faulty", Open: func() (sargon.Engine, error) {
			e := literal.New()
			f.plant(e)
			return e, nil
		}},
	}
	o := cases.GeneratorOptions{Seed: 25, Cases: 10_000, Levels: mostlyLevelOne}
	if !*full {
		for _, rule := range f.rules {
			o.Rules = append(o.Rules, rule.String())
		}
	}
	source, err := cases.NewGenerator(o)
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

// An engine without a fault is not accused.
func TestNoFaultNoDifference(t *testing.T) {
	contenders := append(nativeContenders(), ProbeContender())
	source, err := cases.NewGenerator(
		cases.GeneratorOptions{Seed: 25, Cases: 600, Levels: mostlyLevelOne})
	require.NoError(t, err)
	r, err := Run(context.Background(), contenders, source, Options{Proof: ProofTrace})
	require.NoError(t, err)
	assert.Empty(t, r.Verdict(), fmt.Sprint(r.Differences))
	assert.EqualValues(t, 600, r.Compared)
}
