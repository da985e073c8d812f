package files

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

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
