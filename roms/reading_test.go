package roms_test

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/cells"
)

// The source of the ROM is there to be read, by people who never saw assembler. What they read
// must stay true: these tests are its bar.

// sourceLine is a line of the ROM's source, taken apart.
type sourceLine struct {
	file           string
	number         int
	text           string
	label          string // in the first column
	mnemonic       string
	operands       string
	comment        string // behind the semicolon
	alone          bool   // nothing but a comment
	macro, inMacro bool
}

func (l sourceLine) place() string { return fmt.Sprintf("%s:%d", l.file, l.number) }

// code says that the line has more than a comment.
func (l sourceLine) code() bool { return l.label != "" || l.mnemonic != "" }

var sourcePattern = regexp.MustCompile(`^(\w+)?:?(?:\s+(\w+)(?:\s+((?:[^;']|'[^']*')*))?)?\s*(?:;(.*))?$`)

// readSource returns the lines of a program, the ROM's in main.z80, in the order in which its
// main file includes the others.
func readSource(t *testing.T, mainFile string) []sourceLine {
	t.Helper()
	names := []string{mainFile}
	main := must.Have(fs.ReadFile(roms.Source(), mainFile))
	for _, m := range regexp.MustCompile(`INCLUDE "(.*)"`).FindAllStringSubmatch(string(main), -1) {
		names = append(names, m[1])
	}
	var all []sourceLine
	for _, name := range names {
		text := must.Have(fs.ReadFile(roms.Source(), name))
		inMacro := false
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			m := sourcePattern.FindStringSubmatch(line)
			require.NotNil(t, m, "%s:%d: %s", name, i+1, line)
			l := sourceLine{
				file: name, number: i + 1, text: line, label: m[1], mnemonic: m[2],
				operands: strings.TrimSpace(m[3]), comment: strings.TrimSpace(m[4]),
				alone: strings.HasPrefix(line, ";"),
			}
			l.macro = l.mnemonic == "MACRO"
			inMacro = inMacro || l.macro
			l.inMacro = inMacro
			if l.mnemonic == "ENDM" {
				inMacro = false
			}
			all = append(all, l)
		}
	}
	return all
}

// One width, on paper and beside the board of the debugger.
func TestTheSourceHasOneWidth(t *testing.T) {
	for _, l := range append(readSource(t, "main.z80"), readSource(t, "terminal.z80")...) {
		assert.LessOrEqual(t, utf8.RuneCountInString(l.text), 100, l.place())
		assert.Equal(t, strings.TrimRight(l.text, " \t"), l.text, "%s ends in blanks", l.place())
		assert.NotContains(t, l.text, "\t", "%s has a tab", l.place())
	}
}

// To say in words what the mnemonic says is no gloss, and neither is one text at many places.
var (
	mnemonicWords = strings.Fields(`
		load ld loads loaded copy copies get gets put puts set sets reset resets store stores push
		pushes pop pops add adds added plus subtract sub minus increment inc increase decrement dec
		decrease one more less by go goes jump jumps jr jp djnz call calls return returns ret to from
		into in of on with and or xor exclusive the a an is be it if then when else not zero nonzero
		carry sign negative positive compare compares cp rotate left right shift swap exchange ex
		negate neg invert complement bit byte word register memory address value clear loop`)
	wordPattern = regexp.MustCompile(`[a-z0-9_]+`)
)

const maxSameGloss = 4

// restates tells whether a gloss says no more than the instruction beside it.
func restates(l sourceLine) bool {
	own := wordPattern.FindAllString(strings.ToLower(l.mnemonic+" "+l.operands), -1)
	for _, word := range wordPattern.FindAllString(strings.ToLower(l.comment), -1) {
		if !slices.Contains(mnemonicWords, word) && !slices.Contains(own, word) {
			return false
		}
	}
	return true
}

func TestWhatIsNoGloss(t *testing.T) {
	for line, none := range map[string]bool{
		"        INC     HL":                                       true,
		"        INC     HL                      ;":                true,
		"        INC     HL                      ; increment HL":   true,
		"        LD      A,(M3)                  ; load A from M3": true,
		"        RET     Z                       ; return if zero": true,
		"        CP      KING                    ; A = KING?":      true,
		"        JR      Z,gen_turn              ; a king may not": false,
		"        RET     C                       ; nobody attacks": false,
	} {
		m := sourcePattern.FindStringSubmatch(line)
		l := sourceLine{mnemonic: m[2], operands: m[3], comment: m[4]}
		assert.Equal(t, none, restates(l), line)
	}
}

