package plain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// answer returns the answer to a question about the game, in one line or several.
type answer func(v session.View, args string) string

// questionCommand returns the command that prints an answer.
func (t *textGame) questionCommand(a answer) func(args string) {
	return func(args string) { t.say("%s", a(t.Session.View(), args)) }
}

const noMove = "No move yet."

func last(v session.View, _ string) string {
	var lines []string
	for i := max(0, v.Game.Len()-2); i < v.Game.Len(); i++ {
		p := v.Game.Ply(i)
		text := fmt.Sprintf("%d, %v: %s, %v from %v to %v", p.Number, p.Side, p.SAN,
			v.Game.At(i).Piece(p.Move.From).Type(), p.Move.From, p.Move.To)
		if p.Note != nil {
			text += ", " + front.ScoreText(p.Note.Score, "Sargon")
			if p.Note.In1978.Duration > 0 {
				text += ", " + game.FormatTime1978(p.Note.In1978) + " in 1978"
			}
		}
		lines = append(lines, text+".")
	}
	return cmp.Or(strings.Join(lines, "\n"), noMove)
}

func board(v session.View, args string) string {
	var lines []string
	for rank := 7; rank >= 0; rank-- {
		line := fmt.Sprint(rank + 1)
		if args == "words" {
			line = describeSquares(v, line)
		} else {
			for file := range 8 {
				line += " " + string(v.Game.Piece(sargon.SquareAt(file, rank)).Letter())
			}
		}
		lines = append(lines, line)
	}
	if args != "words" {
		lines = append(lines, "  a b c d e f g h")
	}
	return strings.Join(append(lines, v.Game.Side().String()+" to move."), "\n")
}

// pieceOf returns the type of a piece from its letter or name.
func pieceOf(text string) (sargon.PieceType, bool) {
	text = strings.ToLower(text)
	for t := sargon.Pawn; t <= sargon.King; t++ {
		name := t.String()
		if slices.Contains([]string{strings.ToLower(string(t.Letter())), name, name + "s"}, text) {
			return t, true
		}
	}
	return sargon.NoPiece, false
}

// pieces returns the squares of the pieces of a type, or of all types.
func pieces(v session.View, args string) string {
	wanted, ok := pieceOf(args)
	if args != "" && !ok {
		return fmt.Sprintf("%q is no piece: want K, Q, R, B, N or P.", args)
	}
	var lines []string
	for t := sargon.King; t >= sargon.Pawn; t-- {
		if args != "" && t != wanted {
			continue
		}
		var sides []string
		for _, side := range []sargon.Color{sargon.White, sargon.Black} {
			squares := squaresWith(v.Game, func(at sargon.Square, p sargon.Piece) string {
				if p == sargon.NewPiece(t, side) {
					return at.String()
				}
				return ""
			})
			sides = append(sides, fmt.Sprintf("%v %s", side, cmp.Or(strings.Join(squares, " "), "none")))
		}
		lines = append(lines, fmt.Sprintf("%v: %s.", t, strings.Join(sides, ", ")))
	}
	return strings.Join(lines, "\n")
}

// squaresWith calls say for each piece, in the order of the squares, and returns the texts that are not
// empty.
func squaresWith(g *game.Game, say func(sargon.Square, sargon.Piece) string) (said []string) {
	for at := sargon.FirstSquare; at <= sargon.LastSquare; at++ {
		if text := say(at, g.Piece(at)); text != "" {
			said = append(said, text)
		}
	}
	return said
}

// describeSquares returns the pieces on a square, a file or a rank.
func describeSquares(v session.View, args string) string {
	args = strings.ToLower(args)
	name := args
	switch _, err := sargon.ParseSquare(args); {
	case len(args) == 1 && strings.Contains("abcdefgh", args):
		name = "file " + args
	case len(args) == 1 && strings.Contains("12345678", args):
		name = "rank " + args
	case err != nil:
		return fmt.Sprintf("%q is no square, file or rank: want e4, e or 4.", args)
	}
	parts := squaresWith(v.Game, func(at sargon.Square, p sargon.Piece) string {
		if !strings.Contains(at.String(), args) || p == sargon.Empty || p == sargon.Border {
			return ""
		}
		return fmt.Sprintf("%v %v %v", at, p.Color(), p.Type())
	})
	return fmt.Sprintf("%s: %s.", name, cmp.Or(strings.Join(parts, ", "), "empty"))
}

