package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/roms"
)

var romCommand = &cli.Command{
	Name:  "rom",
	Args:  "info|asm|list|check [FILE]",
	Short: "look into a program image: the embedded ROM, or your own edition",
	Long: `
FILE is a listing in Zilog's or TDL's mnemonics, a raw image or Intel HEX with a symbol
file (--symbols, or beside it as .sym). Without FILE it is the embedded ROM.

  info   which image it is: size, load address, SHA-256, entry points
  asm    assemble a listing: --out writes the image, --symbols-out the symbols
  list   the listing, with addresses and bytes
  check  does it have the cells and entry points that the harness needs?

  sargon rom info
  sargon rom list | less
  sargon rom asm my-sargon.asm --load 1A00 --out sargon.bin --symbols-out sargon.sym
  sargon rom check sargon.bin --symbols sargon.sym`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		o := engines.RomFlags(fs)
		out := fs.String("out", "", "`file` for the image (asm)")
		symbolsOut := fs.String("symbols-out", "", "`file` for the symbols (asm)")
		return func(_ context.Context, streams *cli.IO, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return cli.Usagef("want info, asm, list or check, and perhaps a file")
			}
			if len(args) == 2 {
				o.Rom = args[1]
			}
			commands := map[string]func(*cli.IO, *roms.Image) error{
				"info": romInfo, "list": romList, "check": romCheck,
				"asm": func(streams *cli.IO, image *roms.Image) error {
					return romAssemble(streams, image, *out, *symbolsOut)
				},
			}
			run := commands[args[0]]
			if run == nil {
				return cli.Usagef("%q: want info, asm, list or check", args[0])
			}
			image, err := o.Image()
			if err != nil {
				return err
			}
			return run(streams, image)
		}
	},
}

func romInfo(streams *cli.IO, image *roms.Image) error {
	w := streams.Out
	fmt.Fprintf(w, "%s (%v)\n", image.Name, image.Kind)
	fmt.Fprintf(w, "  load address  %04X\n", image.Load)
	fmt.Fprintf(w, "  size          %d bytes, to %04X\n", len(image.Bytes), int(image.Load)+len(image.Bytes)-1)
	fmt.Fprintf(w, "  SHA-256       %s\n", engines.SHA256(image))
	fmt.Fprintf(w, "  symbols       %d\n", len(image.Symbols))
	fmt.Fprintf(w, "  entry points ")
	for _, name := range slices.Sorted(slices.Values(roms.EntryPoints)) {
		if addr, ok := image.Symbol(name); ok {
			fmt.Fprintf(w, " %s=%04X", name, addr)
		}
	}
	fmt.Fprintln(w)
	if missing := roms.Check(image); len(missing) > 0 {
		fmt.Fprintf(w, "  harness       not usable: %d names are missing or wrong; `sargon rom check` lists them\n", len(missing))
	} else {
		fmt.Fprintln(w, "  harness       has all that it needs")
	}
	return nil
}

func romList(streams *cli.IO, image *roms.Image) error {
	if image.Source == nil {
		return fmt.Errorf("%s is a %v: only a listing has lines to show", image.Name, image.Kind)
	}
	return image.Source.WriteListing(streams.Out)
}

func romCheck(streams *cli.IO, image *roms.Image) error {
	missing := roms.Check(image)
	for _, m := range missing {
		fmt.Fprintf(streams.Out, "%s: %v\n", image.Name, m)
	}
	if len(missing) > 0 {
		fmt.Fprintf(streams.Out, "%s: %d names are missing or wrong (spec §15)\n", image.Name, len(missing))
		return cli.ErrFailed
	}
	fmt.Fprintf(streams.Out, "%s: has the %d cells and %d entry points that the harness needs\n", image.Name, len(roms.Cells), len(roms.EntryPoints))
	return nil
}

func romAssemble(streams *cli.IO, image *roms.Image, out, symbolsOut string) error {
	if image.Source == nil {
		return fmt.Errorf("%s is a %v: there is nothing to assemble", image.Name, image.Kind)
	}
	if out == "" && symbolsOut == "" {
		return cli.Usagef("asm: name a file for the image with --out, for the symbols with --symbols-out")
	}
	if out != "" {
		err := cli.WriteFile(out, streams.Out, func(w io.Writer) error {
			_, err := w.Write(image.Bytes)
			return err
		})
		if err != nil {
			return err
		}
	}
	if symbolsOut == "" {
		return nil
	}
	return cli.WriteFile(symbolsOut, streams.Out, image.Source.WriteSymbols)
}
