package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/corentings/chess/v2"

	"sargon78/sargon"
)

// Game is the record of a game, from a first position to where it stands now. The zero
// Game is not usable; New and FromFEN make one. A Game is not safe for several goroutines,
// but a Clone shares nothing that changes.
type Game struct {
	Tags    Tags   // of PGN; Result, SetUp and FEN are written by themselves
	Comment string // before the first move

	startFEN string
	nodes    []node // nodes[0] is the first position, nodes[i] the one after ply i
	finish   Result // set by Finish
}

// node is a position and how it was reached.
type node struct {
	ply      Ply
	position *chess.Position // never changes: its legal moves are already worked out
	legal    []chess.Move
	key      string // equal for positions that count as the same for repetition
}

// Ply is a move that was played, with what was said about it.
type Ply struct {
	Move    Move
	SAN     string // standard algebraic notation: "Nf3", "O-O", "e8=Q#"
	Side    sargon.Color
	Number  int    // the move number, the same for both sides
	Note    *Note  // what Sargon thought of its move; nil if it is not known
	Comment string // what else was said
}

// IllegalMoveError says which move was refused, where and, as far as it is known, why.
type IllegalMoveError struct {
	Move   string
	FEN    string
	Reason string
}

func (e *IllegalMoveError) Error() string {
	text := fmt.Sprintf("%q is not a legal move", e.Move)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text + " (in " + e.FEN + ")"
}

// New returns a game from the start position.
func New() *Game {
	g, err := FromFEN(sargon.StartFEN)
	if err != nil {
		panic(err) // a constant
	}
	return g
}

// FromFEN returns a game from a position: six fields, or the first four or five. The
// conditions are those of sargon.ParseFEN (spec §16).
func FromFEN(fen string) (*Game, error) {
	if _, err := sargon.ParseFEN(fen); err != nil {
		return nil, err
	}
	fields := append(strings.Fields(fen), "0", "0")[:6]
	if strings.Trim(fields[5], "0") == "" {
		fields[5] = "1" // the referee counts moves from 1
	}
	fen = strings.Join(fields, " ")
	position, err := decodeFEN(fen)
	if err != nil {
		return nil, &sargon.FENError{FEN: fen, Reason: err}
	}
	root, err := newNode(position)
	if err != nil {
		return nil, &sargon.FENError{FEN: fen, Reason: err}
	}
	return &Game{startFEN: fen, nodes: []node{root}}, nil
}

// fenLock guards the referee's reading of FEN, which uses a buffer shared by all callers.
var fenLock sync.Mutex

func decodeFEN(fen string) (*chess.Position, error) {
	fenLock.Lock()
	defer fenLock.Unlock()
	position := new(chess.Position)
	if err := position.UnmarshalText([]byte(fen)); err != nil {
		return nil, err
	}
	return position, nil
}

// newNode works out all that is asked of a position, so that it never changes again.
func newNode(position *chess.Position) (n node, err error) {
	// The referee has room for 218 moves, the most in any position that can arise in a
	// game, and panics beyond. Positions that cannot arise come in as FEN.
	defer func() {
		if recover() != nil {
			err = errors.New("more than 218 legal moves: no position of a game has so many")
		}
	}()
	n = node{position: position, legal: position.ValidMoves()}
	for i, m := range n.legal {
		if m.Promo() == chess.NoPieceType {
			continue
		}
		// The referee gives all promotions of a pawn the check of the first one, the
		// queen's; decoding a move looks at it alone.
		alone, err := chess.UCINotation{}.Decode(position, m.String())
		if err != nil {
			return n, err
		}
		n.legal[i] = *alone
	}
	n.key = repetitionKey(position, n.legal)
	return n, nil
}

// repetitionKey returns a text that is equal for positions with the same pieces on the
// same squares, the same side to move and the same possible moves: an en passant square
// counts only if there is a legal capture on it.
func repetitionKey(position *chess.Position, legal []chess.Move) string {
	enPassant := slices.ContainsFunc(legal, func(m chess.Move) bool { return m.HasTag(chess.EnPassant) })
	key := position.Board().String() + position.Turn().String() + position.CastleRights().String()
	if enPassant {
		key += position.EnPassantSquare().String()
	}
	return key
}

