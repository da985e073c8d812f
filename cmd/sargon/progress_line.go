package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/cli"
)

// progressLine shows a text on a terminal and replaces it by the next one. The zero value shows
// nothing, nor does one whose stream is not a terminal.
type progressLine struct {
	terminal io.Writer
	text     string
	updated  time.Time
}

// newProgressLine returns a progress line on a stream.
func newProgressLine(stream io.Writer) *progressLine {
	if !cli.IsTerminal(stream) {
		return &progressLine{}
	}
	return &progressLine{terminal: stream}
}

// show replaces what was shown before, by "" to make room for something else.
func (l *progressLine) show(text string) {
	if l.terminal == nil {
		return
	}
	if lines := strings.Count(l.text, "\n"); lines > 0 {
		fmt.Fprintf(l.terminal, "\x1b[%dA", lines) // up
	}
	fmt.Fprintf(l.terminal, "\r\x1b[J%s", text) // and clear to the end
	l.text = text
}

// update shows another text, a few times a second at most.
func (l *progressLine) update(text func() string) {
	const pause = 200 * time.Millisecond
	if l.terminal != nil && time.Since(l.updated) >= pause {
		l.updated = time.Now()
		l.show(text())
	}
}
