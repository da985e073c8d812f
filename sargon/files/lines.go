package files

import (
	"bufio"
	"bytes"
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

// NonEmptyLines yields the lines of a text that are not empty, without a byte order mark and without
// blanks around them. A line ends with \n, \r\n or \r. An error of the reader, or a line of more than
// most bytes, ends the text; the error names the line.
func NonEmptyLines(in io.Reader, most int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, most)
		lines.Split(cutLine)
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

// cutLine is a bufio.SplitFunc for lines that end with \n, \r\n or \r.
func cutLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case end < 0 || end == len(data)-1 && data[end] == '\r' && !atEOF: // \n may follow in the next data
		return 0, nil, nil
	case bytes.HasPrefix(data[end:], []byte("\r\n")):
		return end + 2, data[:end], nil
	}
	return end + 1, data[:end], nil
}
