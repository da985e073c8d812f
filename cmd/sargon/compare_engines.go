package main

import (
	"context"
	"fmt"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/compare"
	"sargon78/compare/external"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// contenders returns the engines that were asked for.
func (o *compareOptions) contenders(ctx context.Context) ([]compare.Contender, error) {
	if len(o.engines) == 0 {
		o.engines = sargon.EngineNames // all
	}
	var all []compare.Contender
	for _, name := range o.engines {
		c, err := o.contender(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// contender returns an engine by name. Two of the same name are told apart by the reader.
func (o *compareOptions) contender(
	ctx context.Context, name string,
) (compare.Contender, error) {
	c := compare.Contender{Name: name, Version: buildVersion()}
	switch {
	case strings.HasPrefix(name, "exec:"):
		c.Version = "" // the program tells it
		c.Open = orNil(func() (*external.Engine, error) {
			return external.Open(ctx, strings.TrimPrefix(name, "exec:"))
		})
	case strings.HasPrefix(name, "uci:"):
		c.Version = ""
		c.Open = orNil(func() (*external.UCI, error) {
			return external.OpenUCI(ctx, strings.TrimPrefix(name, "uci:"))
		})
	case name == "probe":
		c.Open = compare.ProbeContender().Open
	default:
		if options, emulated := o.rom.Named(name); emulated {
			return o.romContender(name, options)
		}
		// The name is tried once, so that an unknown one is a mistake of the call.
		if _, err := engines.Open(name, *o.rom); err != nil {
			return c, cli.Usagef("--engines: %v; also probe, exec:COMMAND and uci:COMMAND", err)
		}
		c.Open = func() (sargon.Engine, error) { return engines.Open(name, *o.rom) }
	}
	return c, nil
}

// romContender reads the image once for all workers.
func (o *compareOptions) romContender(
	name string, options engines.Options,
) (compare.Contender, error) {
	image, err := options.Image()
	if err != nil {
		return compare.Contender{}, err
	}
	engine, err := options.New(name, image)
	if err != nil {
		return compare.Contender{}, err
	}
	c := compare.Contender{
		Name: name,
		Version: fmt.Sprintf("%s, %d bytes at %04X, sha256 %.16s…, on the core %s",
			image.Name, len(image.Bytes), image.Load, edition.SHA256(image),
			engine.Machine().Core().Name()),
		Open: orNil(func() (*emulated.Engine, error) { return options.New(name, image) }),
	}
	o.cover(&c, image)
	return c, nil
}

// orNil makes engines of one type engines of any: if there is an error there is none, rather
// than an empty one.
func orNil[E sargon.Engine](open func() (E, error)) func() (sargon.Engine, error) {
	return func() (sargon.Engine, error) {
		e, err := open()
		if err != nil {
			return nil, err
		}
		return e, nil
	}
}
