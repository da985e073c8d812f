package asm

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// The stage before the first: the bytes of a file become lines of source, whatever machine or
// editor has written them.

const controlZ = "\x1A" // ends a text file under CP/M

var lineEnds = strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n")

// Text gives the text of a file, in UTF-8 and with lines that end in \n. It takes UTF-8 with or
// without a mark, and UTF-16 with one; lines ended by LF, CR, or both. It goes up to the Control-Z
// that ends a text file under CP/M.
func Text(file []byte) string {
	text := string(file)
	if order := byteOrder(file); order != nil {
		units := make([]uint16, len(file)/2)
		for i := range units {
			units[i] = order.Uint16(file[2*i:])
		}
		text = string(utf16.Decode(units))
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "\uFEFF"), controlZ)
	return lineEnds.Replace(text)
}

// IsUTF16 reports whether a file begins with the mark of UTF-16, in either order of bytes.
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
