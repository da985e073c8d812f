package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile has write fill a file beside name, and then gives it that name: whoever looks
// sees the old file or the whole new one. When write fails, name is as it was. The name
// "" or "-" writes to out instead, which may be nil if there is nothing like it. What is no
// file, like a pipe, is written to as it is.
func WriteFile(name string, out io.Writer, write func(io.Writer) error) (err error) {
	if name == "" || name == "-" {
		if out == nil {
			return errors.New("want the name of a file, not -")
		}
		return write(out)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
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
	// CreateTemp makes files that only their owner reads; a result is for everybody.
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
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
