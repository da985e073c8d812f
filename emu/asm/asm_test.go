package asm

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// must assembles a source that has no mistakes.
func must(t testing.TB, source string, options Options) *Program {
	t.Helper()
	p, err := Assemble("test", []byte(source), options)
	require.NoError(t, err)
	return p
}

// mistakes returns the first lines of the errors of a source.
func mistakes(t testing.TB, source string, options Options) []string {
	t.Helper()
	p, err := Assemble("test", []byte(source), options)
	require.Error(t, err)
	assert.Nil(t, p, "no program with an error")
	var list ErrorList
	require.ErrorAs(t, err, &list)
	var messages []string
	for _, e := range list {
		first, _, _ := strings.Cut(e.Error(), "\n")
		messages = append(messages, first)
	}
	return messages
}

func value(t testing.TB, p *Program, name string) uint16 {
	t.Helper()
	for _, s := range p.Symbols {
		if strings.EqualFold(s.Name, name) {
			return s.Value
		}
	}
	require.Fail(t, "no symbol", name)
	return 0
}

func TestErrorShowsLineAndCaret(t *testing.T) {
	_, err := Assemble("file.z80", []byte("\n\tLD\tHL,BÖRD ; ä\n"), Options{})
	assert.EqualError(t, err,
		"file.z80:2:9: \"Ö\" has no meaning here\n\tLD\tHL,BÖRD ; ä\n\t  \t    ^")
	assert.Equal(t, ErrorList{{
		File: "file.z80", Line: 2, Column: 9, Text: "Ö",
		Message: `"Ö" has no meaning here`, Source: "\tLD\tHL,BÖRD ; ä",
	}}, err)
}

func TestColumnsCountCharacters(t *testing.T) {
	_, err := Assemble("f", []byte(" DB 1 ; ok\n DB '', 2, ÄÖ"), Options{})
	var list ErrorList
	require.ErrorAs(t, err, &list)
	assert.Equal(t, 12, list[0].Column)
}

func TestTwentyErrorsAreEnough(t *testing.T) {
	for _, line := range []string{" LD A,NOWHERE\n", " WRONG A\n", " DB 1,,\n", " DB 256\n"} {
		_, err := Assemble("f", []byte(strings.Repeat(line, 30)), Options{})
		var list ErrorList
		require.ErrorAs(t, err, &list)
		require.Len(t, list, 20, line)
		for i, e := range list {
			assert.Equal(t, i+1, e.Line)
		}
		assert.True(t, strings.HasSuffix(err.Error(), "\nstopped after 20 errors"))
	}
}

func TestErrorsOfAllStagesComeInOrder(t *testing.T) {
	assert.Equal(t, []string{
		"test:1:7: NOWHERE is not defined",
		"test:2:2: WRONG is neither an instruction nor a directive nor a macro",
		"test:3:5: 256 does not fit a byte (-128…255)",
	}, mistakes(t, " LD A,NOWHERE\n WRONG\n DB 256\n", Options{}))
}

// A line that IF leaves out may have a label without a colon too.
func TestLabelsBeforeConditions(t *testing.T) {
	p := must(t, " IF 0\nA1 IF 1\n NOP\nA2 ELSE\n HALT\nA3 ENDIF\n RET\nA4 ELSE\n EI\nA5 ENDIF\n DI\n",
		Options{})
	assert.Equal(t, []byte{0xFB, 0xF3}, p.Image)
}

func TestEmptySources(t *testing.T) {
	for _, source := range []string{
		"", "\n\n", "\f; nothing \xE9", "X EQU 5", " END", "\x1A", " ORG 5000H",
	} {
		for _, options := range []Options{{}, {Dialect: TDL}} {
			if options.Dialect == TDL && strings.Contains(source, "EQU") ||
				strings.Contains(source, " E") ||
				strings.Contains(source, "ORG") {
				continue
			}
			p := must(t, source, options)
			assert.Empty(t, p.Image, source)
			_, ok := p.LineAt(0)
			assert.False(t, ok)
		}
	}
}

