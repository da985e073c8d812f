package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/engines"
	"sargon78/compare/recordings"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon/files"
)

var romCommand = &cli.Command{
	Name:  "rom",
	Args:  "info|asm|list|check|source [FILE]",
	Short: "look into a program image: the embedded ROM, or your own edition",
	Long: `
FILE is a listing in Zilog's or TDL's mnemonics, a raw image or Intel HEX with a symbol
file (--symbols, or beside it as .sym). Without FILE it is the embedded ROM.

A listing may have numbers before its lines, lines that end as on any system, and quotes and
blanks as word processors set them; UTF-16 is read too. What an assembler has printed, with
addresses and bytes, is refused. Text after END is left out, with a warning.

  info   which image it is: size, load address, SHA-256, entry points
  asm    assemble a listing: --out writes the image, --symbols-out the symbols
  list   the listing, with addresses and bytes
  check  is it a Sargon of 1978? Names and places of cells, numbers in tables, and twelve
         searches of the original, evaluation by evaluation. The last line is the answer;
         the first evaluation that differs shows sargon compare --engines rom,rom:FILE
  source write the source of the embedded ROM to a new folder, to be changed and run with
         --rom FOLDER/main.z80; sargon spec debugger goes through an example

  sargon rom info
  sargon rom list | less
  sargon rom asm my-sargon.asm --load 1A00 --out sargon.bin --symbols-out sargon.sym
  sargon rom check sargon.bin --symbols sargon.sym`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		o := engines.MachineFlags(fs)
		out := fs.String("out", "", "`file` for the image (asm)")
		symbolsOut := fs.String("symbols-out", "", "`file` for the symbols (asm)")
		return func(ctx context.Context, streams *cli.IO, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return cli.Usagef("want info, asm, list, check or source, and perhaps a file")
			}
			if args[0] == "source" {
				return romSource(streams, args[1:])
			}
			if len(args) == 2 {
				o.Rom = args[1]
			}
			commands := map[string]func(*cli.IO, *roms.Image) error{
				"info": romInfo, "list": romList,
				"check": func(streams *cli.IO, image *roms.Image) error {
					return romCheck(ctx, streams, image, *o)
				},
				"asm": func(streams *cli.IO, image *roms.Image) error {
					for _, name := range []string{*out, *symbolsOut} { // never over the listing
						if err := files.MayWrite(name, true, o.Rom, o.Symbols); err != nil {
							return err
						}
					}
					return romAssemble(streams, image, *out, *symbolsOut)
				},
			}
			run := commands[args[0]]
			if run == nil {
				return cli.Usagef("%q: want info, asm, list, check or source", args[0])
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
	fmt.Fprintf(w, "  size          %d bytes, to %04X\n", len(image.Bytes),
		int(image.Load)+len(image.Bytes)-1)
	fmt.Fprintf(w, "  SHA-256       %s\n", edition.SHA256(image))
	fmt.Fprintf(w, "  symbols       %d\n", len(image.Symbols))
	fmt.Fprintf(w, "  entry points ")
	for _, name := range slices.Sorted(slices.Values(roms.EntryPoints)) {
		if addr, ok := image.Symbol(name); ok {
			fmt.Fprintf(w, " %s=%04X", name, addr)
		}
	}
	fmt.Fprintln(w)
	if problems := roms.Check(image); len(problems) > 0 {
		fmt.Fprintf(w, "  harness       %d things are missing or wrong; `sargon rom check` names them\n",
			len(problems))
	} else {
		fmt.Fprintln(w, "  harness       has all that it needs")
	}
	return nil
}

// romSource writes the embedded ROM's source to a folder that is not there yet.
func romSource(streams *cli.IO, args []string) error {
	if len(args) == 0 {
		return cli.Usagef("source: to which folder?")
	}
	if err := os.Mkdir(args[0], 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(args[0], roms.Source()); err != nil {
		return err
	}
	_, err := fmt.Fprintf(streams.Out, "%s: begin with %s\n", args[0],
		filepath.Join(args[0], "main.z80"))
	return err
}

func romList(streams *cli.IO, image *roms.Image) error {
	if image.Source == nil {
		return fmt.Errorf("%s is a %v: only a listing has lines to show", image.Name, image.Kind)
	}
	return image.Source.WriteListing(streams.Out)
}

// romCheck looks at names and tables, and then at what the program does. The last line says
// what came of it.
func romCheck(
	ctx context.Context, streams *cli.IO, image *roms.Image, o engines.Options,
) error {
	if image.Kind == roms.Command && len(image.Symbols) == 0 {
		return fmt.Errorf("%s is a program for CP/M without symbols: `sargon play --rom %s` plays it; "+
			"to check it, name its symbol file with --symbols", image.Name, image.Name)
	}
	w := streams.Out
	say := func(format string, args ...any) { fmt.Fprintf(w, image.Name+": "+format+"\n", args...) }
	problems := roms.Check(image)
	for _, p := range problems {
		say("%v", p)
	}
	if len(problems) == 0 {
		say("has the %d cells and %d entry points that the harness needs, "+
			"and the numbers in its tables are right", len(roms.Cells), len(roms.EntryPoints))
	}
	engine, err := o.New(image.Name, image)
	var wrong *cli.UsageError
	if errors.As(err, &wrong) {
		return err
	}
	if err != nil {
		say("cannot be run by the harness: %d things are missing or wrong%s",
			len(problems), lostBehindEnd(image))
		return cli.ErrFailed
	}
	verifications, err := recordings.VerifyKnown(ctx, engine)
	if err != nil {
		return err
	}
	searches := recordings.KnownSearches()
	reproduced := 0
	var different []string
	for i, v := range verifications {
		if v.Reproduced() {
			reproduced++
			continue
		}
		different = append(different, strconv.Itoa(i+1))
		search := searches[i].Search
		say("search %d, level %d, %s: %s", i+1, search.Depth, search.FEN, v.Differences[0])
	}
	result := fmt.Sprintf("%d of %d searches as recorded", reproduced, len(searches))
	if len(different) > 0 {
		result += ", different: " + strings.Join(different, ", ")
	}
	if untried := len(searches) - len(verifications); untried > 0 {
		result += fmt.Sprintf(", %d not tried after that", untried)
	}
	switch {
	case len(different) > 0:
		say("not the Sargon of 1978: %s%s", result, lostBehindEnd(image))
	case len(problems) > 0:
		say("nearly a Sargon of 1978: %s, but %d things are missing or wrong%s",
			result, len(problems), lostBehindEnd(image))
	default:
		say("a Sargon of 1978: %s", result)
		return nil
	}
	return cli.ErrFailed
}

// lostBehindEnd says where what is missing may be, if the listing has text that is left out.
func lostBehindEnd(image *roms.Image) string {
	if len(image.Warnings()) == 0 {
		return ""
	}
	return "; but first see " + strings.Join(image.Warnings(), "; ")
}

func romAssemble(streams *cli.IO, image *roms.Image, out, symbolsOut string) error {
	if image.Source == nil {
		return fmt.Errorf("%s is a %v: there is nothing to assemble", image.Name, image.Kind)
	}
	if out == "" && symbolsOut == "" {
		return cli.Usagef("asm: name a file for the image with --out, for the symbols with --symbols-out")
	}
	if out != "" {
		if err := files.WriteFile(out, streams.Out, files.Bytes(image.Bytes)); err != nil {
			return err
		}
	}
	if symbolsOut == "" {
		return nil
	}
	return files.WriteFile(symbolsOut, streams.Out, image.Source.WriteSymbols)
}
