package files

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon/must"
)

func TestInterruptibleReadsAll(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	text := strings.Repeat("e2e4 e7e5\n", 30_000)
	for _, in := range []io.Reader{strings.NewReader(text),
		iotest.OneByteReader(strings.NewReader(text[:100]))} {
		got := must.Have(io.ReadAll(Interruptible(ctx, in)))
		assert.True(t, strings.HasPrefix(text, string(got)))
		assert.Contains(t, []int{100, len(text)}, len(got))
	}
}

func TestInterruptibleEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	in, out := io.Pipe() // nobody writes
	defer out.Close()
	ended := make(chan error)
	go func() {
		_, err := Interruptible(ctx, in).Read(make([]byte, 1))
		ended <- err
	}()
	stop()
	assert.ErrorIs(t, <-ended, context.Canceled)
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	in := strings.NewReader(" one \r\n\n" + long + "\nlast\nmore")
	lines, failed := Lines(context.Background(), in, func(s string) bool { return s == "last" })
	var got []string
	for line := range lines {
		got = append(got, line)
	}
	assert.Equal(t, []string{" one ", "", long[:maxLine], "last"}, got)
	assert.NoError(t, *failed)

	broken := errors.New("disk on fire")
	in2 := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))
	lines, failed = Lines(context.Background(), in2, nil)
	assert.Equal(t, "half", <-lines)
	_, more := <-lines
	assert.False(t, more)
	assert.ErrorIs(t, *failed, broken)
}
