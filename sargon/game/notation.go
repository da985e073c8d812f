package game

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// SAN returns a legal move in standard algebraic notation, "Nbd2", "exd6", "O-O+",
// "e8=Q#"; for a move that is not legal it returns what String does.
func (g *Game) SAN(m Move) string {
	if !g.IsLegal(m) {
		return m.String()
	}
	return g.last().play(m).ply.SAN
}

// Line returns the longest legal beginning of a line of moves and its notation. It ends
// where a move is not legal, and after mate or stalemate.
func (g *Game) Line(moves []Move) (legal []Move, san []string) {
	return line(g, moves, func(_ *Game, m Move) (Move, bool) { return m, true })
}

// LineFromSargon is Line for a principal variation of an engine. It ends where the game does: Sargon
// knows neither repetition nor fifty moves (spec §13).
func (g *Game) LineFromSargon(records []sargon.Move) (legal []Move, san []string) {
	return line(g, records, func(c *Game, record sargon.Move) (Move, bool) {
		if c.Len() > g.Len() && c.Result().Over() {
			return Move{}, false
		}
		return c.FromSargon(record)
	})
}

func line[M any](g *Game, moves []M, read func(*Game, M) (Move, bool)) (legal []Move, san []string) {
	c := g.Clone()
	for _, written := range moves {
		m, ok := read(c, written)
		if !ok || c.Play(m) != nil {
			break
		}
		legal = append(legal, m)
		san = append(san, c.last().ply.SAN)
	}
	return legal, san
}

// movePattern is what a written move says about itself: -1 or NoPiece is not said.
type movePattern struct {
	piece              sargon.PieceType
	fromFile, fromRank int
	to                 sargon.Square
	promotion          sargon.PieceType
}

// NotAMove is the reason of an IllegalMoveError for a text that is no move at all.
const NotAMove = "want a move like e4, Nf3, O-O, e2e4 or e7e8q"

// ParseMove reads a move as people write it, against the legal moves of the position:
// "e4", "Nf3", "nf3", "NF3", "Nbd2", "exd5", "ed5", "O-O", "0-0", "oo", "e2e4",
// "e2-e4", "e7e8n", "e8=N", "e8" (a queen). Signs like +, #, ! and e.p. are passed over.
// In the correct case the letter b is a pawn's file and B a bishop; in the wrong case the
// reading that is legal is taken. Errors are *sargon.IllegalMoveError; if several moves are
// meant, it names them.
func (g *Game) ParseMove(text string) (Move, error) {
	bad := func(format string, args ...any) (Move, error) {
		reason := fmt.Sprintf(format, args...)
		return Move{}, &sargon.IllegalMoveError{Move: text, FEN: g.FEN(), Reason: reason}
	}
	readings := readMove(withoutSigns(strings.TrimSpace(text)))
	if len(readings) == 0 {
		return bad(NotAMove)
	}
	for _, d := range readings {
		switch matches := g.matches(d); len(matches) {
		case 0:
		case 1:
			return matches[0], nil
		default:
			names := make([]string, len(matches))
			for i, m := range matches {
				names[i] = g.SAN(m)
			}
			return bad("it may be %s", strings.Join(names, " or "))
		}
	}
	return bad("%s", g.illegalReason(readings[0]))
}

// withoutSigns takes away what may follow a move and says nothing about it.
func withoutSigns(text string) string {
	for {
		rest := strings.TrimRight(text, " +#!?.")
		for _, sign := range []string{"e.p", "ep", "ch", "mate"} {
			if n := len(rest) - len(sign); n >= 0 && strings.EqualFold(rest[n:], sign) {
				rest = rest[:n]
			}
		}
		if rest == text {
			return text
		}
		text = rest
	}
}

