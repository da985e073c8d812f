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
		return new(board10x12), nil
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
	c := counter{board: b, ctx: ctx}
	c.list.reset(depth * plyRecords)
	c.list.rules = rules
	previous := record{from: b.number(p.Previous.From), to: b.number(p.Previous.To), flags: p.Previous.Flags}
	var divisions []Division
	c.moves(p.Side, &previous, func(r *record) {
		d := Division{Move: sargon.Move{From: b.square(r.from), To: b.square(r.to), Flags: r.flags}, Nodes: 1}
		if r.flags&sargon.Promotion != 0 {
			d.Promote = r.promote
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
	list  moveList
	ctx   context.Context
}

// moves calls each for every legal move, made on the board.
func (c *counter) moves(side sargon.Color, previous *record, each func(*record)) {
	start := c.list.next
	c.list.begin()
	c.board.generate(&c.list, side, previous, c.board.inCheck(side))
	for link := c.list.head; link != 0; {
		r, second := c.list.at(link), c.list.second(link)
		c.board.make(r, second)
		if !c.board.inCheck(side) {
			each(r)
		}
		c.board.unmake(r, second)
		link = r.link
	}
	c.list.next = start
}

// count counts the lines of at least one half-move.
func (c *counter) count(side sargon.Color, previous *record, depth int) (nodes uint64) {
	if depth >= 3 && c.ctx.Err() != nil {
		return 0
	}
	start := c.list.next
	c.list.begin()
	c.board.generate(&c.list, side, previous, c.board.inCheck(side))
	for link := c.list.head; link != 0; {
		r, second := c.list.at(link), c.list.second(link)
		c.board.make(r, second)
		if !c.board.inCheck(side) {
			if depth == 1 {
				nodes++
			} else {
				nodes += c.count(side.Other(), r, depth-1)
			}
		}
		c.board.unmake(r, second)
		link = r.link
	}
	c.list.next = start
	return nodes
}
