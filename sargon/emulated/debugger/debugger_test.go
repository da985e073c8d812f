package debugger_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

const twoKnights = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"

const crowded = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 2"

func engineAt(t testing.TB, fen string) *emulated.Engine {
	t.Helper()
	engine := must.Have(emulated.New("rom", romstest.Image(t)))
	require.NoError(t, engine.SetPosition(must.Have(sargon.ParseFEN(fen))))
	return engine
}

func open(t testing.TB, fen string, level sargon.Level) *debugger.Debugger {
	t.Helper()
	d, err := debugger.Search(context.Background(), engineAt(t, fen),
		sargon.SearchOptions{Level: level})
	require.NoError(t, err)
	return d
}

// do obeys a command and returns what it says.
func do(t testing.TB, d *debugger.Debugger, line string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, d.Do(context.Background(), &out, line), line)
	return strings.TrimSuffix(out.String(), "\n")
}

// The ends of evaluations, forward, backward and by number, show the trace that the engine tells.
func TestEvaluationsAreTheTrace(t *testing.T) {
	engine := engineAt(t, twoKnights)
	var steps []sargon.Evaluation
	_, err := engine.Search(context.Background(), sargon.SearchOptions{
		Level: 2, MaxEvals: 80, Callbacks: sargon.Callbacks{Evaluation: func(s sargon.Evaluation) {
			steps = append(steps,
				s)
		}},
	})
	require.ErrorIs(t, err, sargon.ErrMaxEvals)

	d := open(t, twoKnights, 2)
	ctx := context.Background()
	assert.Equal(t, -1, d.Evaluation())
	step := func() sargon.Evaluation { return d.Memory().Evaluation() }
	do(t, d, "eval") // the root's
	assert.Equal(t, 0, d.Evaluation())
	for i := range 70 {
		do(t, d, "eval")
		require.Equal(t, debugger.ReachedTarget, d.LastStop().Reason)
		require.Equal(t, i+1, d.Evaluation())
		require.Equal(t, steps[i], step())
	}
	for i := 68; i >= 40; i-- {
		do(t, d, "back eval")
		require.Equal(t, steps[i], step(), i)
	}
	// From inside an evaluation, forward to its end, and back to the one before.
	do(t, d, "step 1")
	do(t, d, "to POINTS")
	do(t, d, "step 300")
	inside := d.Time().Now()
	do(t, d, "eval")
	assert.Equal(t, steps[41], step())
	_, err = d.GoTo(ctx, inside)
	require.NoError(t, err)
	do(t, d, "back eval")
	assert.Equal(t, steps[40], step())
	do(t, d, "goto eval 78")
	assert.Equal(t, steps[77], step())
	do(t, d, "goto eval 7")
	assert.Equal(t, steps[6], step())
}

// Nothing lies beyond the end of a search, however often one asks for it.
func TestAnEvaluationBeyondTheEnd(t *testing.T) {
	d := open(t, "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20", 2)
	do(t, d, "goto eval 26")
	assert.Equal(t, debugger.SearchOver, d.LastStop().Reason)
	assert.Equal(t, 25, d.Evaluation())
	for _, line := range []string{"goto eval 26", "eval", "step", "run"} {
		assert.ErrorContains(t, d.Do(t.Context(), io.Discard, line), "you can only go back", line)
	}
	do(t, d, "back eval")
	do(t, d, "goto eval 99")
	assert.Equal(t, debugger.SearchOver, d.LastStop().Reason)
}

func TestMotionsBothWays(t *testing.T) {
	d := open(t, twoKnights, 2)
	do(t, d, "goto eval 60")
	for there, back := range map[string]string{
		"step": "back", "step 25": "rs 25", "over": "back over", "out": "", "move": "back move",
		"ply": "back ply", "root": "back root", "to GENMOV": "back to GENMOV", "eval": "back eval",
	} {
		before := d.Machine().Snapshot()
		do(t, d, there)
		after := d.Time().Now()
		assert.Greater(t, after, before.TStates, there)
		if back != "" {
			do(t, d, back)
			assert.Less(t, d.Time().Now(), after, back)
		}
		do(t, d, "goto eval 60")
		require.True(t, before == d.Machine().Snapshot(), there)
	}
}