// readMove returns the ways to understand a text, the literal one first.
func readMove(text string) (readings []movePattern) {
	switch strings.NewReplacer("0", "O", "o", "O", "-", "").Replace(text) {
	case "OO":
		return castling(6)
	case "OOO":
		return castling(2)
	}
	lower := strings.ToLower(text)
	candidates := []string{text, lower}
	if lower != "" {
		candidates = append(candidates, strings.ToUpper(lower[:1])+lower[1:])
	}
	for i, candidate := range candidates {
		if i > 0 && candidate == text {
			continue
		}
		if d, ok := parsePattern(candidate); ok {
			readings = append(readings, d)
		}
	}
	return readings
}

// castling returns the moves of both kings to a file.
func castling(file int) (both []movePattern) {
	for _, rank := range []int{0, 7} {
		to := sargon.SquareAt(file, rank)
		both = append(both, movePattern{piece: sargon.King, fromFile: 4, fromRank: rank, to: to})
	}
	return both
}

// parsePattern reads a move like Nb1xd2 or e7e8=Q, from its end.
func parsePattern(text string) (d movePattern, ok bool) {
	d = movePattern{fromFile: -1, fromRank: -1}
	// cut takes the last letter off if it is among some.
	cut := func(letters string) (letter byte, ok bool) {
		last := len(text) - 1
		if last < 0 || strings.IndexByte(letters, text[last]) < 0 {
			return 0, false
		}
		letter, text = text[last], text[:last]
		return letter, true
	}
	const fileLetters, rankDigits, pieceLetters = "abcdefgh", "12345678", "KQRBNP"
	cut(")")
	if letter, ok := cut("QRBNqrbn"); ok {
		d.promotion = promotionOf(letter)
		cut("(")
		cut("=")
	}
	toRank, _ := cut(rankDigits)
	toFile, _ := cut(fileLetters)
	to, err := sargon.ParseSquare(string([]byte{toFile, toRank}))
	d.to = to
	cut("x:-")
	if rank, ok := cut(rankDigits); ok {
		d.fromRank = int(rank - '1')
	}
	if file, ok := cut(fileLetters); ok {
		d.fromFile = int(file - 'a')
	}
	piece, named := cut(pieceLetters)
	switch {
	case named:
		d.piece = sargon.PieceType(1 + strings.IndexByte("PNBRQK", piece))
	case d.fromFile < 0 || d.fromRank < 0: // else from square to square: any piece
		d.piece = sargon.Pawn
	}
	return d, err == nil && text == ""
}

// matches returns the legal moves that fit. A promotion that is not named is to a queen.
func (g *Game) matches(d movePattern) []Move {
	var found []Move
	for _, m := range g.Legal() {
		promotion := d.promotion
		if promotion == sargon.NoPiece && m.Promotion != sargon.NoPiece {
			promotion = sargon.Queen
		}
		if m.To == d.to && m.Promotion == promotion &&
			(d.piece == sargon.NoPiece || g.Piece(m.From).Type() == d.piece) &&
			(d.fromFile < 0 || m.From.File() == d.fromFile) &&
			(d.fromRank < 0 || m.From.Rank() == d.fromRank) {
			found = append(found, m)
		}
	}
	return found
}

// illegalReason says what stands against a move that is not legal.
func (g *Game) illegalReason(d movePattern) string {
	side := g.Side()
	if d.piece == sargon.NoPiece {
		from := sargon.SquareAt(d.fromFile, d.fromRank)
		switch piece := g.Piece(from); {
		case piece == sargon.Empty:
			return fmt.Sprintf("there is no piece on %v", from)
		case piece.Color() != side:
			return fmt.Sprintf("the %v on %v is not %v's", piece.Type(), from, side)
		default:
			d.piece = piece.Type()
		}
	}
	if len(g.Legal()) == 0 {
		return "the game is over"
	}
	if g.InCheck() {
		return fmt.Sprintf("%v is in check, and no %v can help by going to %v", side, d.piece, d.to)
	}
	return fmt.Sprintf("%v has no %v that can go to %v", side, d.piece, d.to)
}
