package native

import (
	"context"
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Rules are the rules by which moves are generated.
type Rules int

const (
	// Sargon are the rules that the program of 1978 knows: a pawn always becomes a
	// queen, and may be taken en passant after any first move beside an enemy pawn
	// (spec §4).
	Sargon Rules = iota
	// Chess are all rules of chess, under-promotion included.
	Chess
)

// Boards are the names of the boards that Perft knows.
var Boards = []string{"10x12", "0x88", "mailbox", "sets"}

// newMover returns an empty board by its name.
func newMover(name string) (mover, error) {
	switch name {
	case "10x12":
		return newBoard10x12(), nil
	case "0x88":
		return new(board0x88), nil
	case "sets":
		return new(boardSets), nil
	case "mailbox":
		return new(boardMailbox), nil
	}
	return nil, fmt.Errorf("unknown board %q; want one of %s", name, strings.Join(Boards, ", "))
}

// MaxPerftDepth is the greatest depth that Perft accepts.
const MaxPerftDepth = 20

// Division is a move at the root and how many lines of play begin with it.
type Division struct {
	Move    sargon.Move
	Promote sargon.PieceType // what a pawn becomes, NoPiece for other moves
	Nodes   uint64
}

// UCI returns the move as the UCI protocol writes it, with the letter of the piece if it
// promotes.
func (d Division) UCI() string {
	if d.Promote == sargon.NoPiece {
		return d.Move.String()
	}
	return d.Move.String() + string(d.Promote.Letter()|0x20)
}

// Perft counts the lines of play of a length of depth half-moves from a position, by making
// and unmaking every move. The board is one of Boards. Errors: unknown board, depth below 0
// or above MaxPerftDepth, a position that no engine accepts; if ctx ends, its error.
func Perft(ctx context.Context, board string, p sargon.Position, depth int, rules Rules) (nodes uint64, err error) {
	if depth == 0 {
		_, err := Divide(ctx, board, p, 1, rules)
		return 1, err
	}
	divisions, err := Divide(ctx, board, p, depth, rules)
	for _, d := range divisions {
		nodes += d.Nodes
	}
	return nodes, err
}

// Divide is Perft by moves at the root, in the order in which Sargon generates them. Depth
// must be at least 1.
func Divide(ctx context.Context, board string, p sargon.Position, depth int, rules Rules) ([]Division, error) {
	b, err := newMover(board)
	if err != nil {
		return nil, err
	}
	if depth < 1 || depth > MaxPerftDepth {
		return nil, fmt.Errorf("depth %d is out of range: want 0–%d", depth, MaxPerftDepth)
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	b.set(&p)
	b.reset(depth * plyRecords)
	c := counter{board: b, ctx: ctx, rules: rules}
	previous := record{from: b.number(p.Previous.From), to: b.number(p.Previous.To), flags: p.Previous.Flags}
	var divisions []Division
	c.moves(p.Side, &previous, func(r *record, promote sargon.PieceType) {
		d := Division{
			Move:    sargon.Move{From: b.square(r.from), To: b.square(r.to), Flags: r.flags},
			Promote: promote,
			Nodes:   1,
		}
		if depth > 1 {
			d.Nodes = c.count(p.Side.Other(), r, depth-1)
		}
		divisions = append(divisions, d)
	})
	return divisions, ctx.Err()
}

// counter counts lines of play.
type counter struct {
	board mover
	rules Rules
	ctx   context.Context
}

// moves calls each for every legal move, made on the board, with what a pawn becomes that
// promotes.
func (c *counter) moves(
	side sargon.Color, previous *record, each func(r *record, promote sargon.PieceType),
) {
	list := c.board.moves(side, previous)
	defer c.board.free(len(list))
	for i := 0; i < len(list); i++ {
		r, second := &list[i], (*record)(nil)
		if r.flags&sargon.DoubleMove != 0 {
			i++
			second = &list[i]
			if !c.allowed(second, previous) {
				continue
			}
		}
		c.board.make(r, second)
		if !c.board.inCheck(side) {
			c.become(r, each)
		}
		c.board.unmake(r, second)
	}
}

// allowed tells whether a pair may be made, by its second half: in chess only a two-step
// lets a pawn be taken en passant, where Sargon takes it after any first move.
func (c *counter) allowed(second, previous *record) bool {
	if c.rules == Sargon || second.from != second.to {
		return true
	}
	from, to := c.board.square(previous.from), c.board.square(previous.to)
	return from.Rank()-to.Rank() == 2 || to.Rank()-from.Rank() == 2
}

// become calls each for what a move may end in: by the rules of chess, a pawn that has
// become a queen might become another piece.
func (c *counter) become(r *record, each func(r *record, promote sargon.PieceType)) {
	if r.flags&sargon.Promotion == 0 {
		each(r, sargon.NoPiece)
		return
	}
	each(r, sargon.Queen)
	if c.rules == Sargon {
		return
	}
	for t := sargon.Rook; t >= sargon.Knight; t-- {
		c.board.replace(r.to, t)
		each(r, t)
	}
	c.board.replace(r.to, sargon.Queen)
}

// count counts the lines of at least one half-move.
func (c *counter) count(side sargon.Color, previous *record, depth int) (nodes uint64) {
	if depth >= 3 && c.ctx.Err() != nil {
		return 0
	}
	c.moves(side, previous, func(r *record, _ sargon.PieceType) {
		if depth == 1 {
			nodes++
		} else {
			nodes += c.count(side.Other(), r, depth-1)
		}
	})
	return nodes
}
