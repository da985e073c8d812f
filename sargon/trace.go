package sargon

import (
	"fmt"
	"strconv"
)

// Evaluation is one static evaluation of a search: the ply (from 1), the record evaluated and
// its value (spec §17). The evaluation of the root is none of the trace.
type Evaluation struct {
	Ply      uint8
	From, To Square
	Value    Value
}

// String returns the evaluation as recordings write it: "2 e8f8 138".
func (s Evaluation) String() string {
	return fmt.Sprintf("%d %v%v %d", s.Ply, s.From, s.To, uint8(s.Value))
}

// ParseEvaluation reads what String writes.
func ParseEvaluation(text string) (e Evaluation, err error) {
	var squares string
	var move Move
	if _, err = fmt.Sscanln(text, &e.Ply, &squares, &e.Value); err == nil {
		move, err = ParseMove(squares)
	}
	if err != nil {
		return Evaluation{}, fmt.Errorf(
			"%q is not an evaluation: want ply, move and value, like \"2 e8f8 138\" (%w)", text, err)
	}
	e.From, e.To = move.From, move.To
	return e, nil
}

// Fingerprint is the 64-bit FNV-1a hash of a trace: of the bytes ply, from, to and value
// of each evaluation in order (spec §17). Start from EmptyTrace.
type Fingerprint uint64

// EmptyTrace is the fingerprint of a search without an evaluation: FNV-1a's offset basis.
const EmptyTrace Fingerprint = 0xcbf29ce484222325

const fnvPrime = 0x100000001b3

// Add returns the fingerprint of the trace with one evaluation more.
func (f Fingerprint) Add(s Evaluation) Fingerprint {
	return f.Byte(uint8(s.Ply)).Byte(uint8(s.From)).Byte(uint8(s.To)).Byte(uint8(s.Value))
}

// Byte returns the hash of one byte more.
func (f Fingerprint) Byte(b uint8) Fingerprint { return (f ^ Fingerprint(b)) * fnvPrime }

// Join returns a fingerprint of several traces in order: the hash goes on over the eight
// bytes of the next one, high byte first.
func (f Fingerprint) Join(next Fingerprint) Fingerprint {
	for shift := 56; shift >= 0; shift -= 8 {
		f = (f ^ next>>shift&0xFF) * fnvPrime
	}
	return f
}

// String returns 16 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x", uint64(f)) }

// ParseFingerprint reads what String writes.
func ParseFingerprint(text string) (Fingerprint, error) {
	v, err := strconv.ParseUint(text, 16, 64)
	if err != nil || len(text) != 16 {
		return 0, fmt.Errorf("%q is not a fingerprint: want 16 hexadecimal digits", text)
	}
	return Fingerprint(v), nil
}
