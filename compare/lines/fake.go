package lines

import (
	"io"
	"strings"
	"sync"
)

// Fake returns a process for tests that is none: it writes a text, whatever it is sent, and ends as
// ended says; "" if it then waits to be killed.
func Fake(text, ended string) *Process {
	killed := make(chan struct{})
	p := &Process{
		lines: make(chan string), in: nowhere{io.Discard}, out: nowhere{}, killAll: sync.OnceFunc(func() { close(killed) }),
	}
	go func() {
		defer close(p.lines)
		p.scan(strings.NewReader(text))
		if p.exitState = ended; ended == "" {
			<-killed
		}
	}()
	return p
}

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }
