package z80

import "strings"

// For tests of this package from outside, which may know the cores below it.
var (
	EachInstruction = eachInstruction
	RandomRegisters = randomRegisters
)

// AnyByte stands for a byte of an operand in EachInstruction.
const AnyByte = anyByte

// Planted returns what a row of the table says of an opcode.
func Planted(row string, op uint8) *Opcode {
	r := newRow(strings.Split(row, "|"))
	var o Opcode
	r.describe(op, &o)
	return &o
}
