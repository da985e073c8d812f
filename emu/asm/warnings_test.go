package asm

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A line that looks like an oversight is assembled, with a warning.
func TestWarnings(t *testing.T) {
	const aName = " is a name here, not the instruction or directive: there is one statement to a line"
	const alone = " stands alone in the first column and is taken for a label, but nothing uses it; " +
		"a label may have a colon"
	const other = "; brackets make it clear"
	for source, want := range map[string]string{
		// instructions that become labels
		" EXX : LD A,1":          "1: EXX" + aName,
		"EXX: LD A,1":            "1: EXX" + aName,
		" DI : HALT":             "1: DI" + aName,
		" NOP : NOP":             "1: NOP" + aName,
		"HALT: LD A,1":           "1: HALT" + aName,
		"END: DB 1":              "1: END" + aName,
		"LD DB 1":                "1: LD" + aName,
		"IN EQU 1\n DB IN":       "1: IN" + aName,
		"SET = 1\n DB SET":       "1: SET" + aName,
		"MVI: .BYTE 1\n.LOC 5":   "1: MVI" + aName,
		"NOP\nFOO DB 1\n DW FOO": "",
		// words that become labels
		"NPO\n DB 1":              "1: NPO" + alone + " (did you mean NOP?)",
		" DB 1\nHelo":             "2: Helo" + alone,
		"LOOP\n DB 1\n JR LOOP":   "",
		"LOOP:\n DB 1":            "",
		"EXIT\n DB 1\n DW EXIT+1": "",
		// operators
		" DB 1 SHL 2+1":               "1: 1 SHL 2+1 is 5 here, and is 8 where operators bind as in C" + other,
		" DB 1+1 SHL 2":               "1: 1+1 SHL 2 is 5 here, and is 8 where operators bind as in C" + other,
		" DB (1 SHL 2)+1":             "",
		" DB 1 SHL (2+1)":             "",
		" DB 1*2+3":                   "",
		" DW NOT 1+1":                 "1: NOT 1+1 is -3 here, and is -1 where operators bind as in C" + other,
		" DW 1 OR 2 XOR 3":            "1: 1 OR 2 XOR 3 is 0 here, and is 1 where operators bind as in C" + other,
		" DB HIGH 0FFH+2":             "1: HIGH 0FFH+2 is 1 here, and is 2 where",
		" DB LOW 1FFH+2":              "1: LOW 1FFH+2 is 1 here, and is 257 where operators bind as in C" + other,
		" DB -5+1":                    "1: -5+1 is -4 here, and is -6 in pasmo" + other,
		" LD A,(IX-20+10)":            "1: -20+10 is -10 here, and is -30 in pasmo" + other,
		"X EQU -5+1\n DB X":           "1: -5+1 is -4 here, and is -6 in pasmo" + other,
		" ORG 1 SHL 8+1\n NOP":        "1: 1 SHL 8+1 is 257 here, and is 512 where",
		" IF (-1) > 1\n DB 1\n ENDIF": "1: (-1) > 1 is 0 here, and is -1 in pasmo" + other,
		" DB (-1) > 1":                "1: (-1) > 1 is 0 here, and is -1 in pasmo" + other,
		// numbers
		".RADIX 16\n.BYTE 10D-10C": "2: 10D is hexadecimal here, the radix is 16; some assemblers take its " +
			"last letter for a suffix: write 010DH",
		".RADIX 16\n.WORD 101B":     "2: 101B is hexadecimal here",
		".RADIX 16\n.BYTE 0D,1B,0A": "",
		".RADIX 16\n.WORD 1ADH":     "",
		// modules that were put one after the other
		"X EQU 5\nX EQU 5\n DB X":       "2: X has this value already, from test:1",
		"M MACRO\nEXX: DB 1\n ENDM\n M": "2: EXX" + aName + " (in a macro called at test:4)",
	} {
		p := must(t, source+"\n", Options{})
		if want == "" {
			assert.Empty(t, p.Warnings, source)
			continue
		}
		if assert.NotEmpty(t, p.Warnings, source) {
			assert.Contains(t, p.Warnings[0].Error(), "test:"+want, source)
			assert.Len(t, p.Warnings, 1, source)
		}
	}
	// The same line of a macro is reported once.
	p := must(t, "M MACRO\n DB 1 SHL 2+1\n ENDM\n M\n M\n", Options{})
	assert.Len(t, p.Warnings, 1)
}

