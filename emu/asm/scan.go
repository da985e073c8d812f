package asm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Scan, the first stage: a line of text goes in; its tokens come out, up to the comment or to the
// first mistake.

type tokenKind uint8

const (
	tokName   tokenKind = iota // a symbol, register, mnemonic, directive or operator in letters
	tokNumber                  // value
	tokString                  // quotes included
	tokMark                    // an operator or a bracket
	tokHere                    // the address of the current statement: $ (Zilog) or . (TDL)
)

// span tells where something stands in its line, in bytes.
type span struct{ pos, end int }

type token struct {
	span
	kind  tokenKind
	text  string // as written
	key   string // the text; of a name in upper case; in Zilog's dialect ( and ) for [ and ]
	value int    // of a number
}

// mistake is what is wrong with a line, and where.
type mistake struct {
	span
	message string
}

// scanner holds what a line's tokens depend on, and its result; the slice is used again.
type scanner struct {
	dialect Dialect
	radix   int // of numbers without suffix or prefix

	source  string // the line
	tokens  []token
	doubts  []span   // numbers that may have another value in other assemblers
	comment int      // where the comment begins, or the end of the line
	mistake *mistake // the rest of the line after it is not scanned
}

// Classes of characters.
const (
	isDigit = 1 << iota
	isLetter
	isNameStart // Zilog and TDL
	isNamePart
	isTDLStart // TDL only
	isTDLPart
	isSpace
)

var charClass = func() (class [256]uint8) {
	for c := '0'; c <= '9'; c++ {
		class[c] = isDigit | isNamePart
	}
	for c := 'A'; c <= 'Z'; c++ {
		class[c] = isLetter | isNameStart | isNamePart
		class[c|0x20] = class[c]
	}
	for _, c := range "_.?@" {
		class[c] = isNameStart | isNamePart
	}
	class['$'] = isTDLStart | isNamePart
	class['%'] = isTDLStart | isTDLPart
	for _, c := range blanks {
		class[c] = isSpace
	}
	return
}()

const blanks = " \t\r\f\v"

// longMarks are the marks of two characters.
var longMarks = []string{"<<", ">>", "<=", ">=", "!=", "<>", "==", "&&", "||"}

// scan sets the tokens, the doubts, the comment and the mistake of a line.
func (s *scanner) scan(line string) {
	s.source, s.tokens, s.comment, s.mistake = line, s.tokens[:0], len(line), nil
	s.doubts = s.doubts[:0]
	for i := 0; i < len(line); {
		if line[i] == ';' {
			s.comment = i
			return
		}
		if charClass[line[i]]&isSpace != 0 {
			i++
			continue
		}
		t, problem := s.token(i)
		if problem != "" {
			s.mistake = &mistake{t.span, problem}
			return
		}
		t.text = line[t.pos:t.end]
		switch t.key = t.text; {
		case t.kind == tokName:
			t.key = strings.ToUpper(t.text)
		case t.text == "[" && s.dialect == Zilog: // some assemblers write addresses in square brackets
			t.key = "("
		case t.text == "]" && s.dialect == Zilog:
			t.key = ")"
		}
		s.tokens = append(s.tokens, t)
		i = t.end
	}
}

// token reads the token that begins at the given byte of the line. It sets all of it except text and
// key. problem is what is wrong at the token's span, or "".
func (s *scanner) token(at int) (t token, problem string) {
	c, class := s.source[at], charClass[s.source[at]]
	tdl := s.dialect == TDL
	t = token{span: span{at, at + 1}}
	switch {
	case class&isNameStart != 0 || tdl && class&isTDLStart != 0:
		t.kind, t.end = tokName, s.nameEnd(at+1)
		name := s.source[at:t.end]
		if tdl && name == "." {
			t.kind = tokHere
		}
		if strings.HasPrefix(s.source[t.end:], "'") && strings.EqualFold(name, "AF") {
			t.end++ // AF' is a register, not the beginning of a string
		}
	case class&isDigit != 0:
		t.kind, t.end = tokNumber, s.wordEnd(at)
		word := s.source[at:t.end]
		if t.value, problem = parseNumber(word, s.radix); doubtful(word, s.radix) {
			s.doubts = append(s.doubts, t.span)
		}
	case c == '$' && !tdl:
		t.kind, t.end = tokHere, s.wordEnd(at+1)
		if t.end > at+1 {
			t.kind = tokNumber
			t.value, problem = digits(s.source[at+1:t.end], 16)
		}
	case !tdl && s.numberPrefix(at) > 0:
		n := s.numberPrefix(at)
		t.kind, t.end = tokNumber, s.wordEnd(at+n)
		t.value, problem = digits(s.source[at+n:t.end], numberPrefixes[strings.ToUpper(s.source[at:at+n])])
	case c == '^' && tdl && s.radixPrefix(at):
		t.kind, t.end = tokNumber, s.wordEnd(at+2)
		t.value, problem = digits(s.source[at+2:t.end], prefixRadix(s.source[at+1]))
	case c == '"' || c == '\'':
		t.kind = tokString
		t.span, problem = s.quoted(at)
	case strings.IndexByte("+-*/&|^~()[],:=<>!%", c) >= 0:
		t.kind = tokMark
		if rest := s.source[at:]; len(rest) > 1 && slices.Contains(longMarks, rest[:2]) {
			t.end++
		}
	default:
		_, n := utf8.DecodeRuneInString(s.source[at:])
		t.end = at + n
		problem = fmt.Sprintf("%q has no meaning here", s.source[at:t.end])
	}
	return t, problem
}

