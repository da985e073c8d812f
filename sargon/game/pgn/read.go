// Package pgn reads and writes games as PGN, and positions as EPD.
//
//	for g, err := range pgn.Read(in, "games.pgn") { … }
//	err := pgn.Save("games.pgn", games...)
//
// It reads by hand, because errors are to name their line, moves are read as people write
// them, and games go by one at a time. Variations are skipped.
package pgn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"sargon78/sargon/game"
)

// Error says what is wrong in a PGN text, and on which line.
type Error struct {
	Name string // of the file, may be empty
	Line int    // from 1
	Game int    // from 1
	Err  error
}

func (e *Error) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		where = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	return fmt.Sprintf("%s: game %d: %v", where, e.Game, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Limits of what is read: a text beyond them is no game of chess.
const (
	maxToken = 1 << 20
	maxPlies = 12_000 // the fifty-move rule allows fewer
)

// Read reads games one by one. Variations are skipped, annotation glyphs dropped; comments
// stay with the move before them, and Sargon's notes in them are understood. Moves are
// read as by ParseMove. An error is a *Error; after it reading goes on with the next
// game. name is for messages only.
func Read(r io.Reader, name string) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		p := &parser{lexer: lexer{in: bufio.NewReader(r), line: 1, lineStart: true}}
		if bom, err := p.lexer.in.Peek(3); err == nil && string(bom) == "\xEF\xBB\xBF" {
			p.lexer.in.Discard(3)
		}
		p.advance()
		for p.token.kind != endOfText {
			p.number++
			g, err := p.game()
			if err != nil {
				err = &Error{Name: name, Line: p.errorLine, Game: p.number, Err: err}
				g = nil
			}
			if !yield(g, err) {
				return
			}
			if err != nil {
				p.skipGame()
			}
		}
		if p.lexer.err != nil {
			yield(nil, &Error{Name: name, Line: p.lexer.line, Game: p.number, Err: p.lexer.err})
		}
	}
}

// Load reads all games of a file. A file without a game is an error.
func Load(name string) ([]*game.Game, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var games []*game.Game
	for g, err := range Read(file, name) {
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no game in it; want PGN", name)
	}
	return games, nil
}

// token is a word of PGN.
type token struct {
	kind  tokenKind
	text  string // of a tag its name
	value string // of a tag
	line  int
}

type tokenKind int

const (
	endOfText tokenKind = iota
	tagPair
	word // a move, a move number, a result
	commentText
	openVariation
	closeVariation
	malformed // text says what is wrong
)

// parser builds games from tokens.
type parser struct {
	lexer     lexer
	number    int
	token     token
	inHeader  bool // no movetext has been read yet
	errorLine int
}

func (p *parser) advance() { p.token = p.lexer.next() }

// game reads one game: tags, then moves up to a result, the next game's tags or the end.
func (p *parser) game() (*game.Game, error) {
	p.inHeader = true
	g, err := p.header()
	if err != nil {
		return nil, err
	}
	// The result at the end of the moves goes before the tag; both before the rules only
	// where a draw could have been claimed.
	result := game.Outcome(g.Tags.Get("Result"))
	g.Tags.Delete("Result")
	defer func() {
		if isOutcome(result) {
			g.Finish(game.Result{Outcome: result})
		}
	}()
	for {
		p.errorLine = p.token.line
		switch p.token.kind {
		case endOfText, tagPair:
			if p.lexer.err != nil {
				return nil, p.lexer.err
			}
			return g, nil // without a result: a game that was broken off
		case malformed:
			return nil, errors.New(p.token.text)
		case commentText:
			addComment(g, p.token.text)
		case openVariation:
			if err := p.skipVariation(); err != nil {
				return nil, err
			}
		case closeVariation:
			return nil, errors.New(") without (")
		case word:
			if isOutcome(game.Outcome(p.token.text)) {
				result = game.Outcome(p.token.text)
				p.advance()
				return g, nil
			}
			if err := readWord(g, p.token.text); err != nil {
				return nil, err
			}
		}
		p.inHeader = false
		p.advance()
	}
}

// header reads the tags and makes the game they describe.
func (p *parser) header() (*game.Game, error) {
	var tags game.Tags
	fenLine := p.token.line
	for p.token.kind == tagPair {
		tags.Set(p.token.text, p.token.value)
		if p.token.text == "FEN" {
			fenLine = p.token.line
		}
		p.advance()
	}
	g := game.New()
	if fen := tags.Get("FEN"); fen != "" {
		var err error
		if g, err = game.FromFEN(fen); err != nil {
			p.errorLine = fenLine
			return nil, err
		}
	}
	tags.Delete("SetUp")
	tags.Delete("FEN")
	g.Tags = tags
	return g, nil
}

func isOutcome(o game.Outcome) bool {
	return o == game.Unfinished || o == game.WhiteWins || o == game.BlackWins || o == game.Draw
}

// readWord plays a word of movetext that is not a result.
func readWord(g *game.Game, text string) error {
	text = withoutNumber(text)
	if text == "" || text == "e.p." || text == "ep" || strings.Trim(text, "!?+#=") == "" {
		return nil
	}
	if g.Len() == maxPlies {
		return fmt.Errorf("more than %d half-moves", maxPlies)
	}
	err := g.PlayText(text)
	if err != nil && g.Len() > 0 {
		return fmt.Errorf("after %s: %w", game.Numbered(g.Ply(g.Len()-1)), err)
	}
	return err
}

