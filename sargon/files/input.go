package files

import (
	"context"
	"io"
)

// Interruptible returns a reader of in whose Read ends with the error of ctx when that ends.
// Reading from a terminal cannot be interrupted: the read goes on, on a goroutine of its
// own, and what it brings is lost.
func Interruptible(ctx context.Context, in io.Reader) io.Reader {
	r := &interruptible{ctx: ctx, wanted: make(chan int), got: make(chan read)}
	go func() {
		buffer := make([]byte, 64<<10)
		for {
			select {
			case n := <-r.wanted:
				n, err := in.Read(buffer[:min(n, len(buffer))])
				select {
				case r.got <- read{buffer[:n], err}:
				case <-ctx.Done():
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return r
}

type interruptible struct {
	ctx    context.Context
	wanted chan int
	got    chan read
}

type read struct {
	data []byte
	err  error
}

func (r *interruptible) Read(p []byte) (int, error) {
	select {
	case r.wanted <- len(p):
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
	select {
	case got := <-r.got:
		return copy(p, got.data), got.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}
