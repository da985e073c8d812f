package asm

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// read returns a file of testdata, unpacked if it is packed.
func read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	if strings.HasSuffix(name, ".gz") {
		r, err := gzip.NewReader(bytes.NewReader(content))
		require.NoError(t, err)
		content, err = io.ReadAll(r)
		require.NoError(t, err)
	}
	return content
}

// rows returns the lines of a file that are neither empty nor comments.
func rows(t testing.TB, name string) (list []string) {
	t.Helper()
	scan := bufio.NewScanner(bytes.NewReader(read(t, name)))
	for scan.Scan() {
		if row := scan.Text(); row != "" && row[0] != ';' {
			list = append(list, row)
		}
	}
	require.NotEmpty(t, list)
	return list
}

// bytesOf returns the bytes of a statement, which may have a line with ORG before it.
func bytesOf(t testing.TB, dialect Dialect, statement string) []byte {
	t.Helper()
	const equates = "ALPHA = 300\nBETA = 7\nTABLE = 3\n"
	p, err := Assemble("row", []byte(equates+statement), Options{Dialect: dialect})
	require.NoError(t, err, statement)
	return p.Image
}

// Every instruction gives the bytes that pasmo and z80asm give for it.
func TestInstructionsAgainstOtherAssemblers(t *testing.T) {
	by := map[string]int{}
	for _, row := range rows(t, "opcodes.txt") {
		fields := strings.Split(row, " ; ")
		require.Len(t, fields, 3, row)
		got := bytesOf(t, Zilog, " ORG 8000H\n "+fields[0])
		assert.Equal(t, strings.TrimSpace(fields[1]), fmt.Sprintf("% X", got), row)
		by[fields[2]]++
	}
	t.Log(by) // which assemblers knew them
	assert.Greater(t, by["pz"], 1000)
}

// Every row of the table is the first that fits some statement of opcodes.txt.
func TestEveryRowOfTheTableIsUsed(t *testing.T) {
	used := map[*syntax]bool{}
	for _, row := range rows(t, "opcodes.txt") {
		statement, _, _ := strings.Cut(row, " ; ")
		a := run("row", statement, Options{Dialect: Zilog})
		operands, ok := a.operands(1)
		require.True(t, ok)
		for _, s := range spellings()[Zilog][a.tokens[0].key] {
			if s.matches(operands) {
				used[s] = true
				break
			}
		}
	}
	for _, list := range spellings()[Zilog] {
		for _, s := range list {
			assert.True(t, used[s] || s.Name == "EX AF,AF", "nothing tests %s", s.Name)
		}
	}
}

// Instructions that the chip does not have are refused: of all pairs of operands only those in
// opcodes.txt are accepted.
func TestNothingElseIsAnInstruction(t *testing.T) {
	operands := strings.Fields(
		"A B H L I R F BC HL SP AF AF' IX IY IXH IYL (BC) (HL) (SP) (C) (IX+5) (IY+5) (IX) " +
			"NZ C 0 (0)")
	value := regexp.MustCompile(`\$([+-]\d+)?|-?\b\d[0-9A-F]*H?\b`)
	displacement := regexp.MustCompile(`\((I[XY])[-+]?\d*\)`)
	shape := func(statement string) string {
		return value.ReplaceAllString(
			displacement.ReplaceAllString(strings.TrimSpace(statement), "($1+0)"), "0")
	}
	exist := map[string]bool{"EX AF,AF": true, "JP HL": true, "JP IX": true, "JP IY": true}
	for _, row := range rows(t, "opcodes.txt") {
		statement, _, _ := strings.Cut(row, " ; ")
		exist[shape(statement)] = true
	}
	accepted := 0
	check := func(statement string) {
		if _, err := Assemble("row", []byte(" "+statement), Options{Dialect: Zilog}); err == nil {
			accepted++
			assert.True(t, exist[shape(statement)], statement)
		}
	}
	for mnemonic := range spellings()[Zilog] {
		check(mnemonic)
		for _, first := range operands {
			check(mnemonic + " " + first)
			for _, second := range operands {
				check(mnemonic + " " + first + "," + second)
			}
		}
	}
	assert.Greater(t, accepted, 500)
}

func TestExpressionsAgainstPasmo(t *testing.T) {
	for _, row := range rows(t, "expressions.txt") {
		text, want, _ := strings.Cut(row, " ; ")
		assert.Equal(t, want, fmt.Sprintf("% X", bytesOf(t, Zilog, " DW "+text)), text)
	}
}

// A source of 8000 lines, with everything that the language has, gives the image that pasmo makes of it.
func TestProgramAgainstPasmo(t *testing.T) {
	p, err := Assemble("program.z80", read(t, "program.z80.gz"), Options{})
	require.NoError(t, err)
	want := read(t, "program.bin.gz")
	assert.Equal(t, uint16(0x1000-0x80), p.Origin)
	require.Len(t, p.Image, len(want))
	for i := range want {
		if p.Image[i] != want[i] {
			line, _ := p.LineAt(p.Origin + uint16(i))
			t.Fatalf("%04X: %02X, pasmo has %02X: %s:%d: %s", int(p.Origin)+i, p.Image[i], want[i],
				line.File, line.Number, line.Text)
		}
	}
}

