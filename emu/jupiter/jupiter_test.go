package jupiter_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/emu/z80"
	"sargon78/sargon/must"
)

// machine assembles a program for 1000, which may use START and THINK as entry points.
func machine(t *testing.T, source string, o console.Options) *jupiter.Computer {
	t.Helper()
	program := must.Have(asm.Assemble("test.z80", []byte("\tORG 1000H\n"+source), asm.Options{}))
	for _, s := range program.Symbols {
		if s.Name == "THINK" {
			o.Search = s.Value
		}
	}
	m, err := jupiter.New(jupiter.Program{
		Load: program.Origin, Code: program.Image, Start: program.Origin, Name: t.Name(),
	}, o)
	require.NoError(t, err)
	return m
}

func run(t *testing.T, m *jupiter.Computer) error {
	t.Helper()
	return m.Run(t.Context())
}

// start runs the machine beside the test, until the test ends.
func start(t *testing.T, m *jupiter.Computer) (ended chan error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended = make(chan error, 1)
	gone := make(chan struct{})
	go func() {
		ended <- m.Run(ctx)
		close(gone)
	}()
	t.Cleanup(func() {
		cancel()
		<-gone
	})
	return ended
}

// until waits for a state.
func until(t *testing.T, m *jupiter.Computer, ok func(console.State) bool) console.State {
	t.Helper()
	for {
		changed := m.Changed()
		if s := m.State(); ok(s) {
			return s
		}
		<-changed
	}
}

func waiting(s console.State) bool { return s.Waiting }

func TestMonitorPrints(t *testing.T) {
	var printed strings.Builder
	m := machine(t, `
	LD   A,1CH          ; clear
	RST  38H
	DB   81H,1AH
	RST  38H
	DB   0B3H,1AH       ; text
	DW   HELLO,5
	LD   A,'!'
	RST  38H
	DB   81H,1AH
	RST  38H
	DB   92H,1AH        ; new line
	DW   0
	RST  38H
	DB   0B2H,1AH       ; text and new line
	DW   HELLO,4
	RST  38H
	DB   0B3H,1AH       ; cursor keys
	DW   MOVES,8
	LD   A,0BFH         ; straight into memory: the cursor stays
	LD   (0C7FFH),A
	RST  38H
	DB   1FH
HELLO	DB   'HELLO'
MOVES	DB   'XY',8,'Z',0DH,'*',0AH,'+'
`, console.Options{Output: &printed})
	require.NoError(t, run(t, m))
	screen := m.Screen()
	require.Equal(t, "HELLO!\nHELL\n*Z\n +\n", screen.Text(0, 0, 64, 4))
	require.True(t, m.State().Ended)
	dots, ok := screen.Dots(63, 31)
	require.True(t, ok)
	require.EqualValues(t, 0x3F, dots)
	require.Equal(t, "\x1cHELLO!\r\nHELL\r\nXY\bZ\r*\n+", printed.String())
}

func TestLoneClearHasNoNewLine(t *testing.T) {
	m := machine(t, `
	RST  38H
	DB   0B2H,1AH
	DW   CLEAR,1
	LD   A,'A'
	RST  38H
	DB   81H,1AH
	RST  38H
	DB   1FH
CLEAR	DB   1CH
`, console.Options{})
	require.NoError(t, run(t, m))
	screen := m.Screen()
	require.Equal(t, "A"+strings.Repeat("\n", jupiter.Rows), screen.String())
}

func TestScreenScrollsBelowTheLastRow(t *testing.T) {
	m := machine(t, `
	LD   B,33
	LD   A,'A'-1
LINE:	INC  A
	RST  38H
	DB   81H,1AH
	RST  38H
	DB   92H,1AH
	DW   0
	DJNZ LINE
	LD   B,64           ; the last row filled: scrolls once more
FILL:	LD   A,'.'
	RST  38H
	DB   81H,1AH
	DJNZ FILL
	RST  38H
	DB   1FH
`, console.Options{})
	require.NoError(t, run(t, m))
	screen := m.Screen()
	require.Equal(t, "D", screen.Text(0, 0, 1, 1)[:1], "A, B and C have gone")
	require.Equal(t, "a\n"+strings.Repeat(".", 64)+"\n\n", screen.Text(0, 29, 64, 3))
}

