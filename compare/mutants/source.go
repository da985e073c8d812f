package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
)

// A source is a source file, and its lines that hold code.
type source struct {
	file, text string // the file's name has slashes
	lines      []line
}

// A line is a line of source that holds code.
type line struct {
	from, to int    // bytes of the file, without the blanks around it
	number   int    // from 1
	code     string // without comments, and with single blanks
}

// sourcesIn returns the files with an extension in some folders and the folders inside them, without
// tests and testdata.
func sourcesIn(tree fs.FS, extension string, folders ...string) (all []source, err error) {
	for _, folder := range folders {
		err := fs.WalkDir(tree, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.Name() == "testdata":
				return fs.SkipDir
			case path.Ext(name) != extension || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := fs.ReadFile(tree, name)
			all = append(all, newSource(name, string(text)))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// newSource returns a source with its lines of code.
func newSource(file, text string) source { return source{file, text, linesOf(file, text)} }

// linesOf returns the lines of a text, in Go or for the Z80, that hold code. If a string contains the mark of
// a comment, only the line up to there is compared.
func linesOf(file, text string) (lines []line) {
	comment := ";"
	if path.Ext(file) == ".go" {
		comment = "//"
	}
	offset, number := 0, 0
	for raw := range strings.Lines(text) {
		number++
		code, _, _ := strings.Cut(raw, comment)
		if code = strings.Join(strings.Fields(code), " "); code != "" {
			start := offset + len(raw) - len(strings.TrimLeft(raw, " \t"))
			end := offset + len(strings.TrimRight(raw, " \t\r\n"))
			lines = append(lines, line{from: start, to: end, number: number, code: code})
		}
		offset += len(raw)
	}
	return lines
}

// lineAt returns the index of the line at an offset, or of the next one.
func (s *source) lineAt(offset int) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i].to > offset })
}

// codes returns the code of the lines with the indexes from from to to, as far as there are such lines.
func codes(lines []line, from, to int) (all []string) {
	for _, l := range lines[max(from, 0):min(to, len(lines))] {
		all = append(all, l.code)
	}
	return all
}

// A change puts another text in the place of the bytes from from to to of a source.
type change func(kind string, from, to int, new string)

// change returns the fault that makes this change.
func (s *source) change(kind string, from, to int, new string) *fault {
	first, last := s.lineAt(from), s.lineAt(max(from, to-1))
	start, end := s.lines[first].from, s.lines[last].to
	return &fault{
		File: s.file, Line: s.lines[first].number, Kind: kind,
		Old: s.text[start:end], New: s.text[start:from] + new + s.text[to:end],
		source: s, first: first, last: last, at: from,
	}
}

// faults returns all faults of a source, in their order. Each has a name.
func (s *source) faults() (all []*fault, err error) {
	change := func(kind string, from, to int, new string) {
		all = append(all, s.change(kind, from, to, new))
	}
	if path.Ext(s.file) == ".go" {
		err = s.goFaults(change)
	} else {
		s.z80Faults(change)
	}
	slices.SortStableFunc(all, func(a, b *fault) int { return a.at - b.at })
	count := map[string]int{}
	for _, f := range all {
		name := fmt.Sprintf("%s:%d:%s", f.File, f.Line, f.Kind)
		count[name]++
		f.ID = fmt.Sprintf("%s#%d", name, count[name])
	}
	return all, err
}
