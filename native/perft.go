package native

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// MoveRules are the rules by which moves are generated.
type MoveRules int

const (
	// SargonRules are the rules that the program of 1978 knows: a pawn always becomes a
	// queen, and may be taken en passant after any first move to a square next to an enemy pawn
	// (spec §4).
	SargonRules MoveRules = iota
	// ChessRules are all rules of chess, under-promotion included.
	ChessRules
)

// mailbox is the board of package game, which referees: it knows the rules of chess only.
const mailbox = "mailbox"

// Boards are the names of the boards that Divide knows. 10x12 is none of them: package reference
// generates moves in the memory of 1978 only.
var Boards = []string{"0x88", mailbox, "bitboards"}

// MaxPerftDepth is the greatest depth that Divide accepts.
const MaxPerftDepth = 20

// Divide counts the lines of play of a length of depth half-moves from a position, at least 1, by
// making and unmaking every move. They are counted by moves at the root, in the order in which
// Sargon generates them. The board is one of Boards. Errors: an unknown board, a depth out of
// range, a position that no engine accepts; if ctx ends, its error.
func Divide(
	ctx context.Context, boardName string, p sargon.Position, depth int, rules MoveRules,
) (divisions []game.Division, err error) {
	if depth < 1 || depth > MaxPerftDepth {
		return nil, fmt.Errorf("depth %d is out of range: want 1–%d", depth, MaxPerftDepth)
	}
	var b board
	switch {
	case boardName == mailbox && rules != ChessRules:
		return nil, errors.New("the mailbox knows the rules of chess only")
	case boardName == mailbox:
		return game.Divide(ctx, p, depth)
	case boardName == "0x88":
		b = new(board0x88)
	case boardName == "bitboards":
		b = new(bitboards)
	default:
		return nil, fmt.Errorf("unknown board %q; want one of %s", boardName,
			strings.Join(Boards, ", "))
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	b.set(&p)
	b.reset(depth * plyRecords)
	c := counter{board: b, rules: rules, ctx: ctx}
	previous := recordOf(b, p.Previous)
	for r, promote := range c.made(p.Side, &previous) {
		m := moveOf(b, r)
		divisions = append(divisions, game.Division{
			Move:  game.Move{From: m.From, To: m.To, Promotion: promote},
			Nodes: c.count(p.Side.Other(), r, depth-1),
		})
	}
	return divisions, ctx.Err()
}

// counter counts lines of play.
type counter struct {
	board board
	rules MoveRules
	ctx   context.Context
}

// count counts the lines of a length that follow the move previous.
func (c *counter) count(side sargon.Color, previous *record, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	if depth >= 3 && c.ctx.Err() != nil {
		return 0
	}
	for r := range c.made(side, previous) {
		nodes += c.count(side.Other(), r, depth-1)
	}
	return nodes
}

// made goes over the legal moves after the move previous: each is made while the loop looks at
// it, once for every piece that a pawn may become. Sargon's own rules know a queen only.
func (c *counter) made(
	side sargon.Color, previous *record,
) iter.Seq2[*record, sargon.PieceType] {
	return func(yield func(*record, sargon.PieceType) bool) {
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
			switch {
			case c.board.inCheck(side):
			case r.flags&sargon.Promotion == 0:
				yield(r, sargon.NoPiece)
			case c.rules == SargonRules:
				yield(r, sargon.Queen)
			default:
				for t := sargon.Queen; t >= sargon.Knight; t-- {
					c.board.promoteTo(r.to, t)
					yield(r, t)
				}
				c.board.promoteTo(r.to, sargon.Queen)
			}
			c.board.unmake(r, second)
		}
		c.board.free(len(list))
	}
}

// allowed reports whether a pair may be made, by its second half: in chess only a two-step
// lets a pawn be taken en passant, where Sargon takes it after any first move (spec §14.2).
func (c *counter) allowed(second, previous *record) bool {
	if c.rules == SargonRules || second.from != second.to {
		return true
	}
	from, to := c.board.square(previous.from), c.board.square(previous.to)
	return from.Rank()-to.Rank() == 2 || to.Rank()-from.Rank() == 2
}
