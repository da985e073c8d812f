package listing

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strings"

	"sargon78/native/reference"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec"
	"sargon78/sargon/spec/variables"
)

var (
	//go:embed listing.css
	style string
	//go:embed listing.js
	script string
)

// WritePage writes the page, in one of Languages: one file, which needs no network and no other file.
func (whole *Listing) WritePage(w io.Writer, language string) error {
	in, o := *whole, new(out)
	l := &in
	l.language = max(0, slices.Index(Languages, language))
	o.f("<!DOCTYPE html>\n<html lang=%s>\n<meta charset=utf-8>\n"+
		"<meta name=viewport content=\"width=device-width\">\n"+
		"<meta name=color-scheme content=\"light dark\">\n<title>Sargon 1978: %s</title>\n"+
		"<style>\nbody { margin: 0; }\n%s</style>\n<div class=listing>\n"+
		"<a class=skip href=#-program>%s</a>\n", language,
		esc(l.text("title")), style, l.text("skip"))
	l.header(o)
	l.contents(o)
	o.f("<main id=-program tabindex=-1 lang=en>\n")
	for _, f := range l.files {
		l.file(o, f)
	}
	for _, page := range pages {
		l.page(o, page)
	}
	o.f("</main>\n</div>\n<script>\n%s</script>\n", script)
	_, err := io.WriteString(w, o.String())
	return err
}

