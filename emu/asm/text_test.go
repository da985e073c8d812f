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
		"naïve é \xE9":                      "naïve é \xE9",
	} {
		assert.Equal(t, want, Text([]byte(file)), "%q", file)
	}
}

func TestTextAfterEndInAnIncludedFile(t *testing.T) {
	files := fstest.MapFS{"part": {Data: []byte(" DB 'A'\r DB 2\r END\r DB 3\r")}}
	p := must(t, " INCLUDE part\n DB 4\n", Options{FS: files})
	assert.Equal(t, []byte{'A', 2, 4}, p.Image)
	require.Len(t, p.Warnings, 1)
	assert.Equal(t,
		"part:3: lines of text after this END that are left out: 1, from line 4 on; "+
			"if they belong to the program, take the END away",
		p.Warnings[0].Error())
}

func TestTextAfterEnd(t *testing.T) {
	const leftOut = "lines of text after this END that are left out"
	for _, test := range []struct {
		source string
		want   string
	}{
		{" NOP\n END\n", ""},
		{" NOP\n END\n\n ; a comment\n\t\n", ""},
		{" NOP\n END\n\x1A rubbish", ""},
		{" NOP\n END ; here\n; no\n NOP\n\nX\n", "test:2: " + leftOut + ": 2, from line 4 on;"},
		{"LAST MACRO\n END\n ENDM\n NOP\n LAST\n NOP\n", "test:5: " + leftOut + ": 1,"},
		{"ON EQU 0\n IF ON\n END\n ENDIF\n NOP\n", ""},
	} {
		p := must(t, test.source, Options{})
		if test.want == "" {
			assert.Empty(t, p.Warnings, test.source)
			continue
		}
		assert.Contains(t, fmt.Sprint(p.Warnings), test.want)
		assert.Len(t, p.Warnings, 1)
	}
	list := mistakes(t, " CALL X\n END\nX: NOP\n", Options{})
	require.Len(t, list, 2)
	assert.Contains(t, list[0], "test:2: lines of text after this END")
	assert.Contains(t, list[1], "test:1:7: X is not defined")
}