// At least half of the lines say what they mean here, in the whole and in every file that takes
// part in a search.
func TestHalfOfTheLinesAreGlossed(t *testing.T) {
	type share struct{ lines, glossed int }
	files := map[string]share{}
	same := map[string]int{}
	var all share
	for _, l := range readSource(t, "main.z80") {
		if !l.code() {
			continue
		}
		s := files[l.file]
		s.lines++
		all.lines++
		if l.comment != "" {
			same[l.comment]++
		}
		if same[l.comment] <= maxSameGloss && !restates(l) {
			s.glossed++
			all.glossed++
		}
		files[l.file] = s
	}
	assert.Greater(t, all.lines, 2800)
	assert.GreaterOrEqual(t, 2*all.glossed, all.lines, "%d of %d", all.glossed, all.lines)
	t.Logf("%d of %d lines have a gloss", all.glossed, all.lines)
	for _, file := range strings.Fields("cells board record attack pins exchange evaluate generate " +
		"make sort search book game") {
		s := files[file+".z80"]
		assert.Greater(t, s.lines, 20, file)
		assert.GreaterOrEqual(t, 2*s.glossed, s.lines, "%s: %d of %d", file, s.glossed, s.lines)
	}
}

// A routine is what is called, or jumped to from another routine, or run into.
type sourceRoutine struct {
	name, file string
	line       int
	head       []string // the comment above it; nil if there is none
	before     string   // the routine above it in the same file
	callers    []string // in the order of the source
}

var (
	headPattern   = regexp.MustCompile(`^; (\w+(?:, \w+)*) +- `)
	calledPattern = regexp.MustCompile(`^; (?:(\w+) )?called by: (.*)$`)
	target        = regexp.MustCompile(`^(?:(?:NZ|Z|NC|C|PO|PE|P|M),)?(\w+)$`)
)

// layout are the lines that the processor never meets.
var layout = strings.Fields("DB DS DW ENDM EQU INCLUDE ORG")

// readRoutines finds the routines of the ROM and who calls them.
func readRoutines(t *testing.T, lines []sourceLine) []*sourceRoutine {
	t.Helper()
	labels := map[string]bool{}
	for _, l := range lines {
		if strings.HasPrefix(l.text, l.label+":") && l.label != "" {
			labels[l.label] = true
		}
	}
	heads := map[string][]string{}
	for i := 0; i < len(lines); i++ {
		block := i
		for block < len(lines) && lines[block].alone && lines[block].file == lines[i].file {
			block++
		}
		var text []string
		for _, l := range lines[i:block] {
			text = append(text, l.text)
		}
		for _, line := range text {
			m := headPattern.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			for _, name := range strings.Split(m[1], ", ") {
				assert.True(t, labels[name], "%s: there is no routine %s", lines[i].place(), name)
				assert.Nil(t, heads[name], "%s: %s has two heads", lines[i].place(), name)
				heads[name] = text
			}
		}
		i = max(i, block-1)
	}

	var routines []*sourceRoutine
	byName := map[string]*sourceRoutine{}
	owner := map[string]*sourceRoutine{} // of a label
	var here *sourceRoutine
	begin := func(l sourceLine) {
		r := &sourceRoutine{name: l.label, file: l.file, line: l.number, head: heads[l.label]}
		if here != nil && here.file == l.file {
			r.before = here.name
		}
		routines, byName[l.label], here = append(routines, r), r, r
	}
	for _, l := range lines {
		if labels[l.label] && heads[l.label] != nil {
			begin(l)
		}
		if labels[l.label] {
			require.NotNil(t, here, "%s: no routine has begun", l.place())
			owner[l.label] = here
		}
	}

	macros, macro := map[string][]string{}, ""
	data := map[string]bool{} // macros without an instruction
	here = nil
	ended := true
	enter := func(l sourceLine, name string, called bool) {
		if owner[name] == nil {
			return // outside the program, or no code
		}
		r := byName[name]
		if r == nil {
			shared := &owner[name].head[0] == &here.head[0] // read_move and read_move_more
			assert.False(t, called || owner[name] != here && !shared,
				"%s: %s is called, but it has no head: \"; %s - what it does\"", l.place(), name, name)
			return
		}
		if r != here && !slices.Contains(r.callers, here.name) {
			r.callers = append(r.callers, here.name)
		}
	}
	for _, l := range lines {
		if r := byName[l.label]; r != nil && labels[l.label] {
			if !ended {
				enter(l, l.label, false)
			}
			here = r
		}
		switch to := target.FindStringSubmatch(l.operands); {
		case l.macro:
			macro = l.label
			data[macro] = true
		case l.mnemonic == "ENDM":
			macro = ""
		case l.mnemonic == "CALL", l.mnemonic == "JP", l.mnemonic == "JR", l.mnemonic == "DJNZ":
			require.NotNil(t, to, l.place())
			if macro != "" {
				macros[macro] = append(macros[macro], to[1])
				continue
			}
			enter(l, to[1], l.mnemonic == "CALL")
		case macros[l.mnemonic] != nil && macro == "":
			for _, name := range macros[l.mnemonic] {
				enter(l, name, true)
			}
		}
		switch {
		case l.mnemonic == "" || l.macro || slices.Contains(layout, l.mnemonic) || data[l.mnemonic]:
		case macro != "":
			data[macro] = false
		default:
			conditional := strings.Contains(l.operands, ",") || l.mnemonic == "RET" && l.operands != ""
			leaves := l.mnemonic == "RET" || l.mnemonic == "JP" || l.mnemonic == "JR"
			ended = leaves && !conditional
		}
	}
	return routines
}

