// Package pgn reads and writes games as PGN, and positions as EPD.
//
//	for g, err := range pgn.Read(in, "games.pgn") { … }
//	err := pgn.Write(out, game)
//	file, last, err := pgn.Open("games.pgn")   // to add a game: all else stays as it is
//	err = file.Put(game)
//
// Read holds one game in memory at a time, so a file may have any size. A bad game does not block the
// others, errors name the line, and moves may be written as people write them. What is odd but can be
// understood, such as a tag that is not [Name "value"] or a result that is none, becomes a warning
// (game.Warnings), and stays in the text when the game is written again.
package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Error says what is wrong in a PGN text, and on which line.
type Error struct {
	Name string // of the file, may be empty
	Line int    // from 1
	Game int    // from 1; 0 of a line of EPD
	Err  error

	GameBefore *game.Game // the game up to there, the rest in a comment; nil if even its header is wrong
	Move       string     // what stands there in place of a move
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

// Read reads games one by one. Comments, variations and glyphs stay with the move before them,
// and Sargon's notes in comments are understood. Moves are read as by game.PlayWritten; what is not
// understood in a variation becomes a comment. Chess has no null move (--, Z0, null): from one
// on, the moves of a game become a comment too, and their variations are passed over. An error
// is a *Error; after it reading goes on with the next game. What is odd is in the Warnings of a
// game. name is for messages only.
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

// UpTo returns what was read of a game: g, or what is before the place of an error. An error without
// that is returned.
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

// token is a piece of PGN, as the parser understands it.
type token struct {
	kind  tokenKind
	text  string // of a tag its name; of a malformed token what is wrong
	value string // of a tag
	odd   string // what is wrong with a tag that can be understood all the same
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

// warn tells of something odd, where the token is.
func (p *parser) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(p.warnings) == maxWarnings {
		text = "and more"
	}
	if len(p.warnings) <= maxWarnings {
		p.warnings = append(p.warnings, warning{p.lexer.lineOf(p.lexer.start), text})
	}
}

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

// shortened is a text for a message.
func shortened(text string) string {
	const most = 60 // characters
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// game reads one game: tags, then moves up to a result and what is said after it. The result at
// the end of the moves goes before the tag; both before the rules only where a draw could have been
// claimed. After an error the game is that up to there.
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

// keepRest makes a comment of what could not be read.
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

// finish gives the game its result. One in the tag that is none stays there.
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

func isDecided(o game.Outcome) bool { return o != "" && o != game.Unfinished }

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
		case kind == tag && p.token.odd != "" && !beginsLine(&p.lexer, p.raw()):
			p.warn("%s among the moves is no tag; it stays as a comment", shortened(string(p.raw())))
			p.appendComment(about, string(p.raw()))
		case kind == endOfText || kind == tag && depth > 0:
			return errNotClosed
		case kind == tag:
			return errors.New("a tag among the moves")
		case kind == comment:
			if onMove && depth == 0 {
				text = takeNote(g.Ply(g.Len()-1), text)
			}
			p.appendComment(about, text)
		case kind == glyph:
			if lost {
				p.appendComment(about, text)
			} else {
				p.glyph(g, onMove, text)
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
			p.outcome(about, text, depth, ended)
			ended = true
		case ended && depth == 0:
			p.warn("%q after the result stays as a comment", shortened(text))
			p.appendComment(about, text)
		case lost:
			p.appendComment(about, text)
		case isNullMove(text) && depth == 0:
			lost = true
			p.warn("a null move; from there on the moves stay as a comment")
			p.appendComment(about, "not played, because of a null move: "+text)
		default:
			err := p.word(g, text)
			if err != nil && depth == 0 {
				p.moveError = true
				return err
			}
			if lost = err != nil; lost {
				p.appendComment(about, text)
			}
		}
	}
}

// raw returns the token as it is written.
func (p *parser) raw() []byte { return p.lexer.buf[p.lexer.start:p.lexer.at] }

