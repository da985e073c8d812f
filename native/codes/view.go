package codes

import (
	"fmt"
	"slices"

	"sargon78/native"
	"sargon78/sargon"
)

// View is a way to show a position, by its name.
type View struct {
	Name, Purpose string
	Draw          func(sargon.Position) string
}

// Views are all ways of this package, in the order in which a page shows them.
var Views = slices.Concat([]View{
	{"pieces", "pieces drawn in plain ASCII", Figures},
	{"unicode", "chess symbols", Unicode},
	{"ascii", "letters of FEN", ASCII},
	{"10x12", "Sargon's board: 120 bytes, the border FF stops every step (spec §1)", Dump10x12},
	{"0x88", "16 · rank + file: off the board where number & 88 is not 0", Dump0x88},
}, encoded(), []View{
	{"quad", "four words of 64 bits: vertical nibbles", drawQuad},
	{"numbers", "how the squares are numbered", drawNumbers},
	{"relations", "how one comes from king to king", func(p sargon.Position) string {
		return Relation(p.Royal[sargon.WhiteKing], p.Royal[sargon.BlackKing])
	}},
})

func encoded() (views []View) {
	for _, e := range Encodings {
		views = append(views, View{e.Name, e.Purpose, e.draw})
	}
	return views
}

// drawQuad shows a board of vertical nibbles: bit n of the four words, taken together, is the big-end
// code of what stands on square n (native.To64). A whole position in 32 bytes can be compared and
// hashed quickly, while any set of pieces is a few ANDs away.
func drawQuad(p sargon.Position) (text string) {
	for i, name := range []string{"type, bit 0", "type, bit 1", "type, bit 2", "colour"} {
		word := uint64(0)
		for n := range 64 {
			piece := p.Board[native.From64(n)]
			code := uint64(piece.Type()) | uint64(piece.Color())>>4
			word |= code >> i & 1 << n
		}
		text += fmt.Sprintf("%-12s%016X\n", name, word)
	}
	return text
}
