// Package pgn reads and writes games as PGN, and positions as EPD.
//
//	for g, err := range pgn.Read(in, "games.pgn") { … }
//	err := pgn.Save("new.pgn", game)
//	file, last, err := pgn.Open("games.pgn")   // to add a game: all else stays as it is
//	err = file.Put(game)
//
// It reads by hand, because games go by one at a time, of a file of any size, a bad one does
// not block the others, errors are to name their line, and moves are read as people write
// them. Variations and signs are read, but not written.
package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"sargon78/sargon"
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

// maxPlies bounds a game: the fifty-move rule allows fewer.
const maxPlies = 12_000

// Read reads games one by one. Comments, variations and glyphs stay with the move before them,
// and Sargon's notes in comments are understood. Moves are read as by ParseMove; what is not
// understood in a variation becomes a comment. An error is a *Error; after it reading goes on
// with the next game. name is for messages only.
func Read(r io.Reader, name string) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		for raw, err := range Split(r) {
			var g *game.Game
			if err == nil {
				g, err = raw.Parse(name)
			} else {
				err = &Error{Name: name, Line: raw.Line, Game: raw.Number, Err: err}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// Parse understands a game, as Read says.
func (r Raw) Parse(name string) (*game.Game, error) {
	if r.cut {
		return nil, &Error{Name: name, Line: r.Line, Game: r.Number, Err: fmt.Errorf(
			"a game of more than %d bytes; want less, or the end of its first comment", maxGame)}
	}
	p := &parser{lexer: lexer{text: decode(r.Text), line: r.Line, lineStart: true}}
	p.advance()
	g, err := p.game()
	if err != nil {
		return nil, &Error{Name: name, Line: p.errorLine, Game: r.Number, Err: err}
	}
	return g, nil
}

// Last returns the last game of a file. A file without a game is an error.
func Last(name string) (*game.Game, error) {
	last, count, err := (&File{name: name}).look()
	switch {
	case err != nil:
		return nil, err
	case count == 0:
		return nil, fmt.Errorf("%s: no game in it; want PGN", name)
	}
	return last.Parse(name)
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
	glyph // "$5"
	openVariation
	closeVariation
	malformed // text says what is wrong
)

// parser builds games from tokens.
type parser struct {
	lexer     lexer
	token     token
	errorLine int
	aside     int // words in variations so far
}

func (p *parser) advance() { p.token = p.lexer.next() }

// game reads one game: tags, then moves up to a result and what is said behind it.
func (p *parser) game() (*game.Game, error) {
	g, err := p.header()
	if err != nil {
		return nil, err
	}
	// The result at the end of the moves goes before the tag; both before the rules only
	// where a draw could have been claimed.
	result := game.Outcome(g.Tags.Get("Result"))
	g.Tags.Delete("Result")
	defer func() {
		if isOutcome(string(result)) {
			g.Finish(game.Result{Outcome: result})
		}
	}()
	for ended := false; ; p.advance() {
		p.errorLine = p.token.line
		switch p.token.kind {
		case endOfText:
			return g, nil // perhaps without a result: a game that was broken off
		case tagPair:
			return nil, errors.New("a tag among the moves")
		case malformed:
			return nil, errors.New(p.token.text)
		case commentText:
			addComment(g, p.token.text)
		case glyph:
			addSign(g, p.token.text)
		case openVariation:
			if err := p.variation(g, 1); err != nil {
				return nil, err
			}
		case closeVariation:
			return nil, errors.New(") without (")
		case word:
			switch outcome := game.Outcome(p.token.text); {
			case isOutcome(p.token.text):
				result, ended = outcome, true
			case ended:
				return nil, fmt.Errorf("%q behind the result", p.token.text)
			default:
				if err := readWord(g, p.token.text); err != nil {
					return nil, err
				}
			}
		}
	}
}

// header reads the tags, and comments before them, and makes the game they describe.
func (p *parser) header() (*game.Game, error) {
	var tags game.Tags
	var comment string
	for p.token.kind == tagPair || p.token.kind == commentText && len(tags) == 0 {
		p.errorLine = p.token.line
		if p.token.kind == commentText {
			comment = p.token.text // the last of them
		} else {
			tags.Set(p.token.text, p.token.value)
		}
		if p.token.text == "Variant" && !slices.Contains(variants, strings.ToLower(p.token.value)) {
			return nil, fmt.Errorf("a game of %s; want the chess that all play", p.token.value)
		}
		if fen := p.token.value; p.token.text == "FEN" && fen != "" {
			if _, err := sargon.ParseFEN(fen); err != nil {
				return nil, err
			}
		}
		p.advance()
	}
	g, err := game.FromFEN(cmp.Or(tags.Get("FEN"), sargon.StartFEN))
	if err != nil {
		return nil, err
	}
	tags.Delete("SetUp")
	tags.Delete("FEN")
	g.Tags, g.Comment = tags, comment
	return g, nil
}

// variants are the values of the tag Variant that do not change the rules.
var variants = []string{"", "standard", "chess", "normal", "from position"}

func isOutcome(text string) bool {
	switch game.Outcome(text) {
	case game.Unfinished, game.WhiteWins, game.BlackWins, game.Draw:
		return true
	}
	return false
}

// readWord plays a word of movetext that is not a result.
func readWord(g *game.Game, text string) error {
	text = withoutNumber(text)
	if text == "" || text == "e.p." || text == "ep" || strings.Trim(text, "!?+#=") == "" {
		addSign(g, strings.Trim(text, "+#=.ep"))
		return nil
	}
	if g.Len() == maxPlies {
		return fmt.Errorf("more than %d half-moves", maxPlies)
	}
	err := g.PlayText(text)
	switch {
	case err == nil:
		addSign(g, text[len(strings.TrimRight(text, "!?")):])
	case g.Len() > 0:
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

// mostComment is where a move has enough of comments: more of them are left out.
const mostComment = 1 << 16 // bytes

// addComment gives a comment to the last move, or to the game before the first one.
func addComment(g *game.Game, text string) {
	before := g.Comment
	if g.Len() > 0 {
		before = g.Ply(g.Len() - 1).Comment
	}
	if len(before) > mostComment {
		return
	}
	if g.Len() > 0 {
		if ply := g.Ply(g.Len() - 1); ply.Note == nil {
			if note, rest, ok := game.ParseNote(text); ok {
				ply.Note, text = &note, rest
			}
		}
	}
	g.Say(text)
}

const (
	deepest   = 32     // variations inside one another
	mostAside = 20_000 // words in the variations of a game
)

// variation reads what might have been played instead of the last move, up to the closing
// parenthesis. What is too much is passed over.
func (p *parser) variation(g *game.Game, depth int) error {
	if g.Len() == 0 || depth > deepest || p.aside > mostAside {
		return p.skipVariation()
	}
	played := *g.Ply(g.Len() - 1)
	g.TakeBack(1)
	v, err := p.line(g, depth)
	if err != nil {
		return err
	}
	if err := g.Play(played.Move); err != nil {
		return err
	}
	played.Variations = append(played.Variations, v)
	*g.Ply(g.Len() - 1) = played
	return nil
}

// line reads the moves of a variation, which are taken back again.
func (p *parser) line(g *game.Game, depth int) (v game.Variation, err error) {
	start, understood := g.Len(), true
	say := func(text string) {
		comment := &v.Comment
		if g.Len() > start {
			comment = &g.Ply(g.Len() - 1).Comment
		}
		if len(*comment) <= mostComment {
			*comment = strings.TrimSpace(*comment + " " + text)
		}
	}
	for p.advance(); ; p.advance() {
		switch p.token.kind {
		case closeVariation:
			for i := start; i < g.Len(); i++ {
				v.Plies = append(v.Plies, *g.Ply(i))
			}
			g.TakeBack(len(v.Plies))
			return v, nil
		case openVariation:
			nested := p.skipVariation
			if understood && g.Len() > start {
				nested = func() error { return p.variation(g, depth+1) }
			}
			if err := nested(); err != nil {
				return v, err
			}
		case commentText:
			say(p.token.text)
		case glyph:
			if g.Len() > start {
				addSign(g, p.token.text)
			}
		case word:
			p.aside++
			understood = understood && (isOutcome(p.token.text) || readWord(g, p.token.text) == nil)
			if !understood {
				say(p.token.text)
			}
		case malformed:
			p.errorLine = p.token.line
			return v, errors.New(p.token.text)
		default:
			return v, errNotClosed
		}
	}
}

var errNotClosed = errors.New("a variation that begins here does not end: ( without )")

// glyphs are the signs of the PGN standard that chess players write; of the others the number
// is shown.
var glyphs = map[string]string{
	"$0": "", "$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!",
	"$7": "forced", "$10": "=", "$11": "=", "$12": "=", "$13": "unclear",
	"$14": "+=", "$15": "=+", "$16": "+/-", "$17": "-/+", "$18": "+-", "$19": "-+",
	"$20": "+-", "$21": "-+", "$22": "zugzwang", "$23": "zugzwang",
	"$36": "initiative", "$37": "initiative", "$40": "attack", "$41": "attack",
	"$44": "compensation", "$45": "compensation", "$132": "counterplay", "$133": "counterplay",
	"$138": "short of time", "$139": "short of time", "$146": "novelty",
}

const (
	longestSign = 16 // bytes
	mostSigns   = 64 // bytes, of one move
)

// addSign writes a glyph, or a sign like !?, behind the last move.
func addSign(g *game.Game, sign string) {
	if text, ok := glyphs[sign]; ok {
		sign = text
	}
	if g.Len() == 0 || sign == "" || len(sign) > longestSign {
		return
	}
	ply := g.Ply(g.Len() - 1)
	switch has := ply.Signs; {
	case len(has) > mostSigns:
	case strings.Trim(sign, "!?") != "":
		if !strings.Contains(has+" ", " "+sign+" ") {
			ply.Signs += " " + sign
		}
	case strings.Trim(has[:min(1, len(has))], "!?") != "" || has == "":
		ply.Signs = sign + has // one such sign is enough
	}
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
			return errNotClosed
		case malformed:
			p.errorLine = p.token.line
			return errors.New(p.token.text)
		}
	}
}

// lexer cuts the text of a game into tokens.
type lexer struct {
	text      []byte
	at        int
	line      int
	lineStart bool // the next byte is the first of its line
}

// read returns the next byte; ok is false at the end.
func (l *lexer) read() (c byte, ok bool) {
	if l.at == len(l.text) {
		return 0, false
	}
	c = l.text[l.at]
	l.at++
	l.lineStart = c == '\n'
	if c == '\n' {
		l.line++
	}
	return c, true
}

func (l *lexer) peek() byte {
	if l.at == len(l.text) {
		return 0
	}
	return l.text[l.at]
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
			t.kind, t.text = glyph, l.word(c)
			return t
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
	return t
}

// until reads up to a byte, which it takes too; ok is false if it does not come.
func (l *lexer) until(end byte) (text string, ok bool) {
	var b []byte
	for {
		c, more := l.read()
		if !more || c == end {
			return strings.Join(strings.Fields(string(b)), " "), more
		}
		b = append(b, c)
	}
}

// word reads on to the end of a word.
func (l *lexer) word(first byte) string {
	b := []byte{first}
	for {
		if l.at == len(l.text) || delimiters[l.peek()] {
			return string(b)
		}
		c, _ := l.read()
		b = append(b, c)
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
		if !strings.ContainsRune(" \t", rune(c)) {
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
		value.WriteByte(c)
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
