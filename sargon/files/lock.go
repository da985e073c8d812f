package files

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// Lock is a file that the system unlocks when the program ends, however it ends. On a system
// without such locks it is nothing: each program does as if it were alone.
type Lock struct{ file *flock.Flock }

// ErrLocked says that another Lock has the file, of this program or another one.
var ErrLocked = errors.New("locked by another program")

// TryLock takes a lock, or returns ErrLocked; LockedBy says then who has it.
func TryLock(name string) (*Lock, error) {
	l, err := lock(name, func(f *flock.Flock) (bool, error) { return f.TryLock() })
	if err == nil {
		l.sign(os.Getpid())
	}
	return l, err
}

// A lock's file tells from its second byte on which process has it: Windows does not let others read the
// first one, which is locked.
const signature, unsigned = "%-20d", 0

// sign writes who has the lock. It is only for messages, so it may fail.
func (l *Lock) sign(process int) {
	if f, err := os.OpenFile(l.file.Path(), os.O_WRONLY, 0); err == nil {
		_, _ = f.WriteAt(fmt.Appendf(nil, signature, process), 1)
		_ = f.Close()
	}
}

// LockedBy returns the process that holds a lock, as " (process 1978)", or "" if that is not known.
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

// ShareLock takes a lock that several processes may have. alone reports whether no other process
// had it; that is certain if no other asks at the same time.
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

// there reports whether the file still has its name: the last owner of the lock may have removed it
// between our opening and locking it.
func (l *Lock) there() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.file.Path())
	return err == nil && os.SameFile(ours, theirs)
}

// Release lets others have it. The last one who had it removes the file.
func (l *Lock) Release() {
	if l.file.RLocked() {
		_ = l.file.Unlock()
		if last, err := l.file.TryLock(); err != nil || !last {
			l.sign(unsigned) // it may have been us
			_ = l.file.Close()
			return
		}
	}
	if runtime.GOOS == "windows" { // which removes no open file
		_ = l.file.Close()
		_ = os.Remove(l.file.Path()) // fails if another program has it already
		return
	}
	_ = os.Remove(l.file.Path()) // before it is unlocked: no other process can have it then
	_ = l.file.Close()
}
