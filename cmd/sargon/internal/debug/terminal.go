package debug

import (
	"context"

	"sargon78/cmd/sargon/internal/cli"
)

// Terminal shows the debugger on the whole terminal.
func Terminal(ctx context.Context, streams *cli.IO, d *Opened) error { return errNoTerminal }
