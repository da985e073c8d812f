//go:build !js

package asm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Printed listings: an assembler has printed addresses and bytes next to each line of the source. They
// are removed, the source is assembled, and the result is compared with them.

const (
	tabWidth   = 8
	lastColumn = 48 // the last column at which the source may begin
)

// printedLine is a line that begins with an address and bytes, perhaps after its number.
var printedLine = regexp.MustCompile(
	`^\s*(?:\d{1,5}[:+]?\s+)?([0-9A-Fa-f]{4})['":]?\s+((?:[0-9A-Fa-f]{2}\s?)+)`)

// printedPrefix is what may stand in front of the source: the line's number, an address, bytes or a value,
// + for a line of a macro or C for one of an included file; some print the number only then.
var printedPrefix = regexp.MustCompile(
	`^\s*(\d{1,5}[:+]?\s+)?([0-9A-Fa-f]{4}['":]?\s*)?(=?\s*([0-9A-Fa-f]{2,4}['"]?\s*)*)?([+C]\s*)?(\d{1,5}[+:]?)?\s*$`)

// bytesOnly is a line that has an address and bytes, perhaps after its number, and no source.
var bytesOnly = regexp.MustCompile(`^\s*(\d{1,5}[:+]?\s+)?[0-9A-Fa-f]{4}['":]?\s+([0-9A-Fa-f]{2}\s?)+$`)

// assemblePrinted assembles a printed listing, or a source with numbered lines. Both results are nil if
// the text is neither. There is an error if the source does not give the addresses and bytes that are
// printed.
func assemblePrinted(name, text string, options Options) (*Program, error) {
	lines := strings.Split(text, "\n")
	filled, printed, first := 0, 0, 0
	for i, line := range lines {
		lines[i] = expandTabs(strings.TrimRight(line, blanks))
		if strings.TrimSpace(line) != "" {
			filled++
		}
		if printedLine.MatchString(lines[i]) {
			if printed++; first == 0 {
				first = i + 1
			}
		}
	}
	if printed < enough || printed*4 < filled {
		return assembleNumbered(name, text, options)
	}
	column := sourceColumn(lines)
	if column == 0 {
		return nil, nil
	}
	cut, heads := cutColumns(lines, column)
	source := strings.Join(cut, "\n")
	options.Dialect = guessDialect(source)
	const is = "this is a printed listing, with addresses and bytes; "
	unsound := func(line int, format string, args ...any) error {
		return ErrorList{{File: name, Line: line, Message: is + fmt.Sprintf(format, args...) + "; " + Wanted}}
	}
	a := run(name, source, options)
	if len(a.faults) > 0 {
		e := a.errorList()[0]
		message, _, _ := strings.Cut(e.Message, "\n")
		return nil, unsound(e.Line, "its source from column %d on is not whole: %s", column+1, message)
	}
	p := a.program()
	if options.Shift == 0 && len(options.Define) == 0 {
		if line, what := p.differsFrom(lines); line != 0 {
			return nil, unsound(line, "its source from column %d on does not give what is printed: %s",
				column+1, what)
		}
	}
	message := is + fmt.Sprintf("its source is taken from column %d on, and gives what is printed", column+1)
	if len(heads) > 0 {
		message += fmt.Sprintf("; lines that are left out, like the heads of pages: %d, the first is line %d",
			len(heads), heads[0])
	}
	p.Warnings = append(ErrorList{{File: name, Line: first, Message: message}}, p.Warnings...)
	return p, nil
}

// numberedLine is a line with a number in front: some editors save lines in this way.
var numberedLine = regexp.MustCompile(`^(\d{2,6})(?:[ :]|\t|$)`)

// assembleNumbered assembles a source with a number in front of each line, each greater than the one
// before. Both results are nil if the text is not such a source.
func assembleNumbered(name, text string, options Options) (*Program, error) {
	lines := strings.Split(text, "\n")
	last, first := -1, 0
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		m := numberedLine.FindStringSubmatch(line)
		if m == nil {
			return nil, nil
		}
		number, _ := strconv.Atoi(m[1])
		if number <= last {
			return nil, nil
		}
		if lines[i] = line[len(m[0]):]; first == 0 {
			first = i + 1
		}
		last = number
	}
	if first == 0 {
		return nil, nil
	}
	source := strings.Join(lines, "\n")
	options.Dialect = guessDialect(source)
	a := run(name, source, options)
	if len(a.faults) > 0 {
		return nil, a.errorList()
	}
	p := a.program()
	p.Warnings = append(ErrorList{{File: name, Line: first,
		Message: "the lines begin with numbers, which are left out"}}, p.Warnings...)
	return p, nil
}

