// Package pgn reads and writes games as PGN, and positions as EPD.
//
//	for g, err := range pgn.Read(in, "games.pgn") { … }
//	err := pgn.Write(out, game)
//	file, last, err := pgn.Open("games.pgn")   // to add a game: all else stays as it is
//	err = file.Put(game)
//
// It reads by hand, because games go by one at a time, of a file of any size, a bad one does
// not block the others, errors are to name their line, and moves are read as people write
// them.
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

	GameBefore *game.Game // if it is a move: the game up to there
	Move       string     // as it is in the text
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

const (
	maxPlies = 12_000 // of a game: the fifty-move rule allows fewer
	maxTags  = 1000   // of a game
)

// Read reads games one by one. Comments, variations and glyphs stay with the move before them,
// and Sargon's notes in comments are understood. Moves are read as by ParseMove; what is not
// understood in a variation becomes a comment. Chess has no null move (--, Z0, null): from one
// on, the moves of a game become a comment too, and their variations are passed over. An error
// is a *Error; after it reading goes on with the next game. name is for messages only.
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
	p := &parser{lexer: lexer{buf: decode(r.Text), line: r.Line}}
	g, err := p.game()
	if err != nil {
		e := &Error{Name: name, Line: p.lexer.lineOf(p.errorAt), Game: r.Number, Err: err}
		if p.moveError {
			e.GameBefore, e.Move = g, p.token.text
		}
		return nil, e
	}
	return g, nil
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

// token is a piece of PGN, as the parser understands it.
type token struct {
	kind  tokenKind
	text  string // of a tag its name; of a malformed token what is wrong
	value string // of a tag
}

// parser builds games from tokens.
type parser struct {
	lexer          lexer
	token          token
	result         game.Outcome // at the end of the moves, or else in the header
	errorAt        int          // a byte of the text
	moveError      bool         // an error is that of a move
	variationWords int          // words in variations so far
}

func (p *parser) advance() {
	kind := p.lexer.open()
	text, whole := p.lexer.close(kind)
	t := token{kind: kind, text: string(text)}
	switch name, value, ok := tagPair(t.text); {
	case kind == comment && !whole:
		t = token{malformed, "a comment that begins here does not end: { without }", ""}
	case kind == comment:
		t.text = strings.Join(strings.Fields(t.text[1:len(text)-1]), " ")
	case kind == lineComment:
		t = token{kind: comment, text: strings.Join(strings.Fields(t.text[1:]), " ")}
	case kind == tag && !ok:
		t = token{malformed, `a tag that begins here is wrong; want [Name "value"]`, ""}
	case kind == tag:
		t.text, t.value = withoutSpace.Replace(name), unescape.Replace(value)
	case kind == stray:
		t = token{malformed, fmt.Sprintf("%q has no meaning here", text[0]), ""}
	}
	p.token = t
}

var (
	withoutSpace = strings.NewReplacer(" ", "", "\t", "")
	unescape     = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// tagLetters are those of a tag's name.
const tagLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// tagPair takes the two parts of a tag apart: [Name "value"], as they are in the text. (Package
// regexp would make the page's program a twentieth larger.)
func tagPair(text string) (name, value string, ok bool) {
	text, _ = strings.CutPrefix(text, "[")
	name, rest, ok := strings.Cut(text, `"`)
	if !ok || strings.Trim(name, tagLetters+" \t") != "" || !strings.ContainsAny(name, tagLetters) {
		return "", "", false
	}
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return name, rest[:i], strings.TrimLeft(rest[i+1:], " \t") == "]"
		}
	}
	return "", "", false
}

// game reads one game: tags, then moves up to a result and what is said behind it. The result at
// the end of the moves goes before the tag; both before the rules only where a draw could have been
// claimed.
func (p *parser) game() (*game.Game, error) {
	g, err := p.header()
	if err != nil {
		return nil, err
	}
	p.result = game.Outcome(g.Tags.Get("Result"))
	g.Tags.Delete("Result")
	err = p.moves(g, &g.Comment, 0)
	if isOutcome(string(p.result)) {
		g.Finish(game.Result{Outcome: p.result})
	}
	return g, err
}

