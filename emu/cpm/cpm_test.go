package cpm_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
)

const equates = `
BDOS	EQU  5
	ORG  100H
`

func machine(t *testing.T, source string, o console.Options) *cpm.Machine {
	t.Helper()
	program, err := asm.Assemble("test.z80", []byte(equates+source), asm.Options{})
	require.NoError(t, err)
	m, err := cpm.New(t.Name(), program.Image, o)
	require.NoError(t, err)
	return m
}

func run(t *testing.T, m *cpm.Machine) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return m.Run(ctx)
}

func shows(t *testing.T, m *cpm.Machine, lines ...string) {
	t.Helper()
	screen := m.Screen()
	require.Equal(t, strings.Join(lines, "\n"), strings.TrimRight(screen.String(), "\n"))
}

// A program that asks for a name, and counts down.
const greeting = `
	LD   DE,ASK
	LD   C,9
	CALL BDOS
	LD   DE,NAME
	LD   C,10
	CALL BDOS
	LD   DE,HELLO
	LD   C,9
	CALL BDOS
	LD   A,(NAME+1)
	LD   B,A
	LD   HL,NAME+2
LETTER:	LD   E,(HL)
	PUSH HL
	PUSH BC
	LD   C,2
	CALL BDOS
	POP  BC
	POP  HL
	INC  HL
	DJNZ LETTER
	RET                 ; to the word 0 that CP/M has left on the stack
ASK	DB   'WHO? $'
HELLO	DB   10,'HELLO, $'
NAME	DB   10,0
	DS   10
`

func TestLines(t *testing.T) {
	var printed strings.Builder
	m := machine(t, greeting, console.Options{Output: &printed})
	m.Press([]byte("x\x15dam\bn\r")...)
	require.NoError(t, run(t, m))
	shows(t, m, "WHO? dan", "HELLO, dan")
	require.Equal(t, "WHO? x\b \bdam\b \bn\r\nHELLO, dan", printed.String())
	require.True(t, m.State().Left)
}

func TestALineEndsWhenItsRoomIsFull(t *testing.T) {
	m := machine(t, greeting, console.Options{})
	m.Press([]byte("0123456789ABC")...)
	require.NoError(t, run(t, m))
	shows(t, m, "WHO? 0123456789", "HELLO, 0123456789")
}

func TestControlCLeaves(t *testing.T) {
	m := machine(t, greeting, console.Options{})
	m.Press('a', 3, '\b', 3) // only at the beginning of a line
	require.NoError(t, run(t, m))
	shows(t, m, "WHO?")
}

func TestSaveInMidLine(t *testing.T) {
	m := machine(t, greeting, console.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	m.Press('d', 'a')
	for !m.State().Waiting {
		<-m.Changed()
	}
	data, err := m.Save()
	require.NoError(t, err)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)

	other := machine(t, greeting, console.Options{})
	require.NoError(t, other.Load(data))
	other.Press('n', cpm.KeyReturn)
	require.NoError(t, run(t, other))
	shows(t, other, "WHO? dan", "HELLO, dan")
	require.Error(t, other.Load(data[:100]))
}

func TestKeysAndVersion(t *testing.T) {
	m := machine(t, `
	LD   C,11           ; no: nothing was pressed
	CALL BDOS
	ADD  A,'1'          ; FF becomes 0
	CALL OUT
	LD   C,1
	CALL BDOS           ; with echo
	CALL OUT
	LD   C,6
	LD   E,0FFH
	CALL BDOS           ; without
	CALL OUT
	LD   C,6
	LD   E,0FFH
	CALL BDOS           ; there is none
	ADD  A,'0'
	CALL OUT
	LD   C,12
	CALL BDOS
	LD   A,L
	CALL OUT
	JP   0
OUT:	LD   E,A
	LD   C,6
	JP   BDOS
`, console.Options{})
	m.Press('a', 'b')
	require.NoError(t, run(t, m))
	shows(t, m, `0aab0"`)
}

func TestTerminal(t *testing.T) {
	m := machine(t, `
	LD   DE,TEXT
	LD   C,9
	CALL BDOS
	LD   C,0
	JP   BDOS
TEXT	DB   'A',9,'B',13,10,'XYZ',8,8,'!',7,27,10,'+$'
`, console.Options{})
	require.NoError(t, run(t, m))
	shows(t, m, "A       B", "X!Z", "  +")
	column, row := m.Cursor()
	require.Equal(t, [2]int{3, 2}, [2]int{column, row})
}

func TestTerminalScrolls(t *testing.T) {
	m := machine(t, `
	LD   B,30
	LD   A,'A'-1
LINE:	INC  A
	PUSH AF
	PUSH BC
	LD   E,A
	LD   C,2
	CALL BDOS
	LD   E,13
	LD   C,2
	CALL BDOS
	LD   E,10
	LD   C,2
	CALL BDOS
	POP  BC
	POP  AF
	DJNZ LINE
	RET
`, console.Options{})
	require.NoError(t, run(t, m))
	screen := m.Screen()
	require.Equal(t, "H\nI\n", screen.String()[:4])
	require.EqualValues(t, '^', screen.At(0, 22))
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	require.ErrorContains(t, run(t, machine(t, "\tLD C,15\n\tCALL BDOS\n", console.Options{})), "BDOS call 15 (at 0102h)")
	require.ErrorContains(t, run(t, machine(t, `
	LD   HL,200H        ; memory without a $ anywhere
	LD   DE,201H
	LD   BC,0FBFFH
	LD   (HL),0
	LDIR
	LD   C,9
	LD   DE,200H
	CALL BDOS
`, console.Options{})), "no $")
	_, err := cpm.New("", nil, console.Options{})
	require.ErrorContains(t, err, "empty")
	_, err = cpm.New("", make([]byte, 0xFD01), console.Options{})
	require.ErrorContains(t, err, "room for 64768")
}

func TestCodePage437(t *testing.T) {
	seen := map[rune]byte{}
	for c := range 256 {
		r := cpm.Rune(byte(c))
		before, twice := seen[r]
		require.False(t, twice, "%02X and %02X are both %c", before, c, r)
		seen[r] = byte(c)
	}
	for r, c := range map[rune]byte{'A': 'A', 'Ç': 0x80, '░': 0xB0, '└': 0xC0, '█': 0xDB, '▀': 0xDF, 'α': 0xE0, '■': 0xFE} {
		require.Equal(t, c, seen[r], "%c", r)
	}
}
