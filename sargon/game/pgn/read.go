// Package pgn reads and writes games as PGN, and positions as EPD.
//
//	for g, err := range pgn.Read(in, "games.pgn") { … }
//	err := pgn.Write(out, game)
//	file, last, err := pgn.Open("games.pgn")   // to add a game: all else stays as it is
//	err = file.WriteGame(game)
//
// Read holds one game in memory at a time, so a file may have any size. A bad game does not prevent the
// others from being read, errors name the line, and moves may be written in the ways that people use.
// Text that is odd but clear, such as a tag that is not [Name "value"] or a result that is not a result
// of chess, becomes a warning (game.Warnings), and stays in the text when the game is written again.
package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Error says what is wrong in a PGN text, and on which line.
type Error struct {
	Name string // the name of the file, may be empty
	Line int    // from 1
	Game int    // from 1; 0 for a line of EPD
	Err  error

	GameBefore *game.Game // the game up to there, the rest in a comment; nil if even its header is wrong
	Move       string     // the text in place of a move
}

func (e *Error) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		where = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	if e.Game > 0 {
		where += fmt.Sprintf(": game %d", e.Game)
	}
	return fmt.Sprintf("%s: %v", where, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

const (
	maxPlies = 12_000 // of a game: the fifty-move rule allows fewer
	maxTags  = 1000   // of a game
)

// Read reads games one by one. Comments, variations and glyphs stay with the move before them, and
// Sargon's notes in comments are read. Moves are read as by game.PlayWritten; text in a variation that
// is not understood becomes a comment. Chess has no null move (--, Z0, null): from one on, the moves of
// a game become a comment too, and their variations are skipped. An error is a *Error; after it,
// reading continues with the next game. Odd text is in the Warnings of a game. name is used in messages
// only.
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

// Parse reads the game as Read describes.
func (r Raw) Parse(name string) (*game.Game, error) {
	if r.cut {
		return nil, &Error{Name: name, Line: r.Line, Game: r.Number, Err: fmt.Errorf(
			"a game of more than %d bytes; want less, or the end of its first comment", maxGame)}
	}
	p := &parser{lexer: lexer{buf: decode(r.Text), line: r.Line}}
	g, err := p.game()
	if g != nil {
		for _, w := range p.warnings {
			g.Warn((&Error{Name: name, Line: w.line, Game: r.Number, Err: errors.New(w.text)}).Error())
		}
	}
	if err != nil {
		e := &Error{Name: name, Line: p.lexer.lineOf(p.errorAt), Game: r.Number, Err: err, GameBefore: g}
		if g != nil {
			e.Move = shortened(string(p.raw()))
		}
		return nil, e
	}
	return g, nil
}

// UpTo returns the readable part of a game: g, or if err has a place in a game, the moves before that
// place. It returns any other error.
func UpTo(g *game.Game, err error) (*game.Game, error) {
	if e := new(Error); errors.As(err, &e) && e.GameBefore != nil {
		return e.GameBefore, nil
	}
	return g, err
}

// Last returns the last game of a file. A file without a game is an error.
func Last(name string) (*game.Game, error) {
	last, count, err := (&File{name: name}).scan()
	switch {
	case err != nil:
		return nil, err
	case count == 0:
		return nil, fmt.Errorf("%s: no game in it; want PGN", name)
	}
	return last.Parse(name)
}

// token is a piece of PGN for the parser.
type token struct {
	kind  tokenKind
	text  string // for a tag its name; for a malformed token what is wrong
	value string // of a tag
	odd   string // what is wrong with a tag that is still clear
}

// parser builds games from tokens.
type parser struct {
	lexer          lexer
	token          token
	result         game.Outcome // at the end of the moves
	errorAt        int          // a byte of the text
	moveError      bool         // an error is that of a move
	variationWords int          // words in variations so far
	warnings       []warning
}

type warning struct {
	line int
	text string
}

// maxWarnings of a game are reported.
const maxWarnings = 20

// warn records a warning about odd text at the token.
func (p *parser) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(p.warnings) == maxWarnings {
		text = "and more"
	}
	if len(p.warnings) <= maxWarnings {
		p.warnings = append(p.warnings, warning{p.lexer.lineOf(p.lexer.start), text})
	}
}

