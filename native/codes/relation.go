package codes

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Relation tells how a piece comes from a square to another.
type Relation struct {
	From, To sargon.Square

	Files, Ranks int // to the right and up, as White sees it

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
		Difference0x88: int(To0x88(to)) - int(To0x88(from)),
	}
	far := max(abs(r.Files), abs(r.Ranks))
	files, ranks := r.Files, r.Ranks
	switch {
	case far == 0:
		return r
	case files == 0 || ranks == 0 || abs(files) == abs(ranks):
		r.Steps = far
		files, ranks = files/far, ranks/far
		r.Direction = compass(files, ranks)
	case abs(files*ranks) == 2:
		r.Steps = 1
		if abs(ranks) == 2 {
			r.Direction = compass(0, ranks) + "-" + compass(files, ranks)
		} else {
			r.Direction = compass(files, 0) + "-" + compass(files, ranks)
		}
	default:
		return r
	}
	r.Step10x12, r.Step0x88 = 10*ranks+files, 16*ranks+files
	return r
}

func abs(n int) int { return max(n, -n) }

// compass names a direction of files and ranks.
func compass(files, ranks int) string {
	name := ""
	switch {
	case ranks > 0:
		name = "north"
	case ranks < 0:
		name = "south"
	}
	switch {
	case files > 0:
		name += "east"
	case files < 0:
		name += "west"
	}
	return name
}

// Distance counts the moves that a king needs.
func (r Relation) Distance() int { return max(abs(r.Files), abs(r.Ranks)) }

// Manhattan counts the steps along files and ranks.
func (r Relation) Manhattan() int { return abs(r.Files) + abs(r.Ranks) }

// Men returns who could go this way on an empty board, capturing if it is a pawn.
func (r Relation) Men() (men []string) {
	diagonal := abs(r.Files) == abs(r.Ranks)
	switch {
	case r.Direction == "":
		return nil
	case r.Files != 0 && r.Ranks != 0 && !diagonal:
		return []string{"knight"}
	case diagonal:
		men = []string{"queen", "bishop"}
	default:
		men = []string{"queen", "rook"}
	}
	if r.Steps == 1 {
		men = append(men, "king")
		switch {
		case diagonal && r.Ranks > 0:
			men = append(men, "white pawn")
		case diagonal:
			men = append(men, "black pawn")
		}
	}
	return men
}

// String describes the relation in a few lines.
func (r Relation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v to %v: %+d files, %+d ranks\n", r.From, r.To, r.Files, r.Ranks)
	fmt.Fprintf(&b, "distance:   %d for a king, %d along files and ranks (Manhattan)\n",
		r.Distance(), r.Manhattan())
	if r.Direction == "" {
		b.WriteString("direction:  none: no man goes there in a move\n")
	} else {
		fmt.Fprintf(&b, "direction:  %s, %d × a step of %+d on 10x12, of %+d on 0x88\n",
			r.Direction, r.Steps, r.Step10x12, r.Step0x88)
		fmt.Fprintf(&b, "could go:   %s\n", strings.Join(r.Men(), ", "))
	}
	fmt.Fprintf(&b,
		"difference: %02X - %02X = %+d on 0x88, place %02X (77 + difference) of its table\n",
		To0x88(r.To), To0x88(r.From), r.Difference0x88, 0x77+r.Difference0x88)
	return b.String()
}
