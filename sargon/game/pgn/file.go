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

// File is a PGN file to which a program writes the game that is being played. WriteGame changes that
// game only. All other bytes of the file stay as they are: other games, even those that cannot be read,
// the encoding and the ends of lines. After a crash the file is as it was before WriteGame or as it is
// after it.
//
// Several programs may use the same file at the same time: the game of each is in it once.
type File struct {
	name    string
	useLock *files.Lock // shared by all programs that use the file
	alone   bool
	notUTF8 bool
	crlf    bool
	game    *game.Game // the last one that was written, or the one that Open found
	written []byte     // the text of game in the file; nil if WriteGame is to add it
}

// Open opens a PGN file, which need not exist, and returns its last game, or nil if it has none.
// WriteGame replaces that game only if its text is exactly what Write would write, so that nothing is
// lost; otherwise WriteGame adds a copy (see Contains). If the last game cannot be read, the error is a
// *Error, and Open still returns a File that can be used. Open returns no File if the file cannot be
// read or written, is packed, or is not PGN.
func Open(name string) (*File, *game.Game, error) {
	target, err := files.Writable(name)
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(target); name == "-" || err == nil && !info.Mode().IsRegular() {
		// A pipe, for instance, may never end.
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

// lock waits until no other program is writing to the file, and locks it.
func (f *File) lock() (*files.Lock, error) { return files.WaitLock(f.sidecar("lock")) }

// Alone reports whether no other program had the file open when it was opened. If one had, the last
// game may be the one that it plays.
func (f *File) Alone() bool { return f.alone }

// OtherProcess returns the process that has the file open, in the form of files.LockedBy.
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

// last returns the last game. It remembers the text of that game if WriteGame may replace it.
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
			return nil, fmt.Errorf("this is no PGN: %v", err) // not a *Error, so Open returns no File
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

// scan finds the last game, and the encoding and the ends of lines of the file. count is the number of
// games.
func (f *File) scan() (last Raw, count int, err error) {
	in, err := files.Open(f.name, nil) // which unpacks a packed file
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
		raw.Text = append(last.Text[:0], raw.Text...) // Split reuses the bytes of raw.Text
		last, count = raw, count+1
	}
	return last, count, nil
}

// Contains reports whether the file has the game in a form that WriteGame replaces.
func (f *File) Contains(g *game.Game) bool { return f.game == g && f.written != nil }

// text returns a game in the encoding of this file, without the empty line after it.
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

// WriteGame writes the game to the file. It replaces the text that the last call wrote for the same
// *game.Game, or that Open found. It adds the game at the end of the file if there is no such text, or
// if another program has changed it meanwhile. What other programs have written stays.
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
		between, end = "", "" // what is around the old text stays around the new one
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

// margins returns the ends of lines in front of and after a game that is added. before is the text of
// the file.
func (f *File) margins(before []byte) (between, end string) {
	line := "\n"
	if f.crlf {
		line = "\r\n"
	}
	// One empty line separates games. At the beginning of the file there is none.
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