// calledBy is what a head says about a routine; ok if it says something.
func (r *sourceRoutine) calledBy() (said string, ok bool) {
	for i, line := range r.head {
		m := calledPattern.FindStringSubmatch(line)
		if m == nil || m[1] != "" && m[1] != r.name {
			continue
		}
		said = m[2]
		for _, more := range r.head[i+1:] {
			rest, isMore := strings.CutPrefix(more, ";      ")
			if !isMore {
				break
			}
			said += " " + strings.TrimSpace(rest)
		}
		return said, true
	}
	return "", false
}

// hosts is what the line says of a routine that is an entry point: an emulator or a test calls it,
// or waits until the program does.
const hosts = "hosts (spec 15)"

func (r *sourceRoutine) wantCalledBy() string {
	list := slices.Clone(r.callers)
	if slices.Contains(cells.EntryPoints, r.name) {
		list = append(list, hosts)
	}
	return strings.Join(list, ", ")
}

// Every routine says what it is for, what it spoils, and who calls it; not if only the one above
// does, which everybody sees.
func TestRoutinesHaveHeadsAndCalledByIsTrue(t *testing.T) {
	routines := readRoutines(t, readSource(t, "main.z80"))
	assert.Greater(t, len(routines), 80)
	for _, r := range routines {
		assert.Regexp(t, `(?m)^; uses: |\bUses \w`, strings.Join(r.head, "\n"),
			"%s:%d: %s does not say what it uses", r.file, r.line, r.name)
		said, ok := r.calledBy()
		obvious := len(r.callers) == 1 && r.callers[0] == r.before
		if want := r.wantCalledBy(); ok || !obvious || want != r.before {
			assert.Equal(t, want, said, "%s:%d: %s: right is \"; called by: %s\"", r.file, r.line,
				r.name, want)
		}
	}
	want := slices.DeleteFunc(slices.Sorted(slices.Values(cells.EntryPoints)),
		func(name string) bool { return name == "MVEMSG" }) // a cell
	var are []string
	for _, r := range routines {
		if slices.Contains(want, r.name) {
			are = append(are, r.name)
		}
	}
	slices.Sort(are)
	assert.Equal(t, want, are)
}

// The names that had to stay are explained.
func TestTheGlossaryHasEveryName(t *testing.T) {
	explained := map[string]bool{}
	row := regexp.MustCompile(`^; {3}(\w+) +\S.* spec \d`)
	for _, l := range readSource(t, "main.z80") {
		if m := row.FindStringSubmatch(l.text); m != nil && l.file == "names.z80" {
			assert.False(t, explained[m[1]], "%s: %s twice", l.place(), m[1])
			explained[m[1]] = true
		}
	}
	names := slices.Sorted(slices.Values(cells.Names()))
	assert.Equal(t, names, slices.Sorted(maps.Keys(explained)))
}

// Words beside the code change no byte of it. Whoever changes the program on purpose changes this.
func TestTheROMIsTheSame(t *testing.T) {
	image := must.Have(roms.Open("", roms.Options{}))
	assert.Equal(t, "29f1a5b0fb3bde48cf25d35780a91d92c942ebf055f04fea81a4d6090c4162f4", image.SHA256())
}
