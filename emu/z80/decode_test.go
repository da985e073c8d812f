package z80

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFlow(t *testing.T) {
	for text, c := range map[string]struct {
		code        []byte
		flow        Flow
		conditional bool
		goesOn      bool
		target      int // -1: not known
	}{
		"JR NZ,1004h":    {[]byte{0x20, 0x02}, Jump, true, true, 0x1004},
		"DJNZ 1000h":     {[]byte{0x10, 0xFE}, Jump, true, true, 0x1000},
		"JP 1234h":       {[]byte{0xC3, 0x34, 0x12}, Jump, false, false, 0x1234},
		"JP PE,1234h":    {[]byte{0xEA, 0x34, 0x12}, Jump, true, true, 0x1234},
		"JP (HL)":        {[]byte{0xE9}, Jump, false, false, -1},
		"JP (IX)":        {[]byte{0xDD, 0xE9}, Jump, false, false, -1},
		"CALL 1234h":     {[]byte{0xCD, 0x34, 0x12}, Call, false, true, 0x1234},
		"CALL NC,1234h":  {[]byte{0xD4, 0x34, 0x12}, Call, true, true, 0x1234},
		"RST 38h":        {[]byte{0xFF}, Call, false, true, 0x38},
		"RET":            {[]byte{0xC9}, Return, false, false, -1},
		"RET C":          {[]byte{0xD8}, Return, true, true, -1},
		"RETI":           {[]byte{0xED, 0x4D}, Return, false, false, -1},
		"LDIR":           {[]byte{0xED, 0xB0}, Repeat, false, true, -1},
		"HALT":           {[]byte{0x76}, Halt, false, false, -1},
		"LD A,12h":       {[]byte{0x3E, 0x12}, Straight, false, true, -1},
		"DEFB 0EDh,00h":  {[]byte{0xED, 0x00}, Straight, false, true, -1},
		"DEFB 0DDh":      {[]byte{0xDD, 0x00}, Straight, false, true, -1},
		"LD (IX-01h),2h": {[]byte{0xDD, 0x36, 0xFF, 0x02}, Straight, false, true, -1},
	} {
		i := Decode(at(0x1000, c.code...), 0x1000)
		target, known := i.Target()
		assert.Equal(t, c.flow, i.Flow, text)
		assert.Equal(t, c.conditional, i.Conditional, text)
		assert.Equal(t, c.goesOn, i.FallsThrough(), text)
		assert.Equal(t, c.target >= 0, known, text)
		if known {
			assert.Equal(t, c.target, int(target), text)
		}
	}
}
