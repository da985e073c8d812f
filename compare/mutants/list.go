package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/sargon/files"
)

// An entry is a fault of a frozen list, a line of JSON. It is a patch: old text, new text, and
// the lines around it, as they were when the list was frozen; find finds them in today's sources.
type entry struct {
	ID     string `json:"id"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	In     string `json:"in"`   // the function or routine
	Kind   string `json:"kind"` // of the change
	Before string `json:"before,omitempty"`
	Old    string `json:"old"`
	New    string `json:"new"`
	After  string `json:"after,omitempty"`
	Means  string `json:"means,omitempty"` // what is wrong then, for whoever must find a new place

	result        // when the list was frozen
	Reason string `json:"reason,omitempty"` // why nothing can ever show it
}

// freeze makes an entry of a fault: its whole lines, and as many around them as tell the place
// from all others, at least two on each side.
func freeze(f fault, id string, sources []source) (*entry, error) {
	s := &sources[slices.IndexFunc(sources, func(s source) bool { return s.file == f.file })]
	from, to, changed := s.changed(f)
	e := &entry{
		ID: id, File: f.file, Line: s.words[from].line, In: f.where, Kind: f.rule, Reason: f.reason,
		Old: s.code(from, to), New: changed.code(0, len(changed.words)),
	}
	if f.entry != nil {
		e.Means = f.entry.Means
	}
	const minAround, maxAround = 2, 12 // lines
	first, last := from, to
	for n := range maxAround {
		first, last = s.lineBefore(first), s.lineAfter(last)
		if n+1 < minAround {
			continue
		}
		e.Before, e.After = s.code(first, from), s.code(to, last)
		found, err := e.find(sources)
		if err == nil && found.how == asWritten &&
			slices.Equal(texts(cut(f.file, found.applied(s.text))),
				texts(cut(f.file, f.applied(s.text)))) {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%s: %d lines around it do not tell its place", f.ID(), maxAround)
}

func texts(words []word) (all []string) {
	for _, w := range words {
		all = append(all, w.text)
	}
	return all
}

// readList reads a frozen list: its faults in today's sources. Those whose text is not found have
// no file.
func readList(name string, sources []source) (faults []fault, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		e := new(entry)
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, len(faults)+1, err)
		}
		f, err := e.find(sources)
		if err != nil {
			f = fault{entry: e, how: err.Error()}
		}
		faults = append(faults, f)
	}
	return faults, nil
}

// writeFrozen writes the faults that build as a frozen list; or, if they come from one, that list
// again.
func (o options) writeFrozen(
	what, name string, faults []fault, results map[string]result, sources []source,
) (err error) {
	var entries []*entry
	if o.frozen {
		if faults, err = readList(name, sources); err != nil {
			return err
		}
	} else {
		faults = slices.DeleteFunc(faults, func(f fault) bool {
			return results[f.ID()].Outcome == notBuilt
		})
	}
	for i, f := range faults {
		e := f.entry
		if f.file != "" || e == nil {
			id := fmt.Sprintf("%s-%03d", what, i+1)
			if e != nil {
				id = e.ID
			}
			if e, err = freeze(f, id, sources); err != nil {
				return err
			}
		}
		r, tried := results[f.ID()]
		switch {
		case tried && r.Outcome == survived && e.Reason != "":
			r.Outcome = equivalentMutant
		case !tried && f.entry != nil:
			r = f.entry.result
		case !tried:
			r.Outcome = notScored
		}
		e.result = r
		entries = append(entries, e)
	}
	return files.WriteFile(name, nil, func(w io.Writer) error {
		lines := json.NewEncoder(w)
		lines.SetEscapeHTML(false)
		for _, e := range entries {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// explain gives each fault that is in the list of equivalents its reason: they make the same of the
// same words.
func explain(faults []fault, equivalents []fault, sources []source) {
	byFile := map[string]*source{}
	for i := range sources {
		byFile[sources[i].file] = &sources[i]
	}
	key := func(f fault) string {
		from, to, changed := byFile[f.file].changed(f)
		return fmt.Sprint(f.file, from, to, texts(changed.words))
	}
	reasons, files := map[string]string{}, map[string]bool{}
	for _, f := range equivalents {
		if f.file != "" {
			reasons[key(f)], files[f.file] = f.entry.Reason, true
		}
	}
	for i, f := range faults {
		if files[f.file] {
			faults[i].reason = reasons[key(f)]
		}
	}
}

// frozenList is the file of the frozen list for what is mutated, or of the equivalents.
func frozenList(root, what string) string {
	return filepath.Join(root, "compare", "mutants", "testdata", what+".jsonl")
}

// A source is a source file, and its words.
type source struct {
	file, text string
	words      []word
}

// newSource cuts a file into words.
func newSource(file, text string) (source, error) {
	s := source{file: file, text: text, words: cut(file, text)}
	if strings.HasSuffix(file, ".go") {
		return s, s.nameFunctions()
	}
	return s, nil
}

// word is the one at an offset, or the next.
func (s *source) word(offset int) int {
	i, _ := slices.BinarySearchFunc(s.words, offset, func(w word, at int) int { return w.to - at - 1 })
	return i
}

// wholeLines are the words of the lines that a fault changes.
func (s *source) wholeLines(f fault) (from, to int) {
	from = s.word(f.offset)
	for to = from + 1; to < len(s.words) && s.words[to].from < f.offset+len(f.old); {
		to++
	}
	return s.lineBefore(from + 1), s.lineAfter(to - 1)
}

// changed are the words of the lines that a fault changes, and what they become.
func (s *source) changed(f fault) (from, to int, changed source) {
	from, to = s.wholeLines(f)
	raw := s.text[s.words[from].from:f.offset] + f.new +
		s.text[f.offset+len(f.old):s.words[to-1].to]
	return from, to, source{text: raw, words: cut(f.file, raw)}
}

// lineBefore is the first word of the line that ends before a word.
func (s *source) lineBefore(i int) int {
	for i--; i > 0 && s.words[i-1].line == s.words[i].line; {
		i--
	}
	return max(i, 0)
}

// lineAfter is the word after the line that a word is on.
func (s *source) lineAfter(i int) int {
	for i++; i < len(s.words) && s.words[i-1].line == s.words[i].line; {
		i++
	}
	return min(i, len(s.words))
}

// code is the text of words, without what stands at the ends of lines.
func (s *source) code(from, to int) string {
	var text strings.Builder
	for from < to {
		next := min(s.lineAfter(from), to)
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(s.text[s.words[from].from:s.words[next-1].to])
		from = next
	}
	return text.String()
}
