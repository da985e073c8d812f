package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/markdown"
	console "sargon78/cmd/sargon/internal/terminal"
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

var pgnTag = regexp.MustCompile(`^\[\w+ ".*"\]$`)

// layout lays Markdown out for a width.
type layout struct {
	width int
	out   strings.Builder
}

// layOut wraps paragraphs, items and tables at a width. Headings and code stay, without the
// fences.
func layOut(text string, width int) string {
	l := layout{width: width}
	for _, b := range markdown.Blocks(text) {
		switch {
		case b.Kind == markdown.Table:
			l.table(b.Lines)
		case b.Kind == markdown.Item:
			l.paragraph(b.Mark, b.Lines)
		case b.Kind == markdown.Paragraph && !pgnTag.MatchString(b.Lines[0]):
			l.paragraph("", b.Lines)
		default:
			for _, line := range b.Lines {
				l.write(b.Mark + line)
			}
		}
	}
	return l.out.String()
}

func (l *layout) write(line string) { l.out.WriteString(line + "\n") }

// paragraph writes words after a mark, below which the other lines begin.
func (l *layout) paragraph(mark string, lines []string) {
	for _, line := range console.Wrap(strings.Join(lines, " "), l.width-len(mark)) {
		l.write(mark + line)
		mark = strings.Repeat(" ", len(mark))
	}
}

// table writes a table, with its widest columns made narrower until it fits.
func (l *layout) table(lines []string) {
	const gap, narrowest = 2, 8
	var rows [][]string
	for _, line := range lines {
		if cells := markdown.Cells(line); cells != nil {
			rows = append(rows, cells)
		}
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range min(len(row), len(widths)) {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	total := -gap
	for _, w := range widths {
		total += w + gap
	}
	for ; total > l.width; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= narrowest {
			break
		}
		widths[widest]--
	}
	rule := make([]string, len(widths))
	for i, w := range widths {
		rule[i] = strings.Repeat("-", w)
	}
	for _, row := range slices.Insert(rows, 1, rule) {
		cells, height := make([][]string, len(widths)), 1
		for i := range min(len(row), len(widths)) {
			cells[i] = console.Wrap(row[i], widths[i])
			height = max(height, len(cells[i]))
		}
		for n := range height {
			line := ""
			for i, w := range widths {
				cell := ""
				if n < len(cells[i]) {
					cell = cells[i][n]
				}
				line += fmt.Sprintf("%-*s", w+gap, cell)
			}
			l.write(strings.TrimRight(line, " "))
		}
	}
}
