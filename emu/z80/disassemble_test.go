package z80

import (
	_ "embed"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

//go:embed testdata/instructions.txt
var instructionList string

// at gives a memory that is zero but for code at addr.
func at(addr uint16, code ...byte) func(uint16) byte {
	return func(a uint16) byte {
		if i := int(a - addr); i < len(code) {
			return code[i]
		}
		return 0
	}
}

func TestDisassembleEveryInstruction(t *testing.T) {
	pages := map[string]int{}
	for line := range strings.Lines(instructionList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		addr := must.Have(strconv.ParseUint(line[:4], 16, 16))
		code, err := hex.DecodeString(strings.ReplaceAll(line[6:18], " ", ""))
		require.NoError(t, err, line)
		i := Decode(at(uint16(addr), code...), uint16(addr))
		text := i.Assembly()
		assert.Equal(t, strings.TrimSpace(line[18:]), text)
		assert.EqualValues(t, len(code), i.Length, line)

		// The same with IY.
		page := "main"
		switch code[0] {
		case 0xDD:
			page = "DD"
			iy := append([]byte{0xFD}, code[1:]...)
			got := Decode(at(uint16(addr), iy...), uint16(addr))
			toIY := strings.NewReplacer("IX", "IY", "DEFB 0DDh", "DEFB 0FDh")
			assert.Equal(t, toIY.Replace(text), got.Assembly())
			if len(code) > 1 && code[1] == 0xCB {
				page = "DD CB"
			}
		case 0xCB:
			page = "CB"
		case 0xED:
			page = "ED"
		}
		pages[page]++
	}
	want := map[string]int{"main": 256 - 4, "CB": 256, "ED": 256, "DD": 86, "DD CB": 256}
	assert.Equal(t, want, pages)
}

func TestDisassembleAtTheEndOfMemory(t *testing.T) {
	i := Decode(at(0xFFFF, 0x18, 0xFE), 0xFFFF) // its second byte is at 0000h
	assert.Equal(t, "JR 0FFFFh", i.Assembly())
	assert.EqualValues(t, 2, i.Length)
}

func FuzzDisassemble(f *testing.F) {
	f.Add([]byte{0xDD, 0xCB, 0x05, 0x46}, uint16(0xFFFE))
	f.Fuzz(func(t *testing.T, code []byte, addr uint16) {
		i := Decode(at(addr, code...), addr)
		text := i.Assembly()
		if text == "" || strings.Contains(text, "%") || i.Length < 1 || i.Length > 4 {
			t.Fatalf("% X: %q, length %d", code, text, i.Length)
		}
	})
}
