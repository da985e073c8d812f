// Package markdown parses the part of Markdown that the pages of the specification use.
//
//	for _, block := range markdown.Blocks(text) { … }
package markdown

import (
	"regexp"
	"strings"
)

// Kind says what a block is.
type Kind uint8

// The kinds.
const (
	Blank     Kind = iota // an empty line, or a rule: "---"
	Heading               // one line, with its signs
	Paragraph             // in a list it belongs to the item before
	Item                  // of a list; Mark is what stands before it: "- ", "3. "
	Code                  // Mark is what stands before each line: blanks, or nothing
	Table                 // its rows
)

// Block is a piece of a text.
type Block struct {
	Kind   Kind
	Mark   string
	Lines  []string
	InList bool // an item, or what follows one
}

var item = regexp.MustCompile(`^( *(?:[-*]|\d+\.) +)(.*)$`)

const indent = "    " // of code

// Blocks parts a text into blocks. The lines of fences are left out.
func Blocks(text string) (all []Block) {
	last := &Block{}
	inList, fence := false, false
	add := func(kind Kind, mark, line string, goesOn bool) {
		if !goesOn || kind != last.Kind || mark != last.Mark {
			all = append(all, Block{Kind: kind, Mark: mark, InList: inList})
			last = &all[len(all)-1]
		}
		last.Lines = append(last.Lines, line)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		found := item.FindStringSubmatch(line)
		code, indented := strings.CutPrefix(line, indent)
		switch {
		case strings.HasPrefix(line, "```"):
			fence, inList = !fence, false
		case fence:
			add(Code, "", line, true)
		case line == "" || line == "---":
			add(Blank, "", line, false)
		case line[0] == '#':
			inList = false
			add(Heading, "", line, false)
		case line[0] == '|':
			inList = false
			add(Table, "", line, true)
		case found != nil && (inList || !indented):
			inList = true
			add(Item, found[1], found[2], false)
		case last.Kind == Item:
			add(Item, last.Mark, strings.TrimSpace(line), true)
		case indented && !inList && last.Kind != Paragraph:
			add(Code, indent, code, true)
		default:
			inList = inList && line[0] == ' '
			add(Paragraph, "", strings.TrimSpace(line), true)
		}
	}
	return all
}

// Cells returns what stands between the bars of a row of a table; nil for a rule, or if
// there is nothing.
func Cells(row string) []string {
	if strings.Trim(row, "|-: ") == "" {
		return nil
	}
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}
