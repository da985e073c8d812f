package asm

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The stage before the first: the bytes of a file become lines of source, whatever machine or
// editor has written them.

// A Control-Z ends a text file under CP/M. The rest of the last record of 128 bytes may hold anything. If
// more than that follows, several files were put together.
const (
	controlZ  = "\x1A"
	cpmRecord = 128
)

var lineEnds = strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n")

// Text returns the text of a file, in UTF-8 and with lines that end in \n. It takes UTF-8 with or
// without a mark, UTF-16, and ASCII whose eighth bit is set or holds a parity; lines ended by LF,
// CR, or both. Zero bytes, the filler of teleprinters, are left out. The text ends at the Control-Z
// that ends a text file under CP/M, unless more than a record follows it: then files were put
// together, and each Control-Z ends a line.
func Text(file []byte) string {
	text := plainText(file)
	if head, rest, found := strings.Cut(text, controlZ); found {
		if len(strings.TrimSpace(strings.ReplaceAll(rest, controlZ, ""))) < cpmRecord {
			return head
		}
		text = strings.ReplaceAll(text, controlZ, "\n")
	}
	return text
}

// plainText is Text without regard to Control-Z.
func plainText(file []byte) string {
	text := string(file)
	if order := byteOrder(file); order != nil {
		units := make([]uint16, len(file)/2)
		for i := range units {
			units[i] = order.Uint16(file[2*i:])
		}
		text = string(utf16.Decode(units))
	} else if hasParity(file) {
		ascii := bytes.Clone(file)
		for i := range ascii {
			ascii[i] &= 0x7F
		}
		text = string(ascii)
	}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\x00", "")
	if strings.Contains(text, "\r") { // Replace copies the text even if it changes nothing
		text = lineEnds.Replace(text)
	}
	return text
}

// IsText reports whether the bytes of a file can be text: in UTF-16, or with few control characters.
func IsText(file []byte) bool {
	if byteOrder(file) != nil {
		return true
	}
	file = bytes.TrimRight(file, "\x00"+controlZ)
	mask := byte(0xFF)
	if hasParity(file) {
		mask = 0x7F
	}
	controls, zeros := 0, 0
	for _, c := range file {
		switch c &= mask; {
		case c == 0:
			zeros++
		case c < ' ' && strings.IndexByte("\t\n\v\f\r"+controlZ, c) < 0:
			controls++
		}
	}
	const few, filler = 100, 10 // one in so many
	return controls <= len(file)/few && zeros <= len(file)/filler
}

// hasParity reports whether the eighth bit is no part of the characters: the file has at least 128 bytes
// and is not UTF-8, and more than a third of its bytes have that bit set.
func hasParity(file []byte) bool {
	const many = 3 // one in so many
	high := 0
	for _, c := range file {
		if c >= utf8.RuneSelf {
			high++
		}
	}
	return high > len(file)/many && len(file) >= cpmRecord && !utf8.Valid(file)
}

// byteOrder returns the order of the bytes of a file in UTF-16; nil for every other file. It looks at the
// mark at the beginning, or else at the zeros in every other byte.
func byteOrder(file []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}):
		return binary.LittleEndian
	case bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		return binary.BigEndian
	}
	var zeros [2]int
	for i, c := range file {
		if c == 0 {
			zeros[i%2]++
		}
	}
	pairs := len(file) / 2
	switch {
	case pairs < 2 || bytes.Count(file, []byte{0, 0}) > pairs/16:
	case zeros[1] > pairs*9/10 && zeros[0] <= pairs/16:
		return binary.LittleEndian
	case zeros[0] > pairs*9/10 && zeros[1] <= pairs/16:
		return binary.BigEndian
	}
	return nil
}
