package asm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// fuzz checks for any source what Assemble promises.
func fuzz(f *testing.F, dialect Dialect, suffix string) {
	files, err := filepath.Glob("testdata/errors/*" + suffix)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, "testdata/language"+suffix) {
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
