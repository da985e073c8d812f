package asm

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The first stage: a line of text becomes tokens.

type tokenKind uint8

const (
	tokName   tokenKind = iota // a symbol, register, mnemonic, directive or operator in letters; "." alone in TDL
	tokNumber                  // value
	tokString                  // quotes included in pos…end
	tokMark                    // an operator or a bracket, in mark
	tokHere                    // the address of the current statement: $ (Zilog) or . (TDL)
)

// Marks of more than one character; the others are their own ASCII code.
const (
	markShiftLeft    = 'L' // <<
	markShiftRight   = 'R' // >>
	markLessEqual    = 'l' // <=
	markGreaterEqual = 'g' // >=
	markNotEqual     = 'n' // !=
)

type token struct {
	kind     tokenKind
	mark     byte
	value    int32
	pos, end int32 // bytes in the line
}

// scanner holds what a line's tokens depend on, and its result; the slices are used again for each line.
type scanner struct {
	dialect Dialect
	radix   int32 // of numbers without suffix or prefix

	source  string // the line
	tokens  []token
	comment int32 // where the comment begins, or the end of the line

	bad            bool // the rest after a mistake is not scanned
	badPos, badEnd int32
	badMessage     string
}

// Classes of characters.
const (
	isDigit = 1 << iota
	isLetter
	isNameStart // Zilog and TDL
	isNamePart
	isTDLName // in names of TDL only
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
	class['$'] = isTDLName
	class['%'] = isTDLName
	for _, c := range " \t\r\f\v" {
		class[c] = isSpace
	}
	return
}()

func (s *scanner) failed(pos, end int, format string, args ...any) {
	s.bad, s.badPos, s.badEnd = true, int32(pos), int32(end)
	s.badMessage = fmt.Sprintf(format, args...)
}

// scan cuts a line into s.tokens, up to its comment or its first mistake.
func (s *scanner) scan(text string) {
	s.source, s.tokens, s.bad = text, s.tokens[:0], false
	s.comment = int32(len(text))
	tdl := s.dialect == TDL
	for i := 0; i < len(text); {
		c := text[i]
		class := charClass[c]
		if class&isSpace != 0 {
			i++
			continue
		}
		start := i
		t := token{pos: int32(start)}
		switch {
		case class&isNameStart != 0 || tdl && class&isTDLName != 0:
			i = s.name(i)
			t.kind = tokName
			if tdl && i == start+1 && c == '.' {
				t.kind = tokHere
			}
			if i < len(text) && text[i] == '\'' && i == start+2 && strings.EqualFold(text[start:i], "AF") {
				i++ // AF' is a register, not the beginning of a string
			}
		case class&isDigit != 0:
			i = s.word(i)
			t.kind = tokNumber
			value, problem := parseNumber(text[start:i], s.radix)
			if problem != "" {
				s.failed(start, i, "%s", problem)
				return
			}
			t.value = value
		case c == '$' && !tdl:
			i = s.word(i + 1)
			if i == start+1 {
				t.kind = tokHere
				break
			}
			t.kind = tokNumber
			value, problem := digits(text[start+1:i], 16)
			if problem != "" {
				s.failed(start, i, "%s", problem)
				return
			}
			t.value = value
		case c == '^' && tdl && s.radixPrefix(i):
			i = s.word(i + 2)
			t.kind = tokNumber
			value, problem := digits(text[start+2:i], prefixRadix(text[start+1]))
			if problem != "" {
				s.failed(start, i, "%s", problem)
				return
			}
			t.value = value
		case c == '"' || c == '\'':
			for i++; ; i++ {
				if i >= len(text) {
					s.failed(start, len(text), "string without its closing %c", c)
					return
				}
				if text[i] == c {
					if i+1 < len(text) && text[i+1] == c {
						i++ // a doubled quote stands for itself
						continue
					}
					break
				}
				if text[i] >= 0x7F || text[i] < ' ' && text[i] != '\t' {
					_, n := utf8.DecodeRuneInString(text[i:])
					s.failed(i, i+n, "%q is not a printable ASCII character: write its code as a number", text[i:i+n])
					return
				}
			}
			i++
			t.kind = tokString
		case c == ';':
			s.comment = int32(i)
			return
		case strings.IndexByte("+-*/&|^~()[],:=<>!", c) >= 0:
			i++
			t.kind, t.mark = tokMark, c
			two := ""
			if i < len(text) {
				two = text[start : i+1]
			}
			switch two {
			case "<<":
				t.mark = markShiftLeft
			case ">>":
				t.mark = markShiftRight
			case "<=":
				t.mark = markLessEqual
			case ">=":
				t.mark = markGreaterEqual
			case "!=":
				t.mark = markNotEqual
			default:
				two = ""
			}
			if two != "" {
				i++
			}
		default:
			_, n := utf8.DecodeRuneInString(text[i:])
			s.failed(i, i+n, "%q has no meaning here", text[i:i+n])
			return
		}
		t.end = int32(i)
		s.tokens = append(s.tokens, t)
	}
}

