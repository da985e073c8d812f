package files

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// Lock is a locked file. The system unlocks it when the program ends, however it ends. On a system
// without such locks every Lock succeeds.
type Lock struct{ file *flock.Flock }

// ErrLocked is the error of TryLock if the file is locked, by this program or another one.
var ErrLocked = errors.New("locked by another program")

// TryLock locks a file, or returns ErrLocked. Then LockedBy returns the process that has the lock.
func TryLock(name string) (*Lock, error) {
	l, err := lock(name, func(f *flock.Flock) (bool, error) { return f.TryLock() })
	if err == nil {
		l.sign(os.Getpid())
	}
	return l, err
}

// A locked file contains the id of the process that has the lock, from its second byte on. The first
// byte is locked, and Windows does not let other processes read it.
const signature, unsigned = "%-20d", 0

// sign writes the id of the process that has the lock. The id is used in messages only, so sign ignores
// errors.
func (l *Lock) sign(process int) {
	if f, err := os.OpenFile(l.file.Path(), os.O_WRONLY, 0); err == nil {
		_, _ = f.WriteAt(fmt.Appendf(nil, signature, process), 1)
		_ = f.Close()
	}
}

// LockedBy returns the process that has a lock, in the form " (process 1978)", or "" if it is not known.
func LockedBy(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	process, text := unsigned, make([]byte, len(fmt.Sprintf(signature, unsigned)))
	_, _ = f.ReadAt(text, 1)
	if _, _ = fmt.Sscan(string(text), &process); process == unsigned {
		return ""
	}
	return fmt.Sprintf(" (process %d)", process)
}

// WaitLock waits until a lock is free and takes it.
func WaitLock(name string) (*Lock, error) {
	return lock(name, func(f *flock.Flock) (bool, error) { return true, f.Lock() })
}

// ShareLock takes a lock that several processes may have. alone reports whether no other process had
// it. It may be wrong if another process asks at the same time.
func ShareLock(name string) (l *Lock, alone bool, err error) {
	l, err = lock(name, func(f *flock.Flock) (got bool, err error) {
		if alone, err = f.TryLock(); alone {
			err = f.Unlock()
		}
		if err != nil {
			return false, err
		}
		return true, f.RLock()
	})
	alone = alone || l != nil && !l.file.RLocked()
	if alone && err == nil {
		l.sign(os.Getpid())
	}
	return l, alone, err
}

// lock takes the lock of a file by the function take. It tries again if the file was removed meanwhile,
// and returns ErrLocked if another program has the lock.
func lock(name string, take func(*flock.Flock) (bool, error)) (*Lock, error) {
	for {
		l := &Lock{flock.New(name, flock.SetPermissions(0o644))}
		got, err := take(l.file)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			return l, nil
		case err != nil:
			return nil, err
		case !got:
			return nil, ErrLocked
		case l.there():
			return l, nil
		}
		_ = l.file.Close()
	}
}

// there reports whether the locked file still exists under its name. The last owner of the lock may have
// removed it after this process opened it and before it locked it.
func (l *Lock) there() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.file.Path())
	return err == nil && os.SameFile(ours, theirs)
}

// Release unlocks the file. The last process that releases it removes the file.
func (l *Lock) Release() {
	if l.file.RLocked() {
		_ = l.file.Unlock()
		if last, err := l.file.TryLock(); err != nil || !last {
			l.sign(unsigned) // the file may name this process
			_ = l.file.Close()
			return
		}
	}
	if runtime.GOOS == "windows" { // Windows does not remove an open file
		_ = l.file.Close()
		_ = os.Remove(l.file.Path()) // fails if another program has opened it meanwhile
		return
	}
	_ = os.Remove(l.file.Path()) // before unlocking, when no other process can have the lock
	_ = l.file.Close()
}
