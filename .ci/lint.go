// Lint checks what comments and pages say of one another, and how wide they are. It runs in the
// root of the repository, and prints a line for each mistake.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"sargon78/sargon/spec"
	"sargon78/sargon/spec/variables"
)

const (
	romSource = "roms/src/"
	pages     = "sargon/spec/"
	maxWidth  = 100
)

// file is a file by its path with slashes.
type file struct {
	path  string
	lines []string
}

var mistakes int

// mistake prints a mistake in a line, of which the first is 0.
func (f file) mistake(line int, format string, args ...any) {
	mistakes++
	fmt.Printf("%s:%d: %s\n", f.path, line+1, fmt.Sprintf(format, args...))
}

func main() {
	files, err := readFiles()
	if err != nil {
		fmt.Println("lint:", err)
		os.Exit(1)
	}
	cited, heads := 0, 0
	labels := labelsOf(files)
	for _, f := range files {
		if filepath.Ext(f.path) == ".md" {
			f.checkWidth()
			continue
		}
		cited += f.checkCitations()
		if filepath.Ext(f.path) == ".z80" && strings.HasPrefix(f.path, romSource) {
			f.checkWidth()
			heads += f.checkHeads(labels)
		}
	}
	checkNames(files)
	checkGuide(files)
	checkWorkflows()
	fmt.Printf("%d files, %d citations, %d heads of routines: %d mistakes\n", len(files), cited, heads,
		mistakes)
	if mistakes > 0 || cited == 0 || heads == 0 {
		os.Exit(1)
	}
}

// readFiles reads the sources that may cite the specification, and its pages.
func readFiles() (files []file, err error) {
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir():
			if path != "." && strings.HasPrefix(name, ".") || name == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		slashed := filepath.ToSlash(path)
		page := strings.HasPrefix(slashed, pages)
		switch filepath.Ext(path) {
		case ".md":
			if !page {
				return nil
			}
		case ".go", ".z80", ".js", ".case":
			if page {
				return nil
			}
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		files = append(files, file{slashed, strings.Split(string(text), "\n")})
		return err
	})
	return files, err
}

// checkWidth checks that lines fit a screen and paper, the ROM's also next to a debugger's board.
func (f file) checkWidth() {
	for i, line := range f.lines {
		if n := utf8.RuneCountInString(line); n > maxWidth {
			f.mistake(i, "%d columns: want %d at most", n, maxWidth)
		}
		if filepath.Ext(f.path) == ".z80" && (strings.Contains(line, "\t") || strings.HasSuffix(line, " ")) {
			f.mistake(i, "a tab, or a blank at the end")
		}
	}
}

var (
	citation = regexp.MustCompile(`§(\d+(?:\.\d+)?)|\bspec (\d+(?:\.\d+)?(?:(?:, |–)\d+(?:\.\d+)?)*)`)
	number   = regexp.MustCompile(`\d+(?:\.\d+)?`)
	pageName = regexp.MustCompile(`\b(?:spec/(\w+)\.md|(engine|machine|assembler|z80)\.md)`)
)

// checkCitations checks that sections and pages that are cited exist. It returns how many sections
// are cited.
func (f file) checkCitations() (cited int) {
	for i, line := range f.lines {
		for _, m := range citation.FindAllString(line, -1) {
			for _, n := range number.FindAllString(m, -1) {
				cited++
				if _, err := spec.Find(n); err != nil {
					f.mistake(i, "%q: %v", m, err)
				}
			}
		}
		for _, m := range pageName.FindAllStringSubmatch(line, -1) {
			if _, ok := spec.Lookup(m[1] + m[2]); !ok {
				f.mistake(i, "there is no page %s", m[0])
			}
		}
	}
	return cited
}

var label = regexp.MustCompile(`^\w+`)

// labelsOf returns the labels of the ROM's source, with the names of macros and equates.
func labelsOf(files []file) map[string]bool {
	labels := map[string]bool{}
	for _, f := range files {
		if !strings.HasPrefix(f.path, romSource) {
			continue
		}
		for _, line := range f.lines {
			if name := label.FindString(line); name != "" {
				labels[name] = true
			}
		}
	}
	return labels
}

