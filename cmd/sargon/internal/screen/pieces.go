package screen

import (
	_ "embed"
	"strings"
)

// The pieces in few dots, for sets in which the machine's 12×12 pictures do not fit. They
// are ours, and silhouettes: their colour must come from the terminal. Dots of the wide
// ones are twice as high as wide, those of the narrow ones square.

// PieceTypes is the length of the tables, which are in the order of types: pawn 1 … king 6.
const PieceTypes = 7

//go:embed pieces.txt
var pieces string

// The tables. The file says how many dots each has, and for which squares.
var (
	Wide, Narrow, Low = piecesOf("Wide"), piecesOf("Narrow"), piecesOf("Low")
	Small, Large      = piecesOf("Small"), piecesOf("Large")
)

// piecesOf reads a table: in its rows stand those of all pieces, side by side.
func piecesOf(name string) (all [PieceTypes]Picture) {
	var rows [PieceTypes][]string
	for _, line := range sections(pieces)[name] {
		for i, row := range line {
			rows[i+1] = append(rows[i+1], row)
		}
	}
	for t := range all[1:] {
		all[t+1] = ParsePicture(rows[t+1]...)
	}
	return all
}

// sections returns the words of the lines that stand below each name of a text: "name:
// explanation".
func sections(text string) map[string][][]string {
	all, name := map[string][][]string{}, ""
	for line := range strings.Lines(text) {
		if title, _, ok := strings.Cut(line, ":"); ok {
			name = title
		} else if words := strings.Fields(line); len(words) > 0 {
			all[name] = append(all[name], words)
		}
	}
	return all
}
