package prove

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/sargon/spec/cells"
)

var (
	headLine = regexp.MustCompile(`(?ms)^; (\w+) +- .*?^; -{20}`)
	headPart = regexp.MustCompile(`(?m)^; (out|uses): *(.*(?:\n;  +.*)*)`)
	headWord = regexp.MustCompile(`[A-Z][A-Z0-9]*'?`)
	headBut  = regexp.MustCompile(`all registers( but (.*?))?([;,(]|$)`)
)

// heads are what the heads of the routines in the sources say of registers and cells that change.
func heads(t *testing.T) map[string]string {
	all := map[string]string{}
	names, err := fs.Glob(roms.Source(), "*.z80")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(roms.Source(), name)
		require.NoError(t, err)
		for _, head := range headLine.FindAllString(string(text), -1) {
			said := ""
			for _, part := range headPart.FindAllStringSubmatch(head, -1) {
				said += " " + strings.ReplaceAll(part[2], "\n;", " ") + ";"
			}
			for _, label := range regexp.MustCompile(`(?m)^; (\w+) +- `).FindAllStringSubmatch(head, -1) {
				all[label[1]] = said
			}
		}
	}
	return all
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
	all := heads(t)
	compared := 0
	for _, c := range contracts {
		if all[c.label] == "" {
			continue // a step of a routine, without a head
		}
		compared++
		registers, named := changed(all, c.label)
		more := setOf(c.uses) &^ registers &^ registersNamed["F"]
		require.Zero(t, more, "%s: the head does not tell of %s: %s", c.label, more, all[c.label])
		for name := range strings.FieldsSeq(c.spoils) {
			name, _, _ = strings.Cut(strings.TrimSuffix(name, "'"), ":")
			if _, ok := cells.Named(name); ok && !strings.Contains(all[c.label], "all cells;") {
				require.True(t, named[name], "%s: the head does not tell of %s: %s", c.label, name, all[c.label])
			}
		}
	}
	require.Greater(t, compared, 20)
}
