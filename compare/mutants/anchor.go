package main

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// A word is one token of a source: comments and blanks are none.
type word struct {
	text     string
	from, to int    // where it stands, in bytes from the start of the file
	line     int    // from 1
	where    string // the function or routine it is in
	name     bool   // the source chose it, and may choose another
}

// goWords cuts Go source, whole or in part, into words.
func goWords(text string) (words []word) {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	for {
		pos, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return words
		case tok == token.SEMICOLON && literal == "\n":
			continue
		case literal == "":
			literal = tok.String()
		}
		from := file.Offset(pos)
		words = append(words, word{
			text: literal, from: from, to: from + len(literal), line: file.Line(pos),
			name: tok == token.IDENT && types.Universe.Lookup(literal) == nil,
		})
	}
}

var (
	z80Word    = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_][\w']*|\d[\dA-Fa-f]*H?|\S`)
	z80Comment = regexp.MustCompile(`^((?:'[^']*'|"[^"]*"|AF'|[^;'"])*);.*`)
	z80Name    = regexp.MustCompile(`^[A-Za-z_]`)
)

// z80Language are the words of the Z80 that are no names.
var z80Language = func() map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(`
		ADC ADD AND BIT CALL CCF CP CPD CPDR CPI CPIR CPL DAA DEC DI DJNZ EI EX EXX HALT IM IN INC
		IND INDR INI INIR JP JR LD LDD LDDR LDI LDIR NEG NOP OR OTDR OTIR OUT OUTD OUTI POP PUSH RES
		RET RETI RETN RL RLA RLC RLCA RLD RR RRA RRC RRCA RRD RST SBC SCF SET SLA SRA SRL SUB XOR
		A B C D E H L I R AF AF' BC DE HL IX IY SP NC Z NZ P M PE PO
		DB DW DS EQU ORG END INCLUDE ASSERT IF ELSE ENDIF`) {
		words[w] = true
	}
	return words
}()

// z80Words cuts Z80 source into words.
func z80Words(text string) (words []word) {
	offset, number, where := 0, 0, "start"
	for line := range strings.Lines(text) {
		number++
		code := line
		if m := z80Comment.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			code = m[1]
		}
		if m := z80Line.FindStringSubmatch(code); m != nil && m[1] != "" &&
			!strings.EqualFold(m[2], "EQU") {
			where = m[1]
		}
		for _, m := range z80Word.FindAllStringIndex(code, -1) {
			w := code[m[0]:m[1]]
			words = append(words, word{
				text: w, from: offset + m[0], to: offset + m[1], line: number, where: where,
				name: z80Name.MatchString(w) && !z80Language[w],
			})
		}
		offset += len(line)
	}
	return words
}

// cut cuts a source of either language into words.
func cut(file, text string) []word {
	if strings.HasSuffix(file, ".z80") {
		return z80Words(text)
	}
	return goWords(text)
}

// names are what the names of a frozen text are called today; no two are called the same.
type names struct{ now, then map[string]string }

// same tells whether a word of the frozen text may be a word of today, and remembers its name.
func (n *names) same(frozen, today word) bool {
	if !frozen.name || !today.name {
		return frozen.text == today.text
	}
	now, known := n.now[frozen.text]
	then, taken := n.then[today.text]
	if known || taken {
		return now == today.text && then == frozen.text
	}
	n.now[frozen.text], n.then[today.text] = today.text, frozen.text
	return true
}

// A place is where the text of a frozen fault may stand today.
type place struct {
	source *source
	first  int // word
	names  names
	around int // how many words before and after it agree
	inside bool
	beside bool // in the same file
}

// weight says how surely it is the place.
func (p *place) weight(all int) int {
	w := 2 * p.around
	if p.inside {
		w += all
	}
	if p.beside {
		w++
	}
	return w
}

var errNoText = errors.New("text not found")

