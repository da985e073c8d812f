package asm

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// seeds are short sources of the kinds in which an assembler easily passes over some text.
var seeds = []string{
	" IF X=1\n DB 1\n ELSE IF X=3\n DB 2\n ENDIF\nX EQU 2\n", " IF 0\n DB 1\n ELSEIF 1\n DB 2\n ENDIF\n",
	" IF 1\n ELSE\n ENDIF\n", "M MACRO A\n LOCAL B\nB: DB A\n ENDM\n M 5\n", " END\nX: DB 1\n",
	" EXX : LD A,1\n", " DI : HALT\n", "NOP : NOP\n", "FOO\n DB 1\n", " DB 1 SHL 2+1\n",
	" DB 1\n\x1A DB 2\n", " REPT 3\n DB 1\n ENDM\n", " INCLUDE x\n", " INCBIN x\n",
	"A$B DEFL 1\nA$B DEFL 2\n", " DB #FF,%101,&FF,\"\\n\\x41\"\n", " LD A,XH\n", ".LOC 0\n.BYTE 1\n.END\n.BYTE 2\n",
	".RADIX 16\n.BYTE 10D\n", ".DEFINE M[A]=[<E @T\n@T\n]\n", ".DEFINE M[A]=[.BYTE A]\nM 5\n", " IFDEF X\n ELSE\n DB 1\n ENDIF\n",
	"1100 3E 01        LD A,1\n1102 06 02        LD B,2\n1104 C9           RET\n", "{\\rtf1", " MVI A,1\n ORG 5\n",
}

// checkNothingIsLost puts the word zz after each of the first statements of a source that assembles to
// p. It fails if there is no error then, and the image and the numbers of symbols and warnings stay.
func checkNothingIsLost(t *testing.T, source []byte, options Options, p *Program) {
	const few = 4
	if len(p.Warnings) > 0 && strings.Contains(p.Warnings[0].Message, "printed listing") {
		return // the heads of its pages are passed over
	}
	lines := strings.Split(Text(source), "\n")
	options.Dialect = p.Dialect
	macros := run("fuzz", Text(source), options).macros
	with := func(i int, line string) (*Program, bool) {
		changed := append(append(append([]string{}, lines[:i]...), line), lines[i+1:]...)
		q, err := Assemble("fuzz", []byte(strings.Join(changed, "\n")), options)
		return q, err == nil
	}
	for i, line := range lines[:min(few, len(lines))] {
		s := scanner{dialect: p.Dialect, radix: 10}
		s.scan(line)
		if len(s.tokens) == 0 || s.mistake != nil {
			continue
		}
		if _, ok := with(i, "\""); ok {
			continue // the line is skipped by IF, belongs to a macro that is never called, or follows END
		}
		takesMore := func(t token) bool { // text after it has no effect here, or only later
			op := operations()[p.Dialect][t.key]
			return op.directive == dIgnored || op.directive == dMacro || op.directive == dDefine ||
				macros[t.key] != nil
		}
		if slices.ContainsFunc(s.tokens, takesMore) {
			continue
		}
		q, ok := with(i, line[:s.comment]+" zz"+line[s.comment:])
		if ok && bytes.Equal(p.Image, q.Image) && len(p.Symbols) == len(q.Symbols) &&
			len(p.Warnings) == len(q.Warnings) {
			t.Fatalf("zz is passed over after line %d, %q", i+1, line)
		}
	}
}

// fuzz checks that Assemble keeps its promises for any source.
func fuzz(f *testing.F, dialect Dialect, suffix string) {
	files, err := filepath.Glob("testdata/errors/*" + suffix)
	if err != nil {
		f.Fatal(err)
	}
	files = append(files, "testdata/language"+suffix)
	if dialect == Zilog {
		files = append(files, "testdata/foreign.z80", "testdata/others.z80")
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source)
		for _, line := range strings.SplitAfter(string(source), "\n") {
			f.Add([]byte(line))
		}
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		options := Options{Dialect: dialect, FS: fstest.MapFS{"x": {Data: source}}}
		p, err := Assemble("fuzz", source, options)
		if err != nil {
			list, ok := err.(ErrorList)
			if !ok || len(list) == 0 || len(list) > maxErrors || p != nil {
				t.Fatalf("%T, %d errors, program %v", err, len(list), p)
			}
			for _, e := range list {
				isWarning := e.Source == "" && e.Column == 0
				if e.Line < 1 || e.Column < 1 && !isWarning || e.Message == "" ||
					!strings.Contains(e.Source, e.Text) {
					t.Fatalf("error without a place: %#v", e)
				}
			}
			_ = err.Error()
			return
		}
		checkNothingIsLost(t, source, options, p)
		if len(p.Image) > 0x10000-int(p.Origin) {
			t.Fatal("an image past the end of memory")
		}
		for _, line := range p.Lines {
			if line.Size < len(line.Bytes) || int(line.Address)+line.Size > 0x10000 {
				t.Fatalf("line %+v", line)
			}
		}
		for offset := range p.Image {
			line, ok := p.LineAt(p.Origin + uint16(offset))
			if ok && len(line.Bytes) > 0 &&
				line.Bytes[int(p.Origin)+offset-int(line.Address)] != p.Image[offset] {
				t.Fatalf("%04X is not what its line put there", int(p.Origin)+offset)
			}
		}
		var b strings.Builder
		if err := p.WriteListing(&b); err != nil {
			t.Fatal(err)
		}
		if err := p.WriteSymbols(&b); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzZilog(f *testing.F) { fuzz(f, Zilog, ".z80") }

func FuzzTDL(f *testing.F) { fuzz(f, TDL, ".tdl") }
