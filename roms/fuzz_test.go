package roms

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// FuzzReadSymbols: no panic; and what was read can be written and read again.
func FuzzReadSymbols(f *testing.F) {
	f.Add("M1 EQU 01000H\n")
	f.Add("M1: equ $1000\nBC0:\tequ $1031\n")
	f.Add("1000 M1 1002 M2\n1031 BC0 ; comment\r\n")
	f.Add("M1 = 0x1000\nDEAD BEEF\nBEEF DEAD\n")
	f.Fuzz(func(t *testing.T, text string) {
		symbols, err := ReadSymbols([]byte(text))
		if err != nil {
			return
		}
		var b strings.Builder
		for name, value := range symbols {
			fmt.Fprintf(&b, "%s EQU 0%04XH\n", name, value)
		}
		again, err := ReadSymbols([]byte(b.String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if len(again) != len(symbols) {
			t.Fatalf("%d symbols became %d:\n%s", len(symbols), len(again), b.String())
		}
		for name, value := range symbols {
			if again[name] != value {
				t.Fatalf("%s was %04X and became %04X", name, value, again[name])
			}
		}
	})
}

// FuzzReadHex: no panic; and what was read fits into memory, and is read again from a file
// written of it.
func FuzzReadHex(f *testing.F) {
	f.Add(":0310000041424327\n:00000001FF\n")
	f.Add(":020000040000FA\r\n:0310000041424327\r\n:02100500585938\r\n:00000001FF\r\n\x1A")
	f.Add(":01FFFF0041C0\n:00000001FF")
	f.Fuzz(func(t *testing.T, text string) {
		origin, code, err := readHex([]byte(text))
		if err != nil {
			return
		}
		if len(code) == 0 || int(origin)+len(code) > 0x10000 {
			t.Fatalf("%d bytes at %04X", len(code), origin)
		}
		var b strings.Builder
		for i, c := range code {
			record := []byte{1, byte((int(origin) + i) >> 8), byte(int(origin) + i), 0, c}
			var sum byte
			for _, x := range record {
				sum += x
			}
			fmt.Fprintf(&b, ":%s\n", hex.EncodeToString(append(record, -sum)))
		}
		b.WriteString(":00000001FF")
		origin2, code2, err := readHex([]byte(b.String()))
		if err != nil || origin2 != origin || string(code2) != string(code) {
			t.Fatalf("%04X %x became %04X %x (%v)", origin, code, origin2, code2, err)
		}
	})
}