// Over and out lead to the same moments as their ways back.
func TestCalls(t *testing.T) {
	d := open(t, twoKnights, 1)
	for _, call := range []string{"PINFND", "POINTS", "GENMOV"} {
		do(t, d, "to "+call)
		entry := d.Time().Now()
		assert.Contains(t, do(t, d, "stack"), call)
		do(t, d, "back out")
		at := d.Time().Now()
		assert.Contains(t, do(t, d, "list"), "CALL")
		assert.Less(t, at, entry)
		do(t, d, "over")
		behind := d.Time().Now()
		assert.Greater(t, behind, entry)
		do(t, d, "back over")
		assert.Equal(t, at, d.Time().Now())
		do(t, d, "step")
		assert.Equal(t, entry, d.Time().Now())
		do(t, d, "out")
		assert.Equal(t, behind, d.Time().Now())
	}
	var out strings.Builder
	assert.ErrorContains(t, d.Do(context.Background(), &out, "back to SORTM"), "start of recording")
	assert.Contains(t, do(t, d, "run"), "the search has ended\nFFFF")
	assert.Contains(t, do(t, d, "where"), "best d2d4")
	assert.ErrorContains(t, d.Do(context.Background(), &out, "step"), "you can only go back")
	assert.Contains(t, do(t, d, "back run"), "goes back no further")
	assert.Zero(t, d.Time().Now())
}

func TestPoints(t *testing.T) {
	d := open(t, twoKnights, 2)
	assert.Contains(t, do(t, d, "break search.z80:82 count 1"), "1: break search.z80:82")
	assert.Contains(t, do(t, d, "run"), "breakpoint 1")
	assert.Contains(t, do(t, d, "where"), "search.z80:82  CALL    POINTS")
	do(t, d, "delete 1")

	do(t, d, "break MOVE if ply == 2 && [#d7 + BOARDA] == 81h")
	assert.Contains(t, do(t, d, "run"), "breakpoint 2")
	assert.Equal(t, "2 = 02h", do(t, d, "print ply"))
	first := d.Time().Now()
	do(t, d, "off 2")
	do(t, d, "watch VALM = 81h count 2")
	assert.Contains(t, do(t, d, "run"), "→ 81")
	assert.Equal(t, "1 = 01h", do(t, d, "print [VALM] == 0x81"))
	second := d.Time().Now()
	do(t, d, "rc")
	assert.Less(t, d.Time().Now(), second)
	do(t, d, "delete 3")
	do(t, d, "on 2")
	do(t, d, "goto eval 90")
	do(t, d, "rc")
	assert.Contains(t, do(t, d, "where"), "breakpoint 2")
	assert.GreaterOrEqual(t, d.Time().Now(), first)
	do(t, d, "delete all")

	do(t, d, "watch r PVALUE,PVALUE+5")
	assert.Contains(t, do(t, d, "run"), "is read")
	assert.Contains(t, do(t, d, "points"), "watch r PVALUE,PVALUE+5, hit 1 times")
	do(t, d, "rc")
	do(t, d, "delete all")
	do(t, d, "goto eval 50")
	do(t, d, "back write BRDC")
	assert.Contains(t, do(t, d, "where"), "LD      (BRDC),A")
	do(t, d, "back read BOARDA,BOARDA+119")
}

func TestAddressName(t *testing.T) {
	image := romstest.Image(t)
	for addr, want := range map[uint16]string{
		0x1000: "1000", 0x1100: "M1", 0x112C: "BRDC", 0x11B4 + 35: "board e2", 0x1200: "board f6",
		0x1400: "MLIST", 0x140C: "MLIST+12", 0xC041: "VIDEO+65",
	} {
		assert.Equal(t, want, debugger.AddressName(image, addr))
	}
}

func TestViews(t *testing.T) {
	d := open(t, twoKnights, 2)
	do(t, d, "goto eval 60")
	assert.Contains(t, do(t, d, "board"), "to move")
	assert.Contains(t, do(t, d, "search"), "line: 1 ")
	assert.Contains(t, do(t, d, "variables"), "PLYMAX 02")
	assert.Contains(t, do(t, d, "square e5"), "black pawn")
	assert.Contains(t, do(t, d, "registers"), "*PC")
	assert.Contains(t, do(t, d, "memory BOARDA 32"), "FF FF")
	assert.Contains(t, do(t, d, "list search.z80:82 3"), "CALL    POINTS")
	assert.Contains(t, do(t, d, "disassemble SORTM 2"), "SORTM:")
	assert.Contains(t, do(t, d, "symbols moven"), "MOVENO")
	assert.Contains(t, do(t, d, "help"), "breakpoint")
	assert.Contains(t, do(t, d, "help expressions"), "its sign")
	assert.Contains(t, do(t, d, "help back"), "back write ADDRESS")
	assert.Empty(t, do(t, d, "; a remark"))
}

