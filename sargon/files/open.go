package files

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ExpandTyped does what a shell would do with the name of a file that a user types: it removes quotes
// around the name, or replaces ~/ at its beginning by the user's home folder.
func ExpandTyped(name string) string {
	if last := len(name) - 1; last > 0 && name[0] == name[last] && strings.Contains("\"'", name[:1]) {
		return name[1:last]
	}
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(name, "~/") {
		return filepath.Join(home, name[2:])
	}
	return name
}

// packings are kinds of files that are not UTF-8 text, recognized by their first bytes.
var packings = []struct{ magic, name, hint string }{
	{"\x1f\x8b", "gzip", ""}, {"BZh", "bzip2", ""},
	{"PK\x03\x04", "a zip file", "unpack it first: unzip"}, {"PK\x05\x06", "an empty zip file", ""},
	{"\x28\xb5\x2f\xfd", "packed by zstd", "unpack it first: zstd -d"},
	{"\xfd7zXZ\x00", "packed by xz", "unpack it first: xz -d"},
	{"7z\xbc\xaf\x27\x1c", "a 7z file", "unpack it first: 7z x"},
	{"Rar!\x1a\x07", "a rar file", "unpack it first"},
	{"\x04\x22\x4d\x18", "packed by lz4", "unpack it first: lz4 -d"},
	{"\x1f\x9d", "packed by compress", "unpack it first: uncompress"},
	{"\x1f\xa0", "packed by compress", "unpack it first: uncompress"},
	{"LZIP", "packed by lzip", "unpack it first: lzip -d"},
	{"\xff\xfe", "UTF-16 text", "save it as UTF-8"}, {"\xfe\xff", "UTF-16 text", "save it as UTF-8"},
	{"%PDF-", "a PDF", ""}, {"\x89PNG", "a picture", ""}, {"SQLite format 3", "a database", ""},
}

// longestMagic is how many bytes at the beginning of a file Packing needs.
const longestMagic = 16 // bytes

// Packing returns the kind of a file, judged by its first bytes: "gzip" and "bzip2", which Open unpacks,
// or a kind that Open cannot read, like "a zip file". It returns "" for a text.
func Packing(head []byte) string {
	for _, p := range packings {
		if strings.HasPrefix(string(head), p.magic) {
			if p.name == "bzip2" && (len(head) < 4 || head[3] < '1' || head[3] > '9') {
				continue
			}
			return p.name
		}
	}
	return ""
}

// PackedFile returns the kind of a file, as Packing does. It judges by the contents, or by the name if
// the file cannot be opened.
func PackedFile(name string) string {
	f, err := os.Open(name)
	if err != nil {
		suffix := strings.ToLower(filepath.Ext(name))
		return map[string]string{".gz": "gzip", ".bz2": "bzip2", ".zip": "a zip file", ".zst": "packed by zstd",
			".xz": "packed by xz", ".7z": "a 7z file"}[suffix]
	}
	defer f.Close()
	head := make([]byte, longestMagic)
	n, _ := io.ReadFull(f, head) // a shorter file is fine: Packing takes what there is
	return Packing(head[:n])
}

// Kind returns the extension of a file in lower case, without the extension of a packing: ".pgn" for
// GAMES.PGN.gz.
func Kind(name string) string {
	for {
		kind := strings.ToLower(filepath.Ext(name))
		if kind != ".gz" && kind != ".bz2" {
			return kind
		}
		name = name[:len(name)-len(kind)]
	}
}

// Text is a text that Open has opened.
type Text struct {
	io.Reader
	io.Closer
	Name string // for messages: of the file, or "standard input"
}

// Open opens a text for reading. The name "-" means in, unless in is nil. Open unpacks gzip and bzip2,
// whatever the name of the file is. Other packings, and UTF-16, are an error.
func Open(name string, in io.Reader) (*Text, error) {
	var source io.ReadCloser
	if name == "-" && in != nil {
		name, source = "standard input", io.NopCloser(in)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		source = f
	}
	text, err := Unpacked(source)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), source.Close())
	}
	return &Text{text, source, name}, nil
}

// Unpacked returns a reader of the text, unpacked as by Open.
func Unpacked(packed io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(packed, 1<<16)
	head, err := buffered.Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, err
	}
	switch kind := Packing(head); kind {
	case "":
		return buffered, nil
	case "gzip":
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, ofPacking(kind, err)
		}
		return unpacker{kind, z}, nil
	case "bzip2":
		return unpacker{kind, bzip2.NewReader(buffered)}, nil
	default:
		for _, p := range packings {
			if p.name == kind && p.hint != "" {
				kind += "; " + p.hint
				break
			}
		}
		return nil, fmt.Errorf("this is %s; want a text, or one packed by gzip or bzip2", kind)
	}
}

// unpacker reads an unpacked text. Its errors say how the text was packed.
type unpacker struct {
	kind string
	text io.Reader
}

func (u unpacker) Read(p []byte) (n int, err error) {
	n, err = u.text.Read(p)
	return n, ofPacking(u.kind, err)
}

func ofPacking(kind string, err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("packed by %s, and cut short", kind)
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("packed by %s, and damaged: %w", kind, err)
	}
	return err
}
