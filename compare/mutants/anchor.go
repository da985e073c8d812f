package main

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"slices"
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
		first := len(words)
		for _, m := range z80Word.FindAllStringIndex(code, -1) {
			w := code[m[0]:m[1]]
			words = append(words, word{
				text: w, from: offset + m[0], to: offset + m[1], line: number,
				name: z80Name.MatchString(w) && !z80Language[w],
			})
		}
		if line := words[first:]; len(line) > 0 {
			name, rest := label(text, line)
			if name != "" && (len(rest) == 0 || !strings.EqualFold(rest[0].text, "EQU")) {
				where = name
			}
			for i := range line {
				line[i].where = where
			}
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
type names map[string]string

// same tells whether a word of the frozen text may be a word of today, and remembers its name.
func (n names) same(frozen, today word) bool {
	if !frozen.name || !today.name {
		return frozen.text == today.text
	}
	if now, known := n[frozen.text]; known {
		return now == today.text
	}
	for _, taken := range n {
		if taken == today.text {
			return false
		}
	}
	n[frozen.text] = today.text
	return true
}

// A place is where the text of a frozen fault may stand today.
type place struct {
	source *source
	first  int // word
	names  names
	around int // how many words before and after it agree
	inside int // 1 in the same function
	beside int // 1 in the same file
}

// weight says how surely it is the place.
func (p *place) weight(all int) int {
	return 2*p.around + all*p.inside + p.beside
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
		var places []*place
		inside := 0
		for i := range sources {
			for first := range sources[i].words {
				if p := e.place(&sources[i], first, old, before, after, renamed); p != nil {
					places = append(places, p)
					inside += p.inside
				}
			}
		}
		if len(places) == 0 {
			continue
		}
		slices.SortStableFunc(places, func(a, b *place) int { return b.weight(all) - a.weight(all) })
		best := places[0]
		equal := len(places) > 1 && places[1].weight(all) == best.weight(all)
		sure := 2*best.around >= all || best.inside == 1 && inside == 1 || !renamed && len(places) == 1
		switch {
		case sure && !equal:
			return e.at(best, len(old), best.how(all)), nil
		case !renamed:
			return fault{}, fmt.Errorf("%w: it could be in %d places", errNoText, len(places))
		}
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
	p := &place{source: s, first: first, names: names{}}
	for i, w := range old {
		if !p.names.same(w, s.words[first+i]) {
			return nil
		}
	}
	for i := range min(len(before), first) {
		if !p.names.same(before[len(before)-1-i], s.words[first-1-i]) {
			break
		}
		p.around++
	}
	behind := s.words[first+len(old):]
	for i := range min(len(after), len(behind)) {
		if !p.names.same(after[i], behind[i]) {
			break
		}
		p.around++
	}
	if s.words[first].where == e.In {
		p.inside = 1
	}
	if s.file == e.File {
		p.beside = 1
	}
	return p
}

// how says what has changed about a place.
func (p *place) how(all int) string {
	var changed []string
	if p.beside+p.inside < 2 {
		changed = append(changed, "moved")
	}
	for frozen, today := range p.names {
		if frozen != today {
			changed = append(changed, "renamed")
			break
		}
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

// at is the fault at a place: all of its words, and the new ones in the names of today.
func (e *entry) at(p *place, length int, how string) fault {
	first, last := p.source.words[p.first], p.source.words[p.first+length-1]
	return fault{
		file: p.source.file, line: first.line, where: first.where, rule: e.Kind, entry: e, how: how,
		reason: e.Reason, offset: first.from, old: p.source.text[first.from:last.to],
		new: p.names.today(e.File, e.New),
	}
}

// today is a frozen text in the names of today.
func (n names) today(file, text string) string {
	var b strings.Builder
	done := 0
	for _, w := range cut(file, text) {
		b.WriteString(text[done:w.from])
		if now, ok := n[w.text]; ok && w.name {
			b.WriteString(now)
		} else {
			b.WriteString(w.text)
		}
		done = w.to
	}
	b.WriteString(text[done:])
	return b.String()
}
