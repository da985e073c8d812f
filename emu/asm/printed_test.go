package asm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The same source as five assemblers print it, and as an editor numbers it.
func TestPrintedListings(t *testing.T) {
	want := []byte{0x3E, 0x05, 0x21, 0x0C, 0x10, 0xC3, 0x00, 0x10, 'A', 'B', 'C', 0, 0xC9}
	for name, text := range map[string]string{
		"ours": "                          ; x.z80\n" +
			"                       1          ORG     1000H\n" +
			"1000  3E 05            2  START:  LD      A,5\n" +
			"1002  21 0C 10         3          LD      HL,LAST\n" +
			"1005  C3 00 10         4          JP      START   ; again\n" +
			"1008  41 42 43 00      5          DB      'ABC',0\n" +
			"100C  C9               6  LAST    RET\n",
		"number first": "1  0000                   ORG 1000H\n" +
			"2  1000 3E05      START:  LD A,5\n" +
			"3  1002 210C10            LD HL,LAST\n" +
			"4  1005 C30010            JP START\n" +
			"5  1008 41424300          DB 'ABC',0\n" +
			"6  100C C9        LAST:   RET\n",
		"words and quotes": "                                        ORG     1000H\n" +
			"  1000'   3E 05                 START:  LD      A,5\n" +
			"  1002'   21 100C'                      LD      HL,LAST\n" +
			"  1005'   C3 1000'                      JP      START\n" +
			"  1008'   41 42 43 00                   DB      'ABC',0\n" +
			"  100C'   C9                    LAST:   RET\n",
		"pages": "\fMY ASSEMBLER 1.0      PAGE 1\n\n" +
			"1000              \t.LOC 1000H\n1000 3E 05        START:\tMVI A,5\n1002 21 0C 10     \tLXI H,LAST\n" +
			"1005 C3 00 10     \tJMP START\n\fMY ASSEMBLER 1.0      PAGE 2\n\n" +
			"1008 41 42 43     \t.BYTE \"ABC\",0\n100B 00\n100C C9           LAST:\tRET\n",
		"macro": "1000                    1          ORG     1000H\n" +
			"                        2  TEXT    MACRO   A\n" +
			"                        3          DB      A,0\n" +
			"                        4          ENDM\n" +
			"1000  3E 05             5  START:  LD      A,5\n" +
			"1002  21 0C 10          6          LD      HL,LAST\n" +
			"1005  C3 00 10          7          JP      START\n" +
			"                        8          TEXT    'ABC'\n" +
			"1008  41 42 43 00       +          DB      'ABC',0\n" +
			"100C  C9                9  LAST    RET\n",
		"editor": "00100 \tORG 1000H\n00110 START\tLD A,5\n00120 \tLD HL,LAST\n00130 \tJP START\n" +
			"00140 ; text\n00150 \tDB 'ABC',0\n00160 LAST\tRET\n00170 \tEND START\n",
	} {
		p, err := Assemble("x.lst", []byte(text), Options{})
		if assert.NoError(t, err, name) {
			assert.Equal(t, want, p.Image, name)
			assert.EqualValues(t, 0x1000, p.Origin, name)
			assert.Len(t, p.Warnings, 1, name)
			leftOut := "; lines that are left out, like the heads of pages: 2, the first is line 1"
			assert.Equal(t, name == "pages", strings.HasSuffix(p.Warnings[0].Message, leftOut), p.Warnings)
		}
	}
}

// A printed listing is an error if a byte or an address is not that of its source, or if a line is cut
// off.
func TestPrintedListingsThatAreNotSound(t *testing.T) {
	const sound = "1000                  ORG 1000H\n1000 3E 05            LD A,5\n1002 21 00 10         LD HL,1000H\n" +
		"1005 C9               RET\n"
	_, err := Assemble("x.lst", []byte(sound), Options{})
	assert.NoError(t, err)
	for change, want := range map[string]string{
		"3E 05|3E 06":      "x.lst:2: this is a printed listing, with addresses and bytes; its source from column 23 on does not give what is printed: it is 3E05, printed is 3E06; wanted is",
		"1005 C9|1006 C9":  "x.lst:4: this is a printed listing, with addresses and bytes; its source from column 23 on does not give what is printed: it lies at 1005, printed is 1006; wanted is",
		"HL,1000H|HL,1000": "x.lst:3: this is a printed listing",
		"LD A,5|LD A,":     "x.lst:2: this is a printed listing, with addresses and bytes; its source from column 23 on is not whole: an operand is missing here",
	} {
		old, changed, _ := strings.Cut(change, "|")
		_, err := Assemble("x.lst", []byte(strings.Replace(sound, old, changed, 1)), Options{})
		if assert.ErrorContains(t, err, want, change) {
			assert.Equal(t, 1, strings.Count(err.Error(), "printed listing"), change)
		}
	}
}
