package game

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

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

// movePattern is what a written move specifies: -1 or NoPiece if it does not.
type movePattern struct {
	piece              sargon.PieceType
	fromFile, fromRank int
	to                 sargon.Square
	promotion          sargon.PieceType
}

// NotAMove is the reason of an IllegalMoveError for a text that is no move at all.
const NotAMove = "want a move like e4, Nf3, O-O, e2e4 or e7e8q"

// ParseMove reads a move as people write it, against the legal moves of the position:
// "e4", "Nf3", "nf3", "NF3", "Nbd2", "exd5", "ed5", "e4:d5", "O-O", "0-0", "oo", "e2e4",
// "e2-e4", "e7e8n", "e8=N", "e8(N)", "e8/N", "e8" (a queen), with dashes of any length and
// figurines. Signs like +, #, ! and e.p. are passed over.
// In the correct case the letter b is a pawn's file and B a bishop; in the wrong case the
// reading that is legal is taken. Errors are *sargon.IllegalMoveError; if several moves are
// meant, it names them.
func (g *Game) ParseMove(text string) (Move, error) { return g.parseMove(text, false) }

// ParseWritten reads a move of a file, as ParseMove does. Its author cannot be asked what is meant, so
// it is refused if it promotes a pawn without naming the piece, or begins with a letter that other
// languages have for a piece.
func (g *Game) ParseWritten(text string) (Move, error) { return g.parseMove(text, true) }

// parseMove does the work of ParseMove and, if written is set, of ParseWritten.
func (g *Game) parseMove(text string, written bool) (Move, error) {
	bad := func(format string, args ...any) (Move, error) {
		reason := fmt.Sprintf(format, args...)
		return Move{}, &sargon.IllegalMoveError{Move: text, FEN: g.FEN(), Reason: reason}
	}
	bare := withoutSigns(strings.TrimSpace(plain(text)))
	if move, cut := strings.CutSuffix(bare, "="); cut {
		if bare = move; toLastRank(move) {
			return bad(wantPiece, move)
		}
	}
	readings := readMove(bare, written)
	if len(readings) == 0 {
		return bad("%s", whyNoMove(bare))
	}
	for _, d := range readings {
		switch matches := g.matches(d); {
		case len(matches) > 1:
			names := make([]string, len(matches))
			for i, m := range matches {
				names[i] = g.SAN(m)
			}
			return bad("it may be %s", strings.Join(names, " or "))
		case len(matches) == 1 && written && matches[0].Promotion != d.promotion:
			return bad(wantPiece, bare)
		case len(matches) == 1:
			return matches[0], nil
		}
	}
	return bad("%s", g.illegalReason(readings[0]))
}

const wantPiece = "it does not say what the pawn becomes; want the piece, like %s=Q"

// toLastRank reports whether a text is a pawn's move to the first or eighth rank.
func toLastRank(text string) bool {
	return text != "" && 'a' <= text[0] && text[0] <= 'h' && strings.ContainsAny(text[len(text)-1:], "18")
}

// IsMove reports whether a text has the form of a move, also of one that no position allows.
func IsMove(text string) bool {
	return len(readMove(withoutSigns(plain(text)), true)) > 0
}

// whyNoMove returns why a text is no move at all.
func whyNoMove(text string) string {
	letter, size := utf8.DecodeRuneInString(text)
	if unicode.IsUpper(letter) && !strings.ContainsRune("KQRBNPO", letter) {
		if _, ok := parsePattern("N" + text[size:]); ok {
			return fmt.Sprintf("%c is no piece; want the English letters K, Q, R, B and N", letter)
		}
	}
	return NotAMove
}

// withoutSigns takes away what may follow a move and says nothing about it.
func withoutSigns(text string) string {
	for {
		rest := strings.TrimRight(text, " +#!?.:x")
		for _, sign := range []string{"(e.p.)", "(ep)", "/e.p", "/ep", "e.p", "ep", "dbl", "dis", "ch", "mate"} {
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
func readMove(text string, written bool) (readings []movePattern) {
	if text != "" && strings.ContainsAny(text[:1], "0Oo") {
		switch castlingSigns.Replace(text) {
		case "OO":
			return castling(6)
		case "OOO":
			return castling(2)
		}
	}
	lower := strings.ToLower(text)
	candidates := []string{text}
	if foreign := text != "" && 'A' <= text[0] && text[0] <= 'H' && text[0] != 'B'; !written || !foreign {
		candidates = append(candidates, lower)
	}
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

var castlingSigns = strings.NewReplacer("0", "O", "o", "O", "-", "", " ", "")

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
	_, closed := cut(")")
	opened := false
	if letter, ok := cut("QRBNqrbn"); ok {
		d.promotion = promotionOf(letter)
		cut("=/")
		_, opened = cut("(")
		cut("=/")
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
	return d, err == nil && text == "" && opened == closed
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

// illegalReason returns what stands against a move that is not legal.
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
