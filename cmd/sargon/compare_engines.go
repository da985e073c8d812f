package main

import (
	"context"
	"fmt"

	"sargon78/compare"
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
	open, image, err := o.rom.Any(ctx, name)
	if err != nil {
		return compare.Contender{}, fmt.Errorf("--engines: %w", err)
	}
	c := compare.Contender{Name: name, Version: buildVersion(), Open: open}
	switch {
	case compare.IsCommand(name):
		c.Version = "" // the program tells it
	case image != nil:
		engine, err := open()
		if err != nil {
			return c, err
		}
		program, _ := emulated.Of(engine)
		c.Version = fmt.Sprintf("%s, %d bytes at %04X, sha256 %.16s…, on the core %s", image.Name,
			len(image.Bytes), image.Load, image.SHA256(), program.Machine().Core().Name())
		o.cover(&c, image)
	}
	return c, nil
}
