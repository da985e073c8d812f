package game

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/sargon"
)

// Game is the record of a game, from a first position to where it stands now. The zero
// Game is not usable; New and FromFEN make one. A Game is not safe for several goroutines,
// but a Clone shares nothing that changes.
type Game struct {
	// Tags are those of PGN. SetUp and FEN are written by themselves, and so is Result, unless
	// it is here because it is none of the four outcomes and the game has no other.
	Tags    Tags
	Comment string // before the first move

	start    sargon.Position // as ParseFEN reads startFEN
	startFEN string
	warnings []string
	nodes    []node // nodes[0] is the first position, nodes[i] the one after ply i
	finish   Result // set by Finish
}

// Ply is a half-move that was played, with its annotations.
type Ply struct {
	Move    Move
	SAN     string // standard algebraic notation: "Nf3", "O-O", "e8=Q#"
	Side    sargon.Color
	Number  int    // the move number, the same for both sides
	Note    *Note  // what Sargon thought of its move; nil if it is not known
	Comment string // the comment without the note

	Elapsed time.Duration // by the clock on the wall; 0 if it is not known

	Signs      string      // the signs that follow the move: "!?", " +/-", "! +/-"
	Variations []Variation // what might have been played instead
}

// New returns a game from the start position.
func New() *Game {
	g, err := FromFEN(sargon.StartFEN)
	if err != nil {
		panic(err) // a constant
	}
	return g
}

// FromFEN returns a game from a position: six fields, or the first of them. The conditions
// are those of sargon.ParseFEN (spec §16), and Warnings returns what is odd.
func FromFEN(fen string) (*Game, error) {
	start, warnings, err := sargon.ParseFENWarnings(fen)
	if err != nil {
		return nil, err
	}
	fields, position := sargon.FENFields(fen), start
	if fields[3] == "-" {
		position.Previous = sargon.Move{} // where the book answers, ParseFEN knows it all the same
	}
	clock, _ := strconv.Atoi(fields[4]) // ParseFEN has read the two numbers
	number, _ := strconv.Atoi(fields[5])
	root := newNode(position, clock, max(number, 1))
	return &Game{
		start: start, startFEN: root.fen(), warnings: warnings, nodes: []node{root},
	}, nil
}

// Clone returns an independent copy: a move played in one of the two does not change the other.
func (g *Game) Clone() *Game {
	c := *g
	c.Tags, c.warnings = slices.Clone(g.Tags), slices.Clone(g.warnings)
	c.nodes = slices.Clone(g.nodes)
	return &c
}

func (g *Game) last() *node { return &g.nodes[len(g.nodes)-1] }

// Start returns the first position as an engine takes it (spec §16).
func (g *Game) Start() sargon.Position { return g.start }

// Warnings returns what was odd about the source of the game: in the FEN of the first position, as
// sargon.ParseFENWarnings reports it, and what Warn has added.
func (g *Game) Warnings() []string { return slices.Clone(g.warnings) }

// Locate puts a place in front of each warning so far: "games.pgn:3: game 1".
func (g *Game) Locate(place string) {
	for i, warning := range g.warnings {
		g.warnings[i] = place + ": " + warning
	}
}

// Warn adds a warning: what was odd in the file of the game, and what became of it.
func (g *Game) Warn(text string) { g.warnings = append(g.warnings, text) }

// StartFEN returns the first position. ParseFEN reads it as Start.
func (g *Game) StartFEN() string { return g.startFEN }

// FEN returns the present position, with the half-move clock and the move number of the
// game.
func (g *Game) FEN() string { return g.last().fen() }

// Position returns the present position as an engine takes it that does not know how it came
// about: with the moved bits and the previous move that spec §16 makes of FEN. The error is that of
// sargon.ParseFEN: the page refuses some positions that legal moves lead to.
func (g *Game) Position() (sargon.Position, error) { return g.last().fenPosition() }

// FromStart reports whether the game began at the start position.
func (g *Game) FromStart() bool { return g.startFEN == sargon.StartFEN }

// Side returns the side to move.
func (g *Game) Side() sargon.Color { return g.last().Side }

// Number returns the number of the move that is to be made, from 1.
func (g *Game) Number() int { return g.last().number }

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
func (g *Game) Legal() []Move { return slices.Clone(g.last().legal) }

// IsLegal reports whether a move is legal now.
func (g *Game) IsLegal(m Move) bool { return slices.Contains(g.last().legal, m) }

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

// InCheck reports whether the side to move is in check.
func (g *Game) InCheck() bool { return g.last().InCheck(g.Side()) }