// Clone returns a copy that goes its own way.
func (g *Game) Clone() *Game {
	c := *g
	c.Tags = slices.Clone(g.Tags)
	c.nodes = slices.Clone(g.nodes)
	return &c
}

func (g *Game) last() *node { return &g.nodes[len(g.nodes)-1] }

// StartFEN returns the first position; FEN the present one.
func (g *Game) StartFEN() string { return g.startFEN }

// FEN returns the present position, with the half-move clock and the move number of the
// game.
func (g *Game) FEN() string { return g.last().position.String() }

// FromStart tells whether the game began at the start position.
func (g *Game) FromStart() bool { return g.startFEN == sargon.StartFEN }

// Side returns the side to move.
func (g *Game) Side() sargon.Color { return colorOf(g.last().position.Turn()) }

// Number returns the number of the move that is to be made, from 1.
func (g *Game) Number() int { return moveNumber(g.last().position) }

// moveNumber works the number out of the referee's count of half-moves.
func moveNumber(position *chess.Position) int { return (position.Ply() + 1) / 2 }

// Len returns the number of half-moves played.
func (g *Game) Len() int { return len(g.nodes) - 1 }

// Ply returns half-move i, from 0.
func (g *Game) Ply(i int) *Ply { return &g.nodes[i+1].ply }

// Plies returns all half-moves in order.
func (g *Game) Plies() []Ply {
	plies := make([]Ply, 0, g.Len())
	for _, n := range g.nodes[1:] {
		plies = append(plies, n.ply)
	}
	return plies
}

// At returns the game as it stood after the first n half-moves, as a game of its own.
func (g *Game) At(n int) *Game {
	c := g.Clone()
	c.TakeBack(c.Len() - n)
	return c
}

// Legal returns all legal moves; none if the side to move is mated or stalemated.
func (g *Game) Legal() []Move {
	legal := g.last().legal
	moves := make([]Move, len(legal))
	for i := range legal {
		moves[i] = moveOf(&legal[i])
	}
	return moves
}

// IsLegal tells whether a move is legal now.
func (g *Game) IsLegal(m Move) bool { return g.find(m) != nil }

// find returns the referee's own move, nil if there is none.
func (g *Game) find(m Move) *chess.Move {
	legal := g.last().legal
	for i := range legal {
		if moveOf(&legal[i]) == m {
			return &legal[i]
		}
	}
	return nil
}

// FromSargon returns the legal move that a record of the program means: a pawn that
// reaches the last rank becomes a queen. The flags are not looked at.
func (g *Game) FromSargon(record sargon.Move) (Move, bool) {
	m := Move{From: record.From, To: record.To}
	if g.IsLegal(m) {
		return m, true
	}
	m.Promotion = sargon.Queen
	return m, g.IsLegal(m)
}

// InCheck tells whether the side to move is in check.
func (g *Game) InCheck() bool {
	position, err := sargon.ParseFEN(g.FEN())
	return err == nil && position.InCheck(position.Side)
}

// Play makes a legal move; otherwise the error is an *IllegalMoveError and nothing
// changes. A result set by Finish is forgotten. Draws that must be claimed do not stop
// play.
func (g *Game) Play(m Move) error {
	move := g.find(m)
	if move == nil {
		return &IllegalMoveError{Move: m.String(), FEN: g.FEN()}
	}
	before := g.last().position
	after, err := newNode(before.Update(move))
	if err != nil {
		return &IllegalMoveError{Move: m.String(), FEN: g.FEN(), Reason: err.Error()}
	}
	after.ply = Ply{
		Move: m, Side: g.Side(), Number: moveNumber(before),
		SAN: chess.AlgebraicNotation{}.Encode(before, move),
	}
	g.nodes = append(g.nodes, after)
	g.finish = Result{}
	return nil
}

