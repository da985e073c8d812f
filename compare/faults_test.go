package compare

import (
	"flag"
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
	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// fault is an error planted in an engine, to see whether the harness finds it.
type fault struct {
	name  string
	open  func() sargon.Engine // with it
	rules []literal.Fork       // that it is about
}

// ruleOff is a rule that is never applied.
func ruleOff(name string, rules ...literal.Fork) fault {
	return fault{name, tampered(false, rules...), rules}
}

// ruleAlways is a condition taken to be always true.
func ruleAlways(name string, rules ...literal.Fork) fault {
	return fault{name, tampered(true, rules...), rules}
}

// faults are the errors planted: each quirk of spec §14 removed (except quirk 9, which no engine
// could show), and mistakes that porters make. Wrong numbers in tables are planted in the source
// (compare/mutants).
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

	ruleOff("moves: en passant from any rank", literal.EnPassantRank),
	ruleOff("moves: castling out of check", literal.CastlingInCheck),
	ruleOff("moves: castling through check", literal.CastlingAttacked),
	ruleOff("moves: no castling if the b-file is attacked", literal.CastlingKnightFileAttacked),

	ruleAlways("attacks: a king attacks from afar", literal.KingAttacks),
	ruleAlways("attacks: pawns attack backwards", literal.PawnAttacks),
	ruleOff("attacks: nothing is seen through another piece", literal.SeesThrough),
	ruleOff("attacks: a rook behind a queen is filed as a rook", literal.BehindQueen),
	ruleOff("pins: pinned pieces attack in every direction", literal.PinAcross),
	ruleOff("pins: of two pins only the first counts", literal.PinTwice),
	ruleOff("pins: two pieces can be pinned together", literal.PinSecondPiece),
	ruleOff("exchange: the defender is not compared", literal.ExchangeSmallerDefender),
	ruleOff("evaluation: control counts always", literal.ControlHanging),
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

var (
	// all looks for the faults as long as a run would. Otherwise each is shown by a case that was
	// found so, in the corpus.
	all = flag.Bool("all", false, "look for planted faults and rules in new cases, not in a sample")
	// full looks for them in the usual mixture of cases. Otherwise new cases are aimed at the rule
	// that the fault breaks, which finds rare faults sooner.
	full = flag.Bool("full", false, "look for planted faults with the usual mixture of cases")
)

// Every planted fault is found within 10 000 cases, and shrunk to one whose explanation
// fits on a screen.
func TestPlantedFaultsAreFound(t *testing.T) {
	require.GreaterOrEqual(t, len(faults), 25)
	known := map[string]cases.Case{}
	for _, c := range readCases(t, corpus("faults")) {
		known[c.comment] = c.Case
	}
	require.Len(t, known, len(faults))
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, known, f.name, "write a case to the corpus; one is found with -all")
			c := known[f.name]
			synctest.Test(t, func(t *testing.T) { // shrinking has a time limit
				r := lookFor(t, f, c)
				require.NotEmpty(t, r.Differences, "not found in %d cases", r.Compared)
				found := r.Differences[0]
				if isLong(c) && !*all && !*full {
					return
				}
				require.NotNil(t, found.Shrunk, "%v\n%s", found.Case, found.Explanation)
				fitsOnScreen(t, found.String())
				t.Logf("found after %d cases, in %v, shrunk to %v", r.Compared, found.Case, found.Shrunk)
			})
		})
	}
}

// lookFor compares an engine with a fault to one without, up to the first difference: in a known
// case, or in new ones.
func lookFor(t *testing.T, f fault, known cases.Case) *Report {
	o := cases.GeneratorOptions{Seed: 25, Cases: 10_000, Levels: mostlyLevelOne}
	if !*full {
		for _, rule := range f.rules {
			o.Rules = append(o.Rules, rule.String())
		}
	}
	var source cases.Source = listOf(known)
	investigate := 1
	if *all || *full {
		source = must.Have(cases.NewGenerator(o))
	} else if isLong(known) {
		investigate = -1
	}
	return mustRun(t, []Contender{quick[0], contender("faulty", f.open)}, source,
		Options{Workers: 1, MaxDifferences: 1, Investigate: investigate, ModelEvery: neverModel})
}

// isLong tells of a known case that investigating it takes long.
func isLong(c cases.Case) bool { return c.Last().Level > 1 }

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
	known := recordings.KnownSearches()
	require.Len(t, known, 12)
	differs := func(engine sargon.Engine) bool {
		return slices.ContainsFunc(known, func(recording format.Recording) bool {
			return !must.Have(recordings.Verify(t.Context(), engine, recording)).Reproduced()
		})
	}
	for _, engine := range []sargon.Engine{native.New10x12(), native.New0x88(), native.NewSets()} {
		assert.False(t, differs(engine), engine.Name())
	}
	const atLeast = 29
	found := 0
	for _, f := range faults {
		if differs(f.open()) {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, atLeast, "of %d", len(faults))
}
