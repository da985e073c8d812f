package roms

import (
	"bytes"
	"fmt"
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
// before or H behind. Names come back in capitals. A semicolon begins a comment. Errors begin
// with the number of the line.
func ReadSymbols(data []byte) (map[string]uint16, error) {
	data = []byte(asm.Text(data))
	valueFirst := columnsHaveValueFirst(data)
	symbols := map[string]uint16{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		fields := symbolFields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) == 3 && isEquate(fields[1]) {
			v, ok := equateValue(fields[2])
			if !ok {
				return nil, fmt.Errorf("%d: %.20q is not a number of 16 bits", number, fields[2])
			}
			if err := addSymbol(symbols, fields[0], v); err != nil {
				return nil, fmt.Errorf("%d: %w", number, err)
			}
			continue
		}
		if len(fields)%2 != 0 {
			return nil, unreadable(number, line)
		}
		for pair := fields; len(pair) > 0; pair = pair[2:] {
			name, value := pair[0], pair[1]
			if valueFirst {
				name, value = value, name
			}
			v, ok := columnValue(value)
			if !ok {
				return nil, unreadable(number, line)
			}
			if err := addSymbol(symbols, name, v); err != nil {
				return nil, fmt.Errorf("%d: %w", number, err)
			}
		}
	}
	if len(symbols) == 0 {
		return nil, fmt.Errorf("%d: no symbols in the file", number)
	}
	return symbols, nil
}

func unreadable(number int, line []byte) error {
	return fmt.Errorf(
		"%d: %.40q is no symbol; right are NAME EQU 01234H, NAME: equ $1234, 1234 NAME, NAME 1234",
		number, bytes.TrimSpace(line),
	)
}

// symbolFields splits a line into words; = is one, and the colon of a label is dropped.
func symbolFields(line []byte) []string {
	text, _, _ := strings.Cut(string(line), ";")
	fields := strings.Fields(strings.ReplaceAll(text, "=", " = "))
	if len(fields) > 0 {
		fields[0] = strings.TrimSuffix(fields[0], ":")
		if fields[0] == "" {
			fields = fields[1:]
		}
	}
	return fields
}

func isEquate(word string) bool {
	switch strings.ToUpper(strings.TrimPrefix(word, ".")) {
	case "EQU", "DEFL", "SET", "=":
		return true
	}
	return false
}

// columnsHaveValueFirst decides for the whole file, because there are names that are numbers
// too: BC0.
func columnsHaveValueFirst(data []byte) bool {
	lead := 0
	for line := range bytes.Lines(data) {
		fields := symbolFields(line)
		if len(fields) < 2 || isEquate(fields[1]) {
			continue
		}
		_, first := columnValue(fields[0])
		_, second := columnValue(fields[1])
		switch {
		case first && !second:
			lead++
		case second && !first:
			lead--
		}
	}
	return lead > 0
}

// addSymbol refuses what is no name, and a second value.
func addSymbol(symbols map[string]uint16, name string, value uint16) error {
	for i, c := range name {
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("_.?@$", c)
		if !letter && (i == 0 || c < '0' || c > '9') {
			return fmt.Errorf("%.20q is not a name", name)
		}
	}
	name = strings.ToUpper(name)
	if old, ok := symbols[name]; ok && old != value {
		return fmt.Errorf("%s has two values, %04Xh and %04Xh", name, old, value)
	}
	symbols[name] = value
	return nil
}

// columnValue reads hexadecimal digits, with or without $, 0x or H.
func columnValue(word string) (uint16, bool) {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "h"), "H")
	return parseValue(trimPrefixes(word), 16)
}

// equateValue reads a decimal number, or a hexadecimal one that says so.
func equateValue(word string) (uint16, bool) {
	if digits := trimPrefixes(word); digits != word {
		return parseValue(digits, 16)
	}
	if digits, ok := strings.CutSuffix(strings.ToUpper(word), "H"); ok {
		return parseValue(digits, 16)
	}
	return parseValue(word, 10)
}

func trimPrefixes(word string) string {
	for _, prefix := range []string{"$", "0x", "0X", "&", "#"} {
		if digits, ok := strings.CutPrefix(word, prefix); ok {
			return digits
		}
	}
	return word
}

func parseValue(digits string, base int) (uint16, bool) {
	v, err := strconv.ParseUint(digits, base, 16)
	return uint16(v), err == nil
}
