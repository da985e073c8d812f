//go:build unix

package routine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/compare/routine"
)

// A port gets registers as they are declared, as pairs or halves, and may say that a result has no meaning.
func TestLinesOfRegisters(t *testing.T) {
	program := have(routine.Assemble("first.z80", `
	ORG 8000H
START:	LD BC,102H
	LD DE,304H
FIRST:	LD A,B		; A = B; E has no meaning
	LD E,B
	RET`))
	first := &routine.Routine{
		Name: "FIRST", Program: program, Entry: program.At("FIRST"), Given: routine.Set("BC", "DE", "H"),
		Changes: routine.Set("A", "E"), Results: routine.Set("A", "E"),
		Inputs: []routine.Input{
			routine.Register("C", routine.Of(3)), routine.Register("B", routine.Of(2, 7)),
			routine.Register("DE", routine.Of(0x304)), routine.Register("H", routine.Of(1)),
		},
		Other: routine.Process(`sh -c 'read hello; echo ok; while read call; do case "$call" in `+
			`"call FIRST B=02 C=03 DE=0304 H=01") echo "set A=2";; *) echo "set A=7";; esac; echo "set E=?"; echo done; done'`, 0),
	}
	result := have(routine.All(t.Context(), routine.Options{}, first))[0]
	assert.Equal(t, "FIRST: proved, 2 cases, at most 18 T-states", result.String())

	first.Other = routine.Process(`sh -c 'read hello; echo ok; read call; echo "set B=?"; echo "write 9000 ?"; echo done'`, 0)
	result = have(routine.All(t.Context(), routine.Options{}, first))[0]
	assert.Contains(t, result.Fault.What, "the program reads 9000h, which Memory does not name")
}
