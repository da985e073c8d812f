package codes

import (
	"cmp"
	"fmt"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

// Relation describes in a few lines how a piece comes from a square to another.
func Relation(from, to sargon.Square) string {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	distance, steps := max(abs(files), abs(ranks)), 0 // steps are those of a line, or of a knight
	switch {
	case abs(files*ranks) == 2:
		steps = 1
	case files == 0 || ranks == 0 || abs(files) == abs(ranks):
		steps = distance
	}
	way := "direction:  none: no piece goes there in a move\n"
	if steps > 0 {
		right, up := files/steps, ranks/steps
		way = fmt.Sprintf("direction:  %s, %d × a step of %+d on 10x12, of %+d on 0x88\n"+
			"could go:   %s\n", compass(right, up), steps, 10*up+right, 16*up+right,
			strings.Join(piecesThatGo(right, up, steps), ", "))
	}
	difference := int(native.To0x88(to)) - int(native.To0x88(from))
	return fmt.Sprintf("%v to %v: %+d files, %+d ranks\n"+
		"distance:   %d for a king, %d along files and ranks (Manhattan)\n%s"+
		"difference: %02X - %02X = %+d on 0x88, place %02X (77 + difference) of its table\n",
		from, to, files, ranks, distance, abs(files)+abs(ranks), way,
		native.To0x88(to), native.To0x88(from), difference, 0x77+difference)
}

func abs(n int) int { return max(n, -n) }

// compass names the direction of a step: by its longer part first, if it is a knight's.
func compass(files, ranks int) string {
	column := [...]string{"west", "", "east"}[cmp.Compare(files, 0)+1]
	row := [...]string{"south", "", "north"}[cmp.Compare(ranks, 0)+1]
	switch {
	case abs(files) == 2:
		return column + "-" + row + column
	case abs(ranks) == 2:
		return row + "-" + row + column
	}
	return row + column
}

// piecesThatGo returns the pieces that could move by so many files and ranks on an empty board; a pawn may
// capture.
func piecesThatGo(right, up, steps int) (pieces []string) {
	diagonal := abs(right) == abs(up)
	switch {
	case diagonal:
		pieces = []string{"queen", "bishop"}
	case right != 0 && up != 0:
		return []string{"knight"}
	default:
		pieces = []string{"queen", "rook"}
	}
	if steps == 1 {
		pieces = append(pieces, "king")
		if diagonal && up > 0 {
			pieces = append(pieces, "white pawn")
		} else if diagonal {
			pieces = append(pieces, "black pawn")
		}
	}
	return pieces
}