// ContentPolicy returns the policy that a server sends with the page: the style and this script are
// inside the page, and it loads nothing.
func ContentPolicy() string {
	sum := sha256.Sum256([]byte("\n" + script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

var esc = html.EscapeString

// out collects the text of the page.
type out struct{ strings.Builder }

func (o *out) f(format string, args ...any) { fmt.Fprintf(o, format, args...) }

func (l *Listing) header(o *out) {
	o.f("<header>\n<h1>%s</h1>\n<p>%s</p>\n", l.text("title"), l.text("about"))
	if l.countErr != nil {
		o.f("<p>%s%s</p>\n", l.text("uncounted"), esc(l.countErr.Error()))
	} else {
		side := l.position.Side.String()
		board := strings.Replace(l.position.String(), side+" to move", l.text(side), 1)
		o.f("<div class=position><pre>%s</pre>\n<div><p>%s</p>\n", esc(board), fmt.Sprintf(l.text("counted"), l.options.Case.Level,
			l.number(uint64(l.result.Evals)), l.result.Best))
		click := ""
		if l.options.Page != "" {
			click = l.text("click")
		}
		o.f("<p>%s%s<code>sargon debug --to search_down</code></p></div></div>\n", l.text("run"), click)
	}
	o.f("<p class=sha>%s: %s</p>\n", esc(l.image.Name), fmt.Sprintf(l.text("sha"),
		l.number(uint64(len(l.image.Bytes))), l.image.Load, l.image.SHA256()))
	o.f("</header>\n<form hidden role=search><label>%s <input type=search></label> <button>%s</button> "+
		"<output data-of=\"%s\" data-none=\"%s\"></output></form>\n", l.text("find"),
		l.text("next"), l.text("of"), l.text("none"))
}

func (l *Listing) contents(o *out) {
	o.f("<nav><details open><summary>%s</summary>\n<ul>\n", l.text("contents"))
	for _, f := range l.files {
		about, _, _ := strings.Cut(f.about(), " (")
		about, language := l.described(f.name, about)
		o.f("<li><a href=\"#%s\">%s</a> <span lang=%s>%s</span><ul lang=en>", esc(f.name), esc(f.name),
			language, esc(about))
		for _, n := range f.lines {
			if n.defines != nil && n.defines.routine {
				o.f("<li>%s", link(n.defines.Name))
			}
		}
		o.f("</ul>\n")
	}
	o.f("</ul><p>%s</p><ul>\n", l.text("pages"))
	for _, name := range pages {
		page, _ := spec.Lookup(name)
		title, language := l.described(name, page.Sections[0].Title)
		o.f("<li><a href=#spec-%s lang=%s>%s</a>\n", name, language, esc(title))
	}
	o.f("</ul></details></nav>\n")
}

// about returns the description in the first line of a file: "; search.z80 - looking ahead".
func (f *file) about() string {
	_, about, _ := strings.Cut(f.lines[0].comment, f.name+" - ")
	return about
}

func link(name string) string { return fmt.Sprintf("<a href=\"#%s\">%s</a>", esc(name), esc(name)) }

// file writes a file of the source: blocks of comments, and the lines between them.
func (l *Listing) file(o *out, f *file) {
	about, language := l.described(f.name, f.about())
	o.f("<section>\n<h2 id=\"%s\">%s <small lang=%s>%s</small></h2>\n<table><thead><tr lang=%s>",
		esc(f.name), esc(f.name), language, l.linked(about), Languages[l.language])
	for _, column := range []string{"address", "bytes", "t", "ran", "source", "gloss"} {
		o.f("<th scope=col>%s", l.text(column))
	}
	o.f("</thead>\n")
	var block []string
	headed := map[*symbol]bool{}
	for i, n := range f.lines {
		if i == 0 && f.about() != "" {
			continue
		}
		if n.code == "" {
			block = append(block, n.comment)
			for _, name := range l.headOf(n.comment) {
				headed[l.symbols[strings.ToUpper(name)]] = true
			}
			continue
		}
		l.block(o, block)
		block = nil
		if s := n.defines; s != nil && s.routine {
			l.routine(o, s, headed[s])
		}
		l.line(o, n)
	}
	l.block(o, block)
	o.f("</table></section>\n")
}

// routine writes the facts about a routine, above its first line.
func (l *Listing) routine(o *out, s *symbol, headed bool) {
	o.f("<tr class=c><td colspan=6>")
	if !headed {
		l.heading(o, s.Name)
	}
	var facts []string
	if callers := l.callers(s); callers != "" {
		facts = append(facts, l.text("calledby")+" "+callers)
	}
	if s.tStates > 0 {
		share := fmt.Sprintf("%.1f", 100*float64(s.tStates)/float64(l.tStates))
		if Languages[l.language] == "de" {
			share = strings.ReplaceAll(share, ".", ",")
		}
		facts = append(facts, share+" % "+l.text("share"))
	}
	if facts != nil {
		o.f("<p class=facts lang=%s>%s</p>", Languages[l.language], strings.Join(facts, " · "))
	}
	if functions := reference.FunctionsOf(s.Name); functions != nil {
		var names []string
		text := ""
		for _, f := range functions {
			names = append(names, f.Name)
			text += f.Text + "\n"
		}
		o.f("<details class=go><summary lang=%s>%s: <code>%s</code> (native/reference/%s)</summary>"+
			"<pre>%s</pre></details>", Languages[l.language], l.text("beside"), strings.Join(names, ", "), functions[0].File,
			esc(strings.TrimSpace(text)))
	}
	o.f("\n")
}

// heading writes the heading of routines; links to their names lead there.
func (l *Listing) heading(o *out, names ...string) {
	o.f("<h3>")
	for i, name := range names {
		if i > 0 {
			o.f(", ")
		}
		o.f("<span id=\"%s\">%s</span>", esc(name), esc(name))
	}
	o.f("</h3>")
}

// callers lists the routines that call or jump to s, each with its lines. Entry points (spec §15) are
// also called by hosts: programs around this one, such as an engine or a front end.
func (l *Listing) callers(s *symbol) string {
	var list []string
	var last *symbol
	for _, n := range s.uses {
		if n.routine == nil || n.routine == s || !n.Instruction {
			continue
		}
		if n.routine != last {
			list = append(list, link(n.routine.Name))
		}
		last = n.routine
		list[len(list)-1] += fmt.Sprintf(" <a class=u href=\"#%s\">%d</a>", esc(n.id), n.Number)
	}
	if slices.Contains(variables.EntryPoints, strings.ToUpper(s.Name)) {
		list = append(list, fmt.Sprintf("<a href=#spec-15>%s</a>", l.text("hosts")))
	}
	return strings.Join(list, ", ")
}

// runToLink returns a link to the exhibit, to the place where a search comes to an address.
func (l *Listing) runToLink(c roms.SearchExample, side sargon.Color, addr uint16) string {
	return fmt.Sprintf("%s#view=inside&amp;fen=%s&amp;player=%s&amp;level=%d&amp;at=%04X",
		esc(l.options.Page), strings.ReplaceAll(c.FEN, " ", "_"), side.Other(), c.Level, addr)
}

// mostHeat is the warmest colour on which the count is still readable.
const mostHeat = 12

// line writes a line of code.
func (l *Listing) line(o *out, n *line) {
	address, count := "", ""
	s := n.defines
	switch {
	case n.Size > 0 || s != nil && s.Label:
		address = fmt.Sprintf("%04X", n.Address)
	case s != nil:
		address = fmt.Sprintf("= %04X", s.Value)
	}
	t, heat := "", 0
	if n.Instruction {
		t = fmt.Sprint(n.instruction.TStates)
		if extra := n.instruction.TakenExtra; extra > 0 {
			t += fmt.Sprintf("/%d", n.instruction.TStates+extra)
		}
		i := l.executed[n.Address]
		if heat = min(mostHeat, (bits.Len64(i.Ran)+1)/2); heat > 0 {
			if count = l.number(i.Ran); l.options.Page != "" {
				count = fmt.Sprintf("<a href=\"%s\">%s</a>",
					l.runToLink(l.options.Case, l.position.Side, n.Address), count)
			}
		}
		if i.Branch && i.Taken > 0 {
			count += fmt.Sprintf(" <small>↷%s</small>", l.number(i.Taken))
		}
	}
	if address != "" && n.id != "" {
		address = fmt.Sprintf("<a href=\"#%s\">%s</a>", esc(n.id), address)
	}
	o.f("<tr")
	if n.id != "" {
		o.f(" id=\"%s\"", esc(n.id))
	}
	o.f("><td>%s<td>% X<td>%s<td", address, n.Bytes, t)
	if heat > 0 {
		o.f(" style=--h:%d", heat)
	}
	o.f(">%s<td><code>%s</code>%s<td>%s%s\n", count, l.code(n), uses(n), l.linked(n.comment),
		l.elsewhere(s))
}

// marked returns text as HTML: with formats the matches of a pattern, plain the text between.
func marked(
	text string, pattern *regexp.Regexp, plain func(string) string, with func(groups []string) string,
) string {
	var b strings.Builder
	end := 0
	groups := pattern.FindAllStringSubmatch(text, -1)
	for i, at := range pattern.FindAllStringIndex(text, -1) {
		b.WriteString(plain(text[end:at[0]]) + with(groups[i]))
		end = at[1]
	}
	return b.String() + plain(text[end:])
}

// code returns the code of a line with its names as links.
func (l *Listing) code(n *line) string {
	begins := true // the first word may be what the line defines
	return marked(n.code, namePattern, esc, func(groups []string) string {
		name := groups[0]
		first := begins && strings.HasPrefix(n.code, name)
		begins = false
		switch s := l.symbols[strings.ToUpper(name)]; {
		case s == nil || s.at == nil:
			return esc(name)
		case s != n.defines || !first:
			return fmt.Sprintf("<a href=\"#%s\">%s</a>", esc(s.Name), esc(name))
		case s.routine: // its heading has the anchor
			return "<b>" + esc(name) + "</b>"
		default:
			return fmt.Sprintf("<b id=\"%s\">%s</b>", esc(name), esc(name))
		}
	})
}

// maxUses is how many uses of a name are shown next to it; more are folded.
const maxUses = 6

// uses lists the lines that use the name that a line defines.
func uses(n *line) string {
	s := n.defines
	if s == nil || s.routine || len(s.uses) == 0 {
		return ""
	}
	var b strings.Builder
	in := n.File
	for _, use := range s.uses {
		if use.File != in {
			in = use.File
			b.WriteString(" " + esc(path.Base(in)))
		}
		fmt.Fprintf(&b, " <a href=\"#%s\">%d</a>", esc(use.id), use.Number)
	}
	if len(s.uses) > maxUses {
		return fmt.Sprintf(" <details class=u><summary>← %d</summary>%s</details>", len(s.uses), &b)
	}
	return fmt.Sprintf(" <span class=u>←%s</span>", &b)
}

// elsewhere returns a sentence about a search that comes to a label of the embedded ROM, if this search
// does not.
func (l *Listing) elsewhere(s *symbol) string {
	if s == nil || !s.Label || l.image.Kind != roms.Embedded || l.executed[s.Value].Ran > 0 {
		return ""
	}
	c := roms.ExampleReaching(s.Name)
	if c == roms.Example || c == l.options.Case {
		return ""
	}
	there := "<code>" + esc(c.FEN) + "</code>"
	if position, err := sargon.ParseFEN(c.FEN); err == nil && l.options.Page != "" {
		there = fmt.Sprintf("<a href=\"%s\">%s</a>", l.runToLink(c, position.Side, s.Value), there)
	}
	return fmt.Sprintf(" <span class=u lang=%s>%s%s</span>", Languages[l.language],
		l.text("elsewhere"), there)
}

var (
	rule      = regexp.MustCompile(`^-{10,} *(.*)$`)
	fixed     = regexp.MustCompile(`^ |^(in|out|uses): |\S {3,}\S|[│┌└─|+]{2}`)
	callersOf = regexp.MustCompile(`^(\w+ )?called by: `)
)

// block writes the lines of a comment: prose as paragraphs, all else unchanged.
func (l *Listing) block(o *out, lines []string) {
	if strings.Join(lines, "") == "" {
		return
	}
	o.f("<tr class=c><td colspan=6>")
	kind := "" // the kind of the collected lines: p or pre
	var gathered []string
	flush := func() {
		between := map[string]string{"p": " ", "pre": "\n"}[kind]
		if text := strings.Join(gathered, between); kind != "" {
			o.f("<%s>%s</%s>", kind, l.linked(strings.TrimRight(text, "\n")), kind)
		}
		kind, gathered = "", nil
	}
	skipping := false // within the list of callers in the source: the page links them below
	for _, text := range lines {
		names := l.headOf(text)
		m := rule.FindStringSubmatch(text)
		skipping = callersOf.MatchString(text) || skipping && strings.HasPrefix(text, "     ")
		next := "p"
		switch {
		case skipping:
			continue
		case m != nil:
			flush()
			if m[1] != "" {
				o.f("<h3>%s</h3>", esc(m[1]))
			}
			continue
		case names != nil:
			flush()
			l.heading(o, names...)
			text = headPattern.ReplaceAllString(text, "")
		case text == "" && kind != "pre":
			flush()
			continue
		case text == "", fixed.MatchString(text):
			next = "pre"
		}
		if next != kind {
			flush()
		}
		kind, gathered = next, append(gathered, text)
	}
	flush()
	o.f("\n")
}

var (
	cited  = regexp.MustCompile("`([^`]+)`|" + `sargon spec ([a-z]\w*)|(?:spec |§)(\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*)|[A-Za-z_][\w.]*`)
	number = regexp.MustCompile(`\d+(\.\d+)?`)
)

// linked returns text with links to the sections that it cites, and to names that cannot be ordinary
// words.
func (l *Listing) linked(text string) string {
	return marked(text, cited, esc, func(groups []string) string {
		word, quoted, page, sections := groups[0], groups[1], groups[2], groups[3]
		switch {
		case quoted != "":
			return "<code>" + l.linked(quoted) + "</code>"
		case page != "" && slices.Contains(pages, page):
			return fmt.Sprintf("<a href=#spec-%s>%s</a>", page, word)
		case sections != "":
			return strings.TrimSuffix(word, sections) +
				number.ReplaceAllString(sections, "<a href=#spec-$0>$0</a>")
		}
		return l.named(word)
	})
}

// named returns a word of a comment, as a link if it is a file or a name of the program.
func (l *Listing) named(word string) string {
	name := strings.TrimRight(word, ".")
	s := l.symbols[strings.ToUpper(name)]
	isFile := slices.ContainsFunc(l.files, func(f *file) bool { return f.name == name })
	sure := len(name) > 1 && (name == strings.ToUpper(name) || strings.Contains(name, "_"))
	if !isFile && (s == nil || s.at == nil || s.Name != name || !sure) {
		return esc(word)
	}
	return link(name) + word[len(name):]
}