func TestGapsAreZeroAndLaterLinesWin(t *testing.T) {
	p := must(t, " ORG 105H\n DB 1\n ORG 100H\n DB 2,3\n ORG 101H\n DB 4\n ORG 104H\n DS 2\n",
		Options{})
	assert.Equal(t, uint16(0x100), p.Origin)
	assert.Equal(t, []byte{2, 4, 0, 0, 0, 1}, p.Image, "a reserved area takes nothing away")
}

func TestWholeAddressSpace(t *testing.T) {
	p := must(t, " DB 1\n DS 0FFFEH\n DB 2\nAFTER:", Options{})
	require.Len(t, p.Image, 0x10000)
	assert.Equal(t, byte(2), p.Image[0xFFFF])
	assert.Equal(t, uint16(0), value(t, p, "AFTER"))
	line, ok := p.LineAt(0xFFFF)
	assert.True(t, ok)
	assert.Equal(t, 3, line.Number)
}

func TestSymbols(t *testing.T) {
	p := must(t, "Board: DS 120\nSize EQU $-BOARD\nminus EQU -1\n LD A,SIZE", Options{})
	assert.Equal(t, []Symbol{
		{Name: "Board", Value: 0, Label: true},
		{Name: "Size", Value: 120}, {Name: "minus", Value: 0xFFFF},
	}, p.Symbols)
	var b bytes.Buffer
	require.NoError(t, p.WriteSymbols(&b))
	assert.Equal(t, "Board EQU 00000H\nminus EQU 0FFFFH\nSize EQU 00078H\n", b.String())
	again := must(t, b.String(), Options{})
	assert.Equal(t, value(t, p, "size"), value(t, again, "size"), "what is written can be read")
}

func TestListing(t *testing.T) {
	p := must(t, `; a listing
SIZE	EQU	300
	ORG	1000H
M1	MACRO	value
	LD	A,value
	ENDM
START:	M1	5
	IF	0
	NOP
	ENDIF
TEXT:	DB	"hello"
AREA:	DS	2
	INCLUDE	"part.z80"
	END
`, Options{FS: fstest.MapFS{"part.z80": {Data: []byte("\tRET\n")}}})
	var b bytes.Buffer
	require.NoError(t, p.WriteListing(&b))
	assert.Equal(t, strings.TrimPrefix(`
                          ; test
                      1  ; a listing
      = 012C          2  SIZE	EQU	300
                      3  	ORG	1000H
                      4  M1	MACRO	value
                      5  	LD	A,value
                      6  	ENDM
1000                  7  START:	M1	5
1000  3E 05           +  	LD	A,5
                      8  	IF	0
                      9  	NOP
                     10  	ENDIF
1002  68 65 6C 6C    11  TEXT:	DB	"hello"
1006  6F
1007                 12  AREA:	DS	2
                     13  	INCLUDE	"part.z80"
                          ; part.z80
1009  C9              1  	RET
                          ; test
                     14  	END
`, "\n"), b.String())

	require.ErrorIs(t, p.WriteListing(broken{}), errBroken)
	require.ErrorIs(t, p.WriteSymbols(broken{}), errBroken)
}

var errBroken = errors.New("disk full")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestLineAt(t *testing.T) {
	p := must(t, " ORG 100H\n NOP\n LD HL,1234H\nA1: DS 3\n ORG 200H\n RET\n", Options{})
	for address, want := range map[uint16]int{
		0x100: 2, 0x101: 3, 0x103: 3, 0x104: 4, 0x106: 4, 0x200: 6,
		0xFF: 0, 0x107: 0, 0x1FF: 0, 0x201: 0,
	} {
		line, ok := p.LineAt(address)
		assert.Equal(t, want != 0, ok)
		assert.Equal(t, want, line.Number, "%04X", address)
	}
}

// The lines after an END are tried before they are read: that alone uses no name.
func TestLinesAfterAnEndUseNothingWhenTried(t *testing.T) {
	p := must(t, " NOP\n END\nCOUNT DEFL 1\n LD A,COUNT\nCOUNT DEFL 2\n LD A,COUNT\n RET\n", Options{})
	assert.Equal(t, []byte{0, 0x3E, 1, 0x3E, 2, 0xC9}, p.Image)
	p = must(t, " NOP\n END\nHX EQU 3\n LD A,HX\n INC A\n RET\n", Options{})
	assert.Equal(t, []byte{0, 0x3E, 3, 0x3C, 0xC9}, p.Image)
	p = must(t, " NOP\n END\n LD A,HX\n INC A\n RET\n", Options{})
	assert.Equal(t, []byte{0, 0xDD, 0x7C, 0x3C, 0xC9}, p.Image)
}

