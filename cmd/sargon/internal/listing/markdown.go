package listing

import (
	"fmt"
	"regexp"
	"strings"

	"sargon78/cmd/sargon/internal/markdown"
	"sargon78/sargon/spec"
)

// pages are the pages of the specification that a reader of the program needs.
var pages = []string{spec.EnginePage, "z80", "index", "lists", "exchange", "alphabeta", "edges",
	"machine"}

// page writes a page of the specification. Sections of the numbered page have the anchors spec-7, items
// of its lists spec-14.3; others spec-z80 and spec-z80-flags.
func (l *Listing) page(o *out, name string) {
	page, _ := spec.Lookup(name)
	o.f("<section class=spec>\n")
	for i, s := range page.Sections {
		level, id := 3, "spec-"+name+"-"+s.Name
		switch {
		case i == 0:
			level, id = 2, "spec-"+name
		case name == spec.EnginePage:
			id = "spec-" + s.Name
		}
		title, text, _ := strings.Cut(s.Text, "\n")
		o.f("<h%d id=\"%s\">%s</h%d>\n", level, esc(id), l.inline(strings.TrimLeft(title, "# ")), level)
		l.markdown(o, id, text)
	}
	o.f("</section>\n")
}

// markdown writes a text as HTML. The items of its first list have anchors if they have numbers.
func (l *Listing) markdown(o *out, id, text string) {
	list := "" // the open list: ul or ol
	lists := func(kind string) {
		if list != kind && list != "" {
			o.f("</%s>\n", list)
		}
		if list != kind && kind != "" {
			o.f("<%s>\n", kind)
		}
		list = kind
	}
	given := map[string]bool{} // numbers of items
	for _, b := range markdown.Blocks(text) {
		text := strings.Join(b.Lines, "\n")
		if !b.InList && b.Kind != markdown.Blank {
			lists("")
		}
		switch b.Kind {
		case markdown.Heading:
			o.f("<h4>%s</h4>\n", l.inline(strings.TrimLeft(text, "# ")))
		case markdown.Code:
			o.f("<pre>%s</pre>\n", l.linked(text))
		case markdown.Table:
			l.table(o, b.Lines)
		case markdown.Item:
			number, numbered := strings.CutSuffix(strings.TrimSpace(b.Mark), ".")
			switch {
			case !numbered:
				lists("ul")
				o.f("<li>")
			case given[number]:
				lists("ol")
				o.f("<li value=%s>", number)
			default:
				lists("ol")
				o.f("<li value=%s id=\"%s.%s\">", number, esc(id), number)
				given[number] = true
			}
			o.f("%s\n", l.inline(text))
		case markdown.Paragraph:
			if text = l.inline(text); !b.InList {
				text = "<p>" + text + "</p>"
			}
			o.f("%s\n", text)
		}
	}
	lists("")
}

func (l *Listing) table(o *out, rows []string) {
	o.f("<div class=wide><table>")
	tag := "th"
	for _, row := range rows {
		for i, cell := range markdown.Cells(row) {
			if i == 0 {
				o.f("<tr>")
			}
			o.f("<%s>%s", tag, l.inline(cell))
		}
		tag = "td"
	}
	o.f("</table></div>\n")
}

var spans = regexp.MustCompile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*\\s][^*]*)\\*|\\[([^]]+)\\]\\(([^)]+)\\)")

// inline returns a paragraph with its code, its emphasis and its links.
func (l *Listing) inline(text string) string {
	return marked(text, spans, l.linked, func(groups []string) string {
		code, strong, em, words, to := groups[1], groups[2], groups[3], groups[4], groups[5]
		switch {
		case code != "":
			return "<code>" + l.linked(code) + "</code>"
		case strong != "":
			return "<strong>" + l.inline(strong) + "</strong>"
		case em != "":
			return "<em>" + l.inline(em) + "</em>"
		case strings.Contains(to, "://"):
			return fmt.Sprintf("<a href=\"%s\">%s</a>", esc(to), esc(words))
		}
		return l.linked(words)
	})
}
