package cpm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
	"sargon78/sargon/must"
)

const equates = `
BDOS	EQU  5
	ORG  100H
`

func machine(t *testing.T, source string, o console.Options) *cpm.Computer {
	t.Helper()
	program := must.Have(asm.Assemble("test.z80", []byte(equates+source), asm.Options{}))
	return must.Have(cpm.New(program.Image, o))
}

func run(t *testing.T, m *cpm.Computer) error {
	t.Helper()
	return m.Run(t.Context())
}

// prints runs a program with keys pressed, and compares what it prints.
func prints(t *testing.T, want, source, keys string) {
	t.Helper()
	var printed strings.Builder
	m := machine(t, source, console.Options{Output: &printed})
	m.Press([]byte(keys)...)
	require.NoError(t, run(t, m))
	require.Equal(t, want, printed.String())
	require.True(t, m.State().Ended)
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
	prints(t, "WHO? x\b \bdam\b \bn\r\nHELLO, dan", greeting, "x\x15dam\bn\r")
}

func TestALineEndsWhenItsRoomIsFull(t *testing.T) {
	prints(t, "WHO? 0123456789\r\nHELLO, 0123456789", greeting, "0123456789ABC")
}

func TestControlCLeaves(t *testing.T) {
	prints(t, "WHO? a\b \b", greeting, "a\x03\b\x03") // only at the beginning of a line
}

func TestALineWithAPause(t *testing.T) {
	var printed strings.Builder
	m := machine(t, greeting, console.Options{Output: &printed})
	ended := make(chan error, 1)
	go func() { ended <- run(t, m) }()
	m.Press('d', 'a')
	for changed := m.Changed(); !m.State().Waiting; changed = m.Changed() {
		<-changed
	}
	m.Press('n', cpm.KeyReturn)
	require.NoError(t, <-ended)
	require.Equal(t, "WHO? dan\r\nHELLO, dan", printed.String())
}

func TestKeysAndVersion(t *testing.T) {
	prints(t, `0aab0"`, `
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
`, "ab")
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	require.ErrorContains(t, run(t, machine(t, "\tLD C,15\n\tCALL BDOS\n", console.Options{})),
		"BDOS call 15 (at 0102h)")
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
	_, err := cpm.New(nil, console.Options{})
	require.ErrorContains(t, err, "empty")
	_, err = cpm.New(make([]byte, 0xFD01), console.Options{})
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
	for r, c := range map[rune]byte{
		'A': 'A', 'Ç': 0x80, '░': 0xB0, '└': 0xC0, '█': 0xDB, '▀': 0xDF, 'α': 0xE0, '■': 0xFE,
	} {
		require.Equal(t, c, seen[r], "%c", r)
	}
}

// A program that only asks whether there is a key waits like one that waits: call by call.
func TestPollingWaits(t *testing.T) {
	for name, ask := range map[string]string{
		"call 6":      "LD C,6\n LD E,0FFH",
		"call 6, key": "LD C,6\n LD E,0FEH",
		"call 11":     "LD C,11",
	} {
		m := machine(t, "POLL: "+ask+"\n CALL BDOS\n OR A\n JP Z,POLL\n RET\n", console.Options{})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- m.Run(ctx) }()
		for changed := m.Changed(); !m.State().Waiting; changed = m.Changed() {
			select {
			case <-changed:
			case err := <-ended:
				t.Fatalf("%s: ended without a key: %v", name, err)
			}
		}
		m.Press('k')
		require.NoError(t, <-ended, name)
		require.True(t, m.State().Ended, name)
		stop()
	}
}

// One that thinks between its questions is left alone.
func TestPollingWhileThinking(t *testing.T) {
	prints(t, "", `
	LD   DE,3000        ; so many questions
TURN:	PUSH DE
	LD   C,11
	CALL BDOS
	LD   B,100          ; 100 turns of 13 T-states
THINK:	DJNZ THINK
	POP  DE
	DEC  DE
	LD   A,D
	OR   E
	JR   NZ,TURN
	RET
`, "")
}
