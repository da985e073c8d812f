package files

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
)

// maxLine bounds a line: a game of chess of the longest possible length fits.
const maxLine = 1 << 20

// Lines reads lines on a goroutine of its own, because reading from a terminal cannot be
// interrupted. What a line has beyond a mebibyte is cut off. Nothing is read after a line that
// is the last one; a nil last means that none is. At the end, also that of ctx, the channel is
// closed; then the error says why, nil at the end of the text.
func Lines(ctx context.Context, in io.Reader, last func(string) bool) (<-chan string, *error) {
	lines, failed := make(chan string), new(error)
	go func() {
		defer close(lines)
		reader := bufio.NewReader(in)
		for {
			line, err := readLine(reader)
			if err == nil || line != "" {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if last != nil && last(line) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					*failed = err
				}
				return
			}
		}
	}()
	return lines, failed
}

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := r.ReadLine()
		if room := maxLine - len(line); room > 0 {
			line = append(line, part[:min(room, len(part))]...)
		}
		if err != nil || !more {
			return string(line), err
		}
	}
}

// Interruptible returns a reader of in whose Read ends with the error of ctx when that ends.
// Reading from a terminal cannot be interrupted: from the first Read on it goes on, on a goroutine
// of its own, and what it brings then is lost.
func Interruptible(ctx context.Context, in io.Reader) io.Reader {
	reader, writer := io.Pipe()
	context.AfterFunc(ctx, func() { writer.CloseWithError(ctx.Err()) })
	begin := sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(writer, in)
			writer.CloseWithError(err)
		}()
	})
	return interruptible{reader, begin}
}

type interruptible struct {
	io.Reader
	begin func()
}

func (r interruptible) Read(p []byte) (int, error) {
	r.begin()
	return r.Reader.Read(p)
}
