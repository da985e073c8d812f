//go:build !(darwin || linux || freebsd || netbsd || openbsd || dragonfly || windows)

package store

// lock is nothing on this system: two programs may write the same game, each a whole one.
type lock struct{}

func takeLock(string) (*lock, error) { return &lock{}, nil }

func (l *lock) release() {}
