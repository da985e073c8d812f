package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Line is a line of a text, with its number from 1.
type Line struct {
	Number int
	Text   string
}

// NonEmptyLines goes through the lines of a text that are not empty, without blanks and a byte order mark
// around them. An error names its line: that of the reader, or that it is longer than most bytes. It
// is the last.
func NonEmptyLines(in io.Reader, most int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, most)
		number := 1
		for ; lines.Scan(); number++ {
			text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
			if text != "" && !yield(Line{number, text}, nil) {
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d MiB", most>>20)
		}
		if err != nil {
			yield(Line{Number: number}, fmt.Errorf("line %d: %w", number, err))
		}
	}
}