// find finds the place of a frozen fault in today's sources, and says how: blanks and comments
// count nothing; file, function, lines around it and names may have changed, as long as there is
// one place that is more like it than all others.
func (e *entry) find(sources []source) (fault, error) {
	old, before, after := cut(e.File, e.Old), cut(e.File, e.Before), cut(e.File, e.After)
	if len(old) == 0 {
		return fault{}, fmt.Errorf("%w: none is written yet", errNoText)
	}
	all := len(before) + len(after)
	for _, renamed := range []bool{false, true} {
		var best *place
		places, inside, equals := 0, 0, 0
		for i := range sources {
			for first := range sources[i].words {
				p := e.place(&sources[i], first, old, before, after, renamed)
				if p == nil {
					continue
				}
				places++
				if p.inside {
					inside++
				}
				switch {
				case best == nil || p.weight(all) > best.weight(all):
					best, equals = p, 1
				case p.weight(all) == best.weight(all):
					equals++
				}
			}
		}
		if best == nil {
			continue
		}
		sure := 2*best.around >= all || best.inside && inside == 1 || !renamed && places == 1
		if equals > 1 || !sure {
			if renamed {
				break
			}
			return fault{}, fmt.Errorf("%w: it could be in %d places", errNoText, places)
		}
		return e.at(best, len(old), best.how(all)), nil
	}
	return fault{}, errNoText
}

// place compares the frozen text with the words from one on; it is nil if they differ.
func (e *entry) place(
	s *source, first int, old, before, after []word, renamed bool,
) *place {
	if first+len(old) > len(s.words) {
		return nil
	}
	for i, w := range old {
		today := s.words[first+i]
		if w.text != today.text && !(renamed && w.name && today.name) {
			return nil
		}
	}
	p := &place{source: s, first: first, names: names{map[string]string{}, map[string]string{}}}
	for i, w := range old {
		if !p.names.same(w, s.words[first+i]) {
			return nil
		}
	}
	for i := len(before) - 1; i >= 0; i-- {
		at := first - (len(before) - i)
		if at < 0 || !p.names.same(before[i], s.words[at]) {
			break
		}
		p.around++
	}
	for i, w := range after {
		at := first + len(old) + i
		if at >= len(s.words) || !p.names.same(w, s.words[at]) {
			break
		}
		p.around++
	}
	p.inside = s.words[first].where == e.In
	p.beside = s.file == e.File
	return p
}

// renamed tells whether a name is another today.
func (n *names) renamed() bool {
	for frozen, today := range n.now {
		if frozen != today {
			return true
		}
	}
	return false
}

// how says what has changed about a place.
func (p *place) how(all int) string {
	var changed []string
	if !p.beside || !p.inside {
		changed = append(changed, "moved")
	}
	if p.names.renamed() {
		changed = append(changed, "renamed")
	}
	if p.around < all {
		changed = append(changed, "other lines around it")
	}
	if changed == nil {
		return asWritten
	}
	return strings.Join(changed, ", ")
}

const asWritten = "as written"

// at is the fault at a place: only what changes, in the names of today.
func (e *entry) at(p *place, length int, how string) fault {
	text := p.names.today(e.File, e.New)
	old, changed := p.source.words[p.first:p.first+length], cut(e.File, text)
	start, end := 0, 0 // how many words are the same at both ends
	shorter := min(len(old), len(changed))
	for start < shorter && old[start].text == changed[start].text {
		start++
	}
	for end < shorter-start && old[len(old)-1-end].text == changed[len(changed)-1-end].text {
		end++
	}
	if start == 0 && end > 0 && end == len(old) { // put in before it: one word more changes
		end--
	}
	last, lastNew := len(old)-end, len(changed)-end
	f := fault{
		file: p.source.file, line: old[0].line, where: old[0].where, rule: e.Kind, entry: e, how: how,
	}
	var to int
	switch {
	case start == last && start == lastNew:
		f.offset, to = old[0].from, old[0].from // nothing changes
	case start == last: // something is put in
		f.offset, to = old[start-1].to, old[start-1].to
		f.new = text[changed[start-1].to:changed[lastNew-1].to]
	case start == lastNew: // something is left out, and its neighbours stay two words
		f.offset, to, f.new = old[start].from, old[last-1].to, " "
	default:
		f.offset, to = old[start].from, old[last-1].to
		f.new = text[changed[start].from:changed[lastNew-1].to]
	}
	f.old = p.source.text[f.offset:to]
	return f
}

// today is a frozen text in the names of today.
func (n *names) today(file, text string) string {
	var b strings.Builder
	done := 0
	for _, w := range cut(file, text) {
		b.WriteString(text[done:w.from])
		if now, ok := n.now[w.text]; ok && w.name {
			b.WriteString(now)
		} else {
			b.WriteString(w.text)
		}
		done = w.to
	}
	b.WriteString(text[done:])
	return b.String()
}
