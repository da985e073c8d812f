package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
)

// File is a PGN file to which the game being played belongs. Everything else in it stays as
// it is, byte for byte: other games, also those that cannot be read, their variations and
// comments, the encoding, the ends of lines. A crash leaves the file as it was before or
// after a Put.
//
// Several programs may use the same file at the same time: each of their games stands in it once.
type File struct {
	name    string
	useLock *files.Lock // which all have that use the file
	alone   bool
	notUTF8 bool // not UTF-8
	crlf    bool
	game    *game.Game // that was put last
	written []byte     // how it stands in the file; nil if it does not
}

// Open looks at a file, which need not exist, and returns its last game; nil if there is
// none. Putting that game replaces it only if it stands there just as Write writes it, so
// that nothing is lost; otherwise it is put as a copy of its own: see Holds. A last game
// that cannot be read is returned as a *Error together with the File, which can be used all the
// same. Errors without a File: a file that cannot be read or written, is packed, or is not PGN.
func Open(name string) (*File, *game.Game, error) {
	target, err := files.Writable(name)
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(target); name == "-" || err == nil && !info.Mode().IsRegular() {
		// It may have no end.
		return nil, nil, fmt.Errorf("%s is no file: want a PGN file", name)
	}
	if how := files.PackedFile(target); how != "" {
		return nil, nil, fmt.Errorf("%s is packed or no text (%s): want a plain PGN file to write to", name, how)
	}
	f := &File{name: target}
	lock, err := f.lock()
	if err != nil {
		return nil, nil, err
	}
	defer lock.Release()
	if f.useLock, f.alone, err = files.ShareLock(f.sidecar("open")); err != nil {
		return nil, nil, err
	}
	g, err := f.last(name)
	if err != nil && !errors.As(err, new(*Error)) {
		f.useLock.Release()
		return nil, nil, err
	}
	return f, g, err
}

// sidecar returns the name of a companion file in the same folder.
func (f *File) sidecar(what string) string {
	return filepath.Join(filepath.Dir(f.name), "."+filepath.Base(f.name)+"."+what)
}

// lock waits until no other program writes the file.
func (f *File) lock() (*files.Lock, error) { return files.WaitLock(f.sidecar("lock")) }

// Alone reports whether no other program had the file open when it was opened. If one had, the last
// game may be the one that it plays.
func (f *File) Alone() bool { return f.alone }

// OtherProcess returns the process that has the file open, as files.LockedBy writes it.
func (f *File) OtherProcess() string { return files.LockedBy(f.sidecar("open")) }

// Close ends the use of the file.
func (f *File) Close() error {
	lock, err := f.lock()
	if err != nil {
		return err
	}
	defer lock.Release()
	f.useLock.Release()
	return nil
}

// last returns the last game, and remembers how it stands there.
func (f *File) last(name string) (*game.Game, error) {
	last, count, err := f.scan()
	if errors.Is(err, fs.ErrNotExist) || err == nil && count == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	g, err := last.Parse(name)
	if err != nil {
		if count == 1 && !last.hasTag() {
			return nil, fmt.Errorf("this is no PGN: %v", err) // no *Error: nothing can be put there
		}
		return nil, err
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(last.Text, []byte(utf8Mark)))
	withoutCR := func(text string) string { return strings.ReplaceAll(text, "\r", "") }
	t := f.text(g)
	if withoutCR(t) == withoutCR(string(text)) {
		f.game, f.written = g, bytes.Clone(text)
	}
	return g, nil
}

// scan finds the last game, and how the file is written.
func (f *File) scan() (last Raw, count int, err error) {
	in, err := files.Open(f.name, nil) // one that is packed can only be read
	if err != nil {
		return Raw{}, 0, err
	}
	defer in.Close()
	for raw, err := range Split(in) {
		if err != nil {
			return Raw{}, 0, fmt.Errorf("%s: %w", f.name, err)
		}
		f.notUTF8 = f.notUTF8 || !utf8.Valid(raw.Text)
		f.crlf = f.crlf || bytes.Contains(raw.Text, []byte("\r\n"))
		raw.Text = append(last.Text[:0], raw.Text...) // it holds until the next one only
		last, count = raw, count+1
	}
	return last, count, nil
}

// Contains reports whether the game stands in the file in a form that Put replaces.
func (f *File) Contains(g *game.Game) bool { return f.game == g && f.written != nil }

// text is how a game is written to this file, without the empty line after it.
func (f *File) text(g *game.Game) string {
	text := strings.TrimSpace(Text(g))
	if f.notUTF8 {
		text = encode(text)
	}
	if f.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// WriteGame writes the game: in the place where it was put before, or at the end of the file if
// it was not, or if another program has changed it there meanwhile. Another *game.Game than
// that of the last Put is another game. What others have written to the file stays.
func (f *File) WriteGame(g *game.Game) error {
	if g != f.game {
		f.game, f.written = g, nil
	}
	lock, err := f.lock()
	if err != nil {
		return err
	}
	defer lock.Release()
	before, err := os.ReadFile(f.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, after := f.text(g), []byte(nil)
	between, end := f.margins(before)
	if i := bytes.LastIndex(before, f.written); f.written != nil && i >= 0 {
		before, after = before[:i], before[i+len(f.written):]
		between, end = "", "" // as it is
	}
	err = files.WriteFile(f.name, nil, func(w io.Writer) error {
		_, err := io.Copy(w, io.MultiReader(bytes.NewReader(before),
			strings.NewReader(between+text+end), bytes.NewReader(after)))
		return err
	})
	if err == nil {
		f.written = []byte(text)
	}
	return err
}

// margins returns what stands between a game that is added and what is before it, and
// after it.
func (f *File) margins(before []byte) (between, end string) {
	line := "\n"
	if f.crlf {
		line = "\r\n"
	}
	// Only a byte order mark, or lines that end: one empty line is to be there.
	last := strings.ReplaceAll(string(before[max(0, len(before)-len("\r\n\r\n")):]), "\r", "")
	switch {
	case last == "", last == utf8Mark, strings.HasSuffix(last, "\n\n"):
	case strings.HasSuffix(last, "\n"):
		between = line
	default:
		between = line + line
	}
	return between, line + line
}
