package files

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile has write fill a temporary file in the folder of name, and then renames it to name:
// readers see the old file or the whole new one, also after a crash. When write fails, name is as
// it was. A file keeps its permissions and its owner: a file of another user that we may write is
// therefore written over in place. One that may not be written stays as it is: see Writable. The name ""
// or "-" writes to out instead, which may be nil where there is none. What is no file, like a
// pipe, is written to as it is.
func WriteFile(name string, out io.Writer, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		if out == nil {
			return errors.New("want the name of a file, not -")
		}
		return write(out)
	}
	name, old, err := writable(name)
	if err != nil {
		return err
	}
	if old != nil && !old.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return cannotWrite(name, err)
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return cannotWrite(name, err)
	}
	ours, err := fill(f, old, write)
	if failed := new(fs.PathError); errors.As(err, &failed) && failed.Path == f.Name() {
		err = cannotWrite(name, err) // which is what people know
	}
	if err == nil && !ours {
		return writeOver(name, f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
	}
	return err
}

// fill writes a new file and closes it. ours reports whether it can take the place of the old one:
// not if that belongs to another user.
func fill(f *os.File, old fs.FileInfo, write func(io.Writer) error) (ours bool, err error) {
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return false, err
	}
	mode := fs.FileMode(0o644) // a result is for everybody; CreateTemp thinks otherwise
	ours = true
	if old != nil {
		mode = old.Mode().Perm()
		ours = sameOwner(f, old) == nil
	}
	for _, finish := range []func() error{
		buffered.Flush, func() error { return f.Chmod(mode) }, f.Sync, f.Close,
	} {
		if err := finish(); err != nil {
			return ours, err
		}
	}
	return ours, nil
}

// writeOver replaces what a file holds by what another one does, and removes that; if it fails, it
// says where the whole is.
func writeOver(name, whole string) error {
	text, err := os.ReadFile(whole)
	if err == nil {
		err = os.WriteFile(name, text, 0)
	}
	if err != nil {
		return fmt.Errorf("%w; %s has what should be in it", cannotWrite(name, err), whole)
	}
	return os.Remove(whole)
}

// Writable returns the file that WriteFile would write, which is another one than name if that is a
// link; or the reason why it would write none: the file or its folder is read-only, or not ours.
func Writable(name string) (target string, err error) {
	target, old, err := writable(name)
	if err != nil || old != nil && !old.Mode().IsRegular() {
		return target, err
	}
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return target, cannotWrite(target, err)
	}
	return target, errors.Join(f.Close(), os.Remove(f.Name()))
}

// writable follows links, and looks at the file if there is one; old is nil if there is none.
func writable(name string) (target string, old fs.FileInfo, err error) {
	const maxLinks = 40
	target = name
	for range maxLinks {
		next, err := os.Readlink(target)
		if err != nil { // it is no link
			break
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(target), next)
		}
		target = next
	}
	old, err = os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return target, nil, nil
	case err != nil:
		return target, nil, cannotWrite(target, err)
	case !old.Mode().IsRegular():
		return target, old, nil
	case old.Mode().Perm()&0o222 == 0: // even if we are an administrator
		return target, old, cannotWrite(target, errors.New("it is read-only"))
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return target, old, cannotWrite(target, err)
	}
	return target, old, f.Close()
}

func cannotWrite(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) { // which names the file too
		err = failed.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}

// JSONLines returns what writes values as JSON, a line each, for WriteFile.
func JSONLines[T any](values []T) func(w io.Writer) error {
	return func(w io.Writer) error {
		lines := json.NewEncoder(w)
		lines.SetEscapeHTML(false)
		for _, v := range values {
			if err := lines.Encode(v); err != nil {
				return err
			}
		}
		return nil
	}
}

// Bytes writes some bytes, as WriteFile wants it.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// WriteNew is WriteFile for files that must not be lost by a slip: it replaces a file that exists
// only with force, and one that is read never. The names of files that are read may be
// "-".
func WriteNew(
	name string, force bool, out io.Writer, write func(io.Writer) error, read ...string,
) error {
	if err := CheckWriteNew(name, force, read...); err != nil {
		return err
	}
	return WriteFile(name, out, write)
}

// CheckWriteNew reports beforehand whether WriteNew would write a file.
func CheckWriteNew(name string, force bool, read ...string) error {
	if name == "" || name == "-" {
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && info.Mode().IsRegular() {
		for _, other := range read {
			if source, err := os.Stat(other); err == nil && os.SameFile(info, source) {
				return fmt.Errorf("refusing to overwrite the input file %s; name another one to write to", name)
			}
		}
		if !force {
			return fmt.Errorf("%s exists; --force replaces it, or name another file", name)
		}
	}
	_, err = Writable(name)
	return err
}
