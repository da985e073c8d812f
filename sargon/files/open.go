package files

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ExpandTyped is the name of a file as somebody types it where no shell reads it: without the quotes
// around it, and from their home on if it begins with ~/.
func ExpandTyped(name string) string {
	if last := len(name) - 1; last > 0 && name[0] == name[last] && strings.Contains("\"'", name[:1]) {
		return name[1:last]
	}
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		return filepath.Join(home, name[2:])
	}
	return name
}

// Open opens a file to be read: "-" is in, unless that is nil, and what ends in .gz is unpacked.
func Open(name string, in io.Reader) (io.ReadCloser, error) {
	if name == "-" && in != nil {
		return io.NopCloser(in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".gz") {
		return f, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return unpacked{z, f}, nil
}

type unpacked struct {
	*gzip.Reader
	file io.Closer
}

func (u unpacked) Close() error { return errors.Join(u.Reader.Close(), u.file.Close()) }
