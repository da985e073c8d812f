package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sargon78/sargon/game"
)

func isDecided(o game.Outcome) bool { return o != "" && o != game.Unfinished }

// moves reads the moves of the game, or with a depth those of a variation, up to their end. Comments
// before the first move go to opening. From a word that is not a legal move on, the text becomes a
// comment.
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
		about := opening // the target of comments
		if g.Len() > start {
			about = &g.Ply(g.Len() - 1).Comment
		}
		onMove := g.Len() > start && !lost
		switch {
		case kind == endOfText && depth == 0: // the result may be missing: the game was broken off
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

// raw returns the token as it is written in the text.
func (p *parser) raw() []byte { return p.lexer.buf[p.lexer.start:p.lexer.at] }

// outcome handles a result among the moves. In a variation a result becomes a comment.
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

// isOutcome reports whether a word is a result. Signs of an evaluation, like +-, are not results.
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

// mayBeOutcome reports false for nearly all words that are not results, quickly.
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
	case text[i] == '.': // the dot of a move number, unless it is 0.5
		return i+1 < len(text) && isDigit(text[i+1])
	}
	return text[i] < 'A' || text[i] >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNullMove reports whether a word is a null move, as programs write it.
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

// signCharacters replaces single characters by the signs of two characters that they stand for.
var signCharacters = strings.NewReplacer("‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?")

// evaluations are the signs of an evaluation after a move, as glyphs has them.
var evaluations = map[string]string{
	"+-": "+-", "+−": "+-", "+–": "+-", "-+": "-+", "−+": "-+", "–+": "-+", "+/-": "+/-", "-/+": "-/+",
	"±": "+/-", "∓": "-/+", "+=": "+=", "=+": "=+", "+/=": "+=", "=/+": "=+", "⩲": "+=", "⩱": "=+",
	"=": "=", "∞": "unclear", "□": "forced",
}

// cutEvaluation splits the sign of an evaluation off the end of a move.
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

// withoutNumber removes a move number from the front: "12.", "12...", "12.Nf3", "1e4".
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