var (
	head   = regexp.MustCompile(`^; (\w+(?:, \w+)*) +- `)
	caller = regexp.MustCompile(`^; (?:\w+ )?called by: (.*)$`)
)

// checkHeads checks that the routines which comments introduce, and those that call them, are labels
// of the source. It returns how many lists of callers there are.
func (f file) checkHeads(labels map[string]bool) (heads int) {
	check := func(i int, names string) {
		for name := range strings.SplitSeq(strings.Trim(names, ", "), ", ") {
			if name != "hosts (spec 15)" && !labels[name] {
				f.mistake(i, "there is no label %q", name)
			}
		}
	}
	for i, line := range f.lines {
		if m := head.FindStringSubmatch(line); m != nil {
			check(i, m[1])
		}
		m := caller.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		heads++
		check(i, m[1])
		for more := i + 1; strings.HasPrefix(f.lines[more], ";      "); more++ {
			check(more, strings.TrimSpace(f.lines[more][1:]))
		}
	}
	return heads
}

// checkNames checks that the names of 1978 are explained, each once.
func checkNames(files []file) {
	row := regexp.MustCompile(`^; {3}(\w+) +\S.* spec \d`)
	wanted := map[string]bool{}
	for _, name := range variables.Names() {
		wanted[name] = true
	}
	for _, f := range files {
		if f.path != romSource+"names.z80" {
			continue
		}
		for i, line := range f.lines {
			if m := row.FindStringSubmatch(line); m != nil {
				if !wanted[m[1]] {
					f.mistake(i, "%s is no name of 1978, or is explained twice", m[1])
				}
				delete(wanted, m[1])
			}
		}
		for name := range wanted {
			f.mistake(0, "%s is not explained", name)
		}
	}
}

// checkGuide checks that the files to which the guide sends a reader of a section cite it.
func checkGuide(files []file) {
	text := map[string]string{}
	for _, f := range files {
		text[f.path] = strings.Join(f.lines, "\n")
	}
	page := file{path: pages + "engine.md"}
	guide, err := spec.Find("guide")
	rows := regexp.MustCompile(`(?m)^\| *(\d+) [^|]*\|([^|]*)\|([^|]*)\|`).FindAllStringSubmatch(guide.Text, -1)
	if err != nil || len(rows) == 0 {
		page.mistake(0, "the guide has no table of files: %v", err)
	}
	for _, row := range rows {
		cites := regexp.MustCompile(`(?:§|spec )(?:\d+, )*` + row[1] + `\b`)
		for column, dir := range map[int]string{2: "native/reference/", 3: romSource} {
			for _, name := range strings.Fields(row[column]) {
				name = dir + strings.Trim(name, "`,")
				if !cites.MatchString(text[name]) {
					page.mistake(0, "the guide: %s does not cite section %s, or is not there", name, row[1])
				}
			}
		}
	}
}

// checkWorkflows checks that each command of the hosted checks is a script of .ci, with its flags, or
// the test command of README: then it can be run here too.
func checkWorkflows() {
	names, _ := filepath.Glob(".github/workflows/*.yml") // the pattern is right
	readme, err := os.ReadFile("README.md")
	test := regexp.MustCompile(`(?m)^    (go test .*)$`).FindStringSubmatch(string(readme))
	if len(names) == 0 || err != nil || test == nil {
		file{path: ".github/workflows"}.mistake(0, "no workflows, or no test command in README.md")
		return
	}
	command := regexp.MustCompile(`^ *-? *run: *(.*)$`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		f := file{name, strings.Split(string(text), "\n")}
		if err != nil {
			f.mistake(0, "%v", err)
		}
		for i, line := range f.lines {
			m := command.FindStringSubmatch(line)
			if m == nil || m[1] == test[1] {
				continue
			}
			script, _, _ := strings.Cut(m[1], " ")
			info, err := os.Stat(script)
			if !strings.HasPrefix(script, ".ci/") || err != nil || info.Mode()&0o100 == 0 {
				f.mistake(i, "%q is no script of .ci and not %q", m[1], test[1])
			}
		}
	}
}
