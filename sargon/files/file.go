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

// WriteFile calls write to fill a temporary file in the folder of name, and then renames it to name.
// Readers see the old file or the whole new one, also after a crash. If write fails, the old file stays.
// A file keeps its permissions and its owner; therefore WriteFile overwrites a file of another user in
// place. It returns an error for a file that must not be written (see Writable). If name is "" or "-",
// it writes to out; a nil out is an error then. It writes directly to what is not a regular file, such
// as a pipe.
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
		err = cannotWrite(name, err) // name the file, not the temporary one
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

// fill writes a new file and closes it. ours is false if the new file cannot replace the old one because
// that one belongs to another user.
func fill(f *os.File, old fs.FileInfo, write func(io.Writer) error) (ours bool, err error) {
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return false, err
	}
	mode := fs.FileMode(0o644) // everybody may read a result; CreateTemp allows only its owner to
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

// writeOver copies the contents of the file whole to the file name, and removes whole. If it fails, the
// error says that whole has the contents.
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

// Writable returns the name of the file that WriteFile would write: if name is a symbolic link, the file
// that it leads to. It returns an error if the file or its folder cannot be written.
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

// writable follows symbolic links to the target, and checks that the target can be written. old is nil
// if it does not exist.
func writable(name string) (target string, old fs.FileInfo, err error) {
	const maxLinks = 40
	target = name
	for range maxLinks {
		next, err := os.Readlink(target)
		if err != nil { // not a link
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
	case old.Mode().Perm()&0o222 == 0: // an administrator could write it all the same
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
	if errors.As(err, &failed) { // its text would repeat the name of the file
		err = failed.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}

// JSONLines returns a function for WriteFile that writes each value as a line of JSON.
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

// Bytes returns a function for WriteFile that writes data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// WriteNew is WriteFile with a protection against mistakes: it replaces an existing file only with
// force, and never one of the input files that read names. Those may be "-".
func WriteNew(
	name string, force bool, out io.Writer, write func(io.Writer) error, read ...string,
) error {
	if err := CheckWriteNew(name, force, read...); err != nil {
		return err
	}
	return WriteFile(name, out, write)
}

// CheckWriteNew returns the error that WriteNew would return before it writes anything.
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
