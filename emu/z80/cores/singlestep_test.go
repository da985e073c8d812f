package cores_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
	"sargon78/emu/z80/library"
	"sargon78/emu/z80/translator"
	"sargon78/sargon/must"
)

// Every core runs cases of one instruction each, of a suite that was not made here, and must come
// out with all registers, WZ, Q, R, memory, ports and T-states. Only the library may differ, in the
// groups of instructions that its package comment names.

var caseFile = flag.String("cases", "../testdata/singlestep/z80.jsonl.gz",
	"cases of one instruction each, as ../testdata/singlestep/README.md describes them")

// sample is how many cases that file has, four of each opcode. Compiling takes long: of these one in
// so many is translated, of a longer file each. Package translator holds every instruction in many
// states against the interpreter, which runs all cases here.
const sample, compiled = 6416, 11

// singleStep is a case.
type singleStep struct {
	Name           string
	Initial, Final chipState
	Ports          [][3]any
	Cycles         uint64
}

type chipState struct {
	PC, SP, WZ, IX, IY                         uint16
	A, F, B, C, D, E, H, L, I, R, IM, P, EI, Q uint8
	IFF1, IFF2                                 uint8
	AF_, BC_, DE_, HL_                         uint16
	RAM                                        [][2]uint16
}

func (s *chipState) registers() z80.Registers {
	return z80.Registers{
		A: s.A, F: s.F, B: s.B, C: s.C, D: s.D, E: s.E, H: s.H, L: s.L,
		AF_: s.AF_, BC_: s.BC_, DE_: s.DE_, HL_: s.HL_,
		IX: s.IX, IY: s.IY, SP: s.SP, PC: s.PC, WZ: s.WZ,
		I: s.I, R: s.R, IFF1: s.IFF1 != 0, IFF2: s.IFF2 != 0, IM: s.IM,
		Q: s.Q != 0, AfterEI: s.EI != 0, AfterLDAI: s.P != 0,
	}
}

// set puts a chip into the state, with a mark where the instruction ends.
func (c *singleStep) set(chip *z80.Chip, ports *[]string) {
	*chip = z80.Chip{State: z80.State{Registers: c.Initial.registers()}}
	for _, b := range c.Initial.RAM {
		chip.Memory[b[0]] = uint8(b[1])
	}
	chip.Marks[c.Final.PC] = 1
	*ports = nil
	in := c.Ports
	chip.In = func(port uint16) (v uint8) {
		if len(in) > 0 {
			v = uint8(in[0][1].(float64))
			in = in[1:]
		}
		*ports = append(*ports, fmt.Sprintf("[%d %d r]", port, v))
		return v
	}
	chip.Out = func(port uint16, v uint8) {
		*ports = append(*ports, fmt.Sprintf("[%d %d w]", port, v))
	}
}

// differences names what has come out otherwise.
func (c *singleStep) differences(chip *z80.Chip, ports []string) (list []string) {
	differs := func(name string, different bool) {
		if different {
			list = append(list, name)
		}
	}
	is, want := chip.Registers, c.Final.registers()
	if want.F == 0 { // then the suite cannot tell
		want.Q = is.Q
	}
	want.Halted = is.Halted // it does not tell
	differs("WZ", is.WZ != want.WZ)
	differs("Q", is.Q != want.Q)
	differs("R", is.R != want.R)
	differs("PC", is.PC != want.PC)
	differs("IFF1", is.IFF1 != want.IFF1)
	differs("F", is.F != want.F)
	is.WZ, is.Q, is.R, is.PC, is.IFF1, is.F = want.WZ, want.Q, want.R, want.PC, want.IFF1, want.F
	differs("registers", is != want)
	var memory [65536]uint8
	for _, b := range c.Final.RAM {
		memory[b[0]] = uint8(b[1])
	}
	differs("memory", chip.Memory != memory)
	var wanted []string
	for _, p := range c.Ports {
		wanted = append(wanted, fmt.Sprint(p))
	}
	differs("ports", !slices.Equal(ports, wanted))
	differs("T-states", chip.TStates != c.Cycles)
	return list
}

// opcode is what the name of a case begins with.
func (c *singleStep) opcode() string { return c.Name[:strings.LastIndexByte(c.Name, ' ')] }

func readCases(t *testing.T) (cases []*singleStep) {
	t.Helper()
	file := must.Have(os.Open(*caseFile))
	defer file.Close()
	for lines := json.NewDecoder(bufio.NewReader(must.Have(gzip.NewReader(file)))); lines.More(); {
		c := new(singleStep)
		require.NoError(t, lines.Decode(c))
		cases = append(cases, c)
	}
	return cases
}

