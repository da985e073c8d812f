//go:build unix

package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// emulator is a simple terminal, which knows the characters on its screen: it places characters and
// clears, and ignores colours and modes.
type emulator struct {
	width, height int
	cells         [][]rune
	x, y          int
	rest          string // the beginning of a sequence whose end is still to come
}

func newEmulator(width, height int) *emulator {
	e := &emulator{}
	e.resize(width, height)
	return e
}

func (e *emulator) resize(width, height int) {
	e.width, e.height, e.cells = width, height, nil
	for range height {
		e.cells = append(e.cells, e.blank())
	}
}

func (e *emulator) blank() []rune { return []rune(strings.Repeat(" ", e.width)) }

var escape = regexp.MustCompile(`^\x1b(?:\[([0-?]*[ -/]*[@-~])|[()][A-Z0-9]|` +
	`\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>78MPc])`)

// write processes the output of a program.
func (e *emulator) write(data string) {
	e.rest += data
	for e.rest != "" && utf8.FullRuneInString(e.rest) {
		r, size := utf8.DecodeRuneInString(e.rest)
		if r != '\x1b' {
			e.put(r)
		} else if m := escape.FindStringSubmatch(e.rest); m != nil {
			e.obey(m[1])
			size = len(m[0])
		} else {
			return // the sequence is not complete yet
		}
		e.rest = e.rest[size:]
	}
}

func (e *emulator) put(r rune) {
	switch {
	case r == '\r':
		e.x = 0
	case r == '\n' && e.y == e.height-1:
		e.cells = append(e.cells[1:], e.blank())
	case r == '\n':
		e.y++
	case r == '\b':
		e.x = max(0, e.x-1)
	case r >= ' ':
		if e.x < e.width && e.y < e.height {
			e.cells[e.y][e.x] = r
		}
		e.x++
	}
}

// obey executes a control sequence that moves the cursor or clears.
func (e *emulator) obey(sequence string) {
	switch sequence[max(0, len(sequence)-1):] {
	case "H":
		x, y := 1, 1
		_, _ = fmt.Sscanf(sequence, "%d;%d", &y, &x)
		e.x, e.y = x-1, y-1
	case "K":
		for x := e.x; x < e.width && e.y < e.height; x++ {
			e.cells[e.y][x] = ' '
		}
	}
	if sequence == "?1049h" || strings.HasSuffix(sequence, "J") {
		e.resize(e.width, e.height)
	}
}

// text returns the text on the screen.
func (e *emulator) text() string {
	var b strings.Builder
	for _, row := range e.cells {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return b.String()
}
