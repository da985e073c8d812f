//go:build unix

package main

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// emulator is as much of a terminal as is needed to know what stands on it: it places
// characters, clears, and passes over colours and modes.
type emulator struct {
	width, height int
	cells         [][]rune
	x, y          int
	rest          string // the beginning of a sequence that is not whole yet
}

func newEmulator(width, height int) *emulator {
	e := &emulator{}
	e.resize(width, height)
	return e
}

func (e *emulator) resize(width, height int) {
	e.width, e.height = width, height
	e.clear()
}

func (e *emulator) clear() {
	e.cells = make([][]rune, e.height)
	for y := range e.cells {
		e.cells[y] = []rune(strings.Repeat(" ", e.width))
	}
}

var (
	control   = regexp.MustCompile(`^\x1b\[([?>=]?)([\d;:]*)([ -/]*[@-~])`)
	otherEsc  = regexp.MustCompile(`^\x1b(?:[()][A-Z0-9]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>78MPc])`)
	halfAnEsc = regexp.MustCompile(`^\x1b(?:$|\[[?>=]?[\d;:]*[ -/]*$|[()]$|\][^\x07\x1b]*\x1b?$)`)
)

// write takes what a program sends to its terminal.
func (e *emulator) write(data string) {
	text := e.rest + data
	e.rest = ""
	for text != "" {
		if text[0] == 0x1b {
			if m := control.FindStringSubmatch(text); m != nil {
				e.obey(m[1], m[2], m[3])
				text = text[len(m[0]):]
				continue
			}
			if m := otherEsc.FindString(text); m != "" {
				text = text[len(m):]
				continue
			}
			if halfAnEsc.MatchString(text) {
				e.rest = text
				return
			}
			text = text[1:]
			continue
		}
		if !utf8.FullRuneInString(text) {
			e.rest = text
			return
		}
		r, size := utf8.DecodeRuneInString(text)
		e.put(r)
		text = text[size:]
	}
}

func (e *emulator) put(r rune) {
	switch r {
	case '\r':
		e.x = 0
	case '\n':
		e.y++
		if e.y >= e.height {
			e.cells = append(e.cells[1:], []rune(strings.Repeat(" ", e.width)))
			e.y = e.height - 1
		}
	case '\b':
		e.x = max(0, e.x-1)
	default:
		if r < ' ' {
			return
		}
		if e.x < e.width && e.y < e.height {
			e.cells[e.y][e.x] = r
		}
		e.x++
	}
}

// obey does what a control sequence says, as far as it moves or clears.
func (e *emulator) obey(private, arguments, name string) {
	if private != "" {
		if name == "h" && arguments == "1049" {
			e.clear()
		}
		return
	}
	var n [2]int
	for i, text := range strings.SplitN(arguments, ";", 3) {
		if i < 2 {
			n[i], _ = strconv.Atoi(text)
		}
	}
	switch name {
	case "H", "f":
		e.y, e.x = max(0, n[0]-1), max(0, n[1]-1)
	case "J":
		e.clear()
	case "K":
		for x := e.x; x < e.width && e.y < e.height; x++ {
			e.cells[e.y][x] = ' '
		}
	case "C":
		e.x += max(1, n[0])
	case "G":
		e.x = max(0, n[0]-1)
	case "d":
		e.y = max(0, n[0]-1)
	}
}

// text is what stands on the terminal.
func (e *emulator) text() string {
	var b strings.Builder
	for _, row := range e.cells {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return b.String()
}
