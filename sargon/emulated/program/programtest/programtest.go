// Package programtest has an edition for tests that is like one somebody may own: the
// embedded ROM with another dialogue. And it scales the limits of T-states, so that tests can show
// that they do not rest on them.
package programtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

// OtherEdition writes the listing of an edition that asks other questions in another order
// (a game, Y; the level; the side), takes moves as five keys with anything between the
// squares, cannot be given a position, and has bytes 00 in its pictures. It returns the
// name of the file.
func OtherEdition(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	source := roms.Source()
	names, err := fs.Glob(source, "*.z80")
	require.NoError(t, err)
	for _, name := range names {
		data, err := fs.ReadFile(source, name)
		require.NoError(t, err)
		text := string(data)
		switch name {
		case "dialogue.z80":
			text = replaceBetween(t, text, "\nnew_game:", "\nturn:", questions)
		case "input.z80":
			text = replaceBetween(t, text, "\nask_move:", "\ntyped_square:", fiveKeys)
		case "screen.z80":
			text = strings.ReplaceAll(text, "LD      A,(level)", "LD      A,(PLYMAX)")
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return filepath.Join(dir, "main.z80")
}

// ScalePatience multiplies limits of T-states by the number in the environment variable
// SARGON_TEST_PATIENCE, if there is one; run with -count=1, for go test does not see that it is
// read. Export files for tests call it before the tests begin.
func ScalePatience(limits ...*uint64) {
	text, set := os.LookupEnv("SARGON_TEST_PATIENCE")
	if !set {
		return
	}
	factor, err := strconv.ParseFloat(text, 64)
	if err != nil || factor <= 0 {
		panic("SARGON_TEST_PATIENCE=" + text + ": want a factor, such as 0.1 or 100")
	}
	for _, limit := range limits {
		*limit = uint64(factor * float64(*limit))
	}
}

// replaceBetween puts a text in place of what begins with one label, up to another.
func replaceBetween(t testing.TB, text, from, to, with string) string {
	t.Helper()
	before, rest, found := strings.Cut(text, from)
	require.True(t, found, "%q is no longer in the ROM", from)
	_, after, found := strings.Cut(rest, to)
	require.True(t, found, "%q is no longer in the ROM", to)
	return before + with + to + after
}

const questions = `
new_game:
        CALL    first_page
        LD      HL,K_YESNO
        CALL    ASK
        CP      'Y'
        JR      NZ,new_game
        LD      HL,K_LEVEL
        CALL    ASK
        SUB     '0'
        LD      (PLYMAX),A
        LD      HL,K_SIDE
        CALL    ASK
        CALL    side_of_key
        XOR     BLACK
        LD      (KOLOR),A
        CALL    INITBD
        LD      A,WHITE
        LD      (mover),A
        LD      A,1
        LD      (MOVENO),A
        LD      HL,0
        LD      (MLPTRJ),HL
        CALL    new_page
        XOR     A
        LD      (0C000H+64+17),A        ; in the rook on a8
        LD      A,'?'
        LD      (0C000H+64+30),A        ; in the bishop on c8, behind it
`

const fiveKeys = `
ask_move:
        LD      HL,typed
        LD      B,5
five_key:
        CALL    KEY
        CP      RESIGN
        SCF
        RET     Z
        LD      C,A
        CALL    put
        LD      A,B
        CP      3                       ; between the squares
        LD      A,C
        JR      Z,five_next
        AND     0FH                     ; of a letter or a digit, from 1 on
        DEC     A
        LD      (HL),A
        INC     HL
five_next:
        DJNZ    five_key
        LD      HL,typed
        CALL    typed_square
        LD      (MVEMSG),A
        CALL    typed_square
        LD      (MVEMSG+1),A
        OR      A
        RET
`
