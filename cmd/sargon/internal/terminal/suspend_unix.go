//go:build darwin || linux || freebsd || netbsd || openbsd || dragonfly

package terminal

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// stopRequests returns a channel for the signals that ask this process to stop.
func stopRequests() chan os.Signal {
	requests := make(chan os.Signal, 1)
	signal.Notify(requests, syscall.SIGTSTP)
	return requests
}

var errNoShell = errors.New("no shell has started this that could continue it")

// stopProcess stops the process group, as the terminal does on Ctrl-Z, and returns when the group
// continues. It uses SIGSTOP, because Go does not restore the default of SIGTSTP after a program has
// listened to it. So it must check itself that there is a shell to continue the group: the process
// group of the session leader has none.
func stopProcess() error {
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
