//go:build !(darwin || linux || freebsd || netbsd || openbsd || dragonfly)

package terminal

import (
	"errors"
	"os"
)

// stopRequests returns nil: this system has no such signal.
func stopRequests() chan os.Signal { return nil }

// stopProcess does nothing: this system does not stop programs for a while.
func stopProcess() error { return errors.New("this system cannot stop a program and continue it") }
