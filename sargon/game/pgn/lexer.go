package pgn

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sargon78/sargon/game"
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
	cut   bool   // the game is too long: what is after maxGame is gone
}

type tokenKind uint8

const (
	word  tokenKind = iota // a move, a move number, a result
	point                  // goes on with a word; between words it is space
	space
	tag
	comment     // in braces
	lineComment // after a semicolon
	glyph       // "$5"
	openVariation
	closeVariation
	angle // "<…>", which the standard keeps for later
	stray // a byte without a meaning
	endOfText
	malformed // what the parser says of a token
)

// kinds tells by its first byte what a token is.
var kinds = func() (kinds [256]tokenKind) {
	for kind, bytes := range map[tokenKind]string{
		point: ".", space: " \t\r\n\v\f", tag: "[", comment: "{", lineComment: ";", glyph: "$",
		openVariation: "(", closeVariation: ")", angle: "<", stray: ">]}",
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
		case l.buf[l.at] >= utf8.RuneSelf && l.passUnseen():
		case l.buf[l.at] == '%' && l.lineStart(l.at):
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
// whole is false if its end is missing, or a tag is not [Name "value"]. A comment ends where a header
// begins.
func (l *lexer) close(kind tokenKind) (text []byte, whole bool) {
	if kind != endOfText && kind != word {
		l.at++
	}
	whole = true
	switch kind {
	case word:
		l.toWordEnd()
		l.joinOutcome()
		l.joinSuffix()
	case glyph:
		l.toWordEnd()
	case lineComment:
		l.toLineEnd()
	case comment:
		whole = l.toBrace()
	case angle:
		whole = l.toAngle()
	case tag:
		if whole = l.toBracket(); !whole {
			l.at = l.after(1)
			l.toBrokenEnd()
		}
	}
	return l.buf[l.start:l.at], whole
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return kinds[c] == space }

// after returns the place so many bytes after the beginning of the token.
func (l *lexer) after(n int) int { return min(l.start+n, len(l.buf)) }

// ahead reads on until so many bytes follow the next one, or the text ends, and returns what follows.
func (l *lexer) ahead(n int) []byte {
	for len(l.buf)-l.at < n && l.readMore() {
	}
	return l.buf[l.at:min(l.at+n, len(l.buf))]
}

// try goes on with find, and back to where it was.
func (l *lexer) try(find func() bool) bool {
	n := l.at - l.start
	found := find()
	l.at = l.after(n)
	return found
}

// rune returns the character that is next, and its length. In a text that is not UTF-8 it is a byte.
func (l *lexer) rune() (r rune, size int) {
	r, size = utf8.DecodeRune(l.ahead(utf8.UTFMax))
	if r == utf8.RuneError && size <= 1 {
		return rune(l.buf[l.at]), 1
	}
	return r, size
}

// unseen are characters without a width, which stray into texts.
const unseen = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"

// passUnseen passes over a blank that is not ASCII, or what cannot be seen.
func (l *lexer) passUnseen() bool {
	r, size := l.rune()
	if unicode.IsSpace(r) || strings.ContainsRune(unseen, r) {
		l.at += size
		return true
	}
	return false
}

func (l *lexer) toWordEnd() {
	for l.hasNext() {
		rest := l.buf[l.at:]
		n := 0
		for n < len(rest) && rest[n] < utf8.RuneSelf && kinds[rest[n]] <= point {
			n++
		}
		l.at += n
		switch {
		case n == len(rest): // perhaps more of it comes
		case rest[n] < utf8.RuneSelf:
			return
		default:
			r, size := l.rune()
			if unicode.IsSpace(r) {
				return
			}
			l.at += size
		}
	}
}

// joinOutcome goes on to the end of a result, or of castling, that is written with blanks: "1 - 0".
func (l *lexer) joinOutcome() {
	const (
		longest = 24 // bytes
		signs   = "0123456789/.,:-Oo "
	)
	switch last := l.buf[l.at-1]; {
	case last == '0', last == '1', last == '2', last == '5', last == 'O', last == 'o', mayJoin(last):
	default:
		return
	}
	length := l.at - l.start
	if next := l.ahead(2); length > longest/2 || len(next) < 2 || next[0] != ' ' ||
		!mayJoin(next[1]) && !mayJoin(l.buf[l.at-1]) {
		return
	}
	text := append(bytes.Clone(l.buf[l.start:l.at]), l.ahead(longest-length)...)
	run := slices.IndexFunc(text, func(r byte) bool { return r < utf8.RuneSelf && strings.IndexByte(signs, r) < 0 })
	if run < 0 {
		run = len(text)
	}
	for end := run; end > length; end-- {
		ends := end == len(text) && end < longest ||
			end < len(text) && (kinds[text[end]] > point || strings.IndexByte("!?+#", text[end]) >= 0)
		if !ends || text[end-1] == ' ' {
			continue
		}
		joined := string(decode(text[:end]))
		if isOutcome(joined) || isCastling(withoutNumber(strings.ReplaceAll(joined, " ", ""))) {
			l.at = l.after(end)
			l.toWordEnd()
			return
		}
	}
}

// mayJoin reports whether a byte may be that between the parts of a result.
func mayJoin(c byte) bool { return c == '-' || c == ':' || c >= utf8.RuneSelf }

// isCastling reports whether a text is castling with dashes.
func isCastling(text string) bool {
	for i, r := range []rune(text) {
		if isDash := !strings.ContainsRune("0Oo", r); isDash != (i%2 == 1) {
			return false
		}
	}
	return game.IsMove(text)
}

// joinSuffix goes on to the end of what stands in parentheses after a pawn's move and belongs to it:
// "e8(Q)", "e8 (Q)", "exd6(e.p.)".
func (l *lexer) joinSuffix() {
	const (
		longest = 12 // bytes
		pieces  = "QRBN♕♖♗♘♛♜♝♞"
	)
	switch l.buf[l.at-1] {
	case '1', '8', '3', '6', '=':
	default:
		return
	}
	if next := l.ahead(2); len(next) < 2 || next[0] != '(' && (next[0] != ' ' || next[1] != '(' && next[1] != ' ') {
		return
	}
	rest := l.ahead(longest)
	at, end := len(rest)-len(bytes.TrimLeft(rest, " ")), bytes.IndexByte(rest, ')')+1
	if at == len(rest) || rest[at] != '(' || end <= at {
		return
	}
	move := withoutNumber(string(l.buf[l.start:l.at]))
	if move == "" || move[0] < 'a' || move[0] > 'h' || !game.IsMove(strings.TrimRight(move, "=")) {
		return
	}
	inside := strings.Trim(string(decode(rest[at+1:end-1])), "=")
	promotes := strings.IndexByte("18=", move[len(move)-1]) >= 0 &&
		utf8.RuneCountInString(inside) == 1 && (at == 0 || strings.Contains(pieces, inside))
	if promotes || strings.EqualFold(strings.ReplaceAll(inside, ".", ""), "ep") {
		l.at += end
		l.toWordEnd()
	}
}

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

// toAngle goes to the end of what stands between < and > on a line; without an end it is < alone.
func (l *lexer) toAngle() (found bool) {
	const longest = 1 << 10 // bytes
	for n := 1; n < longest && l.hasNext() && !isLineEnd(l.buf[l.at]); n++ {
		l.at++
		if l.buf[l.at-1] == '>' {
			return true
		}
	}
	l.at = l.after(1)
	return false
}

func (l *lexer) passBlanks() {
	for l.hasNext() {
		switch c := l.buf[l.at]; {
		case isBlank(c):
			l.at++
		case c < utf8.RuneSelf || !l.passUnseen():
			return
		}
	}
}

// pass passes over a byte, if it is the next one.
func (l *lexer) pass(c byte) bool {
	if !l.hasNext() || l.buf[l.at] != c {
		return false
	}
	l.at++
	return true
}

// inName are the bytes that may be in a name which is none of the standard.
var inName = func() (in [256]bool) {
	for i := range in {
		in[i] = tagLetter[i] || i >= utf8.RuneSelf || strings.IndexByte("-+#=:.,/&!?*@~^|$", byte(i)) >= 0
	}
	return in
}()

// inValue are the bytes that mean nothing in the value of a tag.
var inValue = func() (in [256]bool) {
	for i := range in {
		in[i] = strings.IndexByte("\"\\\r\n", byte(i)) < 0
	}
	return in
}()

// toBracket reads a tag as the standard has it, up to its end: [Name "value"]. Between its parts there
// may be blanks and ends of lines, and its name may be one that the standard has not.
func (l *lexer) toBracket() (found bool) {
	l.passBlanks()
	named := false
	for l.hasNext() && inName[l.buf[l.at]] {
		named = true
		l.at++
	}
	if !named {
		return false
	}
	if l.passBlanks(); !l.pass('"') {
		return false
	}
	for l.hasNext() {
		rest := l.buf[l.at:]
		n := 0
		for n < len(rest) && inValue[rest[n]] {
			n++
		}
		l.at += n
		if n == len(rest) { // perhaps more of it comes
			continue
		}
		switch l.at++; rest[n] {
		case '"':
			l.passBlanks()
			return l.pass(']')
		case '\\':
			if l.hasNext() && !isLineEnd(l.buf[l.at]) {
				l.at++
			}
		default: // the end of the line
			return false
		}
	}
	return false
}

// toBrokenEnd goes to where a tag ends that is not as it should be: at a bracket after which a line,
// a tag, a comment or a move begins, at the beginning of the next tag, or with its line. A value that is
// broken over two lines is taken together. What has no name ends at the first bracket: [%clk 0:01].
func (l *lexer) toBrokenEnd() {
	named := l.hasNext() && strings.IndexByte("%#!?+-", l.buf[l.at]) < 0
	for l.hasNext() {
		switch c := l.buf[l.at]; {
		case isLineEnd(c):
			if open := bytes.Count(l.buf[l.start:l.at], []byte(`"`))%2 == 1; !open || !l.goesOn() {
				return
			}
		case c == '[' && l.try(func() bool { l.at++; return l.toBracket() }):
			return
		case c == ']' && l.try(func() bool { l.at++; return !named || l.tagEnds() }):
			l.at++
			return
		default:
			l.at++
		}
	}
}

// tagEnds reports whether something follows that does not belong to a tag.
func (l *lexer) tagEnds() bool {
	for l.hasNext() && strings.IndexByte(" \t", l.buf[l.at]) >= 0 {
		l.at++
	}
	return !l.hasNext() || strings.IndexByte("\r\n[{;%0123456789*", l.buf[l.at]) >= 0
}

// goesOn goes to the end of the next line, if that is the end of a value: `name"]`.
func (l *lexer) goesOn() bool {
	const longest = 256 // bytes
	rest := l.ahead(longest)
	skip := 1
	if bytes.HasPrefix(rest, []byte("\r\n")) {
		skip = 2
	}
	rest = rest[min(skip, len(rest)):]
	if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	text := bytes.TrimSpace(rest)
	if !bytes.HasSuffix(text, []byte(`"]`)) || bytes.Contains(text, []byte("[")) {
		return false
	}
	l.at += skip + len(rest)
	return true
}

// tagLetter are the bytes of a tag's name.
var tagLetter = func() (in [256]bool) {
	for _, c := range []byte(tagLetters) {
		in[c] = true
	}
	return in
}()

// lineStart reports whether a byte of buf is the first of its line.
func (l *lexer) lineStart(at int) bool {
	before := bytes.TrimSuffix(l.buf[:at], []byte(utf8Mark))
	return len(before) == 0 || isLineEnd(before[len(before)-1])
}

// headerFollows reports whether a header begins, even where a comment is open: a tag after an empty
// line, be it whole or one of those that every game has.
func (l *lexer) headerFollows() bool {
	lineEnds := 0
	for i := l.at - 1; i > l.start && lineEnds < 2; i-- {
		switch l.buf[i] {
		case '\n':
			if lineEnds++; l.buf[i-1] == '\r' {
				i--
			}
		case '\r':
			lineEnds++
		case ' ', '\t':
		default:
			return false
		}
	}
	const longestName = 16 // bytes
	return lineEnds == 2 && (isOurTag(tagName(l.ahead(longestName))) ||
		l.try(func() bool { l.at++; return l.toBracket() }))
}

// hasNext reports whether there is a next byte.
func (l *lexer) hasNext() bool { return l.at < len(l.buf) || l.readMore() }

const (
	firstChunkBytes = 4 << 10
	chunkBytes      = 64 << 10 // read at once, later
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
	chunk := min(chunkBytes, max(firstChunkBytes, n))
	l.buf = slices.Grow(l.buf, chunk)[:n+chunk]
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

// lineOf returns the number of the line of a byte of buf, after those asked for before.
// Lines end as on any system: \n, \r\n or \r.
func (l *lexer) lineOf(i int) int {
	if i > l.lines && bytes.IndexByte(l.buf[l.lines:i], '\r') < 0 {
		l.line += bytes.Count(l.buf[l.lines:i], []byte("\n"))
		l.lines = i
	}
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