func TestIncludedFiles(t *testing.T) {
	files := fstest.MapFS{
		"one.z80": {
			Data: []byte("ONE: DB 1\n INCLUDE sub/two.z80\n DB 4\n END\n not read\n"),
		},
		"sub/two.z80":   {Data: []byte(" DB 2,ONE,THREE ; two\n WRONG EQU\n")},
		"self.z80":      {Data: []byte(" INCLUDE self.z80\n")},
		"open.z80":      {Data: []byte(" IF 1\n")},
		"close.z80":     {Data: []byte(" ENDIF\n")},
		"macro.z80":     {Data: []byte("M1 MACRO\n")},
		"folder/a.z80":  {Data: []byte(" DB 7\n")},
		"folder/b.z80":  {Data: []byte(" INCBIN bytes\n INCBIN c.bin\n")},
		"folder/bytes":  {Data: []byte{1, 2}},
		"c.bin":         {Data: []byte{3}},
		"quote's.z80":   {Data: []byte(" DB 8\n")},
		"with space.in": {Data: []byte(" DB 9\n")},
	}
	options := Options{FS: files}
	list := mistakes(t, " INCLUDE \"one.z80\" ; comment\nTHREE EQU 3", options)
	require.Len(t, list, 2)
	assert.Contains(t, list[0], "one.z80:4: lines of text after this END")
	assert.Equal(t, "sub/two.z80:2:11: a value is missing here", list[1])
	files["sub/two.z80"].Data = []byte(" DB 2,ONE,THREE\n")
	p := must(t, " INCLUDE \"one.z80\" ; comment\n DB 5\nTHREE EQU 3", options)
	assert.Equal(t, []byte{1, 2, 0, 3, 4, 5}, p.Image)
	line, _ := p.LineAt(2)
	assert.Equal(t, "sub/two.z80", line.File)
	assert.Equal(t, 1, line.Number)

	p = must(t, " INCLUDE folder/b.z80\n", options)
	assert.Equal(t, []byte{1, 2, 3}, p.Image)

	p = must(t, " INCLUDE 'folder\\a.z80'\n INCLUDE \"with space.in\"\n INCLUDE ./folder/a.z80\n",
		options)
	assert.Equal(t, []byte{7, 9, 7}, p.Image)

	endings := fstest.MapFS{}
	many := strings.Builder{}
	for i := range maxErrors {
		endings[fmt.Sprint(i)] = &fstest.MapFile{Data: []byte(" END\n not read\n")}
		fmt.Fprintf(&many, " INCLUDE %d\n", i)
	}
	list = mistakes(t, many.String()+" LD A", Options{FS: endings})
	assert.Contains(t, list[len(list)-1], "LD does not take A", "no warning takes its place")

	for source, want := range map[string]string{
		" INCLUDE gone.z80": "test:1:10: cannot include gone.z80: " +
			"open gone.z80: file does not exist",
		" INCLUDE ../asm.go": "test:1:10: cannot include ../asm.go: " +
			"files outside the folder of the source cannot be read here",
		" INCLUDE self.z80": "self.z80:1:2: macros and files are nested more than 200 deep: " +
			"does INCLUDE use itself?",
		" INCLUDE open.z80\n ENDIF":       "open.z80:1:1: IF without its ENDIF",
		" IF 1\n INCLUDE close.z80":       "test:1:1: IF without its ENDIF",
		" INCLUDE macro.z80\n NOP\n ENDM": "macro.z80:1:1: MACRO M1 without its ENDM",
	} {
		assert.Contains(t, mistakes(t, source, options), want)
	}
}