func TestRegistersComeBackUnchanged(t *testing.T) {
	m := machine(t, `
	LD   SP,8000H
	LD   BC,1234H
	LD   DE,5678H
	LD   HL,9ABCH
	LD   IX,1111H
	LD   IY,2222H
	LD   A,'A'
	SCF
	RST  38H
	DB   81H,1AH
	RST  38H
	DB   0B2H,1AH
	DW   1000H,0
	RST  38H
	DB   1FH
`, console.Options{})
	require.NoError(t, run(t, m))
	m.Do(func(cpu *emu.Machine) {
		require.Equal(t,
			[]uint16{0x1234, 0x5678, 0x9ABC, 0x1111, 0x2222, 0x8000, 'A'<<8 | z80.FlagC},
			[]uint16{cpu.BC(), cpu.DE(), cpu.HL(), cpu.IX, cpu.IY, cpu.SP,
				cpu.AF() &^ (z80.FlagX | z80.FlagY)})
	})
}

const echo = `
KEY:	RST  38H
	DB   81H,00H
	RST  38H
	DB   81H,1AH
	CP   'Q'
	JR   NZ,KEY
	RST  38H
	DB   1FH
`

func TestWaitingEndsWithTheContextAndGoesOn(t *testing.T) {
	m := machine(t, echo, console.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	until(t, m, waiting)
	require.ErrorIs(t, m.Run(context.Background()), console.ErrRunning)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	m.Press('Q')
	require.NoError(t, run(t, m))
}

func TestIdleTurnsR(t *testing.T) {
	m := machine(t, `
	RST  38H
	DB   81H,00H
	LD   A,R
	LD   (8000H),A
	RST  38H
	DB   1FH
`, console.Options{Idle: func() byte { return 5 }})
	var before, after byte
	ended := start(t, m)
	until(t, m, waiting)
	m.Do(func(cpu *emu.Machine) { before = cpu.R })
	m.Press(' ')
	require.NoError(t, <-ended)
	m.Do(func(cpu *emu.Machine) { after = cpu.Memory[0x8000] })
	require.Equal(t, before+5+2, after, "five turns, and the two fetches of LD A,R")
}

const thinker = `
	LD   SP,9000H
	LD   B,20
TURN:	PUSH BC
	CALL THINK
	POP  BC
	LD   A,B
	ADD  A,'A'-1
	RST  38H
	DB   81H,1AH
	DJNZ TURN
	RST  38H
	DB   81H,00H
	RST  38H
	DB   1FH
THINK:	LD   DE,2000
LOOP:	DEC  DE
	LD   A,D
	OR   E
	JR   NZ,LOOP
	RET
`

func TestThinkingIsCounted(t *testing.T) {
	m := machine(t, thinker, console.Options{})
	start(t, m)
	s := until(t, m, waiting)
	const routine = 10 + 2000*26 - 5 + 10
	require.EqualValues(t, routine, s.SearchTStates, "of the last time")
	require.Greater(t, s.TStates, 20*s.SearchTStates)
	require.False(t, s.Thinking)
}

func TestSpeedPolicy(t *testing.T) { synctest.Test(t, testSpeedPolicy) }

func testSpeedPolicy(t *testing.T) {
	m := machine(t, thinker, console.Options{})
	m.SetSpeed(1000, 0) // outside of THINK almost at a standstill
	ended := start(t, m)
	until(t, m, func(s console.State) bool { return s.SearchTStates > 0 })
	m.SetSpeed(0, 0)
	s := until(t, m, waiting)
	require.EqualValues(t, 52015, s.SearchTStates)
	m.Press(' ')
	require.NoError(t, <-ended)
}

func TestSaveAndLoad(t *testing.T) {
	straight := machine(t, thinker+echo, console.Options{})
	start(t, straight)
	want := until(t, straight, waiting)

	// The same with an interruption in mid-thought, going on in another machine.
	first := machine(t, thinker+echo, console.Options{})
	for first.State().SearchTStates < want.SearchTStates/3 {
		require.NoError(t, first.RunFor(t.Context(), 10_000))
	}
	require.True(t, first.State().Thinking)
	saved, err := first.Save()
	require.NoError(t, err)

	second := machine(t, thinker+echo, console.Options{})
	require.NoError(t, second.Load(saved))
	require.True(t, second.State().Thinking)
	second.Press('x')
	require.NoError(t, <-start(t, second))
	require.Equal(t, want.SearchTStates, second.State().SearchTStates)
	require.Equal(t, straight.Screen(), second.Screen())

	// And a machine that waits is taken back to the past while it runs.
	saved, err = straight.Save()
	require.NoError(t, err)
	straight.Press('x')
	until(t, straight, func(s console.State) bool { return s.Ended })
	require.NoError(t, straight.Load(saved))
	require.False(t, straight.State().Ended)
	again := start(t, straight)
	s := until(t, straight, waiting)
	require.Equal(t, want.TStates, s.TStates)
	straight.Press('x')
	require.NoError(t, <-again)
}

func TestLoadWhileARunWaits(t *testing.T) {
	m := machine(t, echo, console.Options{})
	ended := start(t, m)
	until(t, m, waiting)
	empty := must.Have(m.Save())
	m.Press('A', 'B', 'C')
	until(t, m, waiting)
	require.NoError(t, m.Load(empty))
	m.Press('D', 'Q')
	require.NoError(t, <-ended)
	screen := m.Screen()
	require.Equal(t, "DQ\n", screen.Text(0, 0, 64, 1))
}

func TestDamagedSavesAreRefused(t *testing.T) {
	m := machine(t, echo, console.Options{})
	before := m.Screen()
	good := must.Have(m.Save())
	for name, bad := range map[string][]byte{
		"empty":     nil,
		"text":      []byte("SARGON"),
		"cut off":   good[:len(good)-1],
		"magic":     good[:8],
		"one bit":   slices.Concat(good[:500], []byte{good[500] ^ 1}, good[501:]),
		"something": slices.Concat(good, []byte{0}),
	} {
		require.ErrorContains(t, m.Load(bad), "saved machine", name)
	}
	other := machine(t, thinker, console.Options{})
	foreign, err := jupiter.New(
		jupiter.Program{Load: 0x1000, Code: []byte{0}, Start: 0x1000, Name: "another"},
		console.Options{})
	require.NoError(t, err)
	data, err := foreign.Save()
	require.NoError(t, err)
	require.ErrorContains(t, other.Load(data), "Jupiter with another")
	require.Equal(t, before, m.Screen())
}

func TestWildPrograms(t *testing.T) {
	m := machine(t, "\tRST 38H\n\tDB 55H,1AH\n", console.Options{})
	require.ErrorContains(t, run(t, m), "no call 55 1A (at 1001h)")
	m = machine(t, "\tHALT\n", console.Options{})
	var fault *emu.Fault
	require.ErrorAs(t, run(t, m), &fault)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestOutputThatFailsEndsTheRun(t *testing.T) {
	m := machine(t, echo, console.Options{Output: full{}})
	m.Press('A')
	require.ErrorContains(t, run(t, m), "disk full")
}

func TestPrograms(t *testing.T) {
	for _, bad := range []struct {
		load  uint16
		bytes int
		want  string
	}{
		{0x0000, 1, "the monitor"},
		{0x003F, 1, "the monitor"},
		{0xB000, 0x1001, "the screen"},
		{0xC7FF, 1, "the screen"},
		{0xFF00, 0x101, "past the end"},
	} {
		_, err := jupiter.New(jupiter.Program{Load: bad.load, Code: make([]byte, bad.bytes)},
			console.Options{})
		require.ErrorContains(t, err, bad.want)
	}
	_, err := jupiter.New(jupiter.Program{Load: 0xB000, Code: make([]byte, 0x1000)},
		console.Options{})
	require.NoError(t, err)
}

// While the program runs, others look at the screen and press keys; the race detector watches.
func TestManyLookers(t *testing.T) {
	m := machine(t, echo, console.Options{})
	ended := start(t, m)
	var lookers sync.WaitGroup
	defer lookers.Wait()
	for range 4 {
		lookers.Go(func() {
			for range 50 {
				m.Press('.')
				_ = m.Screen()
				_ = m.State()
				_, err := m.Save()
				assert.NoError(t, err)
				m.SetSpeed(4e6, 0)
				m.Do(func(cpu *emu.Machine) { _ = cpu.TStates })
			}
			m.Press('Q')
		})
	}
	require.NoError(t, <-ended)
}
