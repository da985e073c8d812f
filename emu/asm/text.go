package asm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The stage before the first: the bytes of a file become lines of source, whatever machine, editor
// or word processor has written them.

const controlZ = 0x1A // ends a text file under CP/M

// Text gives the text of a file, in UTF-8 and with lines that end in \n. It takes UTF-8 with or
// without a mark, and UTF-16 with one; lines ended by LF, CR, or both; blanks that do not break,
// dashes and quotes as word processors set them become those of ASCII. It goes up to the Control-Z
// that ends a text file under CP/M.
func Text(file []byte) string {
	text := string(file)
	if order := byteOrder(file); order != nil {
		text = decodeUTF16(file[2:], order)
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "\uFEFF"), string(rune(controlZ)))
	return plainCharacters(lineEnds.Replace(text))
}

var lineEnds = strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n")

// IsUTF16 tells whether a file begins with the mark of UTF-16, in either order of bytes.
func IsUTF16(file []byte) bool { return byteOrder(file) != nil }

func byteOrder(file []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}):
		return binary.LittleEndian
	case bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		return binary.BigEndian
	}
	return nil
}

func decodeUTF16(file []byte, order binary.ByteOrder) string {
	var units []uint16
	for unit := range slices.Chunk(file[:len(file)&^1], 2) {
		units = append(units, order.Uint16(unit))
	}
	return string(utf16.Decode(units))
}

// plainCharacters writes what word processors have made of blanks, dashes and quotes as ASCII
// again. Bytes that are not UTF-8 are read as those of Windows.
func plainCharacters(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		size := 1
		if r != utf8.RuneError {
			size = utf8.RuneLen(r)
		} else if _, size = utf8.DecodeRuneInString(text[i:]); size == 1 {
			r = windows[text[i]]
		}
		switch r {
		case '\u00A0', '\u2002', '\u2003', '\u2007', '\u2009', '\u202F', '\u3000':
			b.WriteByte(' ')
		case '\u200B', '\u2060', '\uFEFF', '\u00AD': // of no width
		case '‘', '’', '‚', '‛':
			b.WriteByte('\'')
		case '“', '”', '„', '‟':
			b.WriteByte('"')
		case '‐', '‑', '–', '−':
			b.WriteByte('-')
		default:
			b.WriteString(text[i : i+size])
		}
	}
	return b.String()
}

// windows has the bytes of code page 1252 that become ASCII.
var windows = map[byte]rune{
	0x82: '‚', 0x84: '„', 0x91: '‘', 0x92: '’', 0x93: '“', 0x94: '”', 0x96: '–',
	0xA0: '\u00A0', 0xAD: '\u00AD',
}

// sourceLines gives the text of a source without the numbers that a listing may have before its
// lines. What an assembler has printed is no source; the error says so, and names the line.
func sourceLines(file []byte) (text string, printed *Error) {
	text = Text(file)
	lines := strings.Split(text, "\n")
	if line := firstPrinted(lines); line > 0 {
		return text, &Error{Line: line, Column: 1, Message: "this is an assembler's output " +
			"listing, whose lines begin with an address and bytes, as this one does: " +
			"give the source it was made from, or cut off all columns before the source"}
	}
	if line, numbered := firstUnnumbered(lines); line > 0 {
		return text, &Error{Line: line, Column: 1, Message: fmt.Sprintf("%d lines begin with "+
			"a line number, and this one not, or not with a greater one: number all lines, "+
			"or take all numbers away", numbered)}
	} else if numbered == 0 {
		return text, nil
	}
	return withoutNumbers(lines), nil
}

// leastLines is how many lines are checked for numbers or addresses at least; fewer are taken as
// source.
const leastLines = 3

// firstUnnumbered tells how many lines begin with a line number, if most of them do; else 0. line
// is the first out of order, 0 if none is.
func firstUnnumbered(lines []string) (line, numbered int) {
	count, last := 0, -1
	for i, text := range lines {
		if strings.TrimSpace(text) == "" {
			continue
		}
		count++
		number, _, ok := cutNumber(text)
		if ok {
			numbered++
		}
		if (!ok || number <= last) && line == 0 {
			line = i + 1
		}
		last = max(last, number)
	}
	if count < leastLines || 2*numbered <= count {
		return 0, 0
	}
	return line, numbered
}

// withoutNumbers takes the number before each line away, and the blanks that all lines have behind
// it.
func withoutNumbers(lines []string) string {
	blanks := -1
	rests := make([]string, len(lines))
	for i, line := range lines {
		_, rest, _ := cutNumber(line)
		rests[i] = rest
		text := strings.TrimLeft(rest, " \t")
		if before := len(rest) - len(text); text != "" && (blanks < 0 || before < blanks) {
			blanks = before
		}
	}
	for i, rest := range rests {
		rests[i] = rest[min(max(blanks, 0), len(rest)):]
	}
	return strings.Join(rests, "\n")
}

// cutNumber cuts the decimal number off at the beginning of a line, with a colon or a full stop
// that follows it.
func cutNumber(line string) (number int, rest string, ok bool) {
	const mostDigits = 6
	line = strings.TrimLeft(line, " \t\f")
	digits := 0
	for digits < len(line) && charClass[line[digits]]&isDigit != 0 {
		number = number*10 + int(line[digits]-'0')
		if digits++; digits > mostDigits {
			return 0, "", false
		}
	}
	rest = line[digits:]
	if digits > 0 && rest != "" && (rest[0] == ':' || rest[0] == '.') {
		rest = rest[1:]
	}
	return number, rest, digits > 0 && (rest == "" || charClass[rest[0]]&isSpace != 0)
}

// firstPrinted gives the number of the first line that begins with an address and bytes, if a good
// part of the lines do; else 0.
func firstPrinted(lines []string) (first int) {
	const share = 5 // a fifth: comments, equates and reserved areas have no bytes
	printed, count := 0, 0
	var fields []string
	for i, line := range lines {
		fields = slices.AppendSeq(fields[:0], strings.FieldsSeq(line))
		if len(fields) == 0 || fields[0][0] == ';' {
			continue
		}
		count++
		if isPrinted(fields) {
			if printed++; first == 0 {
				first = i + 1
			}
		}
	}
	if count < leastLines || share*printed < count {
		return 0
	}
	return first
}

// isPrinted: numbers of lines or T-states, then four digits of an address, then bytes.
func isPrinted(fields []string) bool {
	const mostNumbers, addressDigits = 3, 4
	for i := range min(len(fields)-1, mostNumbers+1) {
		address := strings.TrimRight(fields[i], "':")
		if len(address) == addressDigits && isHex(address) && isBytes(fields[i+1]) {
			return true
		}
		if _, _, ok := cutNumber(fields[i]); !ok {
			return false
		}
	}
	return false
}

// isBytes tells the bytes of an instruction from a mnemonic that happens to be made of hexadecimal
// digits, like DB.
func isBytes(field string) bool {
	if len(field)%2 != 0 || !isHex(field) {
		return false
	}
	for _, dialect := range []Dialect{Zilog, TDL} {
		if _, ok := operations()[dialect][strings.ToUpper(field)]; ok {
			return false
		}
	}
	return true
}

func isHex(field string) bool {
	return field != "" && strings.Trim(field, "0123456789ABCDEFabcdef") == ""
}
