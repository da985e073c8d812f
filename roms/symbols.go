package roms

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sargon78/emu/asm"
)

// ReadSymbols reads a symbol file as assemblers write them (spec/assembler.md):
//
//	FNDMOV  EQU 01234H     pasmo, and equates of any kind
//	FNDMOV: equ $1234      z80asm
//	FNDMOV = 0x1234
//	1234 FNDMOV            columns, also several pairs in a line
//	FNDMOV 1234
//
// Columns are hexadecimal; numbers of equates are decimal, or hexadecimal with $, 0x, & or #
// before or H after. Names come back in capitals. A semicolon begins a comment. Errors begin
// with the number of the line.
func ReadSymbols(data []byte) (map[string]uint16, error) {
	var lines [][]string
	for line := range bytes.Lines([]byte(asm.Text(data))) {
		lines = append(lines, symbolWords(string(line)))
	}
	valueFirst := columnsHaveValueFirst(lines)
	symbols := map[string]uint16{}
	for i, words := range lines {
		isEquate := equate(words)
		if isEquate {
			words = []string{words[0], words[2]}
		}
		for ; len(words) > 0; words = words[min(2, len(words)):] {
			if err := addSymbol(symbols, words, isEquate, valueFirst && !isEquate); err != nil {
				return nil, fmt.Errorf("%d: %w", i+1, err)
			}
		}
	}
	if len(symbols) == 0 {
		return nil, fmt.Errorf("%d: no symbols in the file", len(lines))
	}
	return symbols, nil
}

// WithLabels returns a copy of the image that also has the labels of a symbol file. The file gives a label
// its address where both have it. An error names the file, and the line if it cannot be read.
func (i *Image) WithLabels(file string) (*Image, error) {
	more, err := readSymbolFile(file)
	if err != nil {
		return nil, err
	}
	image := *i
	image.Symbols, image.Labels = maps.Clone(i.Symbols), maps.Clone(i.Labels)
	for label := range i.Labels { // spelled as in the source
		if _, ok := more[strings.ToUpper(label)]; ok {
			image.Labels[label] = more[strings.ToUpper(label)]
		}
	}
	maps.Copy(image.Symbols, more)
	return &image, nil
}

func readSymbolFile(file string) (map[string]uint16, error) {
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	symbols, err := ReadSymbols(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	return symbols, nil
}

// symbolWords returns the words of a line without its comment. A = is always a word of its own.
func symbolWords(line string) []string {
	text, _, _ := strings.Cut(line, ";")
	return strings.Fields(strings.ReplaceAll(text, "=", " = "))
}

// equate reports whether words give a name a value with a word between them.
func equate(words []string) bool {
	kinds := []string{"=", "EQU", ".EQU", "DEFL", ".DEFL", "SET", ".SET"}
	return len(words) == 3 && slices.Contains(kinds, strings.ToUpper(words[1]))
}

// columnsHaveValueFirst decides for the whole file, because there are names that are numbers
// too: BC0.
func columnsHaveValueFirst(lines [][]string) bool {
	lead := 0
	for _, words := range lines {
		if len(words) < 2 || equate(words) {
			continue
		}
		if _, first := symbolValue(words[0], false); first {
			lead++
		}
		if _, second := symbolValue(words[1], false); second {
			lead--
		}
	}
	return lead > 0
}

// addSymbol adds a symbol: the first two words are its name and its value. It returns an error if they are
// not, or if the name already has another value.
func addSymbol(symbols map[string]uint16, words []string, isEquate, valueFirst bool) error {
	name, text := words[0], words[min(1, len(words)-1)]
	if valueFirst {
		name, text = text, name
	}
	value, ok := symbolValue(text, isEquate)
	switch {
	case isEquate && !ok:
		return fmt.Errorf("%.20q is not a number of 16 bits", text)
	case !ok || len(words) == 1:
		return fmt.Errorf("cannot parse %.40q as a symbol; expected NAME EQU 01234H, NAME: equ $1234, 1234 NAME, "+
			"NAME 1234", strings.Join(words, " "))
	}
	if isEquate {
		name = strings.TrimSuffix(name, ":")
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_.?@$"
	upper := strings.ToUpper(name)
	if strings.Trim(upper, letters+"0123456789") != "" || strings.IndexAny(upper, letters) != 0 {
		return fmt.Errorf("%.20q is not a name", name)
	}
	if old, ok := symbols[upper]; ok && old != value {
		return fmt.Errorf("%s has two values, %04Xh and %04Xh", upper, old, value)
	}
	symbols[upper] = value
	return nil
}

// symbolValue reads hexadecimal digits; decimal ones where those say that they are hexadecimal.
func symbolValue(word string, decimal bool) (uint16, bool) {
	digits := strings.ToLower(word)
	for _, mark := range []string{"$", "0x", "&", "#"} {
		digits = strings.TrimPrefix(digits, mark)
	}
	digits = strings.TrimSuffix(digits, "h")
	base := 16
	if decimal && len(digits) == len(word) {
		base = 10
	}
	v, err := strconv.ParseUint(digits, base, 16)
	return uint16(v), err == nil
}
