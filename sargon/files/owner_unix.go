//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// sameOwner gives a new file the owner and the group of an old one. It fails for a user other than the
// administrator if the owner differs.
func sameOwner(f *os.File, old fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	was, ok := old.Sys().(*syscall.Stat_t)
	is, too := info.Sys().(*syscall.Stat_t)
	if !ok || !too || was.Uid == is.Uid && was.Gid == is.Gid {
		return nil
	}
	return f.Chown(int(was.Uid), int(was.Gid))
}
