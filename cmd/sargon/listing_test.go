package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/roms/romstest"
)

// Eleven commands do with a listing what they do with the embedded ROM. All eleven read a listing in
// TDL's form. The first one also reads the other forms, and finds the same bytes and all names in each.
// The page owner uses a listing in Zilog's form (TestPagesAreDoneAsTheyAreWritten).
func TestFoundListingsInAllCommands(t *testing.T) {
	atHome(t)
	folder := t.TempDir()
	pgn := write(t, filepath.Join(folder, "game.pgn"), "1. e4 e5 *\n")
	const fen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"
	type command struct{ args, input, want string } // FEN and FILE stand for themselves, | for a blank
	commands := []command{
		{"rom info FILE", "", "SHA-256       29f1a5b0fb3bde48cf25d35780a91d92c942ebf055f04fea81a4d6090c4162f4"},
		{"rom asm FILE --load 1A00 --symbols-out -", "", "KOLOR EQU 01A20H"},
		{"rom list FILE", "", "1100  00 12 "},
		{"analyze --rom FILE --level 1 FEN", "", "fingerprint   12bd7ef08f7663cd"},
		{"play --plain --rom FILE --color white --level 1", "e2e4\nquit\n", "Sargon: e5"},
		{"compare --engines rom,rom:FILE --level 1 --cases 2 --seed 7", "", "no difference"},
		{"debug --plain --rom FILE --level 1 FEN", "break POINTS\ncontinue\nwhere\nquit\n", "POINTS"},
		{"prove --rom FILE store_move --max-cases 1", "", "store_move    §3    128          0"},
		{"replay PGN --check --rom FILE --level 1", "", "agrees with 2 of 2 moves"},
		{"record --rom FILE --level 1 FEN", "", `"tstates":6535605`},
		{"verify ../../compare/testdata/oracle/steps.jsonl.gz --limit 1 --rom FILE", "", "1 of 1"},
	}
	found := romstest.Found(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		file := write(t, filepath.Join(folder, name), found[name])
		some := commands[:1]
		if name == "tdl.asm" {
			some = commands
		}
		for _, c := range some {
			args := strings.Fields(c.args)
			for i, word := range args {
				args[i] = strings.NewReplacer("FILE", file, "FEN", fen, "PGN", pgn).Replace(word)
			}
			status, out, errs := run(t, c.input, args...)
			assert.Equal(t, cli.ExitOK, status, "%s: %s%s", name, c.args, errs)
			assert.True(t, strings.Contains(strings.ToUpper(out), strings.ToUpper(c.want)), "%s: %s: %.500s",
				name, c.args, out)
			if c.args == "rom info FILE" {
				assert.Contains(t, out, "has all that it needs", name)
			}
			for line := range strings.Lines(errs) {
				assert.Contains(t, line, "code follows this END", "%s: %s", name, c.args)
			}
		}
	}
}

// A file that is not a listing of the program is an error with one message.
func TestOtherFiles(t *testing.T) {
	folder := t.TempDir()
	const wanted = "wanted is the source text of a listing for the Z80"
	repeated := func(line string) string { return strings.Repeat(line+"\n", 30) }
	for name, test := range map[string]struct{ text, want string }{
		"hybrid.asm": {"\t.IF_Z80\n\tLD A,(HL)\n\t.ELSE\n\tMOV AL,[BX]\n\t.ENDIF\n" + repeated("\tMOV AX,BX"),
			"hybrid.asm:1: this is a converter's mixture for the Z80 and the 8086"},
		"x86.asm": {repeated("\tmov ax, word ptr [bx]\n\tpush bp"), "x86.asm:1: this is a source for the 8086"},
		"8080.asm": {"\tORG 100H\nBDOS\tEQU 5\nSTART:\tLXI SP,200H\n\tMVI C,9\n\tCALL BDOS\n\tDB 'x'\n\tEND\n",
			"8080.asm:3: this is a source for the 8080"},
		"6502.asm": {repeated("LOOP\tLDA #$05\n\tSTX $10\n\tJSR LOOP"), "this is a source for the 6502"},
		"doc.txt":  {`{\rtf1\ansi listing`, "doc.txt:1: this is text in RTF"},
		"page.txt": {"<!DOCTYPE html>\n<pre>\n LD A,1\n</pre>", "page.txt:1: this is a page of the web"},
		"doc.asm":  {"%PDF-1.4\x00\x01\x02", "doc.asm is a document in PDF"},
		"zip.asm":  {"PK\x03\x04\x00\x00", "zip.asm is an archive"},
		"dump.txt": {repeated("1100: 00 01 02 03 04 05 06 07  08 09 0A 0B 0C 0D 0E 0F  ........"),
			"this is a hexadecimal dump"},
		"s19.txt": {repeated("S1130000285F245F2212226A000424290008237C2A"), "this is in Motorola's S-records"},
		"bad.lst": {"1100              ORG 1100H\n1100 3E 01        LD A,1\n1102 06 02        LD B,3\n" +
			"1104 C9           RET\n", "bad.lst:3: this is a printed listing"},
		"other.lst": {"1100 3E 01        LD A,1\n1102 06 02        LD B,\n1104 C9           RET\n" +
			"1105 C9           RET\n", "other.lst:2: this is a printed listing"},
	} {
		file := write(t, filepath.Join(folder, name), test.text)
		for _, command := range [][]string{{"rom", "asm", file, "--symbols-out", "-"}, {"rom", "check", file},
			{"play", "--plain", "--rom", file}, {"compare", "--engines", "rom,rom:" + file}} {
			status, out, errs := run(t, "", command...)
			assert.NotEqual(t, cli.ExitOK, status, name)
			assert.Contains(t, errs, test.want, "%s: %s", command[0], name)
			assert.Contains(t, errs, wanted, name)
			assert.Equal(t, 1, strings.Count(errs, wanted), errs)
			assert.Empty(t, out)
		}
	}
}

func TestWarningsAsErrors(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "x.asm"), "\tORG 1100H\n\tEXX : LD A,1\n")
	status, out, errs := run(t, "", "rom", "asm", file, "--symbols-out", "-")
	assert.Equal(t, cli.ExitOK, status)
	assert.Contains(t, out, "EXX EQU 01100H")
	assert.Contains(t, errs, "warning: x.asm:2: EXX is a name here")
	status, out, errs = run(t, "", "rom", "asm", file, "--symbols-out", "-", "--werror")
	assert.Equal(t, cli.ExitFailure, status)
	assert.Empty(t, out)
	assert.Contains(t, errs, "--werror: x.asm:2: EXX is a name here")
}
