// Package spec is the specification that this program is written from: what the chess
// program of 1978 does, the machine it ran on, and the listings it comes in.
//
//	section, err := spec.Find("7")                   // what comments cite as "spec §7"
//	section, err = spec.Find("14.6")                 // an item of a numbered list
//	section, err = spec.FindOn("machine", "screen")  // a section without a number
//	fmt.Print(section.Text)
//
// The pages are Markdown files in this directory. Page.About says what each is for. Comments
// everywhere cite the numbered sections of engine.md. Package kit, in the folder kit, holds the file
// that page kit describes. `sargon spec` shows the pages on the command line.
//
// Page why gives the reasons for the design.
package spec

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed *.md *.pgn
var files embed.FS

// Page is one of the texts.
type Page struct {
	Name     string // as in Contents
	About    string // a line, without a full stop
	Sections []Section
}

// Section is the part of a page under one heading.
type Section struct {
	// Name is the number or letter of the heading, or its first word in lower case: "7",
	// "A", "screen". It is unique on its page, and empty for what stands before the first
	// section.
	Name  string
	Title string // the heading, without number and marks
	Text  string // with the heading, as Markdown; ends in a newline
}

// EnginePage is the page whose section numbers comments cite as "spec §7".
const EnginePage = "engine"

// Contents are the names of the pages, the engine first, and what each is for.
var Contents = [][2]string{
	{EnginePage, "what the program of 1978 does: the board, the search, the value of a position"},
	{"machine", "the computer it ran on: processor, screen, monitor calls"},
	{"assembler", "the two dialects in which its listings come"},
	{"owner", "your own listing of 1978: check, play, look inside, compare, change it"},
	{"debugger", "change a line and see what it does; keys, commands, and editors"},
	{"z80", "how to read the Z80 source in roms/src, for people who never saw assembler"},
	{"index", "deep dive: why squares are index bytes, and what a table access costs"},
	{"lists", "deep dive: attack lists in half-bytes, and the mark that is not there"},
	{"exchange", "deep dive: the exchange on one square, step by step"},
	{"alphabeta", "deep dive: alpha-beta in a row of bytes, without recursion"},
	{"edges", "deep dive: the lost king, the full list, the piece of type 0"},
	{"proof", "what is proved of the ROM's routines, and what is not"},
	{"routine", "comparing one Z80 routine with a port of it, for any program"},
	{"board", "the program on a board with a Z80: what one needs, and how long a move takes"},
	{"kit", "for ports in any language: how to use the conformance kit, step by step"},
	{"museum", "the exhibit in a museum: which computer, what starts it, what to do when"},
	{"why", "why a clean room, why bytes, why a trace, why these engines, cores and libraries"},
	{"changes", "what each release brings"},
	{"history", "what is known of 1978, with sources; which level fits the games best"},
	{"games", "the games of page history, as PGN for replay"},
}

// Pages returns all pages. The first call parses them: most runs of the program do not need them.
var Pages = sync.OnceValue(func() (pages []Page) {
	for _, p := range Contents {
		pages = append(pages, load(p[0], p[1]))
	}
	return pages
})

// Lookup finds a page by its name, in any case.
func Lookup(name string) (Page, bool) {
	for _, p := range Pages() {
		if strings.EqualFold(p.Name, name) {
			return p, true
		}
	}
	return Page{}, false
}

// Find returns a section of the engine: "7", "§7", or an item of a numbered list in it,
// "14.6". The error names what there is.
func Find(name string) (Section, error) { return FindOn(EnginePage, name) }

// FindOn returns a section of a page by its name, which may begin with §. The error names
// what there is.
func FindOn(page, name string) (Section, error) {
	p, ok := Lookup(page)
	if !ok {
		return Section{}, fmt.Errorf("there is no page %q: want one of %s", page, names())
	}
	return p.find(name)
}

// find returns the section with a name or number, or an item of a numbered list, "14.6".
func (p Page) find(name string) (Section, error) {
	number, item, hasItem := strings.Cut(strings.TrimPrefix(name, "§"), ".")
	for _, s := range p.Sections {
		switch {
		case number == "" || !strings.EqualFold(s.Name, number):
		case hasItem:
			return s.item(item)
		default:
			return s, nil
		}
	}
	if len(p.Sections) == 1 {
		return Section{}, fmt.Errorf("page %s has no sections", p.Name)
	}
	var all []string
	for _, s := range p.Sections[1:] {
		all = append(all, s.Name)
	}
	return Section{}, fmt.Errorf("page %s has no section %q: want one of %s (and pages are %s)",
		p.Name, name, strings.Join(all, ", "), names())
}

// String returns the whole page.
func (p Page) String() string {
	var b strings.Builder
	for _, s := range p.Sections {
		b.WriteString(s.Text)
	}
	return b.String()
}

// names returns the names of all pages, with commas between.
func names() string {
	var all []string
	for _, p := range Contents {
		all = append(all, p[0])
	}
	return strings.Join(all, ", ")
}

var itemStart = regexp.MustCompile(`(?m)^(\d+)\. `)

// item returns the item of that number in the first numbered list that has one.
func (s Section) item(number string) (Section, error) {
	starts := itemStart.FindAllStringSubmatchIndex(s.Text, -1)
	for i, at := range starts {
		if s.Text[at[2]:at[3]] != number {
			continue
		}
		text := s.Text[at[0]:]
		if i+1 < len(starts) {
			text = s.Text[at[0]:starts[i+1][0]]
		}
		text, _, _ = strings.Cut(text, "\n\n") // the end of the list
		title, _, _ := strings.Cut(s.Text, "\n")
		return Section{
			Name: s.Name + "." + number, Title: s.Title,
			Text: title + "\n\n" + strings.TrimSpace(text) + "\n",
		}, nil
	}
	return Section{}, fmt.Errorf("section %s (%s) has no item %q", s.Name, s.Title, number)
}

var (
	heading = regexp.MustCompile(`(?m)^#{1,2} (.*)$`)
	ordinal = regexp.MustCompile(`^(\d+|[A-Z])\. (.*)$`)
)

// load takes a page apart. What stands before its second heading is the first section; the games,
// which are PGN, have no heading.
func load(name, about string) Page {
	file := name + ".md"
	if name == "games" {
		file = "games.pgn"
	}
	data, err := files.ReadFile(file)
	if err != nil {
		panic(err) // it is embedded
	}
	text := string(data)
	p := Page{Name: name, About: about}
	starts := heading.FindAllStringSubmatchIndex(text, -1)
	if len(starts) == 0 {
		p.Sections = []Section{{Title: "Games", Text: text}}
	}
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		s := Section{Title: text[at[2]:at[3]], Text: text[at[0]:end]}
		if i > 0 {
			s.Name, s.Title = nameOf(s.Title)
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

// nameOf parts a heading into its number, or a name made of its first word, and its title.
func nameOf(title string) (name, rest string) {
	if m := ordinal.FindStringSubmatch(title); m != nil {
		return m[1], m[2]
	}
	word, _, _ := strings.Cut(title, " ")
	return strings.ToLower(strings.TrimRight(word, ".,:")), title
}
