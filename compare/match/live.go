package match

import (
	"fmt"
	"io"
	"strings"
)

// Live shows a text on a terminal and replaces it by the next one.
type Live struct {
	W     io.Writer
	lines int // of the text that is shown
}

// Show replaces what was shown before.
func (l *Live) Show(text string) {
	if l.lines > 0 {
		fmt.Fprintf(l.W, "\x1b[%dA\x1b[J", l.lines) // up, and clear to the end
	}
	io.WriteString(l.W, text)
	l.lines = strings.Count(text, "\n")
}
