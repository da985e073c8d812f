package prove

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon/must"
	"sargon78/sargon/spec/cells"
)

var (
	headLine = regexp.MustCompile(`(?ms)^; (\w+) +- .*?^; -{20}`)
	headPart = regexp.MustCompile(`(?m)^; (in|out|uses): *(.*(?:\n;  +.*)*)`)
	headWord = regexp.MustCompile(`[A-Z][A-Z0-9]*'?`)
	headList = regexp.MustCompile(`\b(lists?|records?|head of)\b`)
	headBut  = regexp.MustCompile(`all registers( but (.*?))?([;,(]|$)`)
)

// heads are what the heads of the routines in the sources say of registers and cells that they are
// given, and of those that change.
func heads(t *testing.T) (given, all map[string]string) {
	given, all = map[string]string{}, map[string]string{}
	names := must.Have(fs.Glob(roms.Source(), "*.z80"))
	for _, name := range names {
		text := must.Have(fs.ReadFile(roms.Source(), name))
		for _, head := range headLine.FindAllString(string(text), -1) {
			in, said := "", ""
			for _, part := range headPart.FindAllStringSubmatch(head, -1) {
				if part[1] == "in" {
					in = part[2]
					continue
				}
				said += " " + strings.ReplaceAll(part[2], "\n;", " ") + ";"
			}
			for _, label := range regexp.MustCompile(`(?m)^; (\w+) +- `).FindAllStringSubmatch(head, -1) {
				given[label[1]], all[label[1]] = in, said
			}
		}
	}
	return given, all
}

// changed are the registers and cells that a head names, with those of the routines it names.
func changed(all map[string]string, label string) (registers set, named map[string]bool) {
	named = map[string]bool{}
	said := strings.Join(strings.Fields(all[label]), " ")
	if but := headBut.FindStringSubmatch(said); but != nil {
		registers = every &^ setOf("AF'")
		for _, name := range headWord.FindAllString(but[2], -1) {
			registers &^= registersNamed[name]
		}
		if strings.Contains(but[2], "the alternates") {
			registers &^= setOf("AF' BC' DE' HL'")
		}
		said = strings.Replace(said, but[0], but[3], 1)
	}
	for _, name := range headWord.FindAllString(said, -1) {
		registers |= registersNamed[name]
		named[name] = true
		if _, other := all[name]; other && name != label {
			r, cells := changed(all, name)
			registers |= r
			for cell := range cells {
				named[cell] = true
			}
		}
	}
	return registers, named
}

// The heads of the routines and the contracts say the same: no register and no cell changes of which
// the head does not tell.
func TestHeadsTellWhatContractsAllow(t *testing.T) {
	given, all := heads(t)
	compared := 0
	for _, c := range contracts {
		if all[c.label] == "" {
			continue // a step of a routine, without a head
		}
		compared++
		for name := range strings.FieldsSeq(c.in) {
			assert.Regexp(t, `\b`+name+`(\W|$)`, given[c.label], c.label)
		}
		registers, named := changed(all, c.label)
		more := setOf(c.uses) &^ registers &^ registersNamed["F"]
		require.Zero(t, more, "%s: the head does not tell of %s: %s", c.label, more, all[c.label])
		for name := range strings.FieldsSeq(strings.Join([]string{c.spoils, c.changes, c.makes, c.own}, " ")) {
			name = regexp.MustCompile("[':+].*").ReplaceAllString(name, "")
			if (name == "MLIST" || name == "PLYIX") && headList.MatchString(all[c.label]) {
				continue
			}
			if _, ok := cells.Named(name); ok && !strings.Contains(all[c.label], "all cells;") {
				assert.True(t, named[name], "%s: the head does not tell of %s: %s", c.label, name, all[c.label])
			}
		}
	}
	require.Greater(t, compared, 20)
}
