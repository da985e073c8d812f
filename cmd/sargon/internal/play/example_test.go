package play_test

import (
	"context"
	"os"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/play"
	"sargon78/cmd/sargon/internal/settings"
)

func Example() {
	streams := &cli.IO{In: strings.NewReader("e4\nstatus\n"), Out: os.Stdout, Err: os.Stderr}
	o := play.Options{Settings: settings.Default(), Plain: true}
	_ = play.Run(context.Background(), streams, o)
	// Output:
	// Sargon, engine rom, level 2. You play white. Type a move, or help.
	// Sargon: e5
	// You are to move. Move 2. You play white against rom at level 2.
}
