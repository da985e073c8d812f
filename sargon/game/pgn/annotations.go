package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/sargon/game"
)

// maxComment bounds the comments of a move: once they are longer, further ones are left out.
const maxComment = 1 << 16 // bytes

// appendComment adds a text to a comment.
func (p *parser) appendComment(comment *string, text string) {
	if len(*comment) > maxComment {
		p.warn("more than %d bytes of comment are left out", maxComment)
		return
	}
	text = strings.ReplaceAll(text, "}", ")") // a } would end the comment
	*comment = strings.TrimSpace(*comment + " " + strings.Join(strings.Fields(text), " "))
}

// takeNote moves Sargon's note from the beginning of a comment to the move, and returns the rest of
// the comment. A comment without a note is returned unchanged.
func takeNote(ply *game.Ply, text string) (rest string) {
	note, rest, ok := game.ParseNote(text)
	if !ok || ply.Note != nil || len(ply.Comment) > maxComment {
		return text
	}
	ply.Note = &note
	return rest
}

const (
	maxVariationDepth = 32     // nesting
	maxVariationWords = 20_000 // words in the variations of a game
)

// variation reads the moves of an alternative to the last move, up to the closing parenthesis.
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

// glyphs maps the numbers of the PGN standard (NAGs) to the signs that chess players write. Other
// numbers are shown as they are.
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

// glyph adds the sign with a number, such as $5, to the last move.
func (p *parser) glyph(g *game.Game, onMove bool, text string) {
	number, err := strconv.ParseUint(text[1:], 10, 8)
	switch {
	case err != nil:
		p.warn("%q is no sign; want $0 to $255", text)
	case !onMove:
		p.warn("the sign %s does not follow a move; it is left out", text)
	case number == 0: // $0 is the null annotation
	default:
		p.sign(g, cmp.Or(glyphs[fmt.Sprintf("$%d", number)], fmt.Sprintf("$%d", number)))
	}
}

// sign adds a sign to the last move. A move has at most one mark like !?, and any number of other
// signs.
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

// skipVariation skips a variation. The current token is its opening parenthesis, then its closing one.
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
