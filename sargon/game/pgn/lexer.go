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

// lexer cuts PGN into tokens. The first byte of a token decides its kind, and the kind decides where it
// ends. The lexer keeps the bytes of the current game, up to maxGame of them.
type lexer struct {
	in  io.Reader // the source of more bytes; nil if buf is the whole text
	err error     // the error of in

	buf   []byte // the current game so far, and bytes after it that were read already
	game  int    // index in buf of the beginning of the game
	start int    // index in buf of the beginning of the token
	at    int    // index in buf of the next byte
	lines int    // index in buf up to which lines are counted
	line  int    // the number of the line at that index
	cut   bool   // the game is too long: its bytes after maxGame were dropped
}

type tokenKind uint8

const (
	word  tokenKind = iota // a move, a move number, a result
	point                  // part of a word; between words it counts as space
	space
	tag
	comment     // in braces
	lineComment // after a semicolon
	glyph       // "$5"
	openVariation
	closeVariation
	angle // "<…>", which the standard reserves for future use
	stray // a byte without a meaning
	endOfText
	malformed // set by the parser, never by the lexer
)

// kinds maps the first byte of a token to its kind.
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

// open finds the beginning of the next token and returns its kind. It skips lines that begin with %.
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

// close finds the end of the token that was opened, and returns its text as it is written. The text is
// valid until the next call of open. whole is false if the end of the token is missing, or if a tag does
// not have the form [Name "value"]. A comment also ends where a header begins: its } may be missing.
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

// after returns the index n bytes after the beginning of the token, or the end of buf if that is less.
func (l *lexer) after(n int) int { return min(l.start+n, len(l.buf)) }

// ahead returns the next n bytes, or fewer at the end of the text. It reads more if necessary.
func (l *lexer) ahead(n int) []byte {
	for len(l.buf)-l.at < n && l.readMore() {
	}
	return l.buf[l.at:min(l.at+n, len(l.buf))]
}

// try calls find, which may move at, and then restores at. It returns the result of find.
func (l *lexer) try(find func() bool) bool {
	n := l.at - l.start
	found := find()
	l.at = l.after(n)
	return found
}

// rune returns the next character and its length. A byte that is not UTF-8 counts as a character.
func (l *lexer) rune() (r rune, size int) {
	r, size = utf8.DecodeRune(l.ahead(utf8.UTFMax))
	if r == utf8.RuneError && size <= 1 {
		return rune(l.buf[l.at]), 1
	}
	return r, size
}

// unseen are invisible characters without a width. They occur in texts by accident.
const unseen = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"

// passUnseen skips the next character if it is a blank or is invisible. It reports whether it did.
func (l *lexer) passUnseen() bool {
	r, size := l.rune()
	if unicode.IsSpace(r) || strings.ContainsRune(unseen, r) {
		l.at += size
		return true
	}
	return false
}