// run runs a case on a core, and names what has come out otherwise.
func (c *singleStep) run(chip *z80.Chip, core z80.Core) []string {
	var ports []string
	c.set(chip, &ports)
	core.Run(chip, 10_000)
	return c.differences(chip, ports)
}

func TestSingleSteps(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // each case makes much, and keeps nothing
	cases := readCases(t)
	require.GreaterOrEqual(t, len(cases), sample)
	t.Run("interpreter", func(t *testing.T) {
		chip := &z80.Chip{}
		for _, c := range cases {
			require.Empty(t, c.run(chip, &z80.Interpreter{}), c.Name)
		}
	})
	t.Run("translator", func(t *testing.T) {
		const both = z80.FlagS | z80.FlagZ
		chip, tried, translated := &z80.Chip{}, 0, 0
		for n, c := range cases {
			if n%compiled != 0 && len(cases) == sample || c.Initial.Q != 0 || c.Initial.F&both == both {
				continue // with Q, or with S and Z, a translation is not entered
			}
			tried++
			core := translator.Eager(4)
			for range 2 { // then it is translated
				require.Empty(t, c.run(chip, core), c.Name)
			}
			if core.Translated() > 0 {
				translated++
			}
		}
		if translator.Available() {
			assert.Greater(t, translated, tried/3)
		}
	})
	t.Run("library", func(t *testing.T) { holdLibrary(t, cases) })
}

// otherwise is a group of instructions that the library executes otherwise.
type otherwise struct {
	opcodes *regexp.Regexp
	text    string
	differs string // what may, besides WZ and Q
	want    [2]int // how many cases come out otherwise, of how many; of the cases of the sample
	cases   int
	of      int
}

// holdLibrary runs the cases on the library, which has no WZ and no Q. What else differs must be in
// one of the groups, and in the sample as often as the group says.
func holdLibrary(t *testing.T, cases []*singleStep) {
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // it logs what it does not know
	const prefix, anything = "(dd|fd) ", "R PC IFF1 F registers memory ports T-states"
	group := func(opcodes, text, differs string, cases, of int) *otherwise {
		return &otherwise{opcodes: regexp.MustCompile("(?i)^(" + opcodes + ")$"), text: text,
			differs: differs, want: [2]int{cases, of}}
	}
	groups := []*otherwise{
		group("37|3f", "SCF, CCF", "F", 4, 8),
		group("cb [4-7][6e]", "BIT b,(HL)", "F", 23, 32),
		group(prefix+"cb __ ([0-3]|[89a-f])[6e]|"+prefix+"cb __ [4-7].", "DD CB d and FD CB d", "R F", 704, 704),
		group(prefix+"cb __ ..", "the same, with a register besides", "R F registers memory", 1344, 1344),
		group(prefix+"([0-3][0-8a-f]|76|[c-f].)", "DD and FD that change nothing", anything, 767, 968),
		group("ed (4c|[567][4c]|4e|66|6e|7[6e])", "duplicates of NEG and IM", "F registers", 42, 48),
		group("ed ([567][5d])", "duplicates of RETN", anything, 24, 24),
		group("ed 4d", "RETI", "IFF1", 3, 4),
		group("ed 7[01]", "IN F,(C), OUT (C),0", "F ports", 8, 8),
		group("d3|db|ed [4-7][0189]", "IN, OUT", "ports", 64, 64),
		group("ed [ab][23ab]", "block input and output", "F ports", 32, 32),
		group("ed b[0189]", "LDIR, CPIR, LDDR, CPDR", "F", 13, 16),
	}
	chip, groupOf := &z80.Chip{}, map[string]*otherwise{}
	for _, c := range cases {
		list := c.run(chip, library.New())
		opcode := c.opcode()
		if groupOf[opcode] == nil {
			i := slices.IndexFunc(groups, func(o *otherwise) bool { return o.opcodes.MatchString(opcode) })
			if groupOf[opcode] = group("", "none", "", 0, 0); i >= 0 {
				groupOf[opcode] = groups[i]
			}
		}
		o := groupOf[opcode]
		list = slices.DeleteFunc(list, func(what string) bool { return what == "WZ" || what == "Q" })
		for _, what := range list {
			assert.Contains(t, strings.Fields(o.differs), what, c.Name)
		}
		o.of++
		if len(list) > 0 {
			o.cases++
		}
	}
	if len(cases) != sample {
		return
	}
	for _, o := range groups {
		assert.Equal(t, o.want, [2]int{o.cases, o.of}, o.text)
	}
}
