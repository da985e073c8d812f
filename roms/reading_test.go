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

	"sargon78/emu/asm"
	"sargon78/emu/z80"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/cells"
)

// The source of the ROM is there to be read, by people who never saw assembler. What they read
// must stay true: these tests are its bar.

// sourceLine is a line of the ROM's source, taken apart.
type sourceLine struct {
	file     string
	number   int
	text     string
	label    string // in the first column
	mnemonic string
	operands string
	comment  string // behind the semicolon
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
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			m := sourcePattern.FindStringSubmatch(line)
			require.NotNil(t, m, "%s:%d: %s", name, i+1, line)
			l := sourceLine{
				file: name, number: i + 1, text: line, label: m[1], mnemonic: m[2],
				operands: strings.TrimSpace(m[3]), comment: strings.TrimSpace(m[4]),
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
	name, place string
	head        []string // the comment above it
	before      string   // the routine above it in the same file
	callers     []string // in the order of the source
}

var (
	headPattern   = regexp.MustCompile(`^; (\w+(?:, \w+)*) +- `)
	calledPattern = regexp.MustCompile(`^; (?:(\w+) )?called by: (.*)$`)
	labelPattern  = regexp.MustCompile(`^(\w+):`)
)

// readRoutines finds the routines of the ROM, and who calls them in what was assembled.
func readRoutines(t *testing.T, image *roms.Image) (routines []*sourceRoutine) {
	t.Helper()
	heads := map[string][]string{} // what they say, of all that are in it
	var block []string
	for _, l := range image.Source.Lines {
		if strings.HasPrefix(l.Text, ";") {
			block = append(block, l.Text)
			continue
		}
		for _, line := range block {
			if m := headPattern.FindStringSubmatch(line); m != nil {
				for _, name := range strings.Split(m[1], ", ") {
					assert.Contains(t, image.Labels, name, "%s:%d: there is no such routine", l.File, l.Number)
					assert.Nil(t, heads[name], "%s:%d: %s has two heads", l.File, l.Number, name)
					heads[name] = block
				}
			}
		}
		block = nil
	}

	owners := map[uint16]*sourceRoutine{} // of the addresses of labels
	names := map[uint16]string{}          // of routines
	var here *sourceRoutine
	file := ""
	for _, l := range image.Source.Lines {
		m := labelPattern.FindStringSubmatch(l.Text)
		if m == nil || l.InMacro() {
			continue
		}
		if head := heads[m[1]]; head != nil {
			r := &sourceRoutine{name: m[1], place: fmt.Sprintf("%s:%d", l.File, l.Number), head: head}
			if here != nil && file == l.File {
				r.before = here.name
			}
			routines, here, file = append(routines, r), r, l.File
			names[l.Address] = r.name
		}
		require.NotNil(t, here, "%s:%d: no routine has begun", l.File, l.Number)
		owners[l.Address] = here
	}

	ended := true
	here = nil
	enter := func(l asm.Line, to uint16, called bool) {
		owner := owners[to]
		if owner == nil {
			return // outside the program, or no code
		}
		if names[to] == "" {
			shared := &owner.head[0] == &here.head[0] // read_move and read_move_more
			assert.False(t, called || owner != here && !shared,
				"%s:%d: what is called has no head: \"; NAME - what it does\"", l.File, l.Number)
			return
		}
		if owner != here && !slices.Contains(owner.callers, here.name) {
			owner.callers = append(owner.callers, here.name)
		}
	}
	for _, l := range image.Source.Lines {
		if !l.Instruction {
			continue
		}
		if names[l.Address] != "" {
			if !ended {
				enter(l, l.Address, false)
			}
			here = owners[l.Address]
		}
		i := z80.Decode(image.ByteAt, l.Address)
		if to, ok := i.Target(); ok {
			enter(l, to, strings.HasPrefix(i.Assembly(), "CALL"))
		}
		ended = !i.GoesOn()
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
	routines := readRoutines(t, romstest.Image(t))
	assert.Greater(t, len(routines), 80)
	for _, r := range routines {
		assert.Regexp(t, `(?m)^; uses: |\bUses \w`, strings.Join(r.head, "\n"),
			"%s: %s does not say what it uses", r.place, r.name)
		said, ok := r.calledBy()
		obvious := len(r.callers) == 1 && r.callers[0] == r.before
		if want := r.wantCalledBy(); ok || !obvious || want != r.before {
			assert.Equal(t, want, said, "%s: %s: right is \"; called by: %s\"", r.place, r.name, want)
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