// quoted reads a string up to its closing quote; two quotes inside stand for one. It returns the span
// of the string, or a problem and where it is.
func (s *scanner) quoted(at int) (where span, problem string) {
	text, quote := s.source, s.source[at]
	hint := ""
	for i := at + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && s.hasEscapes(quote) && i+1 < len(text) && text[i+1] < utf8.RuneSelf:
			i++
			hint = " (in double quotes a \\ belongs to the next character; for itself write it twice, " +
				"or in single quotes)"
		case c == quote && i+1 < len(text) && text[i+1] == quote:
			i++
		case c == quote:
			return span{at, i + 1}, ""
		case c >= 0x7F || c < ' ' && c != '\t':
			_, n := utf8.DecodeRuneInString(text[i:])
			return span{i, i + n}, fmt.Sprintf(
				"%q is not a printable ASCII character: write its code as a number", text[i:i+n])
		}
	}
	return span{at, len(text)}, fmt.Sprintf("string without its closing %c%s", quote, hint)
}

// contents returns the characters of a string token: without its quotes, and with one quote for two.
// In Zilog's dialect a backslash in double quotes begins an escape (see escapes).
func (s *scanner) contents(t token) string {
	quote := t.text[:1]
	text := t.text[1 : len(t.text)-1]
	if s.hasEscapes(quote[0]) && strings.Contains(text, `\`) {
		return unescape(text)
	}
	return strings.ReplaceAll(text, quote+quote, quote)
}

// hasEscapes reports whether a backslash begins an escape in strings with the given quote.
func (s *scanner) hasEscapes(quote byte) bool { return s.dialect == Zilog && quote == '"' }

// escapes are the letters that have a meaning after a backslash in double quotes, as in pasmo. A
// character may also be written with up to two hexadecimal digits (\x41) or up to three octal ones
// (\101). Every other character after a backslash stands for itself.
var escapes = map[byte]byte{'a': 7, 't': 9, 'n': 10, 'r': 13}

// unescape returns a text in double quotes with a character for each escape, and one quote for two.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '"' && c != '\\' {
			b.WriteByte(c)
			continue
		}
		i++
		escaped, known := escapes[text[i]]
		isHex := text[i] == 'x'
		switch {
		case c == '"' || !known && !isHex && digitOf(text[i]) >= 8:
			b.WriteByte(text[i])
		case known:
			b.WriteByte(escaped)
		case isHex:
			n := number(text[i+1:], 2, 16)
			value, _ := digits(cmp.Or(text[i+1:i+1+n], "0"), 16)
			b.WriteByte(byte(value))
			i += n
		default:
			n := number(text[i:], 3, 8)
			value, _ := digits(text[i:i+n], 8)
			b.WriteByte(byte(value))
			i += n - 1
		}
	}
	return b.String()
}

// number returns how many digits of a radix stand at the beginning of a text, at most the given number.
func number(text string, most, radix int) int {
	n := 0
	for n < min(most, len(text)) && digitOf(text[n]) < radix {
		n++
	}
	return n
}

// is reports whether there is a token i with the given key.
func (s *scanner) is(i int, key string) bool { return i < len(s.tokens) && s.tokens[i].key == key }

func (s *scanner) isName(i int) bool {
	return i < len(s.tokens) && s.tokens[i].kind == tokName
}

// nameEnd returns the index after the name of which byte i is a part.
func (s *scanner) nameEnd(i int) int {
	part := uint8(isNamePart)
	if s.dialect == TDL {
		part |= isTDLPart
	}
	return s.skip(i, part)
}

// wordEnd returns the index after the letters and digits that begin at i.
func (s *scanner) wordEnd(i int) int { return s.skip(i, isDigit|isLetter) }

func (s *scanner) skip(i int, class uint8) int {
	for i < len(s.source) && charClass[s.source[i]]&class != 0 {
		i++
	}
	return i
}

// radixPrefix reports whether the ^ at i begins a number such as ^H0F. Where no value is wanted, ^H0F
// is an exclusive or with the name H0F.
func (s *scanner) radixPrefix(i int) bool {
	return s.wordEnd(i+1) >= i+3 && prefixRadix(s.source[i+1]) != 0 && s.valueWanted()
}

// numberPrefixes are the marks that Zilog's dialect takes in front of a number, with the radix of each.
var numberPrefixes = map[string]int{"#": 16, "%": 2, "&H": 16, "&O": 8, "&X": 2, "&": 16}

// numberPrefix returns the length of the prefix of a number at i; 0 if there is none. Where no value is
// wanted there is none, because % and & are operators as well.
func (s *scanner) numberPrefix(i int) int {
	for n := min(2, len(s.source)-i); n > 0; n-- {
		_, ok := numberPrefixes[strings.ToUpper(s.source[i:i+n])]
		if ok && s.wordEnd(i+n) > i+n && s.valueWanted() {
			return n
		}
	}
	return 0
}

// valueWanted reports whether the next token is to be a value, after the tokens so far.
func (s *scanner) valueWanted() bool {
	n := len(s.tokens)
	if n == 0 {
		return true
	}
	switch last := s.tokens[n-1]; last.kind {
	case tokMark:
		return last.key != ")" && last.key != "]"
	case tokName: // a directive, a mnemonic or a macro, perhaps after a label; or an operator in letters
		_, isOperation := operations()[s.dialect][last.key]
		return n == 1 || s.is(n-2, ":") || isOperation || isWordOperator(last.key)
	}
	return false
}

// prefixRadix returns the radix that ^H ^O ^Q ^B ^D stand for, or 0.
func prefixRadix(c byte) int {
	switch c &^ 0x20 {
	case 'H':
		return 16
	case 'O', 'Q':
		return 8
	case 'B':
		return 2
	case 'D':
		return 10
	}
	return 0
}

// parseNumber reads a word that begins with a digit: 0AH, 0x0A, 1010B, 17O, 17Q, 10D, in radix 10 also
// 0b1010 and 0o17, or plain digits in the radix. In radix 16 a last B or D is a digit, unless the number
// is then too large.
func parseNumber(word string, radix int) (value int, problem string) {
	if len(word) > 2 && strings.EqualFold(word[:2], "0x") {
		return digits(word[2:], 16)
	}
	last := word[len(word)-1] &^ 0x20
	if radix == 16 && (last == 'B' || last == 'D') {
		if value, problem := digits(word, 16); problem == "" {
			return value, ""
		}
	}
	if suffix := prefixRadix(last); suffix != 0 && len(word) > 1 {
		return digits(word[:len(word)-1], suffix)
	}
	if r := map[string]int{"0B": 2, "0O": 8}[strings.ToUpper(word[:min(2, len(word))])]; r != 0 && radix == 10 {
		return digits(word[2:], r)
	}
	return digits(word, radix)
}

// doubtful reports whether a number ends in a B or D that is a digit in this radix, 16, but may be meant
// as a suffix. A number of two digits is never doubtful: 0D and 1B are too common to warn about.
func doubtful(word string, radix int) bool {
	const short = 2
	suffix := map[byte]int{'B': 2, 'D': 10}[word[len(word)-1]&^0x20]
	if radix != 16 || suffix == 0 || len(word) <= short {
		return false
	}
	_, problem := digits(word, 16)
	_, other := digits(word[:len(word)-1], suffix)
	return problem == "" && other == ""
}

// digitOf returns the value of a digit in any radix up to 16; 16 for every other character.
func digitOf(c byte) int {
	const all = "0123456789ABCDEF"
	if c >= 'a' {
		c &^= 0x20
	}
	if d := strings.IndexByte(all, c); d >= 0 {
		return d
	}
	return len(all)
}

// digits returns the value of the digits of a number, or what is wrong with them. A number has at most
// 16 bits.
func digits(word string, radix int) (value int, problem string) {
	for i, c := range []byte(word) {
		d := digitOf(c)
		if d >= radix {
			return 0, fmt.Sprintf("%q is not a digit of a number in radix %d "+
				"(a name must begin with a letter, a hexadecimal number ends in H)",
				word[i:i+1], radix)
		}
		if value = value*radix + d; value > 0xFFFF {
			return 0, fmt.Sprintf("the number %s does not fit 16 bits", printable(word))
		}
	}
	return value, ""
}
