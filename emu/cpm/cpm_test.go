package cpm_test

import (
	"context"
	"fmt"
	"slices"
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
		"BDOS call 15 (open file) at 0102h is not here: this CP/M has a console, and no disks")
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

// What CP/M 2.2 has not, and what does nothing without a disk, returns; all else is named.
func TestEveryBDOSCall(t *testing.T) {
	missing := map[int]bool{}
	for _, number := range []int{3, 4, 5, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 27, 28, 30, 31, 33, 34, 35, 36, 40} {
		missing[number] = true
	}
	for number := range 256 {
		if slices.Contains([]int{0, 1, 2, 6, 9, 10, 11, 12}, number) { // which other tests are about
			continue
		}
		var printed strings.Builder
		m := machine(t, fmt.Sprintf(`
	LD   BC,0AA00H+%d
	LD   DE,0FFH        ; for 32: which user?
	LD   HL,0AAAAH
	LD   A,0AAH
	CALL BDOS
	OR   H
	OR   L
	OR   B              ; A, H, L and B are 0
	ADD  A,'0'
	LD   E,A
	LD   C,2
	JP   BDOS
`, number), console.Options{Output: &printed})
		err := run(t, m)
		if missing[number] {
			require.ErrorContains(t, err, fmt.Sprintf("BDOS call %d (", number))
			require.ErrorContains(t, err, ") at 010Bh is not here")
			continue
		}
		require.NoError(t, err, number)
		require.Equal(t, "0", printed.String(), number)
	}
}

func TestUserAndIOByte(t *testing.T) {
	prints(t, "!*", `
	LD   C,32
	LD   E,33           ; 1, of 32 users
	CALL BDOS
	LD   C,32
	LD   E,0FFH
	CALL BDOS
	ADD  A,' '
	CALL OUT
	LD   C,8
	LD   E,'*'
	CALL BDOS
	LD   C,7
	LD   E,0
	CALL BDOS
OUT:	LD   E,A
	LD   C,2
	JP   BDOS
`, "")
}

// A program may call the BIOS, by the address at 0001 or by the page of its table.
func TestBIOS(t *testing.T) {
	prints(t, "0ab1", `
	LD   DE,3           ; CONST, the third entry, is the one after WBOOT
	CALL BIOS
	ADD  A,'1'          ; no key: 1, a key: FF becomes 0
	CALL OUT
	LD   DE,6           ; CONIN, without echo
	CALL BIOS
	CALL OUT
	LD   HL,(1)
	LD   L,3*3          ; the same by its page
	CALL GO
	CALL OUT
	LD   DE,3
	CALL BIOS
	ADD  A,'1'
	CALL OUT
	LD   DE,0FFFDH      ; BOOT
	CALL BIOS
	LD   A,'?'          ; never
OUT:	LD   C,A
	LD   DE,9           ; CONOUT
BIOS:	LD   HL,(1)
	ADD  HL,DE
GO:	JP   (HL)
`, "ab")
	for _, warm := range []string{"JP 0", "RST 0", "LD HL,(1)\n\tJP (HL)", "RET"} {
		prints(t, "", "\t"+warm+"\n", "")
	}
}

// The entries of the table lead somewhere: some programs take the address after the jump.
func TestBIOSByItsJumps(t *testing.T) {
	prints(t, "x", `
	LD   HL,(1)
	LD   DE,3*3+1       ; CONOUT
	ADD  HL,DE
	LD   A,(HL)
	INC  HL
	LD   H,(HL)
	LD   L,A
	LD   C,'x'
	JP   (HL)
`, "")
}

func TestWhatTheBIOSHasNot(t *testing.T) {
	for number, name := range map[int]string{
		5: "LIST", 6: "PUNCH", 7: "READER", 8: "HOME", 9: "SELDSK", 10: "SETTRK", 11: "SETSEC",
		12: "SETDMA", 13: "READ", 14: "WRITE", 15: "LISTST", 16: "SECTRAN",
	} {
		err := run(t, machine(t, fmt.Sprintf("\tCALL 0FF00H+3*%d\n", number), console.Options{}))
		require.ErrorContains(t, err, fmt.Sprintf("BIOS call %d (%s) at 0100h is not here", number, name))
	}
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
		"CONST":       "CALL 0FF06H\n JR $+5", // past the next call
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
