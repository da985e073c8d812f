//go:build unix

package tui

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Suspender returns what Options.Suspend and Options.Stops want, until the context ends.
func Suspender(ctx context.Context) (suspend func(), stops <-chan struct{}) {
	requests := make(chan struct{}, 1)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTSTP)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-signals:
				select {
				case requests <- struct{}{}:
				default:
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() { stop(signals) }, requests
}

// stop stops the whole process group, as the terminal would have done on Ctrl-Z, and
// returns when it is continued. Nobody stops a group that no shell looks after: then it
// returns soon.
func stop(signals chan os.Signal) {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	signal.Reset(syscall.SIGTSTP)
	defer signal.Notify(signals, syscall.SIGTSTP)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-continued:
	case <-time.After(time.Second):
	}
}
