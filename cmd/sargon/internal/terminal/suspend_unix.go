//go:build darwin || linux || freebsd || netbsd || openbsd || dragonfly

package terminal

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Suspender returns what Options.Suspend and Options.Stops want, until the context ends.
func Suspender(ctx context.Context) (suspend func() error, stops <-chan struct{}) {
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
	return stop, requests
}

var errNoShell = errors.New("no shell has started this that could continue it")

// stop stops the process group, as the terminal does on Ctrl-Z, and returns when it is
// continued. It is SIGSTOP, because Go does not give SIGTSTP back its default once it was
// listened to. So it must make sure by itself that somebody is there to continue: the
// group of the first program of a session has nobody.
func stop() error {
	sid, err := unix.Getsid(0)
	if err != nil || sid == unix.Getpgrp() {
		return errNoShell
	}
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGSTOP); err != nil {
		return err
	}
	select {
	case <-continued:
	case <-time.After(time.Second): // as long as the process runs, which it does not
	}
	return nil
}
