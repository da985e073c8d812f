package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock is a file that the system unlocks when the program ends, however it ends.
type lock struct{ file *os.File }

// takeLock returns errLocked if another program, or this one, has the lock.
func takeLock(name string) (*lock, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if err != nil {
		f.Close()
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
			return nil, errLocked
		}
		return nil, err
	}
	return &lock{f}, nil
}

func (l *lock) release() {
	name := l.file.Name()
	_ = l.file.Close()
	_ = os.Remove(name) // fails if another program has it already
}
