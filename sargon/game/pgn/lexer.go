package pgn

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// lexer cuts PGN into tokens, all of which it finds by their first byte and their end. It
// keeps the bytes of the game that it is in, up to maxGame of them.
type lexer struct {
	in  io.Reader // where more comes from; nil if buf is all there is
	err error     // of in

	buf   []byte // the game so far, and what was read beyond; these are indexes of it:
	game  int    // where the game begins
	start int    // where the token begins
	at    int    // the next byte
	lines int    // up to where lines are counted
	line  int    // the number of the line there
	cut   bool   // the game is too long: what is behind maxGame is gone
}

type tokenKind uint8

const (
	word  tokenKind = iota // a move, a move number, a result
	point                  // goes on with a word; between words it is space
	space
	tag
	comment     // in braces
	lineComment // behind a semicolon
	glyph       // "$5"
	openVariation
	closeVariation
	stray // a byte without a meaning
	endOfText
	malformed // what the parser says of a token
)

// kinds tells by its first byte what a token is.
var kinds = func() (kinds [256]tokenKind) {
	for kind, bytes := range map[tokenKind]string{
		point: ".", space: " \t\r\n\v\f", tag: "[", comment: "{", lineComment: ";", glyph: "$",
		openVariation: "(", closeVariation: ")", stray: "<>]}",
	} {
		for _, c := range []byte(bytes) {
			kinds[c] = kind
		}
	}
	return kinds
}()

// open finds the beginning of the next token. Lines that begin with % are passed over.
func (l *lexer) open() tokenKind {
	for l.hasNext() {
		switch kind := kinds[l.buf[l.at]]; {
		case kind == point || kind == space:
			l.at++
		case l.buf[l.at] == '%' && l.lineStart():
			l.toLineEnd()
		default:
			l.start = l.at
			return kind
		}
	}
	l.start = l.at
	return endOfText
}

// close returns the token that was opened, as it is written, until the next one is opened;
// whole is false if its end is missing. A tag ends with its line, and a comment where a header
// begins.
func (l *lexer) close(kind tokenKind) (text []byte, whole bool) {
	if kind != endOfText {
		l.at++
	}
	whole = true
	switch kind {
	case word, glyph:
		for l.hasNext() && kinds[l.buf[l.at]] <= point {
			l.at++
		}
	case lineComment:
		l.toLineEnd()
	case comment:
		whole = l.toBrace()
	case tag:
		whole = l.toBracket()
	}
	return l.buf[l.start:l.at], whole
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

func (l *lexer) toLineEnd() {
	for l.hasNext() && !isLineEnd(l.buf[l.at]) {
		l.at++
	}
}

func (l *lexer) toBrace() (found bool) {
	for ; l.hasNext(); l.at++ {
		switch c := l.buf[l.at]; {
		case c == '}':
			l.at++
			return true
		case c == '[' && l.headerFollows():
			return false
		}
	}
	return false
}

func (l *lexer) toBracket() (found bool) {
	quoted, escaped := false, false
	for ; l.hasNext(); l.at++ {
		switch c := l.buf[l.at]; {
		case isLineEnd(c):
			return false
		case escaped:
			escaped = false
		case c == '\\':
			escaped = quoted
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted:
			l.at++
			return true
		}
	}
	return false
}

// lineStart reports whether the next byte is the first of its line.
func (l *lexer) lineStart() bool {
	before := l.buf[:l.at]
	return len(before) == 0 || string(before) == utf8Mark || isLineEnd(before[len(before)-1])
}

// header begins a game even where a comment is open, if an empty line is before it.
const header = `[Event "`

func (l *lexer) headerFollows() bool {
	before := l.buf[:l.at]
	for range 2 {
		cut := bytes.TrimSuffix(bytes.TrimSuffix(before, []byte("\n")), []byte("\r"))
		if len(cut) == len(before) {
			return false
		}
		before = cut
	}
	for len(l.buf)-l.at < len(header) && l.readMore() {
	}
	return bytes.HasPrefix(l.buf[l.at:], []byte(header))
}

// hasNext reports whether there is a next byte.
func (l *lexer) hasNext() bool { return l.at < len(l.buf) || l.readMore() }

const (
	chunkBytes = 64 << 10
	// tailBytes stay before the next byte of a game that is too long: enough for what looks
	// back, and more than any word that means something.
	tailBytes = 64
)

// readMore reads on. It forgets the games before this one, and of this one what is beyond the limits.
func (l *lexer) readMore() bool {
	if l.in == nil || l.err != nil {
		return false
	}
	if l.game > 0 {
		l.forget(0, l.game)
		l.game = 0
	}
	if len(l.buf) > maxGame+tailBytes {
		l.cut = true
		l.forget(maxGame, len(l.buf)-tailBytes)
	}
	n := len(l.buf)
	l.buf = slices.Grow(l.buf, chunkBytes)[:n+chunkBytes]
	more, err := io.ReadAtLeast(l.in, l.buf[n:], 1)
	l.buf, l.err = l.buf[:n+more], err
	return more > 0
}

// forget takes bytes out of buf.
func (l *lexer) forget(from, to int) {
	l.lineOf(to)
	l.buf = slices.Delete(l.buf, from, to)
	for _, i := range []*int{&l.start, &l.at, &l.lines} {
		*i = max(*i-(to-from), min(*i, from))
	}
}

// takeGame returns what stands between the beginnings of this game and of the next one, which is
// the token. cut is true if some of it is missing.
func (l *lexer) takeGame() (text []byte, cut bool) {
	text = l.buf[l.game:l.start]
	cut = l.cut || len(text) > maxGame
	l.game, l.cut = l.start, false
	return text[:min(len(text), maxGame)], cut
}

// lineOf returns the number of the line of a byte of buf, behind those asked for before.
// Lines end as on any system: \n, \r\n or \r.
func (l *lexer) lineOf(i int) int {
	for ; l.lines < i; l.lines++ {
		switch c := l.buf[l.lines]; {
		case c == '\n', c == '\r' && !bytes.HasPrefix(l.buf[l.lines+1:], []byte("\n")):
			l.line++
		}
	}
	return l.line
}

// byteOrderMark passes over the mark of UTF-8, and refuses those of UTF-16.
func (l *lexer) byteOrderMark() error {
	for len(l.buf) < len(utf8Mark) && l.readMore() {
	}
	switch {
	case bytes.HasPrefix(l.buf, []byte(utf8Mark)):
		l.at = len(utf8Mark)
	case bytes.HasPrefix(l.buf, []byte("\xFE\xFF")), bytes.HasPrefix(l.buf, []byte("\xFF\xFE")):
		return errors.New("the text is UTF-16; want UTF-8 or Latin-1")
	}
	return nil
}