func TestDialectIsGuessed(t *testing.T) {
	for source, want := range map[string]Dialect{
		"":                                     Zilog,
		"; MOV and .LOC in a comment\n LD A,B": Zilog,
		" ORG 0\nX EQU 5":                      Zilog,
		"LABEL: DB 1":                          Zilog,
		"TEXT DB 1":                            Zilog,
		" .LOC 5":                              TDL,
		"X = 5":                                TDL,
		"L: MVI A,5\n RET\n CALL X":            TDL,
		" .DEFINE A=[RET]":                     TDL,
		" jr nz,x\n set 1,a":                   Zilog,
		" RLCR B":                              TDL,
	} {
		assert.Equal(t, want, guessDialect(source), source)
	}
	_, err := Assemble("empty dialect", read(t, "language.tdl"), Options{Dialect: Zilog})
	assert.Error(t, err)
	for name, want := range map[string]Dialect{
		"language.z80": Zilog, "language.tdl": TDL, "program.z80.gz": Zilog,
	} {
		p, err := Assemble(name, read(t, name), Options{})
		require.NoError(t, err)
		assert.Equal(t, want, p.Dialect)
	}
}

// A program whose ORG is written with an equate moves with the value that Define gives to that equate,
// and so does everything that depends on it.
func TestDefine(t *testing.T) {
	zilog := `VIDEO EQU 0C000H
start EQU 0
TBASE EQU START+100H
 ORG START+80H
 DW TBASE,START,VIDEO
 ORG TBASE
CODE: JP CODE
 ORG START
 JP CODE
`
	tdl := strings.NewReplacer(" EQU ", "=", "ORG", ".LOC", "DW", ".WORD", "JP", "JMP").
		Replace(zilog)
	for _, source := range []string{zilog, tdl} {
		still := must(t, source, Options{})
		assert.Equal(t, uint16(0), still.Origin)
		for _, address := range []uint16{0x100, 0x1000, 0xBE00} {
			p := must(t, source, Options{Define: map[string]uint16{"START": address}})
			assert.Equal(t, address, p.Origin)
			assert.Equal(t, address, value(t, p, "START"))
			assert.Equal(t, address+0x100, value(t, p, "TBASE"))
			assert.Equal(t, address+0x100, value(t, p, "CODE"))
			assert.Equal(t, uint16(0xC000), value(t, p, "VIDEO"))
			assert.Len(t, p.Image, len(still.Image))
			high := byte(address >> 8)
			assert.Equal(t, []byte{0, high + 1, 0, high, 0, 0xC0}, p.Image[0x80:0x86])
		}
		for _, name := range []string{"CODE", "NOBODY"} {
			list := mistakes(t, source, Options{Define: map[string]uint16{name: 1}})
			require.Len(t, list, 1)
			assert.Contains(t, list[0], "test:1:1: there is no equate "+name)
		}
	}
	p := must(t, "ON EQU 0\n IF ON\n NOP\n ENDIF\n HALT\n", Options{Define: map[string]uint16{"on": 1}})
	assert.Equal(t, []byte{0x00, 0x76}, p.Image)
}

// A value is refused if it is needed before it is known. Where it depends on the result, an assembler of
// two passes would have a phase error.
func TestPhaseErrorsCannotHappen(t *testing.T) {
	for source, want := range map[string]string{
		" DS AFTER\nAFTER: NOP":                        "AFTER has no value yet",
		" ORG AFTER+1\nAFTER: NOP":                     "AFTER has no value yet",
		" IF AFTER EQ 0\n NOP\n ENDIF\nAFTER: RET":     "AFTER has no value yet",
		"SIZE EQU AFTER-$\n DS SIZE+1\nAFTER:":         "AFTER has no value yet",
		" IF AFTER LT 1\n DS 5\n ENDIF\n NOP\nAFTER: ": "AFTER has no value yet",
	} {
		assert.Contains(t, mistakes(t, source, Options{})[0], want, source)
	}
	// A value known in time is fine, also through an equate.
	p := must(t, "BEFORE: NOP\nSIZE EQU BEFORE+2\n DS SIZE\nAFTER:", Options{})
	assert.Equal(t, uint16(3), value(t, p, "AFTER"))
}