// expandTabs returns a line with spaces for its tabs, and without spaces at its end.
func expandTabs(line string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(line, "\t") {
		b.WriteString(part)
		b.WriteString(strings.Repeat(" ", tabWidth-b.Len()%tabWidth))
	}
	return strings.TrimRight(b.String(), " ")
}

// sourceColumn returns the column, from 0, at which the source begins in most lines; 0 if in no column
// more than half of them have it. It looks at the first few hundred lines that have an address and bytes.
func sourceColumn(lines []string) int {
	best, most := 0, 0
	const sample = 300
	var some []string
	for _, line := range lines {
		if printedLine.MatchString(line) && len(some) < sample {
			some = append(some, line)
		}
	}
	a := run("", "", Options{Dialect: Zilog})
	a.lines = []Line{{}}
	for column := lastColumn; column > 4; column-- {
		score := 0
		for _, dialect := range []Dialect{Zilog, TDL} {
			a.dialect = dialect
			this := 0
			for _, line := range some {
				if len(line) <= column {
					continue
				}
				isSource := printedPrefix.MatchString(line[:column])
				if isSource {
					isSource, _ = a.isStatement(line[column:])
				}
				if this--; isSource {
					this += 2
				}
			}
			score = max(score, this)
		}
		if score > most {
			best, most = column, score
		}
	}
	return best
}

// cutColumns returns the source of each line, and the numbers of lines that have none, like the head of a
// page. A listing also prints the lines of a macro after its call, and those of an included file after
// INCLUDE. Of a macro the call stays and these lines go; of a file these lines stay and INCLUDE goes.
func cutColumns(lines []string, column int) (source []string, heads []int) {
	source = make([]string, len(lines))
	for i, line := range lines {
		before := line[:min(column, len(line))]
		switch {
		case strings.TrimSpace(line) == "" || bytesOnly.MatchString(line): // bytes of the line above
		case !printedPrefix.MatchString(before):
			heads = append(heads, i+1)
		case len(line) <= column || strings.HasSuffix(strings.TrimSpace(before), "+"):
		default:
			source[i] = line[column:]
			if fields := strings.Fields(source[i]); len(fields) > 0 && strings.EqualFold(fields[0], "INCLUDE") {
				source[i] = ""
			}
		}
	}
	return source, heads
}

// differsFrom returns the number of the first line whose address or bytes are not those that are printed
// next to it, and what differs; 0 if there is none. Bytes printed on further lines are not compared.
func (p *Program) differsFrom(printed []string) (number int, what string) {
	for _, line := range p.Lines {
		if line.InMacro() || len(line.Bytes) == 0 {
			continue
		}
		m := printedLine.FindStringSubmatch(printed[line.Number-1])
		if m == nil {
			return line.Number, "no bytes are printed next to it"
		}
		address, _ := strconv.ParseUint(m[1], 16, 16)
		if uint16(address) != line.Address {
			return line.Number, fmt.Sprintf("it lies at %04X, printed is %s", line.Address, m[1])
		}
		is, printed := fmt.Sprintf("%X", line.Bytes), strings.ToUpper(strings.ReplaceAll(m[2], " ", ""))
		if !agree(is, printed) {
			return line.Number, fmt.Sprintf("it is %s, printed is %s", is, printed)
		}
	}
	return 0, ""
}

// agree reports whether two rows of bytes in hexadecimal are the same, as far as both go. It accepts that
// all words are printed with their high byte first, or only the last word of the line.
func agree(is, printed string) bool {
	n := min(len(is), len(printed))
	words, last := []byte(is), []byte(is)
	for i := 0; i+4 <= len(is); i += 4 {
		copy(words[i:], is[i+2:i+4]+is[i:i+2])
	}
	if i := len(is) - 4; i >= 0 {
		copy(last[i:], is[i+2:]+is[i:i+2])
	}
	return is[:n] == printed[:n] || string(words[:n]) == printed[:n] || string(last[:n]) == printed[:n]
}