// toWordEnd goes on to the first character that ends a word: a space, or an ASCII character that belongs
// to no word.
func (l *lexer) toWordEnd() {
	for l.hasNext() {
		rest := l.buf[l.at:]
		n := 0
		for n < len(rest) && rest[n] < utf8.RuneSelf && kinds[rest[n]] <= point {
			n++
		}
		l.at += n
		switch {
		case n == len(rest): // the word may continue in the bytes that are not read yet
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

// joinOutcome moves on to the end of a result or of castling that is written with blanks, like "1 - 0".
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

// mayJoin reports whether a byte may be the sign between the two parts of a result, or belong to it.
func mayJoin(c byte) bool { return c == '-' || c == ':' || c >= utf8.RuneSelf }

// isCastling reports whether a text is castling with a dash between each two letters.
func isCastling(text string) bool {
	for i, r := range []rune(text) {
		if isDash := !strings.ContainsRune("0Oo", r); isDash != (i%2 == 1) {
			return false
		}
	}
	return game.IsMove(text)
}

// joinSuffix moves on to the end of a suffix in parentheses that belongs to a pawn's move, like "e8(Q)",
// "e8 (Q)" or "exd6(e.p.)".
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

// toAngle moves to the end of a text between < and >. If there is no > on the line, the token is the <
// alone.
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

// pass skips the next byte if it is c. It reports whether it did.
func (l *lexer) pass(c byte) bool {
	if !l.hasNext() || l.buf[l.at] != c {
		return false
	}
	l.at++
	return true
}

// inName are the bytes that a tag's name may have. They are more than the standard allows.
var inName = func() (in [256]bool) {
	for i := range in {
		in[i] = tagLetter[i] || i >= utf8.RuneSelf || strings.IndexByte("-+#=:.,/&!?*@~^|$", byte(i)) >= 0
	}
	return in
}()

// inValue are the bytes without a special meaning in the value of a tag.
var inValue = func() (in [256]bool) {
	for i := range in {
		in[i] = strings.IndexByte("\"\\\r\n", byte(i)) < 0
	}
	return in
}()

// toBracket moves to the end of a tag of the form [Name "value"]. It reports whether the tag has this
// form. Blanks and ends of lines may stand between its parts, and its name may have all bytes of inName.
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
		if n == len(rest) { // the value may continue in the bytes that are not read yet
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

// toBrokenEnd moves to the end of a tag that does not have the form of the standard. Its end is the
// first of these: a closing bracket in front of the end of the line, a tag, a comment or a move; the
// beginning of the next tag; the end of the line. A value that is broken over two lines stays in one
// piece. A tag without a name, like [%clk 0:01], ends at the first closing bracket.
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

// tagEnds reports whether the next character other than a blank cannot belong to a tag.
func (l *lexer) tagEnds() bool {
	for l.hasNext() && strings.IndexByte(" \t", l.buf[l.at]) >= 0 {
		l.at++
	}
	return !l.hasNext() || strings.IndexByte("\r\n[{;%0123456789*", l.buf[l.at]) >= 0
}

// goesOn moves to the end of the next line if that line is the rest of a value, like `name"]`. It
// reports whether it is.
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

// tagLetter are the bytes that the standard allows in a tag's name.
var tagLetter = func() (in [256]bool) {
	for _, c := range []byte(tagLetters) {
		in[c] = true
	}
	return in
}()

// lineStart reports whether an index in buf is the beginning of a line.
func (l *lexer) lineStart(at int) bool {
	before := bytes.TrimSuffix(l.buf[:at], []byte(utf8Mark))
	return len(before) == 0 || isLineEnd(before[len(before)-1])
}

// headerFollows reports whether a header begins at the next byte, a "[" in a comment. A header begins
// after an empty line, with a whole tag or with one of ourTags.
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
	chunkBytes      = 64 << 10 // the greatest number of bytes to read at once
	// tailBytes is how many bytes the lexer keeps at the end of a game that is too long. Functions
	// that look back need fewer, and no word with a meaning is longer.
	tailBytes = 64
)

// readMore reads more bytes into buf, and reports whether there were any. It drops the games before the
// current one, and the bytes of the current game that are over the limits.
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

// forget removes bytes from buf, and moves the indexes accordingly.
func (l *lexer) forget(from, to int) {
	l.lineOf(to)
	l.buf = slices.Delete(l.buf, from, to)
	for _, i := range []*int{&l.start, &l.at, &l.lines} {
		*i = max(*i-(to-from), min(*i, from))
	}
}

// takeGame returns the text of the current game, and makes the token the beginning of the next game. cut
// is true if a part of the text is missing.
func (l *lexer) takeGame() (text []byte, cut bool) {
	text = l.buf[l.game:l.start]
	cut = l.cut || len(text) > maxGame
	l.game, l.cut = l.start, false
	return text[:min(len(text), maxGame)], cut
}

// lineOf returns the number of the line at an index in buf. It remembers the last index, so that
// indexes that grow cost little.
func (l *lexer) lineOf(i int) int {
	if i < l.lines { // an error before the last warning
		return l.line - l.lineEnds(i, l.lines)
	}
	l.line += l.lineEnds(l.lines, i)
	l.lines = i
	return l.line
}

// lineEnds counts the ends of lines in a part of buf. A line ends with \n, \r\n or \r.
func (l *lexer) lineEnds(from, to int) (n int) {
	if part := l.buf[from:to]; bytes.IndexByte(part, '\r') < 0 {
		return bytes.Count(part, []byte("\n"))
	}
	for ; from < to; from++ {
		switch c := l.buf[from]; {
		case c == '\n', c == '\r' && !bytes.HasPrefix(l.buf[from+1:], []byte("\n")):
			n++
		}
	}
	return n
}

// byteOrderMark skips the byte order mark of UTF-8. That of UTF-16 is an error.
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
