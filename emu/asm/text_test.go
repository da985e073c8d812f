package asm

import (
	"fmt"
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
		"‘A’ “B” – C\u00A0D\u200B":          `'A' "B" - C D`,
		"\x91A\x92 \x93B\x94 \x96\xA0\xE9":  "'A' \"B\" - \xE9",
		"naïve é \xE9":                      "naïve é \xE9",
	} {
		assert.Equal(t, want, Text([]byte(file)), "%q", file)
	}
}

// Quotes as word processors set them delimit strings and stand in comments; a dash is a minus.
func TestQuotesOfWordProcessors(t *testing.T) {
	p := must(t, " DB “A”,‘B’ ; it’s “said”\n EX AF,AF’\n DB 5–3\n", Options{})
	assert.Equal(t, []byte{'A', 'B', 0x08, 2}, p.Image)
	p = must(t, "\t.ASCII “A”\n\t.BYTE ’B’ ; it’s\n", Options{Dialect: TDL})
	assert.Equal(t, []byte{'A', 'B'}, p.Image)
}

func TestLineNumbers(t *testing.T) {
	want := []byte{1, 0x3E, 5, 0xC3, 1, 0}
	for _, source := range []string{
		"1 DATA DB 1\n2 HERE: LD A,5\n\n3\n10  JP HERE\n",
		"0001  DATA DB 1\n0002  HERE:\n0003   LD A,5\n0004\n0005   JP HERE\n\x1A",
		"    9: DATA DB 1\n   10: HERE: LD A,5\n   11:       JP HERE\n",
		"1.\tDATA DB 1\n2.\tHERE: LD A,5\n3.\t\tJP HERE\n",
		"00100 DATA\tDB\t1\n00110 HERE:\n00120\tLD\tA,5\n00130\tJP\tHERE\n",
	} {
		p := must(t, source, Options{})
		assert.Equal(t, want, p.Image, source)
		_, ok := p.Symbols.Lookup("DATA")
		assert.True(t, ok, source)
	}
	for source, want := range map[string]string{
		"1 NOP\n2 NOP\n NOP\n3 NOP\n": "test:3:1: 3 lines begin with a line number, " +
			"and this one not, or not with a greater one: " +
			"number all lines, or take all numbers away",
		"1 NOP\n2 NOP\n2 NOP\n4 NOP\n": "test:3:1: 4 lines begin with a line number",
	} {
		list := mistakes(t, source, Options{})
		require.Len(t, list, 1)
		assert.Contains(t, list[0], want)
	}
}

// Words that are hexadecimal by chance do not make an output listing.
func TestSourcesThatLookPrinted(t *testing.T) {
	p := must(t, "FACE DB 1\nBEEF DB 2\nDEAD DEFB 3\nFADE DB 4\n", Options{})
	assert.Len(t, p.Image, 4)
	p = must(t, "1000 DB 1\n1010 DEFB 2\n1020 DAA\n1030 ADD A,B\n1040 DEC A\n", Options{})
	assert.Len(t, p.Image, 5)
	p = must(t, "1000 CC .\n1010 DADC B\n1020 DAD B\n", Options{Dialect: TDL})
	assert.Len(t, p.Image, 6)
}

// The same holds for an included file.
func TestIncludedFilesOfAllEditors(t *testing.T) {
	files := fstest.MapFS{
		"numbered": {Data: []byte("1 DB ‘A’\r2 DB 2\r3 END\r4 DB 3\r")},
		"printed":  {Data: []byte("\n0000 3E05 LD A,5\n0002 C9 RET\n0003 C9 RET\n")},
	}
	p := must(t, " INCLUDE numbered\n DB 4\n", Options{FS: files})
	assert.Equal(t, []byte{'A', 2, 4}, p.Image)
	require.Len(t, p.Warnings, 1)
	assert.Equal(t,
		"numbered:3: lines of text after this END that are left out: 1, from line 4 on; "+
			"if they belong to the program, take the END away",
		p.Warnings[0].String())
	_, err := Assemble("test", []byte(" INCLUDE printed\n"), Options{FS: files})
	require.ErrorContains(t, err,
		"test:1:10: cannot include printed: line 2: this is an assembler's output listing")
}

func TestTextAfterEnd(t *testing.T) {
	const leftOut = "lines of text after this END that are left out"
	load := uint16(0x2000)
	for _, test := range []struct {
		source string
		want   string
	}{
		{" NOP\n END\n", ""},
		{" NOP\n END\n\n ; a comment\n\t\n", ""},
		{" NOP\n END\n\x1A rubbish", ""},
		{" NOP\n END ; here\n; no\n NOP\n\nX\n", "[test:2: " + leftOut + ": 2, from line 4 on;"},
		{"LAST MACRO\n END\n ENDM\n NOP\n LAST\n NOP\n", "[test:5: " + leftOut + ": 1,"},
		{"ON EQU 0\n IF ON\n END\n ENDIF\n NOP\n", ""},
	} {
		p := must(t, test.source, Options{Load: &load})
		if test.want == "" {
			assert.Empty(t, p.Warnings, test.source)
			continue
		}
		assert.Contains(t, fmt.Sprint(p.Warnings), test.want)
		assert.Len(t, p.Warnings, 1)
	}
	list := mistakes(t, " CALL X\n END\nX: NOP\n", Options{})
	require.Len(t, list, 2)
	assert.Contains(t, list[0], "test:2:1: lines of text after this END")
	assert.Contains(t, list[1], "test:1:7: X is not defined")
}
