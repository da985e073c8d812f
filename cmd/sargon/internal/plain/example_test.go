package plain_test

import (
	"context"
	"os"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

func Example() {
	t := session.New(session.Options{
		Open:   func(string) (sargon.Engine, error) { return native.New10x12(), nil },
		Engine: "10x12", Level: 1, Player: sargon.White,
	})
	_, _ = plain.Play(context.Background(), plain.Options{
		Game: front.Game{Session: t},
		In:   plain.Read(context.Background(), strings.NewReader("e4\npieces Q\nfile e\n")),
		Out:  os.Stdout,
	})
	// Output:
	// Sargon (10x12), level 1. You play white. Type a move, or help.
	// Sargon: e5
	// queen: white d1, black d8.
	// file e: e1 white king, e4 white pawn, e5 black pawn, e8 black king.
}
