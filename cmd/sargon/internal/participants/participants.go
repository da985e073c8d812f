// Package participants opens the engines that take part in a comparison: those that package launch
// opens for playing, and other programs, "exec:COMMAND" in the line protocol of package external and
// "uci:COMMAND" in UCI.
//
//	open, image, err := participants.Named(ctx, "exec:python3 my-sargon.py", launch.Options{})
//	engine, err := open()
package participants

import (
	"context"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/external"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Named returns a function that opens an engine of the name, as often as it is called; the engines
// end with the context. An emulated engine has an image, all others have none. The error says that
// there is no engine of that name, or what is wrong with the image.
func Named(
	ctx context.Context, name string, o launch.Options,
) (open func() (sargon.Engine, error), image *roms.Image, err error) {
	kind, command, _ := strings.Cut(name, ":")
	options, onMachine := o.Named(name)
	switch {
	case kind == "exec":
		open = orNil(func() (*external.Engine, error) { return external.Open(ctx, command) })
	case kind == "uci":
		open = orNil(func() (*external.UCI, error) { return external.OpenUCI(ctx, command) })
	case onMachine:
		image, err = options.Image()
		open = orNil(func() (*emulated.Engine, error) { return options.New(name, image) })
	default:
		if err = launch.Check(name); err != nil {
			err = cli.Usagef("%w; also exec:COMMAND and uci:COMMAND", err)
		}
		open = func() (sargon.Engine, error) { return launch.OpenWitness(name, o) }
	}
	return open, image, err
}

// orNil turns a function for one type of engine into one for sargon.Engine. With an error the result
// is nil, not an interface that holds a nil pointer.
func orNil[E sargon.Engine](open func() (E, error)) func() (sargon.Engine, error) {
	return func() (sargon.Engine, error) {
		e, err := open()
		if err != nil {
			return nil, err
		}
		return e, nil
	}
}
