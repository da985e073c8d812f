// Package programtest has a ROM image for tests that stands for a user's own: the embedded ROM with
// another dialogue. It also scales the limits of T-states, so that tests can show that results do
// not depend on them.
package programtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

// OtherROM writes the listing of a ROM image that asks other questions in another order
// (a game, Y; the level; the side), takes moves as five keys with anything between the
// squares, cannot be given a position, and has bytes 00 in its pictures. It returns the
// name of the file.
func OtherROM(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, roms.Source()))
	change(t, dir, "dialogue.z80", `(?s)\nnew_game:.*\nturn:`, questions+"\nturn:")
	change(t, dir, "input.z80", `(?s)\nask_move:.*\ntyped_square:`, fiveKeys+"\ntyped_square:")
	change(t, dir, "screen.z80", `LD      A,\(level\)`, "LD      A,(PLYMAX)")
	return filepath.Join(dir, "main.z80")
}

// change puts a text in the place of what matches an expression in a file.
func change(t testing.TB, dir, file, expression, text string) {
	t.Helper()
	file = filepath.Join(dir, file)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	changed := regexp.MustCompile(expression).ReplaceAllLiteral(data, []byte(text))
	require.NotEqual(t, data, changed, "%s no longer has %s", file, expression)
	require.NoError(t, os.WriteFile(file, changed, 0o600))
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
        LD      (0C000H+64+30),A        ; in the bishop on c8, after it
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