// name is where the name that begins at i ends.
func (s *scanner) name(i int) int {
	part := uint8(isNamePart)
	if s.dialect == TDL {
		part |= isTDLName
	}
	for i++; i < len(s.source) && charClass[s.source[i]]&part != 0; i++ {
	}
	return i
}

// word is where a run of letters and digits that begins at i ends.
func (s *scanner) word(i int) int {
	for ; i < len(s.source) && charClass[s.source[i]]&(isDigit|isLetter) != 0; i++ {
	}
	return i
}

// radixPrefix tells ^H0F, where a value is wanted, from an exclusive or with a name that begins with H.
func (s *scanner) radixPrefix(i int) bool {
	if i+2 >= len(s.source) || prefixRadix(s.source[i+1]) == 0 || charClass[s.source[i+2]]&(isDigit|isLetter) == 0 {
		return false
	}
	if len(s.tokens) == 0 {
		return true
	}
	last := s.tokens[len(s.tokens)-1]
	return last.kind == tokMark && last.mark != ')' ||
		last.kind == tokName && len(s.tokens) == 1 || // a directive or a mnemonic
		last.kind == tokName && s.tokens[len(s.tokens)-2].kind == tokMark && s.tokens[len(s.tokens)-2].mark == ':' ||
		last.kind == tokName && isWordOperator(s.source[last.pos:last.end])
}

// prefixRadix is the radix that ^H ^O ^Q ^B ^D stand for, or 0.
func prefixRadix(c byte) int32 {
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

// parseNumber reads a word that begins with a digit: 10, 0AH, 0x0A, 1010B, 17O, 17Q, 10D, or plain digits in the radix.
// In radix 16 a last B or D is a digit, unless the number is then too large.
func parseNumber(word string, radix int32) (int32, string) {
	if len(word) > 2 && word[0] == '0' && word[1]|0x20 == 'x' {
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
	return digits(word, radix)
}

// digits reads a number of 16 bits.
func digits(word string, radix int32) (value int32, problem string) {
	for i := 0; i < len(word); i++ {
		d := int32(word[i])
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case charClass[word[i]]&isLetter != 0:
			d = d&^0x20 - 'A' + 10
		default:
			d = 99
		}
		if d >= radix {
			return 0, fmt.Sprintf("%q is not a digit of a number in radix %d (a name must begin with a letter, a hexadecimal number ends in H)", word[i:i+1], radix)
		}
		if value = value*radix + d; value > 0xFFFF {
			return 0, fmt.Sprintf("the number %s does not fit 16 bits", printable(word))
		}
	}
	return value, ""
}

// stringBytes is the contents of a string token: without the quotes, doubled quotes made single.
func stringBytes(dst []byte, quoted string) []byte {
	quote := quoted[0]
	for i := 1; i < len(quoted)-1; i++ {
		dst = append(dst, quoted[i])
		if quoted[i] == quote {
			i++
		}
	}
	return dst
}

// fold is s in upper case, in the given buffer: the key under which names, which have no case, are found.
func fold(buffer []byte, s string) []byte {
	buffer = buffer[:0]
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' {
			c -= 0x20
		}
		buffer = append(buffer, c)
	}
	return buffer
}
