package codes

import (
	"fmt"

	"sargon78/native"
	"sargon78/sargon"
)

// Page is a position to be shown, and which pieces they are: nil if they are more than a set.
type Page struct {
	Position sargon.Position
	Pieces   *PieceList
}

// View is a way to show a position, by its name.
type View struct {
	Name, Use string
	Draw      func(Page) string
}

// Views are all ways of this package, in the order in which a page shows them.
var Views = views()

func views() (all []View) {
	add := func(name, use string, draw func(sargon.Position) string) {
		all = append(all, View{name, use, func(p Page) string { return draw(p.Position) }})
	}
	add("men", "pieces drawn in plain ASCII", Figures)
	add("unicode", "chess symbols", Unicode)
	add("ascii", "letters of FEN", ASCII)
	add("10x12", "Sargon's board: 120 bytes, the border FF stops every step (spec §1)", Dump10x12)
	add("0x88", "16 · rank + file: off the board where number & 88 is not 0", Dump0x88)
	for _, e := range Encodings {
		add(e.Name, e.Use, e.draw)
	}
	all = append(all, View{"identities", "32 pieces and where they stand, followed through promotion",
		func(p Page) string {
			if p.Pieces == nil {
				return "a side has more pieces than a set\n"
			}
			return p.Pieces.Draw() + p.Pieces.String()
		}})
	add("quad", "four words of 64 bits: vertical nibbles", drawQuad)
	add("numbers", "how the squares are numbered", func(sargon.Position) (text string) {
		for i, n := range Numberings {
			if i > 0 {
				text += "\n"
			}
			text += n.String()
		}
		return text
	})
	add("relations", "how one comes from king to king", func(p sargon.Position) string {
		return RelationOf(p.Royal[sargon.WhiteKing], p.Royal[sargon.BlackKing]).String()
	})
	return all
}

// quad returns a board of vertical nibbles: bit n of the four words, taken together, is the
// big-end code of what stands on square n (native.To64). Words 0–2 are the bits of the type, word
// 3 the colour. A whole position in 32 bytes can be compared and hashed quickly, while any set of
// pieces is a few ANDs away.
func quad(p sargon.Position) (words [4]uint64) {
	for n := range 64 {
		piece := p.Board[native.From64(n)]
		code := uint64(piece.Type()) | uint64(piece.Color())>>4
		for i := range words {
			words[i] |= code >> i & 1 << n
		}
	}
	return words
}

func drawQuad(p sargon.Position) (text string) {
	for i, word := range quad(p) {
		name := [...]string{"type, bit 0", "type, bit 1", "type, bit 2", "colour"}[i]
		text += fmt.Sprintf("%-12s%016X\n", name, word)
	}
	return text
}
