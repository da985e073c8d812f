package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"sargon78/cmd/sargon/internal/cli"
)

// forWidth lays Markdown out for the width of the terminal; where there is none it stays as it is.
func forWidth(streams *cli.IO, text string) string {
	if !cli.IsTerminal(streams.Out) {
		return text
	}
	const readable = 100 // columns, of which no line needs more
	width, _, err := term.GetSize(int(streams.Out.(*os.File).Fd()))
	if err != nil || width < 1 {
		width = readable
	}
	return layOut(text, min(width, readable))
}

// page writes a text, on a terminal with what $PAGER names, or less. An empty $PAGER asks for none.
func page(streams *cli.IO, text string) error {
	pager, isSet := os.LookupEnv("PAGER")
	if !isSet {
		pager = "less"
	}
	if !cli.IsTerminal(streams.Out) {
		pager = ""
	}
	if words := strings.Fields(pager); len(words) > 0 {
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), streams.Out, streams.Err
		if _, isSet := os.LookupEnv("LESS"); !isSet {
			// As git does: it ends by itself if one screen is enough, and leaves the text there.
			cmd.Env = append(os.Environ(), "LESS=FRX")
		}
		interrupts := make(chan os.Signal, 1) // Ctrl-C is the pager's
		signal.Notify(interrupts, os.Interrupt)
		defer signal.Stop(interrupts)
		if cmd.Start() == nil {
			return cmd.Wait()
		}
	}
	_, err := io.WriteString(streams.Out, text)
	return err
}

var (
	listItem = regexp.MustCompile(`^( *)([-*] |\d+\. )(.*)$`)
	pgnTag   = regexp.MustCompile(`^\[\w+ ".*"\]$`)
)

// layout lays Markdown out for a width.
type layout struct {
	width int
	out   strings.Builder

	// The paragraph or item being read: its words, what stands before its first line, and
	// before the others.
	words       []string
	first, rest string
	table       [][]string // the rows of the table being read, without the rule below the first
}

// layOut wraps paragraphs, items and tables at a width. Headings and code stay, without the
// fences.
func layOut(text string, width int) string {
	l := layout{width: width}
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "|") {
			l.endTable()
		}
		switch {
		case strings.HasPrefix(line, "```"):
			l.endParagraph()
			code = !code
		case code:
			l.write(line)
		default:
			l.prose(line)
		}
	}
	l.endTable()
	l.endParagraph()
	return l.out.String()
}

// prose takes a line that is no code between fences.
func (l *layout) prose(line string) {
	item := listItem.FindStringSubmatch(line)
	switch {
	case strings.HasPrefix(line, "|"):
		l.endParagraph()
		if cells := tableCells(line); strings.Trim(strings.Join(cells, ""), "-") != "" {
			l.table = append(l.table, cells)
		}
	case line == "" || line[0] == '#' || line == "---" || pgnTag.MatchString(line) ||
		len(l.words) == 0 && strings.HasPrefix(line, "    "):
		l.endParagraph()
		l.write(line)
	case item != nil:
		l.endParagraph()
		l.first = item[1] + item[2]
		l.rest = strings.Repeat(" ", len(l.first))
		l.words = strings.Fields(item[3])
	default:
		l.words = append(l.words, strings.Fields(line)...)
	}
}

func (l *layout) write(line string) { l.out.WriteString(line + "\n") }

// endParagraph writes the paragraph or item that was read.
func (l *layout) endParagraph() {
	before := l.first
	for _, line := range wrap(l.words, l.width-utf8.RuneCountInString(l.rest)) {
		l.write(before + line)
		before = l.rest
	}
	l.words, l.first, l.rest = nil, "", ""
}

// wrap makes lines of words; a word that is too long has its own.
func wrap(words []string, width int) (lines []string) {
	line := ""
	for _, word := range words {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// tableCells are what stands between the bars of a row.
func tableCells(row string) []string {
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// endTable writes the table that was read, with its widest columns made narrower until it fits.
func (l *layout) endTable() {
	if len(l.table) == 0 {
		return
	}
	const gap, narrowest = 2, 8
	widths := make([]int, len(l.table[0]))
	for _, row := range l.table {
		for i := range min(len(row), len(widths)) {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	total := -gap
	for _, w := range widths {
		total += w + gap
	}
	for ; total > l.width; total-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowest {
			break
		}
		widths[widest]--
	}
	for n, row := range l.table {
		l.tableRow(row, widths, gap)
		if n == 0 {
			rule := make([]string, len(widths))
			for i, w := range widths {
				rule[i] = strings.Repeat("-", w)
			}
			l.tableRow(rule, widths, gap)
		}
	}
	l.table = nil
}

// tableRow writes a row, on as many lines as its longest cell needs.
func (l *layout) tableRow(row []string, widths []int, gap int) {
	cells, height := make([][]string, len(widths)), 1
	for i := range min(len(row), len(widths)) {
		cells[i] = wrap(strings.Fields(row[i]), widths[i])
		height = max(height, len(cells[i]))
	}
	for n := range height {
		line := ""
		for i, w := range widths {
			cell := ""
			if n < len(cells[i]) {
				cell = cells[i][n]
			}
			line += cell + strings.Repeat(" ", max(w+gap-utf8.RuneCountInString(cell), 0))
		}
		l.write(strings.TrimRight(line, " "))
	}
}
