package asm

import (
	"bytes"
	"fmt"
	"math/bits"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTextOfAllEditors(t *testing.T) {
	for file, want := range map[string]string{
		"A\nB":                              "A\nB",
		"A\r\nB\r\r\nC\rD":                  "A\nB\nC\nD",
		"\xEF\xBB\xBFA":                     "A",
		"A\n\x1ABC":                         "A\n",
		"\xFF\xFEA\x00\r\x00\n\x00\xE9\x00": "A\né",
		"\xFE\xFF\x00A\x00\r\x00B\x00\x1A":  "A\nB",
		"\xFF\xFEA\x00B":                    "A",
		"naïve é \xE9":                      "naïve é \xE9",
	} {
		assert.Equal(t, want, Text([]byte(file)), "%q", file)
	}
}

func TestTextWithFillerAndParity(t *testing.T) {
	line := "; a line of text, as a teleprinter or an Apple wrote it\r\tLD\tA,1\r"
	text := strings.ReplaceAll(strings.Repeat(line, 3), "\r", "\n")
	apple, even, wide := []byte{}, []byte{}, []byte{}
	for _, c := range []byte(strings.Repeat(line, 3)) {
		apple = append(apple, c|0x80)
		even = append(even, c|byte(bits.OnesCount8(c)&1)<<7)
		wide = append(wide, c, 0)
	}
	filler := []byte(strings.ReplaceAll(strings.Repeat(line, 3), "\r", "\r\x00\x00") + "\x00\x00\x1A\x00")
	for name, file := range map[string][]byte{"apple": apple, "even": even, "wide": wide,
		"filler": filler} {
		assert.True(t, IsText(file), name)
		assert.Equal(t, text, strings.TrimRight(Text(file), "\x00"), name)
	}
	image := must(t, string(text), Options{}).Image
	assert.False(t, IsText(bytes.Repeat([]byte{0x21, 0, 0x11, 0x34, 0x02, 0xC3}, 40)))
	assert.Len(t, image, 6)
	// Files that were put together, each with its Control-Z and the rest of its record.
	joined := " DB 1\n" + strings.Repeat("\x1A", 100) + strings.Repeat("; more\n", 30) + " DB 2\n\x1A"
	assert.Equal(t, []byte{1, 2}, must(t, joined, Options{}).Image)
}

func TestTextAfterEndInAnIncludedFile(t *testing.T) {
	files := fstest.MapFS{"part": {Data: []byte(" DB 'A'\r DB 2\r END\r This is the end.\r")}}
	p := must(t, " INCLUDE part\n DB 4\n", Options{FS: files})
	assert.Equal(t, []byte{'A', 2, 4}, p.Image)
	require.Len(t, p.Warnings, 1)
	assert.Equal(t,
		"part:3: lines of text after this END that are left out: 1, from line 4 on; "+
			"if they belong to the program, take the END away",
		p.Warnings[0].Error())
}

func TestTextAfterEnd(t *testing.T) {
	const leftOut, goesOn = "lines of text after this END that are left out", "code follows this END"
	for _, test := range []struct {
		source string
		want   string
		image  []byte
	}{
		{" NOP\n END\n", "", []byte{0}},
		{" NOP\n END\n\n ; a comment\n\t\n", "", []byte{0}},
		{" NOP\n END\n\x1A rubbish", "", []byte{0}},
		{" NOP\n END ; here\n; no\n That was all,\n\nso far.\n",
			"test:2: " + leftOut + ": 2, from line 4 on;", []byte{0}},
		{" NOP\n END\n NOP and one word more\n that is none of it.\n Or is it?\n",
			"test:2: " + leftOut + ": 3,", []byte{0}},
		{"LAST MACRO\n END\n ENDM\n NOP\n LAST\n and no more\n",
			"test:5: " + leftOut + ": 1,", []byte{0}},
		{"ON EQU 0\n IF ON\n END\n ENDIF\n NOP\n", "", []byte{0}},
		{" DB 1\n END\nPART: DB 2\n DW PART\n END\n", "test:2: " + goesOn + ", from line 3 on;",
			[]byte{1, 2, 1, 0}},
		{" DB 1\n END\n DB 2\n END\nThat was all.\nReally all.\n", "test:4: " + leftOut + ": 2,",
			[]byte{1, 2}},
		{" DB 1\n IF 1\n END\n ENDIF\n DB 2\n", "test:3: " + goesOn, []byte{1, 2}},
		{"LAST MACRO\n END\n ENDM\n DB 1\n LAST\n DB 2\n", "test:5: " + goesOn, []byte{1, 2}},
		{".LOC 0\n.BYTE 1\n.END\nX = 5\n.BYTE X\n.END", "test:3: " + goesOn, []byte{1, 5}},
		{" DB 1\n END\n CALL X\n LD B,C\n LD Q,1\n X: NOP\n", "", nil}, // a mistake in the code
	} {
		if test.image == nil {
			assert.Contains(t, fmt.Sprint(mistakes(t, test.source, Options{})), "test:5:")
			continue
		}
		p := must(t, test.source, Options{})
		assert.Equal(t, test.image, p.Image, test.source)
		if test.want == "" {
			assert.Empty(t, p.Warnings, test.source)
			continue
		}
		assert.Contains(t, fmt.Sprint(p.Warnings), test.want)
		assert.Len(t, p.Warnings, 1+strings.Count(test.source, "Really"))
	}
	list := mistakes(t, " CALL X\n END\nX marks the place.\n", Options{})
	require.Len(t, list, 2)
	assert.Contains(t, list[0], "test:2: lines of text after this END")
	assert.Contains(t, list[1], "test:1:7: X is not defined")
}

func TestShift(t *testing.T) {
	for _, source := range []string{
		"START: NOP\n ORG START+3\nX: DW X\n",
		" ORG 0\nSTART: NOP\n ORG START+3\nX: DW X\n",
		"START: ORG 0\n NOP\n ORG START+3\nX: DW X\n",
		".LOC 0\nSTART: NOP\n .LOC START+3\nX: .WORD X\n",
		" ORG 0\nSTART: NOP\n ORG $+2\nX: DW X\n",
	} {
		p := must(t, source, Options{Shift: 0x4000})
		assert.EqualValues(t, 0x4000, p.Origin, source)
		assert.Equal(t, []byte{0, 0, 0, 3, 0x40}, p.Image, source)
	}
	p := must(t, "START: NOP\n ORG 3\n NOP\n", Options{Shift: 0x4000})
	assert.EqualValues(t, 3, p.Origin) // only what begins the source
	p = must(t, "X EQU 5\n ORG X\n NOP\n", Options{Shift: 0x4000})
	assert.EqualValues(t, 5, p.Origin)
}
