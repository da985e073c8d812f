//go:build !(darwin || linux || freebsd || netbsd || openbsd || dragonfly)

package terminal

import (
	"errors"
	"os"
)

// stopRequests returns nil: this system has no such signal.
func stopRequests() chan os.Signal { return nil }

// stopProcess only returns an error: this system cannot stop and continue a program.
func stopProcess() error { return errors.New("this system cannot stop a program and continue it") }
