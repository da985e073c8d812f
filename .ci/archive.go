// Archive packs a folder so that the same files give the same bits: in order, of one time, owned by
// nobody.
//
//	archive FOLDER UNIX-TIME FILE.tar.gz|FILE.zip
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// add writes a file into an archive.
type add func(name string, mode os.FileMode, data []byte) error

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("%d arguments: want a folder, a time in seconds since 1970 and a file", len(args))
	}
	folder, file := args[0], args[2]
	seconds, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	pack := tarball
	if strings.HasSuffix(file, ".zip") {
		pack = zipped
	}
	add, end := pack(out, time.Unix(seconds, 0).UTC())
	base := filepath.Dir(folder)
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		mode := os.FileMode(0o644)
		if info, err := d.Info(); err == nil && info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return add(filepath.ToSlash(name), mode, data)
	})
	if err == nil {
		err = end()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

func tarball(out io.Writer, when time.Time) (add, func() error) {
	packed, _ := gzip.NewWriterLevel(out, gzip.BestCompression) // the level exists
	w := tar.NewWriter(packed)
	return func(name string, mode os.FileMode, data []byte) error {
			header := tar.Header{
				Name: name, Mode: int64(mode), Size: int64(len(data)), ModTime: when, Format: tar.FormatUSTAR,
			}
			if err := w.WriteHeader(&header); err != nil {
				return err
			}
			_, err := w.Write(data)
			return err
		}, func() error {
			if err := w.Close(); err != nil {
				return err
			}
			return packed.Close()
		}
}

func zipped(out io.Writer, when time.Time) (add, func() error) {
	w := zip.NewWriter(out)
	return func(name string, mode os.FileMode, data []byte) error {
		header := zip.FileHeader{Name: name, Method: zip.Deflate, Modified: when}
		header.SetMode(mode)
		f, err := w.CreateHeader(&header)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}, w.Close
}
