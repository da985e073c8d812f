package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

func (s *talk) last(string) {
	g := s.Table.View().Game
	if g.Len() == 0 {
		s.say("No move yet.")
		return
	}
	for i := max(0, g.Len()-2); i < g.Len(); i++ {
		p := g.Ply(i)
		text := fmt.Sprintf("%d, %v: %s, %v from %v to %v", p.Number, p.Side, p.SAN, moved(g, i),
			p.Move.From, p.Move.To)
		if p.Note != nil {
			text += ", " + change(p.Note.Score, "Sargon")
			if p.Note.In1978.Duration > 0 {
				text += ", " + game.About(p.Note.In1978) + " in 1978"
			}
		}
		s.say("%s.", text)
	}
}

// moved names the piece that half-move i moved.
func moved(g *game.Game, i int) sargon.PieceType {
	return g.At(i).Piece(g.Ply(i).Move.From).Type()
}

// change says what a search expects, and for whom.
func change(score sargon.Score, side string) string {
	switch score {
	case 0:
		return "from the book"
	case sargon.Mates, sargon.Mated:
		return fmt.Sprintf("%s %v", side, score)
	}
	return fmt.Sprintf("change %v for %s", score, side)
}

func (s *talk) boardText(args string) {
	g := s.Table.View().Game
	if args == "words" {
		for rank := 8; rank > 0; rank-- {
			s.on(strconv.Itoa(rank))
		}
		s.say("%s to move.", g.Side())
		return
	}
	for rank := 7; rank >= 0; rank-- {
		line := strconv.Itoa(rank + 1)
		for file := range 8 {
			line += " " + string(g.Piece(sargon.SquareAt(file, rank)).Letter())
		}
		s.say("%s", line)
	}
	s.say("  a b c d e f g h")
	s.say("%s to move.", g.Side())
}

// pieceOf reads a letter or a name.
func pieceOf(text string) (sargon.PieceType, bool) {
	text = strings.ToLower(text)
	for t := sargon.Pawn; t <= sargon.King; t++ {
		if text == strings.ToLower(string(t.Letter())) || text == t.String() ||
			text == t.String()+"s" {
			return t, true
		}
	}
	return sargon.NoPiece, false
}

func (s *talk) pieces(args string) {
	if args == "" {
		for t := sargon.King; t >= sargon.Pawn; t-- {
			s.say("%s.", s.where(t))
		}
		return
	}
	t, ok := pieceOf(args)
	if !ok {
		s.say("%q is no piece: want K, Q, R, B, N or P.", args)
		return
	}
	s.say("%s.", s.where(t))
}

// where says where the pieces of a type are.
func (s *talk) where(t sargon.PieceType) string {
	var parts []string
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		var squares []string
		for at := sargon.FirstSquare; at <= sargon.LastSquare; at++ {
			if s.Table.View().Game.Piece(at) == sargon.NewPiece(t, side) {
				squares = append(squares, at.String())
			}
		}
		if squares == nil {
			squares = []string{"none"}
		}
		parts = append(parts, fmt.Sprintf("%v %s", side, strings.Join(squares, " ")))
	}
	return fmt.Sprintf("%v: %s", t, strings.Join(parts, ", "))
}

// on says what stands on a square, a file or a rank.
func (s *talk) on(args string) {
	args = strings.ToLower(args)
	name := args
	switch _, err := sargon.ParseSquare(args); {
	case len(args) == 1 && strings.Contains("abcdefgh", args):
		name = "file " + args
	case len(args) == 1 && strings.Contains("12345678", args):
		name = "rank " + args
	case err != nil:
		s.say("%q is no square, file or rank: want e4, e or 4.", args)
		return
	}
	var parts []string
	for at := sargon.FirstSquare; at <= sargon.LastSquare; at++ {
		piece := s.Table.View().Game.Piece(at)
		if strings.Contains(at.String(), args) && piece != sargon.Empty && piece != sargon.Border {
			parts = append(parts, fmt.Sprintf("%v %v %v", at, piece.Color(), piece.Type()))
		}
	}
	if parts == nil {
		parts = []string{"empty"}
	}
	s.say("%s: %s.", name, strings.Join(parts, ", "))
}

