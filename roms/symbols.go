package roms

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"sargon78/emu/asm"
)

var (
	compiled                        sync.Once
	equateLine, symbolName, numeral *regexp.Regexp
)

// compile makes the expressions when symbols are first read: the page's program, which reads none,
// has no regular expressions then.
func compile() {
	equateLine = regexp.MustCompile(`(?i)^([^\s:=]+):?(?:\s*=\s*|\s+\.?(?:EQU|DEFL|SET)\s+)(\S+)$`)
	symbolName = regexp.MustCompile(`^[A-Za-z_.?@$][\w.?@$]*$`)
	numeral = regexp.MustCompile(`(?i)^(\$|0x|&|#)?([0-9a-f]+?)(h?)$`)
}

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
	compiled.Do(compile)
	data = []byte(asm.Text(data))
	valueFirst := columnsHaveValueFirst(data)
	symbols := map[string]uint16{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := symbolText(line)
		if m := equateLine.FindStringSubmatch(text); m != nil {
			v, ok := symbolValue(m[2], true)
			if !ok {
				return nil, fmt.Errorf("%d: %.20q is not a number of 16 bits", number, m[2])
			}
			if err := addSymbol(symbols, m[1], v); err != nil {
				return nil, fmt.Errorf("%d: %w", number, err)
			}
			continue
		}
		for pair := strings.Fields(text); len(pair) > 0; pair = pair[2:] {
			name, value := pair[0], pair[min(1, len(pair)-1)]
			if valueFirst {
				name, value = value, name
			}
			v, ok := symbolValue(value, false)
			if !ok || len(pair) == 1 {
				return nil, fmt.Errorf("%d: %.40q is no symbol; right are NAME EQU 01234H, NAME: equ "+
					"$1234, 1234 NAME, NAME 1234", number, text)
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

// symbolText is a line without its comment.
func symbolText(line []byte) string {
	text, _, _ := strings.Cut(string(line), ";")
	return strings.TrimSpace(text)
}

// columnsHaveValueFirst decides for the whole file, because there are names that are numbers
// too: BC0.
func columnsHaveValueFirst(data []byte) bool {
	lead := 0
	for line := range bytes.Lines(data) {
		text := symbolText(line)
		fields := strings.Fields(text)
		if len(fields) < 2 || equateLine.MatchString(text) {
			continue
		}
		if _, first := symbolValue(fields[0], false); first {
			lead++
		}
		if _, second := symbolValue(fields[1], false); second {
			lead--
		}
	}
	return lead > 0
}

// addSymbol refuses what is no name, and a second value.
func addSymbol(symbols map[string]uint16, name string, value uint16) error {
	if !symbolName.MatchString(name) {
		return fmt.Errorf("%.20q is not a name", name)
	}
	name = strings.ToUpper(name)
	if old, ok := symbols[name]; ok && old != value {
		return fmt.Errorf("%s has two values, %04Xh and %04Xh", name, old, value)
	}
	symbols[name] = value
	return nil
}

// symbolValue reads hexadecimal digits; decimal ones where those say that they are hexadecimal.
func symbolValue(word string, decimal bool) (uint16, bool) {
	m := numeral.FindStringSubmatch(word)
	if m == nil {
		return 0, false
	}
	base := 16
	if decimal && m[1] == "" && m[3] == "" {
		base = 10
	}
	v, err := strconv.ParseUint(m[2], base, 16)
	return uint16(v), err == nil
}
