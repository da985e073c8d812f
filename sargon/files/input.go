package files

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
)

// maxLine is the greatest length of a line, in bytes. The longest possible game of chess fits.
const maxLine = 1 << 20

// Lines reads lines on a goroutine of its own, because reading from a terminal cannot be
// interrupted. It cuts a line after maxLine bytes. It stops at the end of the text, at an error, when
// ctx ends, or after a line for which last returns true (last may be nil). Then it closes the channel;
// the error is set if reading failed.
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

// Interruptible returns a reader of in whose Read returns the error of ctx when ctx ends. Reading from a
// terminal cannot be interrupted: a goroutine, which the first Read starts, continues to read in, and
// what it reads after the end of ctx is lost.
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
