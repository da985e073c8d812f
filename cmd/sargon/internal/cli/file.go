package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile has write fill a file beside name, and then gives it that name: whoever looks
// sees the old file or the whole new one. When write fails, name is as it was. The name
// "" or "-" writes to out instead.
func WriteFile(name string, out io.Writer, write func(io.Writer) error) (err error) {
	if name == "" || name == "-" {
		return write(out)
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
