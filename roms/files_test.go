package roms

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
		if !maps.Equal(again, symbols) {
			t.Fatalf("%v became %v:\n%s", symbols, again, b.String())
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
		var b bytes.Buffer
		_ = (&Image{Load: origin, Bytes: code}).WriteHex(&b)
		origin2, code2, err := readHex(b.Bytes())
		if err != nil || origin2 != origin || string(code2) != string(code) {
			t.Fatalf("%04X %x became %04X %x (%v)", origin, code, origin2, code2, err)
		}
	})
}

func TestReadHex(t *testing.T) {
	origin, code, err := readHex([]byte(
		":020000040000FA\r\n:03100000414243\x32\x37\r\n:0210050058596D8\n"))
	require.Error(t, err)
	require.Zero(t, origin)
	require.Nil(t, code)

	origin, code, err = readHex([]byte(":020000040000FA\n:0310000041424327\n\n" +
		":02100500585938\n:0400000500001000E7\n:00000001FF\n\x1A"))
	require.NoError(t, err)
	require.EqualValues(t, 0x1000, origin)
	require.Equal(t, "ABC\x00\x00XY", string(code))

	for text, want := range map[string]string{
		"":                                    "0: the end record",
		":00000001FF":                         "1: no data",
		":0310000041424327":                   "1: the end record",
		":0310000041424328":                   "1: wrong checksum 28, it would have to be 27",
		":0410000041424327":                   "1: the length",
		":03":                                 "1: the length",
		":031000004142432":                    "1: not pairs",
		":03100000414243ZZ":                   "1: not pairs",
		"\n\nhello":                           "3: \"hello\" does not begin with a colon",
		":02FFFF0041427D" + "\n:00000001FF":   "1: runs past FFFFh",
		":020000040001F9\n:00000001FF":        "1: addresses beyond 64 KiB",
		":00000007F9\n:00000001FF":            "1: record type 07",
		":0110000041AE\n:0110000042AD":        "2: address 1000h is defined twice, with different bytes",
		":0110000041AE\n:00000001FF\n:00":     "3: something follows",
		":" + strings.Repeat("0", 600) + "\n": "1: the length",
	} {
		_, _, err := readHex([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
