package asm

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// bytesPerRow is how many bytes a row of a listing shows.
const bytesPerRow = 4

// WriteListing writes each line with its address and bytes: address, bytes, number, text. A line of a
// macro has + for its number, an equate shows its value, and each change of file is a line with the
// name of the file.
func (p *Program) WriteListing(w io.Writer) error {
	out := bufio.NewWriter(w)
	file := ""
	for i := range p.Lines {
		line := &p.Lines[i]
		if line.File != file {
			file = line.File
			fmt.Fprintf(out, "%26s; %s\n", "", file)
		}
		address, value := "    ", ""
		switch {
		case line.equate != nil:
			value = fmt.Sprintf("= %04X", uint16(line.equate.value))
		case line.Size > 0 || line.label:
			address = fmt.Sprintf("%04X", line.Address)
		}
		rest := line.Bytes
		if value == "" {
			row := rest[:min(bytesPerRow, len(rest))]
			value, rest = fmt.Sprintf("% X", row), rest[len(row):]
		}
		number := fmt.Sprint(line.Number)
		if line.InMacro() {
			number = "+"
		}
		text := strings.TrimRight(line.Text, " \t\r")
		fmt.Fprintln(out,
			strings.TrimRight(fmt.Sprintf("%s  %-11s %5s  %s", address, value, number, text), " "))
		at := line.Address
		for row := range slices.Chunk(rest, bytesPerRow) {
			at += bytesPerRow
			fmt.Fprintf(out, "%04X  % X\n", at, row)
		}
	}
	return out.Flush()
}

// WriteSymbols writes the symbols in the order of their names, a line each: NAME EQU 01234H.
func (p *Program) WriteSymbols(w io.Writer) error {
	out := bufio.NewWriter(w)
	symbols := slices.Clone(p.Symbols)
	slices.SortFunc(symbols, func(x, y Symbol) int {
		return cmp.Compare(strings.ToUpper(x.Name), strings.ToUpper(y.Name))
	})
	for _, s := range symbols {
		fmt.Fprintf(out, "%s EQU 0%04XH\n", s.Name, s.Value)
	}
	return out.Flush()
}