// Each row of the table in spec/assembler.md B, with each kind of operand, gives the bytes of the Zilog
// instruction next to it.
func TestTDLEqualsZilog(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rows(t, "equals.txt") {
		tdl, zilog, found := strings.Cut(row, "|")
		require.True(t, found, row)
		got := bytesOf(t, TDL, "\t.LOC 8000H\n\t"+tdl)
		assert.Equal(t, fmt.Sprintf("% X", bytesOf(t, Zilog, " ORG 8000H\n "+zilog)),
			fmt.Sprintf("% X", got), row)
		seen[strings.Fields(tdl)[0]] = true
	}
	for mnemonic := range spellings()[TDL] {
		assert.True(t, seen[mnemonic], "nothing tests %s", mnemonic)
	}
}

// Every instruction that Zilog's manual documents can be written in TDL.
func TestTDLReachesEveryDocumentedOpcode(t *testing.T) {
	// opcode is the instruction without its operand bytes.
	opcode := func(code []byte) string {
		n := 1
		if code[0] == 0xCB || code[0] == 0xED || code[0] == 0xDD || code[0] == 0xFD {
			n = 2
		}
		key := fmt.Sprintf("% X", code[:n])
		if n == 2 && code[0] != 0xCB && code[1] == 0xCB {
			key += fmt.Sprintf(" d %02X", code[3])
		}
		return key
	}
	reached := map[string]bool{}
	for _, row := range rows(t, "equals.txt") {
		tdl, _, _ := strings.Cut(row, "|")
		code := bytesOf(t, TDL, "\t.LOC 8000H\n\t"+tdl)
		reached[opcode(code)] = true
		if code[0] == 0xDD || code[0] == 0xFD { // equals.txt has only IX or only IY for each operand
			code[0] ^= 0xDD ^ 0xFD
			reached[opcode(code)] = true
		}
	}
	undocumented := regexp.MustCompile(
		`^SLL|I[XY][HL]|IN F,|IN \(C\)|OUT \(C\),0|^[A-Z]+ (\d,)?\(I[XY][-+0-9]*\),[BCDEHLA] `)
	loads := regexp.MustCompile(`^LD `)
	n := 0
	for _, row := range rows(t, "opcodes.txt") {
		if undocumented.MatchString(row) &&
			!(loads.MatchString(row) && !regexp.MustCompile(`I[XY][HL]`).MatchString(row)) {
			continue
		}
		code, err := hex.DecodeString(
			strings.ReplaceAll(strings.TrimSpace(strings.Split(row, " ; ")[1]), " ", ""))
		require.NoError(t, err)
		assert.True(t, reached[opcode(code)], row)
		n++
	}
	assert.Greater(t, n, 900)
}

// expectation is the comment in a golden file that says what its line must give.
var expectation = regexp.MustCompile(
	`;\s*(?:(@|=|\+)\s*([0-9A-Fa-f]+)|((?:[0-9A-F]{2} )*[0-9A-F]{2}))\s*$`)

func TestGolden(t *testing.T) {
	for _, name := range []string{"language.z80", "language.tdl", "foreign.z80", "others.z80"} {
		t.Run(name, func(t *testing.T) {
			p, err := Assemble(name, read(t, name), Options{})
			require.NoError(t, err)
			got := map[int][]byte{}
			size := map[int]int{}
			outer := 0
			for _, line := range p.Lines {
				if !line.InMacro() {
					outer = line.Number
				}
				got[outer] = append(got[outer], line.Bytes...)
				size[outer] += line.Size
			}
			checked := 0
			for _, line := range p.Lines {
				if line.InMacro() {
					continue
				}
				where := fmt.Sprintf("%s:%d: %s", name, line.Number, line.Text)
				m := expectation.FindStringSubmatch(line.Text)
				if m == nil {
					assert.Zero(t, size[line.Number], "a line without its expectation: %s", where)
					continue
				}
				checked++
				number, _ := strconv.ParseUint(m[2], 16, 16)
				switch m[1] {
				case "@":
					assert.Equal(t, fmt.Sprintf("%04X", number), fmt.Sprintf("%04X", line.Address),
						where)
				case "=":
					name := strings.TrimSuffix(strings.Fields(line.Text)[0], ":")
					assert.Equal(t, fmt.Sprintf("%04X", number),
						fmt.Sprintf("%04X", value(t, p, name)), where)
				case "+":
					assert.Equal(t, int(number), size[line.Number], where)
					assert.Empty(t, got[line.Number], where)
				default:
					assert.Equal(t, m[3], fmt.Sprintf("% X", got[line.Number]), where)
				}
			}
			assert.Greater(t, checked, 30)
		})
	}
}

var errorExpectation = regexp.MustCompile(`; ERROR(\^?) ("(?:[^"\\]|\\.)*")`)

func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			source := read(t, filepath.Join("errors", name))
			want := map[int]string{}
			for i, line := range strings.Split(string(source), "\n") {
				m := errorExpectation.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				number := i + 1
				for back := m[1]; back != ""; back = "" {
					number--
				}
				message, err := strconv.Unquote(m[2])
				require.NoError(t, err, line)
				want[number] = message
			}
			p, err := Assemble(name, source, Options{})
			assert.Nil(t, p)
			var list ErrorList
			require.ErrorAs(t, err, &list)
			for _, e := range list {
				first, _, _ := strings.Cut(e.Error(), "\n")
				if message, ok := want[e.Line]; assert.True(t, ok, "not expected: %v", e) {
					assert.Contains(t, first, message)
				}
				delete(want, e.Line)
			}
			assert.Empty(t, want, "errors that did not come")
		})
	}
}