// withoutNumber takes a move number off the front: "12.", "12...", "12.Nf3".
func withoutNumber(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	if rest == "" || rest[0] == '.' {
		return strings.TrimLeft(rest, ".")
	}
	return text // 0-0
}

// addComment gives a comment to the last move, or to the game before the first one.
func addComment(g *game.Game, text string) {
	join := func(a, b string) string { return strings.TrimSpace(a + " " + b) }
	if g.Len() == 0 {
		g.Comment = join(g.Comment, text)
		return
	}
	ply := g.Ply(g.Len() - 1)
	if ply.Note == nil {
		if note, rest, ok := game.ParseNote(text); ok {
			ply.Note, text = &note, rest
		}
	}
	ply.Comment = join(ply.Comment, text)
}

// skipVariation stops at the closing parenthesis of the one it begins at.
func (p *parser) skipVariation() error {
	for depth := 0; ; p.advance() {
		switch p.token.kind {
		case openVariation:
			depth++
		case closeVariation:
			if depth--; depth == 0 {
				return nil
			}
		case endOfText, tagPair:
			return errors.New("a variation that begins here does not end: ( without )")
		case malformed:
			p.errorLine = p.token.line
			return errors.New(p.token.text)
		}
	}
}

// skipGame goes on to the tags of the next game after an error.
func (p *parser) skipGame() {
	if p.inHeader && p.token.kind == malformed {
		// The rest of a header with a broken tag is no game of its own.
		for p.advance(); p.token.kind == tagPair; p.advance() {
		}
	}
	for p.token.kind != endOfText && p.token.kind != tagPair {
		p.advance()
	}
}

// lexer cuts a text into tokens.
type lexer struct {
	in        *bufio.Reader
	line      int
	lineStart bool // the next byte is the first of its line
	err       error
}

// read returns the next byte; ok is false at the end.
func (l *lexer) read() (c byte, ok bool) {
	c, err := l.in.ReadByte()
	if err != nil {
		if err != io.EOF {
			l.err = err
		}
		return 0, false
	}
	l.lineStart = c == '\n'
	if c == '\n' {
		l.line++
	}
	return c, true
}

func (l *lexer) peek() byte {
	next, err := l.in.Peek(1)
	if err != nil {
		return 0
	}
	return next[0]
}

func (l *lexer) next() token {
	for {
		first := l.lineStart
		c, ok := l.read()
		t := token{line: l.line}
		switch {
		case !ok:
			return t
		case c == '%' && first:
			l.until('\n')
		case strings.IndexByte(" \t\r\n\v\f.", c) >= 0:
			// space, or the rest of "12. ..."
		case c == ';':
			t.kind = commentText
			t.text, _ = l.until('\n')
			return t
		case c == '{':
			t.kind = commentText
			if t.text, ok = l.until('}'); !ok {
				return l.broken(t, "a comment that begins here does not end: { without }")
			}
			return t
		case c == '(':
			t.kind = openVariation
			return t
		case c == ')':
			t.kind = closeVariation
			return t
		case c == '[':
			return l.tag(t)
		case c == '$':
			l.word(c)
		case c == '<' || c == '>' || c == ']' || c == '}':
			return l.broken(t, fmt.Sprintf("%q has no meaning here", c))
		default:
			t.kind, t.text = word, l.word(c)
			return t
		}
	}
}

func (l *lexer) broken(t token, message string) token {
	t.kind, t.text = malformed, message
	if l.err != nil {
		t.text = l.err.Error()
	}
	return t
}

// until reads up to a byte, which it takes too; ok is false if it does not come. What is
// beyond the limit is dropped.
func (l *lexer) until(end byte) (text string, ok bool) {
	var b strings.Builder
	for {
		c, more := l.read()
		if !more || c == end {
			return strings.Join(strings.Fields(b.String()), " "), more
		}
		if b.Len() < maxToken {
			b.WriteByte(c)
		}
	}
}

// word reads on to the end of a word.
func (l *lexer) word(first byte) string {
	b := []byte{first}
	for {
		c := l.peek()
		if c == 0 || strings.IndexByte(" \t\r\n\v\f{}()[];$<>", c) >= 0 {
			return string(b)
		}
		l.read()
		if len(b) < maxToken {
			b = append(b, c)
		}
	}
}

// tag reads the rest of [Name "value"].
func (l *lexer) tag(t token) token {
	bad := func() token {
		return l.broken(t, `a tag that begins here is wrong; want [Name "value"]`)
	}
	var name strings.Builder
	c, ok := l.read()
	for ; ok && c != '"' && c != ']' && c != '\n'; c, ok = l.read() {
		if !strings.ContainsRune(" \t", rune(c)) && name.Len() < maxToken {
			name.WriteByte(c)
		}
	}
	if c != '"' || !validTagName(name.String()) {
		return bad()
	}
	var value strings.Builder
	for c, ok = l.read(); ok && c != '"' && c != '\n'; c, ok = l.read() {
		if c == '\\' && slices.Contains([]byte{'"', '\\'}, l.peek()) {
			c, _ = l.read()
		}
		if value.Len() < maxToken {
			value.WriteByte(c)
		}
	}
	if c != '"' {
		return bad()
	}
	for c, ok = l.read(); ok && c != ']'; c, ok = l.read() {
		if !strings.ContainsRune(" \t", rune(c)) {
			return bad()
		}
	}
	if !ok {
		return bad()
	}
	t.kind, t.text, t.value = tagPair, name.String(), value.String()
	return t
}