// moves reads the moves of the game, and at a depth those of a variation, up to their end. Comments
// before the first one go to opening. From a move on that is none, what follows becomes a comment.
func (p *parser) moves(g *game.Game, opening *string, depth int) error {
	start, lost, ended := g.Len(), false, false
	for ; ; p.advance() {
		kind, text := p.token.kind, p.token.text
		if depth == 0 || kind == malformed {
			p.errorAt = p.lexer.start
		}
		if depth > 0 && kind == word {
			p.variationWords++
		}
		about := opening // whom comments are about
		if g.Len() > start {
			about = &g.Ply(g.Len() - 1).Comment
		}
		onMove := g.Len() > start && !lost
		switch {
		case kind == endOfText && depth == 0: // perhaps without a result: it was broken off
			return nil
		case kind == closeVariation && depth > 0:
			return nil
		case kind == closeVariation:
			return errors.New(") without (")
		case kind == malformed:
			return errors.New(text)
		case kind == endOfText || kind == tag && depth > 0:
			return errNotClosed
		case kind == tag:
			return errors.New("a tag among the moves")
		case kind == comment:
			if onMove && depth == 0 {
				text = takeNote(g.Ply(g.Len()-1), text)
			}
			appendComment(about, text)
		case kind == glyph:
			if onMove {
				addSign(g, text)
			}
		case kind == openVariation:
			read := p.skipVariation
			if onMove && depth < maxVariationDepth && p.variationWords <= maxVariationWords {
				read = func() error { return p.variation(g, depth+1) }
			}
			if err := read(); err != nil {
				return err
			}
		case isOutcome(text):
			ended = true
			if depth == 0 {
				p.result = game.Outcome(text)
			}
		case ended && depth == 0:
			return fmt.Errorf("%q behind the result", text)
		case lost:
			appendComment(about, text)
		case isNullMove(text) && depth == 0:
			lost = true
			appendComment(about, "not played, because of a null move: "+text)
		default:
			err := readWord(g, text)
			if err != nil && depth == 0 {
				p.moveError = true
				return err
			}
			if lost = err != nil; lost {
				appendComment(about, text)
			}
		}
	}
}

// header reads the tags, and comments before them, and makes the game they describe.
func (p *parser) header() (*game.Game, error) {
	var tags game.Tags
	var opening string
	for p.advance(); p.token.kind == tag || p.token.kind == comment && len(tags) == 0; p.advance() {
		p.errorAt = p.lexer.start
		if p.token.kind == comment {
			opening = p.token.text // the last of them
		} else if tags.Set(p.token.text, p.token.value); len(tags) > maxTags {
			return nil, fmt.Errorf("more than %d tags", maxTags)
		}
		if p.token.text == "Variant" && !slices.Contains(variants, strings.ToLower(p.token.value)) {
			return nil, fmt.Errorf("a game of %s; want the chess that all play", p.token.value)
		}
		if fen := p.token.value; p.token.text == "FEN" && fen != "" {
			if _, err := sargon.ParseFEN(fen); err != nil {
				return nil, err
			}
		}
	}
	g, err := game.FromFEN(cmp.Or(tags.Get("FEN"), sargon.StartFEN))
	if err != nil {
		return nil, err
	}
	tags.Delete("SetUp")
	tags.Delete("FEN")
	g.Tags, g.Comment = tags, opening
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

// isNullMove reports whether a word stands for no move at all, as programs write it.
func isNullMove(text string) bool {
	return slices.Contains([]string{"--", "z0", "null"},
		strings.TrimRight(strings.ToLower(withoutNumber(text)), "!?+#"))
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

// maxComment is where a move has enough of comments: more of them are left out.
const maxComment = 1 << 16 // bytes

// appendComment adds to a comment.
func appendComment(comment *string, text string) {
	if len(*comment) <= maxComment {
		*comment = strings.TrimSpace(*comment + " " + text)
	}
}

// takeNote takes Sargon's note off the beginning of a comment on a move.
func takeNote(ply *game.Ply, text string) (rest string) {
	note, rest, ok := game.ParseNote(text)
	if !ok || ply.Note != nil || len(ply.Comment) > maxComment {
		return text
	}
	ply.Note = &note
	return rest
}

const (
	maxVariationDepth = 32     // variations inside one another
	maxVariationWords = 20_000 // words in the variations of a game
)

// variation reads what might have been played instead of the last move, up to the closing
// parenthesis.
func (p *parser) variation(g *game.Game, depth int) error {
	played, start := *g.Ply(g.Len() - 1), g.Len()-1
	g.TakeBack(1)
	var v game.Variation
	p.advance()
	if err := p.moves(g, &v.Comment, depth); err != nil {
		return err
	}
	for i := start; i < g.Len(); i++ {
		v.Plies = append(v.Plies, *g.Ply(i))
	}
	g.TakeBack(len(v.Plies))
	if err := g.Play(played.Move); err != nil {
		return err
	}
	played.Variations = append(played.Variations, v)
	*g.Ply(start) = played
	return nil
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
	maxSignLength = 16 // bytes
	maxSigns      = 64 // bytes, of one move
)

// addSign writes a glyph, or a sign like !?, behind the last move.
func addSign(g *game.Game, sign string) {
	if text, ok := glyphs[sign]; ok {
		sign = text
	}
	if g.Len() == 0 || sign == "" || len(sign) > maxSignLength {
		return
	}
	ply := g.Ply(g.Len() - 1)
	switch has := ply.Signs; {
	case len(has) > maxSigns:
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
		case endOfText, tag:
			return errNotClosed
		case malformed:
			p.errorAt = p.lexer.start
			return errors.New(p.token.text)
		}
	}
}