// outcome takes a result among the moves. That of a variation is a comment.
func (p *parser) outcome(about *string, text string, depth int, ended bool) {
	outcome, _ := game.ParseOutcome(text)
	switch {
	case depth > 0 && isDecided(outcome):
		p.appendComment(about, string(outcome))
	case depth > 0:
	case ended && isDecided(outcome) && isDecided(p.result) && outcome != p.result:
		p.warn("two results, %s and %s; the first one counts", p.result, outcome)
	case !ended || isDecided(outcome):
		p.result = outcome
	}
}

// header reads the tags, and comments between them, and makes the game they describe.
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

// isOutcome reports whether a word is a result. Signs of an evaluation, like +-, are none.
func isOutcome[T string | []byte](text T) bool {
	if !mayBeOutcome(text) {
		return false
	}
	switch string(text) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	word := string(decode([]byte(text)))
	_, ok := game.ParseOutcome(word)
	return ok && !strings.ContainsAny(word, "+=?")
}

// mayBeOutcome sorts out nearly all that is none.
func mayBeOutcome[T string | []byte](text T) bool {
	const shortest = "draw" // of draw, drawn and remis
	switch first := text[0]; {
	case first == '*', first >= utf8.RuneSelf:
		return true
	case first < '0' || first > '9':
		return len(text) >= len(shortest) &&
			(text[1]|0x20 == 'r' && text[2]|0x20 == 'a' || text[1]|0x20 == 'e' && text[2]|0x20 == 'm')
	}
	i := 1
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	switch {
	case i == len(text): // a number
		return false
	case text[i] == '.': // that of a move, unless it is 0.5
		return i+1 < len(text) && isDigit(text[i+1])
	}
	return text[i] < 'A' || text[i] >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNullMove reports whether a word stands for no move at all, as programs write it.
func isNullMove(text string) bool {
	return slices.Contains([]string{"--", "z0", "null"},
		strings.TrimRight(strings.ToLower(withoutNumber(text)), "!?+#"))
}

// word plays a word of movetext that is not a result.
func (p *parser) word(g *game.Game, text string) error {
	move, sign := cutEvaluation(withoutNumber(strings.ReplaceAll(text, " ", "")))
	move = signCharacters.Replace(move)
	if move == "" || move == "e.p." || move == "ep" || strings.Trim(move, "!?+#") == "" {
		p.sign(g, strings.Trim(move, "+#.ep"))
		p.sign(g, sign)
		return nil
	}
	if g.Len() == maxPlies {
		return fmt.Errorf("more than %d half-moves", maxPlies)
	}
	err := g.PlayWritten(move)
	switch {
	case err == nil:
		p.sign(g, move[len(strings.TrimRight(move, "!?")):])
		p.sign(g, sign)
	case g.Len() > 0:
		return fmt.Errorf("after %s: %w", game.Numbered(g.Ply(g.Len()-1)), err)
	}
	return err
}

// signCharacters are those that stand for signs of two characters.
var signCharacters = strings.NewReplacer("‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?")

// evaluations are signs of the position, as they stand after a move, and how glyphs has them.
var evaluations = map[string]string{
	"+-": "+-", "+−": "+-", "+–": "+-", "-+": "-+", "−+": "-+", "–+": "-+", "+/-": "+/-", "-/+": "-/+",
	"±": "+/-", "∓": "-/+", "+=": "+=", "=+": "=+", "+/=": "+=", "=/+": "=+", "⩲": "+=", "⩱": "=+",
	"=": "=", "∞": "unclear", "□": "forced",
}

// cutEvaluation takes the sign of an evaluation off the end of a move.
func cutEvaluation(text string) (move, sign string) {
	const longest = 3 // characters
	for n := longest; n > 0; n-- {
		at := len(text)
		for range n {
			_, size := utf8.DecodeLastRuneInString(text[:at])
			at -= size
		}
		if sign, ok := evaluations[text[at:]]; ok {
			return text[:at], sign
		}
	}
	return text, ""
}

// withoutNumber takes a move number off the front: "12.", "12...", "12.Nf3", "1e4".
func withoutNumber(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	switch {
	case rest == "" || rest[0] == '.' || strings.HasPrefix(rest, "…"):
		return strings.TrimLeft(rest, ".…")
	case rest != text && (rest[0] >= 'a' && rest[0] <= 'h' || strings.IndexByte("KQRBNO", rest[0]) >= 0):
		return rest
	}
	return text // 0-0
}

// maxComment is where a move has enough of comments: more of them are left out.
const maxComment = 1 << 16 // bytes

// appendComment adds to a comment.
func (p *parser) appendComment(comment *string, text string) {
	if len(*comment) > maxComment {
		p.warn("more than %d bytes of comment are left out", maxComment)
		return
	}
	text = strings.ReplaceAll(text, "}", ")") // which would end it
	*comment = strings.TrimSpace(*comment + " " + strings.Join(strings.Fields(text), " "))
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
	err := p.moves(g, &v.Comment, depth)
	for i := start; i < g.Len(); i++ {
		v.Plies = append(v.Plies, *g.Ply(i))
	}
	g.TakeBack(len(v.Plies))
	if again := g.Play(played.Move); again != nil {
		return again
	}
	played.Variations = append(played.Variations, v)
	*g.Ply(start) = played
	return err
}

var errNotClosed = errors.New("a variation that begins here does not end: ( without )")

// glyphs are the signs of the PGN standard that chess players write; of the others the number
// is shown.
var glyphs = map[string]string{
	"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!",
	"$7": "forced", "$10": "=", "$11": "= (quiet)", "$12": "= (active)", "$13": "unclear",
	"$14": "+=", "$15": "=+", "$16": "+/-", "$17": "-/+", "$18": "+-", "$19": "-+",
	"$20": "+--", "$21": "--+", "$22": "zugzwang", "$23": "zugzwang (Black)",
	"$36": "initiative", "$37": "initiative (Black)", "$40": "attack", "$41": "attack (Black)",
	"$44": "compensation", "$45": "compensation (Black)",
	"$132": "counterplay", "$133": "counterplay (Black)",
	"$138": "short of time", "$139": "short of time (Black)", "$146": "novelty",
}

const (
	maxSignLength = 16 // bytes
	maxSigns      = 64 // bytes, of one move
)

// glyph adds a numbered sign to the last move.
func (p *parser) glyph(g *game.Game, onMove bool, text string) {
	number, err := strconv.ParseUint(text[1:], 10, 8)
	switch {
	case err != nil:
		p.warn("%q is no sign; want $0 to $255", text)
	case !onMove:
		p.warn("the sign %s does not follow a move; it is left out", text)
	case number == 0: // says nothing
	default:
		p.sign(g, cmp.Or(glyphs[fmt.Sprintf("$%d", number)], fmt.Sprintf("$%d", number)))
	}
}

// sign adds a sign to the last move: one like !?, of which a move has one, or another one.
func (p *parser) sign(g *game.Game, sign string) {
	if sign == "" {
		return
	}
	if g.Len() == 0 {
		p.warn("the sign %s does not follow a move; it is left out", sign)
		return
	}
	ply := g.Ply(g.Len() - 1)
	has, isMark := ply.Signs, func(text string) bool { return text != "" && strings.Trim(text, "!?") == "" }
	mark, _, _ := strings.Cut(has, " ")
	switch {
	case !isMark(sign) && strings.Contains(has+" ", " "+sign+" ") || isMark(sign) && sign == mark:
	case len(has) > maxSigns || isMark(sign) && (mark != "" || len(sign) > maxSignLength):
		p.warn("the sign %s is left out: the move has %s", shortened(sign), has)
	case isMark(sign):
		ply.Signs = sign + has
	default:
		ply.Signs += " " + sign
	}
}

// skipVariation stops at the closing parenthesis of the one it begins at.
func (p *parser) skipVariation() error {
	p.warn("a variation is left out: it does not follow a move, or there are too many")
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
