package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/listing"
	"sargon78/compare/recordings"
	"sargon78/roms"
	"sargon78/sargon/files"
	"sargon78/sargon/spec/variables"
)

func romCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rom COMMAND",
		Short: "look into a program image: the embedded ROM, or your own ROM image",
		Long: `
FILE is a listing in Zilog's or TDL's mnemonics, a raw image or Intel HEX with a symbol
file (--symbols, or beside it as .sym). Without FILE it is the embedded ROM.

The listing was published in the book "Sargon: A Computer Chess Program" (Hayden, 1978), and
sold as photocopies by an advertisement in BYTE (July 1978). It is taken as it is found, in
Zilog's mnemonics and in TDL's: without an origin, with ORG 0, or with ORG START+80H after
START; --load chooses where it lies, 1100 if nothing is said. Its lines may end as on any
system. Code after END is assembled too, other text is left out, with a warning; --werror makes
warnings errors. Of a printed listing the source is taken, if it gives what is printed beside
it. --define gives an equate another value. "sargon spec owner" is a walk through all of it,
"sargon spec assembler" what the assembler takes.

A ROM image with symbols plays like ours: at any level, from any position or PGN file, on the
modern board and back, in replay, match, serve and site. Its questions and the form of its
moves are found out by trying. A saved game finds its edition again, or says that it has
changed or is gone. A program for CP/M (.com) has only its own board and questions.

  sargon rom info
  sargon rom list | less
  sargon rom asm my-sargon.asm --load 1A00 --out sargon.bin --symbols-out sargon.sym
  sargon rom check sargon.bin --symbols sargon.sym
  sargon rom export sargon.hex --start 8000`,
	}
	c.AddCommand(romInfoCommand(), romAsmCommand(), romListCommand(), romCheckCommand(),
		romSourceCommand(), romExportCommand())
	return c
}

// onImage makes the work of a command from a function of the image that its flags and its
// argument name.
func onImage(
	o *launch.Options, work func(context.Context, *cli.IO, *roms.Image) error,
) func(*cobra.Command, []string) error {
	return cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
		if len(args) > 1 {
			return cli.Usagef("unexpected argument %q; want one file", args[1])
		}
		if len(args) == 1 {
			o.Rom = args[0]
		}
		image, err := o.Image()
		if err != nil {
			return err
		}
		return work(ctx, streams, image)
	})
}

func romInfoCommand() *cobra.Command {
	c := &cobra.Command{Use: "info [FILE]", Short: "which image it is",
		Long: "Tells size, load address, SHA-256 and entry points, and whether the harness can run it."}
	c.RunE = onImage(launch.ListingFlags(c.Flags()), romInfo)
	return c
}

func romListCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "list [FILE]", Short: "the listing, with addresses and bytes; --html is a page to read",
		Long: `
With --html it is a page that is read like a book, in one file that needs no network: every
line with its address, bytes, T-states and how often it ran in a search; names are links, to
where they are defined and back to all who use them; beside the routines stand their callers,
their part of the time, the sections of the specification, and the same in Go. An address ends
in #LABEL or #FILE:LINE. To run to a line: sargon debug --to LABEL. A raw image or Intel HEX
is read back from its bytes, with the names of its symbols.

  sargon rom list --html sargon.html
  sargon rom list my-sargon.asm --html mine.html --level 1 --fen "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"`,
	}
	fs := c.Flags()
	o := launch.ListingFlags(fs)
	page := fs.String("html", "", "`FILE` write a page to this file")
	shown, language := listing.Options{Case: roms.Example}, ""
	cli.ChoiceVar(fs, &language, "lang", listing.Languages[0],
		"`"+strings.Join(listing.Languages, "|")+"` language of the words around the source")
	fs.StringVar(&shown.Case.FEN, "fen", shown.Case.FEN, "the position that is searched, a `FEN`")
	fs.IntVar(&shown.Case.Level, "level", shown.Case.Level, "`LEVEL` level of the search, 1–6")
	force := fs.Bool("force", false, "write over a file that is there")
	c.RunE = onImage(o, func(ctx context.Context, streams *cli.IO, image *roms.Image) error {
		if *page == "" {
			return image.Program().WriteListing(streams.Out)
		}
		if err := files.CheckWriteNew(*page, *force, o.Rom, o.Symbols); err != nil {
			return err
		}
		l, err := listing.New(ctx, image, shown)
		if err != nil {
			return err
		}
		return files.WriteFile(*page, streams.Out, func(w io.Writer) error {
			return l.WritePage(w, language)
		})
	})
	return c
}

func romAsmCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "asm [FILE]", Short: "assemble a listing: an image, and its symbols",
		Long: `
  sargon rom asm my-sargon.asm --load 1A00 --out sargon.bin --symbols-out sargon.sym`,
	}
	o := launch.ListingFlags(c.Flags())
	out := c.Flags().String("out", "", "`FILE` write the image to this file; .hex is Intel HEX")
	symbolsOut := c.Flags().String("symbols-out", "", "`FILE` write the symbols to this file")
	c.RunE = onImage(o, func(_ context.Context, streams *cli.IO, image *roms.Image) error {
		err := errors.Join(files.CheckWriteNew(*out, true, o.Rom, o.Symbols), // never over the listing
			files.CheckWriteNew(*symbolsOut, true, o.Rom, o.Symbols))
		switch {
		case err != nil:
			return err
		case image.Source == nil:
			return fmt.Errorf("%s is a %v: there is nothing to assemble", image.Name, image.Kind)
		case *out == "" && *symbolsOut == "":
			return cli.Usagef("name a file for the image with --out, for the symbols with --symbols-out")
		case *out != "":
			err = files.WriteFile(*out, streams.Out, imageFor(*out, image))
		}
		if err != nil || *symbolsOut == "" {
			return err
		}
		return files.WriteFile(*symbolsOut, streams.Out, image.Source.WriteSymbols)
	})
	return c
}

func romCheckCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "check [FILE]", Short: "is it a Sargon of 1978?",
		Long: `
Looks at names and places of cells, at the numbers in tables, and does twelve searches of the
original, evaluation by evaluation. The last line is the answer; the first evaluation that
differs shows sargon compare --engines rom,rom:FILE.

  sargon rom check sargon.bin --symbols sargon.sym`,
	}
	o := launch.ListingFlags(c.Flags())
	o.CoreFlag(c.Flags())
	c.RunE = onImage(o, func(ctx context.Context, streams *cli.IO, image *roms.Image) error {
		return romCheck(ctx, streams, image, *o)
	})
	return c
}

func romSourceCommand() *cobra.Command {
	return &cobra.Command{
		Use: "source DIR", Short: "write the source of the embedded ROM to a new folder",
		Long: `
It can be changed there and run with --rom DIR/main.z80; sargon spec debugger goes through an
example.`,
		RunE: cli.Run(func(_ context.Context, streams *cli.IO, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("to which folder? Name one that is not there yet")
			}
			if _, err := os.Stat(args[0]); err == nil {
				return fmt.Errorf("%s exists; name a folder that is not there yet", args[0])
			}
			contents := map[string][]byte{}
			source := roms.Source()
			names, err := fs.Glob(source, "*")
			for _, name := range names {
				if err == nil {
					contents[name], err = fs.ReadFile(source, name)
				}
			}
			if err == nil {
				err = writeFolder(args[0], contents, false)
			}
			if err == nil {
				fmt.Fprintf(streams.Out, "%s: begin with %s\n", args[0], filepath.Join(args[0], "main.z80"))
			}
			return err
		}),
	}
}

func romExportCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "export FILE...", Short: "the program for real boards: CP/M, or a bare Z80",
		Long: `
Writes the embedded program with a board as text, the same search and the same questions.
The extension of each FILE says for whom: .com is a program for CP/M; .hex (Intel HEX) and
.bin are for a bare Z80, beginning at --start with a table of six routines to fill in.
sargon spec board tells how, and how long a move takes.

  sargon rom export sargon.com
  sargon play --rom sargon.com
  sargon rom export sargon.hex sargon.bin --start 8000`,
	}
	start := c.Flags().String("start", "8000",
		"`ADDRESS` address in hexadecimal where .hex and .bin begin, page-aligned, 0000 to D900")
	force := c.Flags().Bool("force", false, "write over files that are there")
	c.RunE = cli.Run(func(_ context.Context, streams *cli.IO, args []string) error {
		if len(args) == 0 {
			return cli.Usagef("to which file? Name one that ends in .com, .hex or .bin")
		}
		begin, ok := launch.Address(*start)
		if !ok {
			return cli.Usagef("--start %q is not an address: want hexadecimal, like 8000", *start)
		}
		for _, name := range args {
			if err := romExport(streams, name, begin, *force); err != nil {
				return err
			}
		}
		return nil
	})
	return c
}

// romExport writes the program for real boards in the form that the file's extension names.
func romExport(streams *cli.IO, name string, start uint16, force bool) error {
	kind := roms.KindOfName(name)
	switch kind {
	case roms.Command:
		start = 0 // CP/M knows where
	case roms.Hex, roms.Binary:
	default:
		return cli.Usagef("%s: want a name that ends in .com, .hex or .bin", name)
	}
	image, err := roms.Terminal(kind, start)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	err = files.WriteNew(name, force, streams.Out, imageFor(name, image))
	if err == nil {
		fmt.Fprintf(streams.Out, "%s: %v, %d bytes from %04X to %04X\n", name, kind,
			len(image.Bytes), image.Load, lastByte(image))
	}
	return err
}

