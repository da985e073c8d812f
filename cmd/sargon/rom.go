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
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/listing"
	"sargon78/compare/recordings"
	"sargon78/compare/recordings/format"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/spec/variables"
)

func romCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rom COMMAND",
		Short: "show, check, list, assemble and export program images",
		Long: `
FILE is a listing in Zilog's or TDL's mnemonics, or a raw image or Intel HEX with a symbol file
(--symbols, or the same name with .sym). Without FILE the command uses the embedded ROM.

The listing was published in the book "Sargon: A Computer Chess Program" (Hayden, 1978), and sold
as photocopies by an advertisement in BYTE (July 1978). It is accepted as it is found, in Zilog's or
TDL's mnemonics: without an origin, with ORG 0, or with ORG START+80H after START. --load chooses
its address (1100 by default). It may use the line ends of any system. Code after END is assembled
too; other text there is ignored, with a warning; --werror turns warnings into errors. In a printed
listing, with addresses and bytes, the source is read and checked against what is printed next to
it. --define gives an equate another value. "sargon spec owner" walks through all of this;
"sargon spec assembler" says what the assembler accepts.

A ROM image with symbols plays like ours: at any level, from any position or PGN file, on the
modern board and back, in replay, match, serve and site. Sargon finds out by trying which questions
it asks and how it wants moves typed. A saved game opens its ROM image again, or says that the file
has changed or is gone. A CP/M program (.com) has only its own board and questions.

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

// onImage makes the RunE of a command from a function that takes the image which its flags and its
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
	c := &cobra.Command{Use: "info [FILE]", Short: "show which image it is",
		Long: "Shows size, load address, SHA-256 and entry points, and whether the other commands can run it."}
	c.RunE = onImage(launch.ListingFlags(c.Flags()), romInfo)
	return c
}

func romListCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "list [FILE]", Short: "print the listing, with addresses and bytes; --html writes a page to read",
		Long: `
With --html it writes one page, which needs no network and reads like a book. Every line has its
address, its bytes, its T-states, and how often it ran in a search. Names are links to their
definitions, and from there back to their uses. Each routine has its callers, its share of the
time, its sections of the specification, and the same in Go. #LABEL or #FILE:LINE after the page's
address opens it there; sargon debug --to LABEL runs the program to that line. A raw image or Intel
HEX is disassembled, with the names of its symbols.

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
		Use: "asm [FILE]", Short: "assemble a listing to an image and its symbols",
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
		Use: "check [FILE]", Short: "check whether an image does what was recorded of the original",
		Long: `
Checks names and addresses of variables and the numbers in the tables, and repeats recorded
searches, evaluations and games, evaluation by evaluation. Most were recorded from the original. The
last line says how many came out as recorded; the exit status is 0 only if all did. It is a sample:
an image that differs in a rare position passes. To see the first evaluation that differs, run
sargon compare --engines rom,rom:FILE, which also tries as many more positions as you like.

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
You can change it there and run it with --rom DIR/main.z80; sargon spec debugger shows an example.`,
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
		Use: "export FILE...", Short: "write the program for real hardware: CP/M, or a bare Z80",
		Long: `
Writes the embedded program with its board as text; search and questions are the same. The
extension of FILE selects the target: .com is a CP/M program; .hex (Intel HEX) and .bin are for a
bare Z80 and begin at --start with a table of six routines that you fill in. sargon spec board
says how, and how long a move takes.

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
		verdict = fmt.Sprintf("names or numbers missing or wrong: %d; `sargon rom check` lists them", n)
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

// lastByte returns the address of the last byte of an image.
func lastByte(image *roms.Image) int { return int(image.Load) + len(image.Bytes) - 1 }

// nextSteps writes the commands that the owner of a listing may want next (spec/owner.md): to look
// around in one that is as recorded, or to find what is changed in one that is not.
func nextSteps(out io.Writer, file string, asRecorded bool) {
	if strings.ContainsAny(file, " \t'") {
		file = `"` + file + `"`
	}
	steps := `next: sargon compare --engines rom,rom:%[1]s --level 1 --max-differences 1
  sargon prove --beside --rom %[1]s --every 50
  sargon replay game.pgn --check --level 1 --rom %[1]s
  sargon match rom:%[1]s,level=1 rom,level=1 --games 2 --seed 1
