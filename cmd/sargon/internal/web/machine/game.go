package machine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

// score is the score sheet of a game by the rules that the program of 1978 knows, so that
// it can follow whatever the program does. It is small: it travels to the browser.
type score struct {
	engine    sargon.Engine
	positions []sargon.Position // the first one, and after each move
	plies     []sheetPly
	given     string // result by resignation
}

type sheetPly struct {
	uci, san string
	number   int
	side     sargon.Color
}

func newScore(start sargon.Position) (*score, error) {
	s := &score{engine: native.New10x12()}
	if err := s.engine.SetPosition(start); err != nil {
		return nil, err
	}
	s.positions = []sargon.Position{start}
	return s, nil
}

func (s *score) now() *sargon.Position { return &s.positions[len(s.positions)-1] }

// at returns the game as it stood after the first n half-moves.
func (s *score) at(n int) *score {
	c := *s
	c.positions, c.plies, c.given = s.positions[:n+1:n+1], s.plies[:n:n], ""
	c.engine = native.New10x12()
	_ = c.engine.SetPosition(*c.now()) // it was one already
	return &c
}

// legal returns the moves of a side; a pawn becomes a queen.
func legal(p sargon.Position) []native.Division {
	moves, err := native.Divide(context.Background(), "mailbox", p, 1, native.Sargon)
	if err != nil {
		return nil
	}
	return moves
}

// play makes a move: from and to, as "e2e4", or in algebraic notation.
func (s *score) play(text string) error {
	moves := legal(*s.now())
	plain := strings.TrimRight(text, "+#")
	for _, m := range moves {
		san := s.san(m, moves)
		if plain == san || strings.ToLower(strings.TrimSuffix(plain, "q")) == m.Move.String() {
			return s.make(m, san)
		}
	}
	return fmt.Errorf("%q is not a legal move in %s", text, s.now().FEN())
}

func (s *score) make(m native.Division, san string) error {
	before := s.now()
	if err := s.engine.Play(m.Move.From, m.Move.To); err != nil {
		return err
	}
	after := s.engine.Position()
	side := before.Side
	ply := sheetPly{uci: m.UCI(), side: side, number: int(before.MoveNumber)}
	s.positions = append(s.positions, after)
	if after.InCheck(after.Side) {
		san += map[bool]string{true: "#", false: "+"}[len(legal(after)) == 0]
	}
	ply.san = san
	s.plies = append(s.plies, ply)
	return nil
}

// san writes a move in standard algebraic notation, without the sign of check.
func (s *score) san(m native.Division, moves []native.Division) string {
	board := &s.now().Board
	piece, from, to := board[m.Move.From].Type(), m.Move.From.String(), m.Move.To.String()
	captures := board[m.Move.To] != sargon.Empty || piece == sargon.Pawn && from[0] != to[0]
	cross := map[bool]string{true: "x"}[captures]
	switch {
	case piece == sargon.King && m.Move.Flags&sargon.DoubleMove != 0:
		if m.Move.To.File() > m.Move.From.File() {
			return "O-O"
		}
		return "O-O-O"
	case piece == sargon.Pawn:
		text := to
		if captures {
			text = from[:1] + "x" + to
		}
		if r := m.Move.To.Rank(); r == 0 || r == 7 {
			text += "=Q"
		}
		return text
	}
	others, file, rank := 0, 0, 0
	for _, o := range moves {
		if o.Move.To == m.Move.To && o.Move.From != m.Move.From && board[o.Move.From].Type() == piece {
			others++
			if o.Move.From.File() == m.Move.From.File() {
				file++
			}
			if o.Move.From.Rank() == m.Move.From.Rank() {
				rank++
			}
		}
	}
	which := ""
	switch {
	case others == 0:
	case file == 0:
		which = from[:1]
	case rank == 0:
		which = from[1:]
	default:
		which = from
	}
	return string(piece.Letter()) + which + cross + to
}

// line writes the legal beginning of a line of moves.
func (s *score) line(moves []sargon.Move) []string {
	c := s.at(len(s.plies))
	text := []string{}
	for _, m := range moves {
		if c.play(m.String()) != nil {
			break
		}
		text = append(text, c.plies[len(c.plies)-1].san)
	}
	return text
}

// result returns how the game has ended, or why a draw can be claimed. The program itself
// knows mate and stalemate only (spec §13).
func (s *score) result() (outcome, reason string, claimed bool) {
	if s.given != "" {
		return s.given, "resignation", false
	}
	p := s.now()
	if len(legal(*p)) == 0 {
		if !p.InCheck(p.Side) {
			return "1/2-1/2", "stalemate", false
		}
		return wins(p.Side.Other()), "checkmate", false
	}
	switch {
	case s.repetitions() >= 3:
		return "1/2-1/2", "threefold repetition", true
	case s.quiet() >= 100:
		return "1/2-1/2", "fifty moves", true
	case bare(p):
		return "1/2-1/2", "insufficient material", true
	}
	return "", "", false
}

func wins(side sargon.Color) string {
	if side == sargon.White {
		return "1-0"
	}
	return "0-1"
}

// same is what two positions must share to be the same by the rules. An en passant square
// counts only if there is a capture on it.
func same(p *sargon.Position) string {
	fields := strings.Fields(p.FEN())
	if fields[3] != "-" && !slices.ContainsFunc(legal(*p), func(m native.Division) bool {
		return m.Move.To.String() == fields[3] && p.Board[m.Move.From].Type() == sargon.Pawn
	}) {
		fields[3] = "-"
	}
	return strings.Join(fields[:4], " ")
}

func (s *score) repetitions() int {
	now, n, quiet := same(s.now()), 0, s.quiet()
	for i := len(s.positions) - 1; i >= 0 && len(s.positions)-1-i <= quiet; i-- {
		if same(&s.positions[i]) == now {
			n++
		}
	}
	return n
}

// quiet counts half-moves without a capture or a move of a pawn.
func (s *score) quiet() int {
	n := 0
	for i := len(s.plies) - 1; i >= 0; i-- {
		before, after := &s.positions[i], &s.positions[i+1]
		from := sargon.Square(0)
		if sq, err := sargon.ParseSquare(s.plies[i].uci[:2]); err == nil {
			from = sq
		}
		if before.Board[from].Type() == sargon.Pawn || pieces(before) != pieces(after) {
			break
		}
		n++
	}
	return n
}

func pieces(p *sargon.Position) (n int) {
	for _, piece := range p.Board {
		if piece != sargon.Empty && piece != sargon.Border {
			n++
		}
	}
	return n
}

// bare tells whether neither side can ever mate: at most one bishop or knight is left.
func bare(p *sargon.Position) bool {
	minor := 0
	for _, piece := range p.Board {
		switch {
		case piece == sargon.Border:
		case piece.Type() == sargon.Knight || piece.Type() == sargon.Bishop:
			minor++
		case piece != sargon.Empty && piece.Type() != sargon.King:
			return false
		}
	}
	return minor <= 1
}