// A source that grows without end is an error. The assembler stops early and uses little memory.
func TestBounds(t *testing.T) {
	times := strings.Repeat
	var doubling strings.Builder
	for i := range 30 {
		fmt.Fprintf(&doubling, "M%d MACRO\n M%d\n M%d\n ENDM\n", i, i+1, i+1)
	}
	doubling.WriteString("M30 MACRO\n ENDM\n M0\n")
	var chain strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&chain, "E%d EQU E%d\n", i, i+1)
	}
	chain.WriteString("E5000 EQU 1\n")
	const tooMany = "more than 200 values, signs and brackets"
	growing := "GROW MACRO a\n GROW a a a a a a a a\n ENDM\n GROW ABCDEFGHIJ\n"
	for name, c := range map[string]struct{ source, want string }{
		"macros that double":  {doubling.String(), "the source is too large"},
		"arguments that grow": {growing, "the source is too large"},
		"equates in a chain":  {chain.String(), "needs more than 200 other equates"},
		"brackets":            {" DW " + times("(", 300) + "1" + times(")", 300), tooMany},
		"signs":               {" DW " + times("-", 2000) + "1", tooMany},
		"NOT":                 {" DW " + times("NOT ", 2000) + "1", tooMany},
		"sums":                {" DW 1" + times("+1", 2000), tooMany},
		"much data":           {times(" ORG 0\n DS 0FFFFH,1\n", 65), "the source is too large"},
		"text":                {times(times(";", 1000)+"\n", 4200), "the source is too large"},
		"lines":               {times("\n", 300000), "the source is too large"},
	} {
		assert.Contains(t, strings.Join(mistakes(t, c.source, Options{}), "\n"), c.want, name)
	}
	// Each equate uses the next twice; there is no constant at the end.
	doubling.Reset()
	for i := 39; i >= 0; i-- {
		fmt.Fprintf(&doubling, "E%d EQU E%d+E%d\n", i, i+1, i+1)
	}
	source := "E40: EQU $\n" + doubling.String() + " ORG E0\n NOP\n"
	assert.Zero(t, must(t, source, Options{}).Origin)
	// A long chain in the usual order is no trouble.
	var lines strings.Builder
	lines.WriteString("E0 EQU 1\n")
	for i := range 5000 {
		fmt.Fprintf(&lines, "E%d EQU E%d+1\n", i+1, i)
	}
	assert.Equal(t, uint16(5001), value(t, must(t, lines.String(), Options{}), "E5000"))
}

func TestMacrosReplaceInstructions(t *testing.T) {
	// Listings for assemblers without Z80 instructions define their own.
	p := must(t,
		" .DEFINE EXX=[.BYTE 0D9H]\n .DEFINE JMPR[TO]=[.BYTE 18H, TO-.-2]\nL: EXX\n JMPR L\n",
		Options{})
	assert.Equal(t, []byte{0xD9, 0x18, 0xFD}, p.Image)
}

func TestErrorInAMacroNamesTheCall(t *testing.T) {
	source := "INNER MACRO x\n LD A,x\n ENDM\nOUTER MACRO y\n INNER y\n ENDM\n\n OUTER NOWHERE\n"
	_, err := Assemble("f.z80", []byte(source), Options{})
	assert.EqualError(t, err,
		"f.z80:2:7: NOWHERE is not defined (in a macro called at f.z80:8)\n LD A,NOWHERE\n      ^")
}

func TestSameSourceSameProgram(t *testing.T) {
	source := read(t, "program.z80.gz")
	one, err := Assemble("p", source, Options{})
	require.NoError(t, err)
	two, err := Assemble("p", source, Options{})
	require.NoError(t, err)
	assert.Equal(t, one.Image, two.Image)
	assert.Equal(t, one.Symbols, two.Symbols)
}

// The source has 8324 lines and gives 25504 bytes: more than the ROM, which is assembled whenever a
// command needs it.
func BenchmarkAssemble(b *testing.B) {
	source := read(b, "program.z80.gz")
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Assemble("program.z80", source, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(
		float64(bytes.Count(source, []byte("\n")))*float64(b.N)/b.Elapsed().Seconds()/1e6,
		"Mlines/s")
}
