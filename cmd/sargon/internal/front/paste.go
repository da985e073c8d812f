package front

import (
	"errors"
	"fmt"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// ParsePasted reads a text of several words that is no command: a position as FEN, or a game as PGN,
// with a header or without. what says which it is; goOn goes on with it.
func ParsePasted(text string, commands Commands) (what string, goOn session.Action, err error) {
	const slashes = 7 // between the ranks
	text = strings.TrimSpace(text)
	if board, _, _ := strings.Cut(text, " "); strings.Count(board, "/") == slashes {
		_, err := game.FromFEN(text)
		return "a position", session.SetUp(text), err
	}
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		if errors.As(err, new(*sargon.IllegalMoveError)) {
			return "", nil, errors.New("neither a game nor a FEN: " + ErrorText(err, commands))
		}
		if err != nil {
			return "", nil, fmt.Errorf("this game cannot be read: %w", err)
		}
		if g.Len() > 0 {
			return fmt.Sprintf("a game of %d half-moves", g.Len()), open(g, "the text", nil), nil
		}
	}
	return "", nil, fmt.Errorf("%s is neither a move, nor a command, a FEN or PGN", Shorten(text))
}
