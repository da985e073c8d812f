package codes

import (
	"cmp"
	"fmt"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

// Relation tells how a piece comes from a square to another.
type Relation struct {
	From, To sargon.Square

	Files, Ranks int // to the right and up, as White sees it
	Distance     int // in moves of a king
	Manhattan    int // in steps along files and ranks

	// Direction is the compass direction of a line or of a knight's jump, "" if the squares
	// are on none. Steps is how many there are in it.
	Direction string
	Steps     int

	Step10x12, Step0x88 int // one of these steps, on the boards of 120 and 128 numbers
	Difference0x88      int // of the two numbers: tells all of the above by itself
}

// RelationOf returns the relation of two squares of the board.
func RelationOf(from, to sargon.Square) Relation {
	r := Relation{
		From: from, To: to,
		Files: to.File() - from.File(), Ranks: to.Rank() - from.Rank(),
		Difference0x88: int(native.To0x88(to)) - int(native.To0x88(from)),
	}
	files, ranks := abs(r.Files), abs(r.Ranks)
	r.Distance, r.Manhattan = max(files, ranks), files+ranks
	switch {
	case files*ranks == 2:
		r.Steps = 1
	case files == 0 || ranks == 0 || files == ranks:
		r.Steps = r.Distance
	}
	if r.Steps > 0 {
		right, up := r.Files/r.Steps, r.Ranks/r.Steps
		r.Direction = compass(right, up)
		r.Step10x12, r.Step0x88 = 10*up+right, 16*up+right
	}
	return r
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

// Pieces returns which could go this way on an empty board, capturing if it is a pawn.
func (r Relation) Pieces() (pieces []string) {
	diagonal := abs(r.Files) == abs(r.Ranks)
	switch {
	case r.Steps == 0:
		return nil
	case diagonal:
		pieces = []string{"queen", "bishop"}
	case r.Files != 0 && r.Ranks != 0:
		return []string{"knight"}
	default:
		pieces = []string{"queen", "rook"}
	}
	if r.Steps == 1 {
		pieces = append(pieces, "king")
		if diagonal && r.Ranks > 0 {
			pieces = append(pieces, "white pawn")
		} else if diagonal {
			pieces = append(pieces, "black pawn")
		}
	}
	return pieces
}

// String describes the relation in a few lines.
func (r Relation) String() string {
	way := "direction:  none: no piece goes there in a move\n"
	if r.Steps > 0 {
		way = fmt.Sprintf("direction:  %s, %d × a step of %+d on 10x12, of %+d on 0x88\n"+
			"could go:   %s\n",
			r.Direction, r.Steps, r.Step10x12, r.Step0x88, strings.Join(r.Pieces(), ", "))
	}
	return fmt.Sprintf("%v to %v: %+d files, %+d ranks\n"+
		"distance:   %d for a king, %d along files and ranks (Manhattan)\n%s"+
		"difference: %02X - %02X = %+d on 0x88, place %02X (77 + difference) of its table\n",
		r.From, r.To, r.Files, r.Ranks, r.Distance, r.Manhattan, way,
		native.To0x88(r.To), native.To0x88(r.From), r.Difference0x88, 0x77+r.Difference0x88)
}