func (s *talk) legal(args string) {
	g := s.Table.View().Game
	piece, isPiece := pieceOf(args)
	from, err := sargon.ParseSquare(args)
	if args != "" && !isPiece && err != nil {
		s.say("legal %s: want a piece like N, or a square like e2.", args)
		return
	}
	var names []string
	for _, m := range g.Legal() {
		if args == "" || err == nil && m.From == from ||
			isPiece && g.Piece(m.From).Type() == piece {
			names = append(names, g.SAN(m))
		}
	}
	slices.Sort(names)
	switch len(names) {
	case 0:
		s.say("No legal move.")
	case 1:
		s.say("1 move: %s.", names[0])
	default:
		s.say("%d moves: %s.", len(names), strings.Join(names, " "))
	}
}

func (s *talk) moves(string) {
	g := s.Table.View().Game
	if g.Len() == 0 {
		s.say("No move yet.")
		return
	}
	line := ""
	for i, p := range g.Plies() {
		if line == "" {
			line = game.Numbered(&p)
		} else {
			line += " " + p.SAN
		}
		if p.Side == sargon.Black || i == g.Len()-1 {
			s.say("%s", line)
			line = ""
		}
	}
}

func (s *talk) clock(string) {
	v := s.Table.View()
	t := v.Clock(v.Player.Other())
	text := fmt.Sprintf("Sargon: %s now", game.ClockTime(t.Now))
	if t.In1978.Duration > 0 {
		text += fmt.Sprintf(", %s in 1978", game.About(t.In1978))
	}
	s.say("%s. You: %s.", text, game.ClockTime(v.Clock(v.Player).Now))
}

func (s *talk) status(string) {
	v := s.Table.View()
	turn := "You are to move"
	switch {
	case v.Thinks():
		turn = thinking(v.Search)
	case v.Over:
		turn = "The game is over: " + v.Game.Result().Words()
	case v.Game.InCheck():
		turn += ", and in check"
	}
	s.say("%s. Move %d. You play %v against %s at level %d.",
		turn, v.Game.Number(), v.Player, s.Program.EngineWords(v.Engine), v.Level)
}

// captured says what both sides have lost.
func (s *talk) captured(string) {
	g := s.Table.View().Game
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		var pieces []string
		for _, t := range g.Captured(side) {
			pieces = append(pieces, t.String())
		}
		if pieces == nil {
			pieces = []string{"nothing"}
		}
		s.say("%v has lost: %s.", side, strings.Join(pieces, ", "))
	}
	switch ahead := g.Balance(); {
	case ahead > 0:
		s.say("White is ahead by %d.", ahead)
	case ahead < 0:
		s.say("Black is ahead by %d.", -ahead)
	default:
		s.say("Material is even.")
	}
}

func (s *talk) fen(args string) {
	if args == "" {
		s.say("%s", s.Table.View().Game.FEN())
		return
	}
	s.act(session.SetUp(args))
}

func (s *talk) pgn(args string) {
	if args == "" {
		s.say("%s", strings.TrimSpace(pgn.Text(s.Table.View().Game)))
		return
	}
	s.act(front.Save(args))
}

func (s *talk) help(string) {
	if s.Dialogue {
		s.say("What you type goes to the keyboard of the machine: answers and moves. " +
			s.Program.MoveHelp() + " Or a command:")
	} else {
		s.say("Type a move: e4, Nf3, O-O, e7e8q. Or a command:")
	}
	for _, c := range s.words {
		text := strings.TrimSpace(c.Names[0]+" "+c.Args) + ": " + c.Help
		if len(c.Names) > 1 {
			text += " (" + strings.Join(c.Names[1:], ", ") + ")"
		}
		s.say("%s", text)
	}
}