// legal returns the legal moves: all of them, those from a square, or those of a type of piece.
func legal(v session.View, args string) string {
	piece, isPiece := pieceOf(args)
	from, err := sargon.ParseSquare(args)
	if args != "" && !isPiece && err != nil {
		return fmt.Sprintf("legal %s: want a piece like N, or a square like e2.", args)
	}
	var names []string
	for _, m := range v.Game.Legal() {
		if args == "" || err == nil && m.From == from ||
			isPiece && v.Game.Piece(m.From).Type() == piece {
			names = append(names, v.Game.SAN(m))
		}
	}
	slices.Sort(names)
	switch len(names) {
	case 0:
		return "No legal move."
	case 1:
		return fmt.Sprintf("1 move: %s.", names[0])
	}
	return fmt.Sprintf("%d moves: %s.", len(names), strings.Join(names, " "))
}

func moves(v session.View, _ string) string {
	text := ""
	for i, p := range v.Game.Plies() {
		switch {
		case i == 0:
			text = game.Numbered(&p)
		case p.Side == sargon.White:
			text += "\n" + game.Numbered(&p)
		default:
			text += " " + p.SAN
		}
	}
	return cmp.Or(text, noMove)
}

// clock returns the times of both sides: what is left on the chess clocks, or, without them, what Sargon
// and the user have used.
func clock(v session.View, _ string) string {
	if v.White != nil {
		var sides []string
		for _, side := range []sargon.Color{sargon.White, sargon.Black} {
			c := v.ChessClock(side)
			text := side.String()
			if !v.Both {
				text = front.Name(&v, side) + ", " + text
			}
			text += fmt.Sprintf(": %s left", game.FormatClock(max(0, c.Remaining)))
			if c.MovesToGo > 0 {
				text += fmt.Sprintf(" for %d moves", c.MovesToGo)
			}
			if c.Fallen {
				text += ", the flag has fallen"
			}
			sides = append(sides, capital(text))
		}
		return strings.Join(sides, ". ") + "."
	}
	t := v.Clock(v.Player.Other())
	text := fmt.Sprintf("Sargon: %s now", game.FormatClock(t.Elapsed))
	if t.In1978.Duration > 0 {
		text += fmt.Sprintf(", %s in 1978", game.FormatTime1978(t.In1978))
	}
	return fmt.Sprintf("%s. You: %s.", text, game.FormatClock(v.Clock(v.Player).Elapsed))
}

func (t *textGame) status(v session.View, _ string) string {
	turn := capital(front.ToMove(&v))
	switch {
	case v.Thinks():
		turn = front.ProgressText(v.Search)
	case v.Over:
		turn = "The game is over: " + v.Game.Result().Description()
	case v.Game.InCheck():
		turn += ", and in check"
	}
	return fmt.Sprintf("%s. Move %d. %s.", turn, v.Game.Number(), t.players(&v))
}

// captured returns what both sides have lost, and which side is ahead.
func captured(v session.View, _ string) string {
	text := ""
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		var pieces []string
		for _, t := range v.Game.Captured(side) {
			pieces = append(pieces, t.String())
		}
		text += capital(fmt.Sprintf("%v has lost: %s.\n", side,
			cmp.Or(strings.Join(pieces, ", "), "nothing")))
	}
	switch ahead := v.Game.Balance(); {
	case ahead > 0:
		return text + fmt.Sprintf("White is ahead by %d.", ahead)
	case ahead < 0:
		return text + fmt.Sprintf("Black is ahead by %d.", -ahead)
	}
	return text + "Material is even."
}

func fen(v session.View, _ string) string { return v.Game.FEN() }

func text(v session.View, _ string) string { return strings.TrimSpace(pgn.Text(v.Game)) }

// questionOrAction returns a command that prints an answer, or with words after it performs an action.
func (t *textGame) questionOrAction(a answer, action func(args string) session.Action) func(args string) {
	return func(args string) {
		if args == "" {
			t.questionCommand(a)("")
		} else {
			t.act(action(args))
		}
	}
}