// Play makes a legal move; otherwise the error is an *sargon.IllegalMoveError and nothing
// changes. A result set by Finish is forgotten. Draws that must be claimed do not stop
// play.
func (g *Game) Play(m Move) error {
	if !g.IsLegal(m) {
		return &sargon.IllegalMoveError{Move: m.String(), FEN: g.FEN()}
	}
	g.nodes = append(g.nodes, g.last().play(m))
	g.nodes[len(g.nodes)-2].legal = nil // long games stay small
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

// PlayWritten makes a move that ParseWritten reads.
func (g *Game) PlayWritten(text string) error {
	m, err := g.ParseWritten(text)
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
		g.last().legal = g.last().mailbox.legal()
		g.finish = Result{}
	}
	return n
}

// Key returns a text that is the same for positions that are, for repetition: with the same
// pieces on the same squares, the same side to move and the same possible moves.
func (g *Game) Key() string { return g.last().key }

// occurrences counts how often a position has occurred so far, the present one included.
func (g *Game) occurrences(key string) int {
	count := 0
	for _, n := range g.nodes {
		if n.key == key {
			count++
		}
	}
	return count
}

// Repeats reports whether a legal move leads to a position that has occurred before.
func (g *Game) Repeats(m Move) bool {
	return g.IsLegal(m) && g.occurrences(g.last().play(m).key) > 0
}

// AddComment adds a comment to the last move, or to the game before the first one.
func (g *Game) AddComment(text string) {
	comment := &g.Comment
	if g.Len() > 0 {
		comment = &g.Ply(g.Len() - 1).Comment
	}
	*comment = strings.TrimSpace(*comment + " " + text)
}

// Finish records how the game ended if the rules did not end it: by resignation, on time,
// by agreement.
func (g *Game) Finish(r Result) { g.finish = r }

// Result returns how the game ended: by the rules, or else as set by Finish. A draw by
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

// Claimable reports whether Result is a draw that a player could claim, and that no player has claimed.
func (g *Game) Claimable() bool { return g.finish.Outcome == "" && g.byRules().Reason.Claimed() }

// byRules returns the result that the rules give the position, draws that a player would have to claim
// included.
func (g *Game) byRules() Result {
	const (
		halfMoves   = 100
		repetitions = 3
	)
	n := g.last()
	switch {
	case len(n.legal) == 0 && g.InCheck():
		return Result{Win(g.Side().Other()), Checkmate}
	case len(n.legal) == 0:
		return Result{Draw, Stalemate}
	case n.insufficientMaterial():
		return Result{Draw, InsufficientMaterial}
	case g.occurrences(n.key) >= repetitions:
		return Result{Draw, Repetition}
	case n.clock >= halfMoves:
		return Result{Draw, FiftyMoves}
	}
	return Result{Outcome: Unfinished}
}

// Balance returns the material on the board in points, White's minus Black's: pawn 1,
// knight and bishop 3, rook 5, queen 9 (spec §1).
func (g *Game) Balance() int {
	balance := 0
	for _, piece := range g.last().Board {
		value := int(piece.Type().Value())
		if piece.Color() == sargon.Black {
			value = -value
		}
		balance += value
	}
	return balance // the kings cancel out
}

// Captured returns the pieces that a side has lost in the course of the game, the most valuable first.
func (g *Game) Captured(side sargon.Color) (lost []sargon.PieceType) {
	for i, n := range g.nodes[1:] {
		move, board := n.ply.Move, &g.nodes[i].Board
		taken, by := board[move.To].Type(), board[move.From].Type()
		if by == sargon.Pawn && move.From.File() != move.To.File() && taken == sargon.NoPiece {
			taken = sargon.Pawn // en passant
		}
		if n.ply.Side != side && taken != sargon.NoPiece {
			lost = append(lost, taken)
		}
	}
	slices.Sort(lost)
	slices.Reverse(lost)
	return lost
}

// Piece returns what stands on a square, as a byte of the program's board that has not
// moved; Empty for an empty square, Border outside the board.
func (g *Game) Piece(s sargon.Square) sargon.Piece {
	if !s.OnBoard() {
		return sargon.Border
	}
	return g.last().Board[s] & colorAndType
}

// SameBoard reports whether the pieces of a position stand as in the game. What has moved is
// not looked at.
func (g *Game) SameBoard(p *sargon.Position) bool {
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if s.OnBoard() && g.Piece(s) != p.Board[s]&colorAndType {
			return false
		}
	}
	return true
}

// Records returns all moves as the program of 1978 keeps them, without flags.
func (g *Game) Records() []sargon.Move {
	records := make([]sargon.Move, 0, g.Len())
	for _, n := range g.nodes[1:] {
		records = append(records, sargon.Move{From: n.ply.Move.From, To: n.ply.Move.To})
	}
	return records
}
