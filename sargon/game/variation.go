package game

import (
	"strings"

	"sargon78/sargon"
)

// Variation is a line that was not played, from somebody who explains the game.
type Variation struct {
	Comment string // before its first move
	Plies   []Ply  // the first stands for a half-move of the game; perhaps none, only a comment
}

// String returns the variation as PGN does, without the parentheses around it.
func (v Variation) String() string {
	var words []string
	comment := func(text string) {
		if text != "" {
			words = append(words, "{"+text+"}")
		}
	}
	comment(v.Comment)
	number := true // Black's move needs its number, too, where no move of White is before it
	for _, p := range v.Plies {
		text := p.SAN + p.Signs
		if number || p.Side == sargon.White {
			text = Numbered(&p)
		}
		words = append(words, text)
		comment(p.Comment)
		for _, inner := range p.Variations {
			words = append(words, "("+inner.String()+")")
		}
		number = p.Comment != "" || len(p.Variations) > 0
	}
	return strings.Join(words, " ")
}

// Said returns all that was said about a half-move: the comment, and a line for each variation.
func (p *Ply) Said() string {
	var lines []string
	if p.Comment != "" {
		lines = append(lines, p.Comment)
	}
	for _, v := range p.Variations {
		lines = append(lines, "("+v.String()+")")
	}
	return strings.Join(lines, "\n")
}

// Instead returns the game with one of the variations of half-move i, in place of that and what
// followed, as a game of its own.
func (g *Game) Instead(i int, v Variation) *Game {
	c := g.At(i)
	for _, ply := range v.Plies {
		if c.Play(ply.Move) != nil {
			break
		}
		*c.Ply(c.Len() - 1) = ply
	}
	return c
}