// The program's own lists on a square are those that an engine finds in the position.
func TestInspectIsWhatTheProgramFinds(t *testing.T) {
	engine := engineAt(t, twoKnights)
	x := must.Have(engine.Examine(context.Background()))
	d := open(t, twoKnights, 2)
	do(t, d, "goto eval 0")
	before := d.Machine().Snapshot()
	for _, name := range []string{"e5", "f7", "d4", "h1"} {
		s := must.Have(sargon.ParseSquare(name))
		found, err := d.Inspect(context.Background(), s)
		require.NoError(t, err)
		assert.Equal(t, x.Attacks[s], found.Attacks, name)
		assert.Equal(t, x.Exchanges[s], found.Exchange, name)
		assert.ElementsMatch(t, x.Pins, found.Pins)
	}
	assert.True(t, before == d.Machine().Snapshot(), "nothing has changed")
}

func TestChangesMakeAnotherFuture(t *testing.T) {
	d := open(t, twoKnights, 1)
	do(t, d, "run")
	best := do(t, d, "where")
	do(t, d, "goto eval 3")
	do(t, d, "set [PVALUE+2] = 9")
	do(t, d, "set a = 12h")
	assert.Equal(t, "18 = 12h", do(t, d, "print A"))
	do(t, d, "set [MLNXT].w = [MLNXT].w")
	do(t, d, "run")
	assert.NotEqual(t, best, do(t, d, "where"))
}

// What a variable holds is printed by its name; a change says what it was.
func TestVariables(t *testing.T) {
	d := open(t, twoKnights, 1)
	assert.Equal(t, "1 = 01h, at 1127", do(t, d, "print PLYMAX"))
	assert.Equal(t, "MTRL is 254 = FEh, was 0 = 00h", do(t, d, "set MTRL = -2"))
	assert.Equal(t, "254 = FEh, with its sign -2, at 1130", do(t, d, "p MTRL"))
	assert.Equal(t, "4400 = 1130h", do(t, d, "print MTRL+0"))
	assert.Equal(t, "254 = FEh", do(t, d, "print [MTRL]"))
	assert.Contains(t, do(t, d, "print PVALUE"), "PVALUE: 6 bytes at 11A6\n11A6  01 03 03 05 09 0A")
	assert.Contains(t, do(t, d, "set BESTM = 1234h"), "BESTM is 4660 = 1234h, was ")
	assert.Equal(t, "4660 = 1234h, at 111A", do(t, d, "print BESTM"))
	assert.Equal(t, "A is 5 = 05h, was 0 = 00h", do(t, d, "set A = 5"))
	assert.Equal(t, "9088 = 2380h", do(t, d, "print FNDMOV")) // a routine: its address
	assert.Contains(t, do(t, d, "print origin"), ", at 1142")
}

func TestWordsThatAreWrong(t *testing.T) {
	d := open(t, twoKnights, 1)
	for line, message := range map[string]string{
		"jump":               "there is no command",
		"s 0":                "want a number from 1",
		"b":                  "where?",
		"b nowhere":          "not a register, symbol",
		"b nofile.z80:3":     "there is no file",
		"b search.z80:99999": "no bytes in line",
		"b MTRL":             "1130 is data: it would never stop there; the nearest instruction is LD HL,11B4h, at 1C00 (board.z80:",
		"b FNDMOV+1":         "2381 is inside an instruction: it would never stop there; the nearest instruction is LD A,(1120h), at 2380 (search.z80:",
		"to MTRL":            "1130 is data",
		"back to MTRL":       "1130 is data",
		"b MOVE if":          "the expression ends too early",
		"b MOVE if (1":       `")" is missing`,
		"b MOVE count x":     "want a number from 1",
		"b 70000":            "an address is",
		"watch MTRL,BRDC":    "below the first",
		"print 1 +":          "the expression ends too early",
		"print 2 3":          "unexpected \"",
		"print @z9":          "not a square",
		"set A = 256":        "cannot hold",
		"set PVALUE = 1":     "PVALUE has 6 bytes: want one of them, [PVALUE+n]",
		"set FNDMOV = 1":     "cannot be set",
		"set":                "set what",
		"back nowhere":       "want step",
		"goto":               "want T-states",
		"goto eval x":        "want its number",
		"goto eval -1":       "want 0",
		"delete 9":           "there is no breakpoint",
		"on 9":               "there is no breakpoint",
		"square 99":          "not a square",
		"type W":             "takes no keys",
		"screen":             "has no screen",
		"where now":          "unexpected \"",
		"back":               "start of recording",
		"other":              "no other engine",
		"re":                 "",
	} {
		err := d.Do(context.Background(), &strings.Builder{}, line)
		if message == "" {
			assert.NoError(t, err, line)
			continue
		}
		assert.ErrorContains(t, err, message, line)
	}
	assert.ErrorIs(t, d.Do(context.Background(), nil, "quit"), debugger.ErrQuit)
}