// Text that would be passed over is an error, and so is a statement that cannot be obeyed.
func TestNothingIsLost(t *testing.T) {
	for source, want := range map[string]string{
		"X EQU 2\n IF X=1\n DB 1\n ELSE X=3\n DB 2\n ENDIF": "4:7: ELSE takes nothing after it: X=3 would be lost; " +
			"for another condition write ELSEIF",
		" IF 0\n IF 1\n ELSE no\n ENDIF\n ENDIF": "", // no branch of it is assembled
		" IF 0\n ELSE no\n ENDIF":                "2:7: ELSE takes nothing after it: no would be lost",
		" IF 0\n ELSE \"no\n ENDIF":              "2:7: string without",
		" IF 0\n ENDIF no":                       "2:8: ENDIF takes nothing",
		" IF 1\n ENDIF no":                       "2:8: ENDIF takes nothing",
		"M MACRO\n ENDM no\n":                    "2:7: ENDM takes nothing after it",
		" REPT 2\n ENDM no\n":                    "2:7: ENDM takes nothing after it",
		" END no no\n":                           "1:9: \"no\" is not expected",
		" END of\n":                              "1:6: of is not defined",
		" END \"\n":                              "1:6: string without",
		" IF 0\n ELSE\n ELSEIF 1\n ENDIF":        "3:2: ELSEIF after the ELSE",
		" IF 0\n ELSE\n ELSE\n ENDIF":            "3:2: a second ELSE",
		" ELSEIF 1":                              "1:2: ELSEIF without its IF",
		" IF 0\n ELSEIF X\n ENDIF":               "2:9: X has no value yet",
		" IF 0\n ELSEIF\n ENDIF":                 "2:8: a value is missing",
		" IFDEF\n ENDIF":                         "1:2: IFDEF takes one name",
		" IFDEF A,B\n ENDIF":                     "1:8: IFDEF takes one name",
		" LD A,1 : LD B,2":                       "there is one statement to a line",
		" DB 1 : DB 2":                           "there is one statement to a line",
		" DB 1 DB 2":                             "\"DB\" is not expected",
		" NOP NOP":                               "NOP does not take NOP",
		" LOCAL X":                               "1:2: LOCAL stands outside a macro",
		" REPT\n ENDM":                           "1:6: a value is missing",
		" REPT -1\n ENDM":                        "1:7: -1 times is less than none",
		" REPT 2\n NOP":                          "MACRO REPT without its ENDM",
		" LD A,XH\nXH: DB 1":                     "2:1: XH was taken for the register IXH at test:1",
		" DB X\nX DEFL 1":                        "2:1: X is used before this, its first value",
		"X EQU 1\nX DEFL 1":                      "2:1: X is already defined",
		"X EQU 1\nX EQU 2":                       "2:1: X is already defined",
		" INCBIN":                                "INCBIN needs the name of a file",
		" DB \"\\\"":                             "in double quotes a \\ belongs to the next character",
	} {
		if want == "" {
			must(t, source+"\n", Options{})
			continue
		}
		list := mistakes(t, source+"\n", Options{})
		assert.Contains(t, list[0], want, source)
	}
}

// Files are looked for in the folder of the file that includes them, then from the root.
func TestIncludePaths(t *testing.T) {
	files := fstest.MapFS{
		"part/a": {Data: []byte(" INCLUDE \"b\"\n INCLUDE c\n INCLUDE ../c\n")},
		"part/b": {Data: []byte(" DB 1\n")}, "b": {Data: []byte(" DB 2\n")},
		"c": {Data: []byte(" DB 3\n")}, "bytes": {Data: []byte{7, 8}},
	}
	p := must(t, " INCLUDE \"part\\a\"\n INCLUDE b\n INCBIN bytes\n", Options{FS: files})
	assert.Equal(t, []byte{1, 3, 3, 2, 7, 8}, p.Image)
	list := mistakes(t, " INCLUDE ../b\n INCLUDE /b\n INCBIN none\n", Options{FS: files})
	require.Len(t, list, 3)
	assert.Contains(t, list[0], "cannot include ../b: files outside the folder of the source cannot be read here")
	assert.Contains(t, list[1], "cannot include /b: files outside")
	assert.Contains(t, list[2], "cannot include none: open none: file does not exist")
}
