package game

import (
	"strings"

	"sargon78/sargon"
)

// Variation is a line that was not played, with which an annotator explains the game.
type Variation struct {
	Comment string // before its first move
	Plies   []Ply  // the first replaces a half-move of the game; empty if there is only a comment
}

// String returns the variation as PGN does, without the parentheses around it, and its signs as
// chess players write them.
func (v Variation) String() string {
	return v.text(func(signs string) string { return signs })
}

func (v Variation) text(sign func(string) string) string {
	return strings.TrimSpace(InBraces(v.Comment) + " " + Movetext(v.Plies, sign))
}

// Movetext returns half-moves as PGN does, with comments and variations. sign returns the text for
// the signs of a move, which follows it directly.
func Movetext(plies []Ply, sign func(signs string) string) string {
	var words []string
	number := true // Black's move needs its number, too, where no move of White is before it
	for _, p := range plies {
		if number || p.Side == sargon.White {
			words = append(words, p.number())
		}
		words = append(words, p.SAN+sign(p.Signs))
		text := p.Comment
		if p.Note != nil {
			if text != "" {
				text = "; " + text
			}
			text = p.Note.Comment() + text
		}
		if number = text != "" || len(p.Variations) > 0; text != "" {
			words = append(words, InBraces(text))
		}
		for _, v := range p.Variations {
			words = append(words, "("+v.text(sign)+")")
		}
	}
	return strings.Join(words, " ")
}

// InBraces returns a comment as PGN does, nothing for an empty one. A closing brace would end it
// early, so it becomes a parenthesis.
func InBraces(comment string) string {
	comment = strings.ReplaceAll(strings.ToValidUTF8(comment, "?"), "}", ")")
	if comment = strings.Join(strings.Fields(comment), " "); comment != "" {
		comment = "{" + comment + "}"
	}
	return comment
}

// Annotations returns the annotations of a half-move: the comment, and a line for each variation.
func (p *Ply) Annotations() string {
	var lines []string
	if p.Comment != "" {
		lines = append(lines, p.Comment)
	}
	for _, v := range p.Variations {
		lines = append(lines, "("+v.String()+")")
	}
	return strings.Join(lines, "\n")
}

// WithVariation returns the game with one of the variations of half-move i, in place of that and what
// followed, as a game of its own.
func (g *Game) WithVariation(i int, v Variation) *Game {
	c := g.At(i)
	for _, ply := range v.Plies {
		if c.Play(ply.Move) != nil {
			break
		}
		*c.Ply(c.Len() - 1) = ply
	}
	return c
}
