package listing

import (
	"fmt"
	"regexp"
	"strings"

	"sargon78/sargon/spec"
)

// pages are those of the specification that a reader of the program needs.
var pages = []string{spec.Numbered, "z80", "index", "lists", "exchange", "alphabeta", "edges",
	"machine"}

// page writes a page of the specification. Sections of the numbered page are spec-7, items of its
// lists spec-14.3; others spec-z80 and spec-z80-flags.
func (l *Listing) page(o *out, name string) {
	page, _ := spec.Lookup(name)
	o.f("<section class=spec>\n")
	for i, s := range page.Sections {
		level, id := 3, "spec-"+name+"-"+s.Name
		switch {
		case i == 0:
			level, id = 2, "spec-"+name
		case name == spec.Numbered:
			id = "spec-" + s.Name
		}
		title, text, _ := strings.Cut(s.Text, "\n")
		o.f("<h%d id=\"%s\">%s</h%d>\n", level, esc(id), l.inline(strings.TrimLeft(title, "# ")), level)
		m := markdown{l: l, o: o, id: id, items: map[string]bool{}}
		m.write(text)
	}
	o.f("</section>\n")
}

// markdown writes what the pages of the specification have of Markdown as HTML.
type markdown struct {
	l     *Listing
	o     *out
	id    string // of the section
	open  string // the element that the last line belongs to: p, li, pre, table
	list  string // the list that is open, ul or ol, or ""
	text  []string
	fence bool
	items map[string]bool // numbers that have been given; the first list counts
}

var item = regexp.MustCompile(`^ {0,3}(?:([-*])|(\d+)\.) +(.*)$`)

func (m *markdown) write(text string) {
	for line := range strings.Lines(text) {
		m.line(strings.TrimRight(line, "\n"))
	}
	m.end("")
}

func (m *markdown) line(line string) {
	found := item.FindStringSubmatch(line)
	switch {
	case strings.HasPrefix(line, "```"):
		m.end("")
		m.fence = !m.fence
	case m.fence:
		m.add("pre", line)
	case line == "" && m.open == "pre":
		m.text = append(m.text, "")
	case line == "" || line == "---":
		m.flush()
	case strings.HasPrefix(line, "#"):
		m.end("")
		m.o.f("<h4>%s</h4>\n", m.l.inline(strings.TrimLeft(line, "# ")))
	case strings.HasPrefix(line, "|"):
		m.add("table", line)
	case found != nil:
		m.flush()
		m.item(found)
	case strings.HasPrefix(line, "    ") && m.open != "p" && m.open != "li" && m.list == "":
		m.add("pre", line[4:])
	case m.list != "" && (m.open == "li" || strings.HasPrefix(line, "  ")):
		m.add("li", strings.TrimSpace(line))
	default:
		m.add("p", line)
	}
}

// add adds a line to the element that is open, if it is of its kind; else it begins one.
func (m *markdown) add(kind, line string) {
	if m.open != kind {
		keep := ""
		if kind == "li" {
			keep = m.list
		}
		m.end(keep)
		m.open = kind
	}
	m.text = append(m.text, line)
}

func (m *markdown) item(found []string) {
	kind, id := "ul", ""
	if found[2] != "" {
		kind = "ol"
		id = " value=" + found[2]
		if !m.items[found[2]] {
			m.items[found[2]] = true
			id += fmt.Sprintf(" id=\"%s.%s\"", esc(m.id), found[2])
		}
	}
	if m.list != kind {
		m.end("")
		m.o.f("<%s>\n", kind)
		m.list = kind
	}
	m.o.f("<li%s>", id)
	m.open, m.text = "li", []string{found[3]}
}

// end ends what is open, and the list unless it is to be kept.
func (m *markdown) end(keep string) {
	m.flush()
	if m.list != keep {
		m.o.f("</%s>\n", m.list)
		m.list = ""
	}
}

// flush writes the element that is open.
func (m *markdown) flush() {
	text := strings.Join(m.text, "\n")
	switch m.open {
	case "p":
		m.o.f("<p>%s</p>\n", m.l.inline(text))
	case "li":
		m.o.f("%s\n", m.l.inline(text))
	case "pre":
		m.o.f("<pre>%s</pre>\n", m.l.linked(strings.TrimRight(text, "\n")))
	case "table":
		m.table()
	}
	m.open, m.text = "", nil
}

func (m *markdown) table() {
	m.o.f("<div class=wide><table>")
	for i, row := range m.text {
		cells := strings.Split(strings.Trim(row, "|"), "|")
		if strings.Trim(strings.Join(cells, ""), "-: ") == "" {
			continue
		}
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		m.o.f("<tr>")
		for _, cell := range cells {
			m.o.f("<%s>%s", tag, m.l.inline(strings.TrimSpace(cell)))
		}
	}
	m.o.f("</table></div>\n")
}

var spans = regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*\\s][^*]*)\\*|\\[([^]]+)\\]\\(([^)]+)\\)")

// inline writes a paragraph with its code, its stress and its links.
func (l *Listing) inline(text string) string {
	var b strings.Builder
	end := 0
	for _, at := range spans.FindAllStringSubmatchIndex(text, -1) {
		group := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return text[at[2*n]:at[2*n+1]]
		}
		b.WriteString(l.linked(text[end:at[0]]))
		end = at[1]
		switch {
		case group(1) != "":
			fmt.Fprintf(&b, "<code>%s</code>", l.linked(group(1)))
		case group(2) != "":
			fmt.Fprintf(&b, "<strong>%s</strong>", l.inline(group(2)))
		case group(3) != "":
			fmt.Fprintf(&b, "<em>%s</em>", l.inline(group(3)))
		case strings.Contains(group(5), "://"):
			fmt.Fprintf(&b, "<a href=\"%s\">%s</a>", esc(group(5)), esc(group(4)))
		default:
			b.WriteString(l.linked(group(4)))
		}
	}
	return b.String() + l.linked(text[end:])
}
