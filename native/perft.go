package native

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
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

// mailbox is the board of package game, which referees: it knows the rules of chess only.
const mailbox = "mailbox"

// Boards are the names of the boards that Perft knows.
var Boards = []string{"10x12", "0x88", mailbox, "sets"}

// newMover returns an empty board by its name.
func newMover(name string) (mover, error) {
	switch name {
	case "10x12":
		return newBoard10x12(), nil
	case "0x88":
		return new(board0x88), nil
	case "sets":
		return new(bitboards), nil
	}
	return nil, fmt.Errorf("unknown board %q; want one of %s", name, strings.Join(Boards, ", "))
}

// MaxPerftDepth is the greatest depth that Perft accepts.
const MaxPerftDepth = 20

// Perft counts the lines of play of a length of depth half-moves from a position, by making
// and unmaking every move. The board is one of Boards. Errors: unknown board, depth below 0
// or above MaxPerftDepth, a position that no engine accepts; if ctx ends, its error.
func Perft(
	ctx context.Context, board string, p sargon.Position, depth int, rules Rules,
) (nodes uint64, err error) {
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
func Divide(
	ctx context.Context, board string, p sargon.Position, depth int, rules Rules,
) ([]game.Division, error) {
	if depth < 1 || depth > MaxPerftDepth {
		return nil, fmt.Errorf("depth %d is out of range: want 0–%d", depth, MaxPerftDepth)
	}
	if board == mailbox {
		if rules != Chess {
			return nil, errors.New("the mailbox knows the rules of chess only")
		}
		return game.Divide(ctx, p, depth)
	}
	b, err := newMover(board)
	if err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	b.set(&p)
	b.reset(depth * plyRecords)
	c := counter{board: b, rules: rules, ctx: ctx}
	previous := recordOf(b, p.Previous)
	var divisions []game.Division
	c.count(p.Side, &previous, depth, func(r *record, promote sargon.PieceType, nodes uint64) {
		m := moveOf(b, r)
		divisions = append(divisions, game.Division{
			Move:  game.Move{From: m.From, To: m.To, Promotion: promote},
			Nodes: nodes,
		})
	})
	return divisions, ctx.Err()
}

// counter counts lines of play.
type counter struct {
	board mover
	rules Rules
	ctx   context.Context
}

// count counts the lines of at least one half-move that follow the move previous. It calls
// each, if it is not nil, for every move: with what a pawn becomes that promotes, and the
// number of lines.
func (c *counter) count(
	side sargon.Color, previous *record, depth int,
	each func(r *record, promote sargon.PieceType, nodes uint64),
) (nodes uint64) {
	if depth >= 3 && c.ctx.Err() != nil {
		return 0
	}
	list := c.board.moves(side, previous)
	for i := 0; i < len(list); i++ {
		r, second := &list[i], (*record)(nil)
		if r.flags&sargon.DoubleMove != 0 {
			i++
			if second = &list[i]; !c.allowed(second, previous) {
				continue
			}
		}
		c.board.make(r, second)
		if !c.board.inCheck(side) {
			if depth == 1 && each == nil && r.flags&sargon.Promotion == 0 {
				nodes++
			} else {
				nodes += c.countBehind(r, depth, side.Other(), each)
			}
		}
		c.board.unmake(r, second)
	}
	c.board.free(len(list))
	return nodes
}

// countBehind counts the lines that begin with the move r, which was made. Sargon's own rules
// know a queen only where a pawn promotes.
func (c *counter) countBehind(
	r *record, depth int, side sargon.Color,
	each func(r *record, promote sargon.PieceType, nodes uint64),
) (nodes uint64) {
	behind := func(promote sargon.PieceType) {
		n := uint64(1)
		if depth > 1 {
			n = c.count(side, r, depth-1, nil)
		}
		if each != nil {
			each(r, promote, n)
		}
		nodes += n
	}
	if r.flags&sargon.Promotion == 0 {
		behind(sargon.NoPiece)
		return nodes
	}
	behind(sargon.Queen)
	if c.rules == Chess {
		for t := sargon.Rook; t >= sargon.Knight; t-- {
			c.board.replace(r.to, t)
			behind(t)
		}
		c.board.replace(r.to, sargon.Queen)
	}
	return nodes
}

// allowed tells whether a pair may be made, by its second half: in chess only a two-step
// lets a pawn be taken en passant, where Sargon takes it after any first move (spec §14.2).
func (c *counter) allowed(second, previous *record) bool {
	if c.rules == Sargon || second.from != second.to {
		return true
	}
	from, to := c.board.square(previous.from), c.board.square(previous.to)
	return from.Rank()-to.Rank() == 2 || to.Rank()-from.Rank() == 2
}