`
	if asRecorded {
		steps = `next: sargon play --rom %[1]s --level 1
  sargon debug --rom %[1]s --level 1 "%[2]s"
  sargon compare --engines rom,rom:%[1]s --level 1 --cases 20
  sargon prove --beside --rom %[1]s --every 50
`
	}
	fmt.Fprintf(out, steps+"  sargon spec owner    the whole walk\n", file, "6k1/3q1ppp/5n2/6B1/8/8/5PPP/3Q2K1 w - - 0 20")
}

// romCheck checks names and tables, and then what the program does. The last line is the result.
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
		say("has the %d variables and %d entry points that the harness needs",
			len(variables.All), len(variables.EntryPoints))
	}
	first := "" // a warning to read first: what is missing may stand in text that was ignored
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
		say("cannot be run by the harness; names or numbers missing or wrong: %d%s", len(problems), first)
		return cli.ErrFailed
	}
	tally, err := replayKnown(ctx, streams, engine, say)
	if err != nil {
		return err
	}
	right, numbers := roms.TableNumbers(image)
	say("%s, %d of %d numbers as recorded%s", tally, right, numbers, tally.notTried())
	if tally.different == 0 && len(problems) == 0 {
		if image.Kind == roms.Listing {
			nextSteps(streams.Err, o.Rom, true)
		}
		return nil
	}
	say("recordings that differ: %d; names or numbers missing or wrong: %d%s",
		tally.different, len(problems), first)
	if image.Kind == roms.Listing && tally.reproduced["search"] > 0 {
		nextSteps(streams.Err, o.Rom, false)
	}
	return cli.ErrFailed
}

// A knownTally counts the known recordings by their kind.
type knownTally struct {
	all, tried, reproduced map[string]int
	different              int
}

// String returns how many recordings of each kind were reproduced.
func (t *knownTally) String() string {
	var parts []string
	for _, kind := range [][2]string{{"search", "searches"}, {"eval", "evaluations"}, {"game", "games"}} {
		parts = append(parts, fmt.Sprintf("%d of %d %s", t.reproduced[kind[0]], t.all[kind[0]], kind[1]))
	}
	return strings.Join(parts, ", ")
}

// notTried returns how many recordings were not tried, "" if all were.
func (t *knownTally) notTried() string {
	left := 0
	for kind, n := range t.all {
		left += n - t.tried[kind]
	}
	if left == 0 {
		return ""
	}
	return fmt.Sprintf("; %d recordings were not tried after the last one", left)
}

// replayKnown replays the known recordings, and prints how the first few that differ do so.
func replayKnown(
	ctx context.Context, streams *cli.IO, engine sargon.Engine, say func(format string, args ...any),
) (*knownTally, error) {
	const most = 5 // differences that are printed
	t := &knownTally{all: map[string]int{}, tried: map[string]int{}, reproduced: map[string]int{}}
	recorded := recordings.Known()
	for _, r := range recorded {
		t.all[r.Kind()]++
	}
	done, progress := 0, newProgressLine(streams.Err)
	err := recordings.VerifyKnown(ctx, engine, func(r format.Recording, v recordings.Verification) bool {
		done++
		progress.update(func() string { return fmt.Sprintf("recording %d of %d", done, len(recorded)) })
		kind, fen, level := r.Describe()
		t.tried[kind]++
		if v.Reproduced() {
			t.reproduced[kind]++
			return true
		}
		if t.different++; t.different <= most {
			progress.show("")
			what := fmt.Sprintf("%s %d", strings.Replace(kind, "eval", "evaluation", 1), t.tried[kind])
			if level > 0 {
				what += fmt.Sprintf(", level %d", level)
			}
			if fen != "" {
				what += ", " + fen
			}
			say("%s: %s", what, v.Differences[0])
		}
		return true
	})
	progress.show("")
	if err != nil {
		err = fmt.Errorf("%s: interrupted after %d of %d recordings, of which %d differ: %w",
			engine.Name(), done, len(recorded), t.different, err)
	}
	return t, err
}