func FuzzCommands(f *testing.F) {
	f.Add("print [[MTRL].w + #e4] << 3")
	f.Add("b search.z80:82 if A>3 count 2")
	f.Add("x 0FFFFh 9999999")
	d := open(f, twoKnights, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // nothing runs far
	f.Fuzz(func(t *testing.T, line string) {
		_ = d.Do(ctx, &strings.Builder{}, line)
		do(t, d, "delete all")
	})
}

// The interactive program: keys go in, and time goes back over them.
func TestTheWholeProgram(t *testing.T) {
	d, err := debugger.Program(romstest.Image(t))
	require.NoError(t, err)
	assert.Contains(t, do(t, d, "run"), "waits for a key")
	first := do(t, d, "screen")
	do(t, d, "type W1N")
	assert.Contains(t, do(t, d, "run"), "waits for a key")
	board := do(t, d, "screen")
	assert.NotEqual(t, first, board)
	asked := d.Machine().Snapshot()
	do(t, d, "rs 2000")
	do(t, d, "run")
	assert.True(t, asked == d.Machine().Snapshot(), "nothing has changed")
	do(t, d, "type E2E4")
	do(t, d, "break FNDMOV")
	assert.Contains(t, do(t, d, "run"), "breakpoint 1")
	do(t, d, "over") // an RST with parameters, or whatever comes
	do(t, d, "goto eval 3")
	assert.Contains(t, do(t, d, "search"), "level 1")
	do(t, d, "back run")
	assert.Contains(t, do(t, d, "where"), "breakpoint 1")
	do(t, d, "goto 0")
	assert.NotEqual(t, board, do(t, d, "screen"))
}

// The search of a machine that is run from outside, as a page does, is looked into, and the moment
// found is taken back to that machine.
func TestSomebodyElsesMachine(t *testing.T) {
	image := romstest.Image(t)
	p := must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
	start := must.Have(sargon.ParseFEN(twoKnights))
	require.NoError(t, p.SetUp(program.GameSetup{Start: start, Final: start, Player: sargon.Black,
		Level: 1}))
	saved := must.Have(p.Save())

	d, err := debugger.Program(image)
	require.NoError(t, err)
	state := &states.State{Kind: states.Program, SHA256: image.SHA256(), Machine: saved}
	require.NoError(t, d.Load(state))
	do(t, d, "to FNDMOV")
	do(t, d, "eval")
	do(t, d, "eval")
	do(t, d, "back step 9")
	state, err = d.State()
	require.NoError(t, err)
	require.NoError(t, p.Resume(state.Machine))
	p.Do(func(m *emu.Machine) { assert.True(t, d.Machine().Snapshot() == m.Snapshot()) })
	state.Machine = saved[1:]
	assert.ErrorContains(t, d.Load(state), "not a saved machine")
}

// A run that is interrupted has hit nothing, and has not come to its end.
func TestAnInterruptedRun(t *testing.T) {
	d := open(t, twoKnights, 2)
	do(t, d, "break FNDMOV")
	ctx, cancel := context.WithCancel(t.Context())
	attack, ok := d.Image().Symbol("ATTACK")
	require.True(t, ok)
	d.Machine().Trap(attack, func(*emu.Machine) error { cancel(); return nil })
	require.ErrorIs(t, d.Do(ctx, io.Discard, "run"), debugger.ErrInterrupted)
	assert.Positive(t, d.Time().Now())
	assert.Equal(t, debugger.Stop{Reason: debugger.ReachedTarget}, d.LastStop())
	assert.Contains(t, do(t, d, "points"), "hit 0 times")
}

// A step back is quick, anywhere in a search at level 3: it runs no more than the time
// between two copies of the machine again.
func TestAStepBackIsShort(t *testing.T) {
	const far = 200_000_000
	d := open(t, crowded, 3)
	ctx := context.Background()
	_, err := d.GoTo(ctx, far)
	require.NoError(t, err)
	copies := far / timeline.Interval
	attack, ok := d.Image().Symbol("ATTACK")
	require.True(t, ok)
	last, again := uint64(0), uint64(0) // T-states: of the last attack, and that were run
	d.Machine().Trap(attack, func(m *emu.Machine) error {
		if m.TStates > last {
			again += m.TStates - last
		}
		last = m.TStates
		return nil
	})
	for _, at := range []uint64{far - 1000, far/2 + 3, timeline.Interval + 1, far - 1} {
		_, err := d.GoTo(ctx, at)
		require.NoError(t, err)
		last, again = d.Time().Now(), 0
		do(t, d, "back step 1")
		assert.LessOrEqual(t, again, uint64(timeline.Interval), "from %d", at)
		assert.Positive(t, again)
	}
	// The longest recorded search at level 3 has 60,000 million T-states.
	const longest = 60_000_000_000
	perCopy := d.Time().Bytes() / copies
	assert.Less(t, longest/timeline.Interval*perCopy, timeline.MemoryLimit,
		"the past of the longest search fits: the interval stays")
}

// The root moves are those that the engine tells of, both ways.
func TestRootMoves(t *testing.T) {
	for level := sargon.Level(1); level <= 2; level++ {
		engine := engineAt(t, twoKnights)
		var want []string
		_, err := engine.Search(context.Background(), sargon.SearchOptions{Level: level,
			Callbacks: sargon.Callbacks{Root: func(m sargon.Move, _, _ int) { want = append(want, m.String()) }}})
		require.NoError(t, err)
		d := open(t, twoKnights, level)
		var came []string
		var moments []uint64
		for {
			do(t, d, "root")
			if d.LastStop().Reason == debugger.SearchOver {
				break
			}
			came = append(came, d.Memory().Line()[0].Move.String())
			moments = append(moments, d.Time().Now())
		}
		if level == 1 { // illegal moves are made too, and taken back
			assert.Subset(t, came, want)
		} else {
			assert.Equal(t, want, came)
		}
		for i := len(moments) - 1; i >= 0; i-- {
			do(t, d, "back root")
			require.Equal(t, moments[i], d.Time().Now())
		}
	}
}

func TestExpressions(t *testing.T) {
	d := open(t, twoKnights, 2)
	do(t, d, "goto eval 3")
	do(t, d, "set [MTRL] = 0F5h")
	do(t, d, "set [M4].w = 1234h")
	do(t, d, "set HL = 8001h")
	do(t, d, "set f.z = 1")
	do(t, d, "set f.c = 0")
	for text, want := range map[string]int{
		"42": 42, "2Ah": 42, "0x2A": 42, "$2a": 42, "[MTRL]": 0xF5, "[MTRL].s": -11,
		"[M4].w": 0x1234, "[M4]": 0x34, "H": 0x80, "l": 1, "HL": 0x8001, "f.z": 1, "F.C": 0,
		"#e4": 55, "@e4 - BOARDA": 55, "ply": 1, "eval": 3,
		"1 + 2 * 3": 7, "(1 + 2) * 3": 9, "7 & 3 == 3": 1, "1 << 4 | 1": 17, "-3 + 1": -2,
		"!0 && !(2 > 3)": 1, "~0": -1, "7 % 4": 3, "7 / 0": 0, "7 % 0": 0, "6 ^ 3": 5,
		"2 <= 2 && 3 >= 4 || 5 != 5": 0, "[[M3].w]": int(d.Machine().Memory[d.Machine().Word(0x1104)]),
		"10 - 3 - 2": 5, "100 / 5 / 2": 10, "new": 0,
	} {
		v, err := d.Evaluate(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, v, text)
	}
	// Watch points do not stop instructions that run there.
	do(t, d, "watch POINTS")
	assert.Contains(t, do(t, d, "run"), "the search has ended")
	_, err := d.Evaluate(strings.Repeat("(", 1000))
	assert.ErrorContains(t, err, "too many")
	_, err = d.Evaluate(strings.Repeat("-", 1000) + "1")
	assert.ErrorContains(t, err, "too many")
}