// imageFor writes an image in the form that a file's extension names.
func imageFor(name string, image *roms.Image) func(io.Writer) error {
	if roms.KindOfName(name) == roms.Hex {
		return image.WriteHex
	}
	return files.Bytes(image.Bytes)
}

func romInfo(_ context.Context, streams *cli.IO, image *roms.Image) error {
	entries := ""
	for _, name := range slices.Sorted(slices.Values(variables.EntryPoints)) {
		if addr, ok := image.Symbol(name); ok {
			entries += fmt.Sprintf(" %s=%04X", name, addr)
		}
	}
	verdict := "has all that it needs"
	if n := len(roms.Check(image)); n > 0 {
		verdict = fmt.Sprintf("%d things are missing or wrong; `sargon rom check` names them", n)
	}
	fmt.Fprintf(streams.Out, `%s (%v)
  load address  %04X
  size          %d bytes, to %04X
  SHA-256       %s
  symbols       %d
  entry points %s
  harness       %s
`, image.Name, image.Kind, image.Load, len(image.Bytes), lastByte(image), image.SHA256(),
		len(image.Symbols), entries, verdict)
	return nil
}

// lastByte is the address of the last byte of an image.
func lastByte(image *roms.Image) int { return int(image.Load) + len(image.Bytes) - 1 }

// nextSteps writes what the owner of a listing may do with it next (spec/owner.md).
func nextSteps(out io.Writer, file string) {
	if strings.ContainsAny(file, " \t'") {
		file = `"` + file + `"`
	}
	fmt.Fprintf(out, `next: sargon play --rom %[1]s --level 1
  sargon debug --rom %[1]s --level 1 "%[2]s"
  sargon compare --engines rom,rom:%[1]s --level 1 --positions 20
  sargon prove --rom %[1]s store_move
  sargon spec owner    the whole walk
`, file, "6k1/3q1ppp/5n2/6B1/8/8/5PPP/3Q2K1 w - - 0 20")
}

// romCheck looks at names and tables, and then at what the program does. The last line says
// what came of it.
func romCheck(ctx context.Context, streams *cli.IO, image *roms.Image, o launch.Options) error {
	if image.Kind == roms.Command && len(image.Symbols) == 0 {
		return fmt.Errorf("%s is a program for CP/M without symbols: `sargon play --rom %s` plays it; "+
			"to check it, name its symbol file with --symbols", image.Name, image.Name)
	}
	say := func(format string, args ...any) {
		fmt.Fprintf(streams.Out, image.Name+": "+format+"\n", args...)
	}
	problems := roms.Check(image)
	for _, p := range problems {
		say("%v", p)
	}
	if len(problems) == 0 {
		say("has the %d cells and %d entry points that the harness needs, "+
			"and the numbers in its tables are right", len(variables.All), len(variables.EntryPoints))
	}
	first := "" // to be looked at: what is missing may be text that is left out
	for _, warning := range image.Warnings() {
		if strings.Contains(warning, "left out") {
			first = "; but first see " + warning
			break
		}
	}
	engine, err := o.New(image.Name, image)
	switch {
	case errors.As(err, new(*cli.UsageError)):
		return err
	case err != nil:
		say("cannot be run by the harness: %d things are missing or wrong%s", len(problems), first)
		return cli.ErrFailed
	}
	verifications, err := recordings.VerifyKnown(ctx, engine)
	if err != nil {
		return err
	}
	searches := recordings.KnownSearches()
	var different []string
	for i, v := range verifications {
		if !v.Reproduced() {
			different = append(different, strconv.Itoa(i+1))
			search := searches[i].Search
			say("search %d, level %d, %s: %s", i+1, search.Level, search.FEN, v.Differences[0])
		}
	}
	result := fmt.Sprintf("%d of %d searches as recorded", len(verifications)-len(different), len(searches))
	if different != nil {
		result += ", different: " + strings.Join(different, ", ")
	}
	if untried := len(searches) - len(verifications); untried > 0 {
		result += fmt.Sprintf(", %d not tried after that", untried)
	}
	switch {
	case different != nil:
		say("not the Sargon of 1978: %s%s", result, first)
	case len(problems) > 0:
		say("nearly a Sargon of 1978: %s, but %d things are missing or wrong%s",
			result, len(problems), first)
	default:
		say("a Sargon of 1978: %s", result)
		if image.Kind == roms.Listing {
			nextSteps(streams.Err, o.Rom)
		}
		return nil
	}
	return cli.ErrFailed
}