// PlayText makes a move in any notation that ParseMove reads.
func (g *Game) PlayText(text string) error {
	m, err := g.ParseMove(text)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// TakeBack undoes up to n half-moves and returns how many it has undone.
func (g *Game) TakeBack(n int) int {
	n = max(0, min(n, g.Len()))
	if n > 0 {
		g.nodes = g.nodes[:len(g.nodes)-n]
		g.finish = Result{}
	}
	return n
}

// Repetitions returns how often the present position has occurred so far, itself included.
func (g *Game) Repetitions() int { return g.occurrences(g.last().key) }

func (g *Game) occurrences(key string) int {
	count := 0
	for _, n := range g.nodes {
		if n.key == key {
			count++
		}
	}
	return count
}

// Repeats tells whether a move leads to a position that has occurred before.
func (g *Game) Repeats(m Move) bool {
	move := g.find(m)
	if move == nil {
		return false
	}
	n, err := newNode(g.last().position.Update(move))
	return err == nil && g.occurrences(n.key) > 0
}

// Finish records how the game ended if the rules did not end it: by resignation, on time,
// by agreement.
func (g *Game) Finish(r Result) { g.finish = r }

// Result returns how the game ended: by the rules, or else as Finish said. A draw by
// repetition or by the fifty-move rule counts as soon as it could be claimed; see
// Reason.Claimed. Sargon itself knows mate and stalemate only (spec §13).
func (g *Game) Result() Result {
	if r := g.byRules(); r.Over() && !(r.Reason.Claimed() && g.finish.Outcome != "") {
		return r
	}
	if g.finish.Outcome != "" {
		return g.finish
	}
	return Result{Outcome: Unfinished}
}

func (g *Game) byRules() Result {
	const (
		halfMoves   = 100
		repetitions = 3
	)
	n := g.last()
	switch {
	case len(n.legal) == 0 && n.position.Status() == chess.Checkmate:
		return Result{Win(g.Side().Other()), Checkmate}
	case len(n.legal) == 0:
		return Result{Draw, Stalemate}
	case g.insufficientMaterial():
		return Result{Draw, InsufficientMaterial}
	case g.Repetitions() >= repetitions:
		return Result{Draw, Repetition}
	case n.position.HalfMoveClock() >= halfMoves:
		return Result{Draw, FiftyMoves}
	}
	return Result{Outcome: Unfinished}
}

// insufficientMaterial tells whether no sequence of legal moves can mate because of what
// is on the board: bare kings, one knight, or bishops on squares of one colour.
func (g *Game) insufficientMaterial() bool {
	knights := 0
	var bishops [2]int // by the colour of the square
	for square, piece := range g.last().position.Board().SquareMap() {
		switch piece.Type() {
		case chess.King:
		case chess.Knight:
			knights++
		case chess.Bishop:
			bishops[(int(square.File())+int(square.Rank()))%2]++
		default:
			return false
		}
	}
	if knights > 0 {
		return knights == 1 && bishops == [2]int{}
	}
	return bishops[0] == 0 || bishops[1] == 0
}

// Balance returns the material on the board in points, White's minus Black's: pawn 1,
// knight and bishop 3, rook 5, queen 9 (spec §1).
func (g *Game) Balance() int {
	balance := 0
	for _, piece := range g.last().position.Board().SquareMap() {
		value := int(pieceTypes[piece.Type()].Value())
		if piece.Color() == chess.Black {
			value = -value
		}
		balance += value
	}
	return balance
}

// Piece returns what stands on a square, as a byte of the program's board that has not
// moved; Empty for an empty square.
func (g *Game) Piece(s sargon.Square) sargon.Piece {
	if !s.OnBoard() {
		return sargon.Border
	}
	piece := g.last().position.Board().Piece(refereeSquare(s))
	if piece == chess.NoPiece {
		return sargon.Empty
	}
	return sargon.NewPiece(pieceTypes[piece.Type()], colorOf(piece.Color()))
}