// advance makes the next token of the file the current one. Text that means nothing in PGN becomes a
// warning or a malformed token.
func (p *parser) advance() {
	kind := p.lexer.open()
	text, whole := p.lexer.close(kind)
	t := token{kind: kind, text: string(text)}
	switch kind {
	case comment:
		if t.text = strings.Join(strings.Fields(t.text[1:max(1, len(text)-1)]), " "); !whole {
			t = token{kind: malformed, text: "a comment that begins here does not end: { without }"}
		}
	case lineComment:
		t = token{kind: comment, text: strings.Join(strings.Fields(t.text[1:]), " ")}
		if strings.Contains(t.text, "}") {
			p.warn("} in a comment becomes a parenthesis")
		}
	case tag:
		t = tagToken(t.text, whole)
	case angle:
		if t.kind = comment; !whole {
			t = token{kind: malformed, text: "'<' has no meaning here"}
		} else {
			p.warn("%s has no meaning in PGN; it stays as a comment", shortened(t.text))
		}
	case stray:
		t = token{kind: malformed, text: fmt.Sprintf("%q has no meaning here", text[0])}
	}
	p.token = t
}

// shortened returns a text for a message, cut if it is long.
func shortened(text string) string {
	const most = 60 // characters
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// game reads one game: tags, then moves up to a result, and the comment after it. The result at the end
// of the moves has precedence over the tag; both have precedence over the rules only where a draw could
// have been claimed. After an error it returns the game up to there.
func (p *parser) game() (*game.Game, error) {
	g, err := p.header()
	if err != nil {
		return nil, err
	}
	if err = p.moves(g, &g.Comment, 0); err != nil {
		p.keepRest(g)
	}
	p.finish(g)
	return g, err
}

// keepRest turns the text that could not be read into a comment.
func (p *parser) keepRest(g *game.Game) {
	about := &g.Comment
	if g.Len() > 0 {
		about = &g.Ply(g.Len() - 1).Comment
	}
	from := p.errorAt
	if p.moveError {
		from = p.lexer.start
	}
	p.appendComment(about, "not read: "+strings.Join(strings.Fields(string(p.lexer.buf[from:])), " "))
}

// finish sets the result of the game. A tag whose value is not a result stays unchanged.
func (p *parser) finish(g *game.Game) {
	written := g.Tags.Get("Result")
	outcome, ok := game.ParseOutcome(written)
	switch {
	case written != "" && !ok && isDecided(p.result):
		p.warn("[Result %q] is none; the moves end with %s", written, p.result)
	case written != "" && !ok && g.Result().Over():
		p.warn("[Result %q] is none; by the rules it is %v", written, g.Result())
	case written != "" && !ok:
		p.warn("[Result %q] is none; want 1-0, 0-1, 1/2-1/2 or *. It stays as it is", written)
		return
	case isDecided(outcome) && p.result == game.Unfinished:
		p.warn("the moves end with *; the result is %s, as the tag says", outcome)
		p.result = outcome
	case isDecided(outcome) && isDecided(p.result) && outcome != p.result:
		p.warn("[Result %q], but the moves end with %s; that is the result", written, p.result)
	case p.result == "" && written != "":
		p.result = outcome
	}
	g.Tags.Delete("Result")
	if p.result == "" {
		return
	}
	g.Finish(game.Result{Outcome: p.result})
	if r := g.Result(); isDecided(p.result) && r.Outcome != p.result {
		p.warn("the result is %s, but by the rules it is %v", p.result, r)
	}
}

// header reads the tags, with comments between them, and makes the game that they describe.
func (p *parser) header() (*game.Game, error) {
	var tags game.Tags
	var opening, fenAt string
	for p.advance(); p.token.kind == tag || p.token.kind == comment; p.advance() {
		p.errorAt = p.lexer.start
		if p.token.kind == comment {
			p.appendComment(&opening, p.token.text)
			continue
		}
		if err := p.tag(&tags, &opening); err != nil {
			return nil, err
		}
		if p.token.text == "FEN" {
			fenAt = fmt.Sprintf("[FEN], line %d", p.lexer.lineOf(p.lexer.start))
		}
	}
	g, err := game.FromFEN(cmp.Or(tags.Get("FEN"), sargon.StartFEN))
	if err != nil {
		return nil, err
	}
	g.Locate(fenAt)
	if setUp := tags.Get("SetUp"); setUp != "" && (tags.Get("FEN") == "") != (setUp == "0") {
		p.warn("[SetUp %q] does not fit to [FEN %q], which counts", setUp, tags.Get("FEN"))
	}
	tags.Delete("SetUp")
	tags.Delete("FEN")
	g.Tags, g.Comment = tags, opening
	return g, nil
}
