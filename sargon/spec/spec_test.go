package spec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
	"sargon78/sargon/spec"
	"sargon78/sargon/spec/variables"
)

const root = "../.."

func TestPagesAreWholeAndTheirSectionsHaveNamesOfTheirOwn(t *testing.T) {
	for _, p := range spec.Pages() {
		name := p.Name + ".md"
		if p.Name == "games" {
			name = "games.pgn"
		}
		assert.Equal(t, string(must.Have(os.ReadFile(name))), p.String(), p.Name)
		names := map[string]bool{}
		for i, s := range p.Sections {
			name := strings.ToLower(s.Name)
			assert.False(t, names[name], "%s has two sections %q", p.Name, s.Name)
			assert.Equal(t, i == 0, name == "", "%s: %s", p.Name, s.Title)
			names[name] = true
		}
	}
	engine, ok := spec.Lookup("Engine")
	require.True(t, ok)
	var names []string
	for _, s := range engine.Sections {
		names = append(names, s.Name)
	}
	assert.Equal(t, strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 appendix"), names[2:])
}

func TestFind(t *testing.T) {
	for name, begins := range map[string]string{
		"7":        "## 7. Exchange on an occupied square\n\nGives the points lost",
		"§14":      "## 14. Quirks",
		"14.9":     "## 14. Quirks that decide moves (keep them)\n\n9. The evaluation at the root",
		"guide":    "## Guide to this page\n\n**First reading:**",
		"8.1":      "## 8. Static evaluation\n\n1. *Board control*",
		"Appendix": "## Appendix. What lies beyond the tables",
	} {
		s := must.Have(spec.Find(name))
		assert.True(t, strings.HasPrefix(s.Text, begins), "%s: %s", name, s.Text)
		assert.True(t, strings.HasSuffix(s.Text, "\n"), name)
	}
	item := must.Have(spec.Find("8.3"))
	assert.Contains(t, item.Text, "Then `MTRL` += m", "with the lines that are indented under it")
	assert.NotContains(t, item.Text, "Afterwards")

	for name, message := range map[string]string{
		"":     `want one of guide, 1, 2, 3`,
		"§":    `no section "§"`,
		"18":   `page engine has no section "18": want one of guide, 1, 2,`,
		"7.9":  `section 7 (Exchange on an occupied square) has no item "9"`,
		"14.0": `has no item "0"`,
		"14.":  `has no item ""`,
	} {
		_, err := spec.Find(name)
		assert.ErrorContains(t, err, message, name)
	}
	_, err := spec.FindOn("pages", "1")
	assert.ErrorContains(t, err, "want one of engine, machine, assembler, owner, debugger, z80")
}

// Pages quote the source as it is; that about the Z80 nothing else.
func TestFragmentsAreInTheSource(t *testing.T) {
	fragment := regexp.MustCompile("(?s)```z80 (\\S+)\n(.*?)```")
	quoting := 0
	for _, page := range spec.Pages() {
		fragments := fragment.FindAllStringSubmatch(page.String(), -1)
		if page.Name == "z80" {
			assert.Len(t, fragments, strings.Count(page.String(), "```")/2)
			assert.Greater(t, len(fragments), 10)
		}
		for _, f := range fragments {
			source := must.Have(os.ReadFile(filepath.Join(root, "roms/src", f[1])))
			assert.True(t, strings.Contains(string(source), "\n"+f[2]), "%s: not in %s:\n%s", page.Name,
				f[1], f[2])
		}
		quoting += min(len(fragments), 1)
	}
	assert.GreaterOrEqual(t, quoting, 3)
}

// No reader of the source meets an instruction that the page leaves out.
func TestTheZ80PageKnowsEveryInstruction(t *testing.T) {
	page, _ := spec.Lookup("z80")
	instruction := regexp.MustCompile(`(?m)^ +([A-Z]+)\b`)
	seen := map[string]bool{}
	for _, name := range must.Have(filepath.Glob(filepath.Join(root, "roms", "src", "*.z80"))) {
		text := must.Have(os.ReadFile(name))
		for _, m := range instruction.FindAllStringSubmatch(string(text), -1) {
			seen[m[1]] = true
		}
	}
	assert.Greater(t, len(seen), 30)
	for name := range seen {
		assert.True(t, regexp.MustCompile(`\b`+name+`\b`).MatchString(page.String()), name)
	}
}

// Variables follow each other without gaps, and the page of the specification names each of them.
func TestCellsAreInOrderAndOnThePage(t *testing.T) {
	section := must.Have(spec.Find("15"))
	end := 0
	for _, c := range variables.All {
		assert.GreaterOrEqual(t, int(c.Offset), end, c.Name)
		end = int(c.Offset) + c.Size
		named, ok := variables.Named(c.Name)
		assert.True(t, ok)
		assert.Equal(t, c, named)
	}
	for _, name := range variables.Names() {
		assert.Regexp(t, `\b`+name+`\b`, section.Text)
	}
	_, ok := variables.Named("NOCELL")
	assert.False(t, ok)
}

func Example() {
	section, err := spec.Find("14.3")
	fmt.Println(section.Name, section.Title, err)
	_, err = spec.Find("21")
	fmt.Println(err != nil)
	// Output:
	// 14.3 Quirks that decide moves (keep them) <nil>
	// true
}
