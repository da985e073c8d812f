package codes

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Page is a position to be shown, and who its men are: nil if they are more than a set.
type Page struct {
	Position sargon.Position
	Men      *PieceList
}

// View is a way to show a position, by its name.
type View struct {
	Name, Use string
	Draw      func(Page) string
}

// Views are all ways of this package, in the order in which a page shows them.
var Views = views()

func views() []View {
	plain := func(draw func(sargon.Position) string) func(Page) string {
		return func(p Page) string { return draw(p.Position) }
	}
	all := []View{
		{"men", "men of plain ASCII", plain(Men)},
		{"unicode", "chess symbols", plain(Unicode)},
		{"ascii", "letters of FEN", plain(ASCII)},
		{"10x12", "Sargon's board: 120 bytes, the border FF stops every step (spec §1)",
			plain(Dump10x12)},
		{"0x88", "16 · rank + file: off the board where number & 88 is not 0", plain(Dump0x88)},
	}
	for _, e := range Encodings {
		all = append(all, View{e.Name, e.Use, plain(func(p sargon.Position) string {
			text := Legend(e) + Coded(p, e)
			if e.Blockers.Both != NoBlocker {
				text += "with a border that blocks both sides without a test of its own\n" +
					Bordered(p, e, e.Blockers.Both)
			}
			return text
		})})
	}
	return append(all,
		View{"identities", "32 men and where they stand, followed through promotion",
			drawIdentities},
		View{"quad", "four words of 64 bits: vertical nibbles",
			plain(func(p sargon.Position) string { return QuadOf(p).String() })},
		View{"numbers", "how the squares are numbered", plain(drawNumbers)},
		View{"relations", "how one comes from king to king", plain(drawRelation)})
}

func drawIdentities(p Page) string {
	if p.Men == nil {
		return "a side has more men than a set\n"
	}
	return Identities(p.Men) + p.Men.String()
}

func drawNumbers(sargon.Position) string {
	var b strings.Builder
	for i, n := range Numberings {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s\n%s", n.Name, n.Use, n.Draw())
	}
	return b.String()
}

func drawRelation(p sargon.Position) string {
	return RelationOf(p.Royal[sargon.WhiteKing], p.Royal[sargon.BlackKing]).String()
}
