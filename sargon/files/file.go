package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile has write fill a file beside name, and then gives it that name: whoever looks sees
// the old file or the whole new one, also after a crash. When write fails, name is as it was.
// A file keeps its permissions. The name "" or "-" writes to out instead, which may be nil
// where there is none. What is no file, like a pipe, is written to as it is.
func WriteFile(name string, out io.Writer, write func(io.Writer) error) (err error) {
	if name == "" || name == "-" {
		if out == nil {
			return errors.New("want the name of a file, not -")
		}
		return write(out)
	}
	mode := fs.FileMode(0o644) // a result is for everybody
	info, err := os.Stat(name)
	if err == nil {
		mode = info.Mode().Perm()
	}
	if err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
		return errors.Join(write(f), f.Close())
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	// CreateTemp makes files that only their owner reads.
	for _, finish := range []func() error{
		func() error { return f.Chmod(mode) }, f.Sync, f.Close,
	} {
		if err := finish(); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, err)
		}
	}
	return os.Rename(f.Name(), name)
}

// Bytes writes some bytes, as WriteFile wants it.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// WriteNew is WriteFile for what nobody wants to lose by a slip: a file that exists is only
// replaced with force, and one that is read never. The names of files that are read may be
// "-".
func WriteNew(
	name string, force bool, out io.Writer, write func(io.Writer) error, read ...string,
) error {
	if err := MayWrite(name, force, read...); err != nil {
		return err
	}
	return WriteFile(name, out, write)
}

// MayWrite tells beforehand whether WriteNew would write a file.
func MayWrite(name string, force bool, read ...string) error {
	info, err := os.Stat(name)
	if name == "" || name == "-" || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, other := range read {
		if source, err := os.Stat(other); err == nil && os.SameFile(info, source) {
			return fmt.Errorf("%s is the file that is read; name another one to write to", name)
		}
	}
	if !force {
		return fmt.Errorf("%s exists; --force replaces it, or name another file", name)
	}
	return nil
}
