//go:build darwin || linux || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock is a file that the system unlocks when the program ends, however it ends.
type lock struct{ file *os.File }

// takeLock returns errLocked if another program, or this one, has the lock.
func takeLock(name string) (*lock, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != nil {
			f.Close()
			if errors.Is(err, unix.EWOULDBLOCK) {
				return nil, errLocked
			}
			return nil, err
		}
		// Whoever had it may have removed the file between our opening and locking it.
		if sameFile(f, name) {
			return &lock{f}, nil
		}
		f.Close()
	}
}

func sameFile(f *os.File, name string) bool {
	ours, err := f.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(name)
	return err == nil && os.SameFile(ours, theirs)
}

func (l *lock) release() {
	_ = os.Remove(l.file.Name()) // before it is unlocked: nobody else can have it then
	_ = l.file.Close()
}
