package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/google/go-dap"
)

// inbox holds messages of the editor that are read but not yet handled. One goroutine reads them from
// the stream while the server handles earlier ones. A message that ends the running motion cancels the
// motion as soon as it is read.
type inbox struct {
	ctx  context.Context    // of the session
	stop context.CancelFunc // ends the session
	wake chan struct{}      // a message has come into queue, or closed is set

	mu     sync.Mutex         // guards what follows
	queue  []any              // oldest first: a dap.Message or a *misread
	closed bool               // nothing more will be read
	failed error              // the error that ended reading; nil at the end of the stream
	cancel context.CancelFunc // ends the running motion or launch; nil: there is none
	ends   func(m any) bool   // reports whether a message does that
}

// misread is a message that the server does not understand.
type misread struct {
	head dap.Request // as far as it can be read
	err  error
}

// grace is how long the requests of the editor may still take after the end of the stream.
const grace = time.Second

// newInbox returns an empty inbox of a session, which stop ends.
func newInbox(ctx context.Context, stop context.CancelFunc) *inbox {
	return &inbox{ctx: ctx, stop: stop, wake: make(chan struct{}, 1)}
}

// read puts messages from the stream into the queue until the stream ends. A message that ends a motion
// ends it at once.
func (b *inbox) read(in io.Reader) {
	r := bufio.NewReader(in)
	for {
		m, err := readMessage(r)
		b.mu.Lock()
		if err == nil {
			b.queue = append(b.queue, m)
			if b.cancel != nil && b.ends(m) {
				b.cancel()
			}
		} else {
			b.closed = true
			if !errors.Is(err, io.EOF) && b.ctx.Err() == nil {
				b.failed = err
			}
			time.AfterFunc(grace, b.stop)
		}
		b.mu.Unlock()
		select {
		case b.wake <- struct{}{}:
		default: // the reader of the queue is awake already
		}
		if err != nil {
			return
		}
	}
}

// readMessage reads the next message: a dap.Message or a *misread. The error is that of the stream.
func readMessage(r *bufio.Reader) (any, error) {
	data, err := dap.ReadBaseMessage(r)
	if err != nil {
		return nil, err
	}
	m, err := dap.DecodeProtocolMessage(data)
	if err != nil {
		wrong := &misread{err: notUnderstood(err)}
		_ = json.Unmarshal(data, &wrong.head)
		return wrong, nil
	}
	return m, nil
}

// notUnderstood returns an error that says what is wrong with a message: it may be of another version
// of the protocol.
func notUnderstood(err error) error {
	if field := new(dap.DecodeProtocolMessageFieldError); errors.As(err, &field) {
		return fmt.Errorf("%s %q is not known", field.FieldName, field.FieldValue)
	}
	return fmt.Errorf("this is no message of the protocol: %w", err)
}

// next takes the oldest message from the queue, and waits for one if the queue is empty. It returns nil
// when there are no more.
func (b *inbox) next() any {
	for {
		if m := b.take(func(any) bool { return true }); m != nil {
			return m
		}
		if b.isClosed() {
			return nil
		}
		select {
		case <-b.wake:
		case <-b.ctx.Done():
			return nil
		}
	}
}

// take takes the oldest message from the queue if wanted accepts it. Otherwise, or if there is no
// message, it returns nil.
func (b *inbox) take(wanted func(m any) bool) any {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 || !wanted(b.queue[0]) {
		return nil
	}
	m := b.queue[0]
	b.queue = b.queue[1:]
	return m
}

// isClosed reports whether the stream has ended and every message was taken.
func (b *inbox) isClosed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed && len(b.queue) == 0
}

// err returns why the stream has ended, nil if the editor ended it.
func (b *inbox) err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

// hasMessages reports whether messages wait.
func (b *inbox) hasMessages() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue) > 0
}

// setCancel sets the function that ends a motion or a launch early, and the messages that call for it;
// nil for none. If such a message has already come, the motion or launch is ended at once.
func (b *inbox) setCancel(cancel context.CancelFunc, ends func(m any) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancel, b.ends = cancel, ends
	if cancel != nil && slices.ContainsFunc(b.queue, ends) {
		cancel()
	}
}

// cancelMotion ends the running motion or launch, if there is one.
func (b *inbox) cancelMotion() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cancel != nil {
		b.cancel()
	}
}
