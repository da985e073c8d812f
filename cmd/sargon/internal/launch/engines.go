// Package launch opens engines by the names that people type: "rom", "rom:FILE", "10x12",
// "0x88", "bitboards"; "rom@CORE" and "rom:FILE@CORE" with a core of the machine.
//
//	engine, err := launch.Open("bitboards", launch.Options{})
//
// Commands register the flags of engines (the ROM image and how it is loaded) with Flags.
package launch

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/emu/z80/cores"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Options say which program image an emulated engine runs, and how.
type Options struct {
	Rom     string `json:"program"` // file of a ROM image; "" is the embedded ROM
	Symbols string // symbol file for a raw image or Intel HEX
	Load    string // load address in hexadecimal, "" for the usual one
	Core    string `json:"-"` // of the machine, "" for the usual one

	Define map[string]uint16 `json:"-"` // equates of a listing, see roms.Options
	Strict bool              `json:"-"` // a warning of a listing is an error

	warn func(warning string) // nil: warnings of listings are not shown
}

// Flags registers --engine (with a default), --rom, --symbols, --load and --core. The returned
// functions open the engine that the flags name, by openEngine (Open or OpenWitness), and the image
// that it runs: the embedded ROM if it runs none. With --rom or --core alone the engine is rom.
func Flags(
	fs *pflag.FlagSet, defaultEngine string, openEngine func(string, Options) (sargon.Engine, error),
) (
	open func() (sargon.Engine, error), image func() (*roms.Image, error),
) {
	name := fs.String("engine", defaultEngine, "`"+strings.Join(sargon.EngineNames, "|")+
		"` engine; rom:FILE is your own ROM image, rom@CORE another core")
	flags := MachineFlags(fs)
	chosen := func() (string, Options, error) {
		if (flags.Rom != "" || flags.Core != "") && !fs.Changed("engine") {
			*name = "rom"
		}
		if o, emulated := flags.Named(*name); emulated {
			return *name, o, nil
		}
		return *name, *flags, flags.CheckEngine(*name)
	}
	open = func() (sargon.Engine, error) {
		name, o, err := chosen()
		if err != nil {
			return nil, err
		}
		return openEngine(name, o)
	}
	image = func() (*roms.Image, error) {
		_, o, err := chosen()
		if err != nil {
			return nil, err
		}
		return o.Image()
	}
	return open, image
}

// RomFlags registers --rom, --symbols and --load. Warnings of a listing go to the output of
// the flag set, once, however often it is opened.
func RomFlags(fs *pflag.FlagSet) *Options {
	var shown sync.Map
	o := Options{warn: func(warning string) {
		if _, again := shown.LoadOrStore(warning, true); !again {
			fmt.Fprintf(fs.Output(), "warning: %s\n", warning)
		}
	}}
	fs.StringVar(&o.Rom, "rom", "", "`FILE` run your own ROM image: a listing, a raw image or an Intel HEX file")
	fs.StringVar(&o.Symbols, "symbols", "", "`FILE` symbol file for a raw image or Intel HEX")
	fs.StringVar(&o.Load, "load", "", "`ADDRESS` load address in hexadecimal, page-aligned (default 1100)")
	return &o
}

// MachineFlags registers --core in addition to RomFlags.
func MachineFlags(fs *pflag.FlagSet) *Options {
	o := RomFlags(fs)
	o.CoreFlag(fs)
	return o
}

// CoreFlag registers --core.
func (o *Options) CoreFlag(fs *pflag.FlagSet) {
	fs.StringVar(&o.Core, "core", "", fmt.Sprintf(
		"`CORE` core of the machine, which executes its instructions: %s (default %s)",
		strings.Join(cores.Names(), ", "), cores.Names()[0]))
}

// ListingFlags registers --define in addition to RomFlags.
func ListingFlags(fs *pflag.FlagSet) *Options {
	o := RomFlags(fs)
	fs.BoolVar(&o.Strict, "werror", false, "a warning of a listing is an error")
	fs.Func("define", "give an equate of a listing another value, `NAME=VALUE` in hexadecimal; "+
		"may be given several times", func(text string) error {
		name, value, _ := strings.Cut(text, "=")
		v, ok := Address(value)
		if !ok || name == "" {
			return fmt.Errorf("%q is no definition: want NAME=1100, in hexadecimal", text)
		}
		if o.Define == nil {
			o.Define = map[string]uint16{}
		}
		o.Define[strings.ToUpper(name)] = v
		return nil
	})
	return o
}

// CheckEngine returns an error if options of the machine are given with an engine that is no machine.
func (o *Options) CheckEngine(engine string) error {
	for _, flag := range [][2]string{{"rom", o.Rom}, {"core", o.Core}} {
		if flag[1] != "" {
			return cli.Usagef("--%s goes with --engine rom, not with %s", flag[0], engine)
		}
	}
	return nil
}

// Named completes options by what the name of an engine says: rom, rom:FILE, rom@CORE or
// rom:FILE@CORE. It reports whether the engine is one of these.
func (o Options) Named(name string) (completed Options, emulated bool) {
	engine, core := cores.SplitCore(name)
	file, isFile := strings.CutPrefix(engine, "rom:")
	if isFile {
		o.Rom = file
	}
	o.Core = cmp.Or(core, o.Core)
	return o, isFile || engine == "rom"
}

// New returns a machine that runs the image on the core of the options. Its name tells which, if it
// is not the usual one.
func (o Options) New(name string, image *roms.Image) (*emulated.Engine, error) {
	core, err := cores.New(o.Core)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	if _, named := cores.SplitCore(name); named == "" && o.Core != "" {
		name += "@" + o.Core
	}
	engine, err := emulated.New(name, image)
	if err != nil {
		return nil, err
	}
	engine.Machine().SetCore(core)
	return engine, nil
}

// Machine is New with the image that the options name.
func (o Options) Machine(name string) (*emulated.Engine, error) {
	image, err := o.Image()
	if err != nil {
		return nil, err
	}
	return o.New(name, image)
}

// nativeEngines are the engines in Go, each of which does its searches by itself.
var nativeEngines = map[string]func() sargon.Engine{
	"10x12":     func() sargon.Engine { return native.New10x12() },
	"0x88":      func() sargon.Engine { return native.New0x88() },
	"bitboards": func() sargon.Engine { return native.NewBitboards() },
}

// Open returns a new engine that ends every search, to play and to analyze with (native.Complete).
// Errors are those of OpenWitness.
func Open(name string, o Options) (sargon.Engine, error) {
	engine, err := OpenWitness(name, o)
	if err != nil {
		return nil, err
	}
	return native.Complete(engine), nil
}

// OpenWitness returns a new engine that does all its searches by itself, to be compared with others: it
// may end a search with sargon.ErrUndefined. Errors: an unknown name (the message lists what there is),
// and what package roms says of a bad image.
func OpenWitness(name string, o Options) (sargon.Engine, error) {
	if options, ok := o.Named(name); ok {
		engine, err := options.Machine(name)
		if err != nil {
			return nil, err
		}
		return engine, nil
	}
	if err := Check(name); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return nativeEngines[name](), nil
}

// Check reports what is wrong with the name of an engine, without opening it.
func Check(name string) error {
	if _, emulated := (Options{}).Named(name); emulated || nativeEngines[name] != nil {
		return nil
	}
	return fmt.Errorf("there is no engine %q: want one of %s, or rom:FILE, rom@CORE", name,
		strings.Join(sargon.EngineNames, ", "))
}

// Address reads a hexadecimal number as people write it.
func Address(text string) (uint16, bool) {
	digits := strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(text), "0x"), "h")
	v, err := strconv.ParseUint(digits, 16, 16)
	return uint16(v), err == nil
}

// Image opens the program image that the options name.
func (o Options) Image() (*roms.Image, error) {
	load := uint16(0)
	if o.Load != "" {
		var ok bool
		if load, ok = Address(o.Load); !ok {
			return nil, cli.Usagef("--load %q is not an address: want hexadecimal, like 1000", o.Load)
		}
		if load == 0 {
			return nil, cli.Usagef("--load 0: the first page belongs to the monitor; want 0100 or more")
		}
	}
	image, err := roms.Open(o.Rom,
		roms.Options{Load: load, Symbols: o.Symbols, Define: o.Define})
	if err == nil && o.Strict && len(image.Warnings()) > 0 {
		return nil, fmt.Errorf("--werror: %s", strings.Join(image.Warnings(), "\n"))
	}
	if err == nil && o.warn != nil {
		for _, warning := range image.Warnings() {
			o.warn(warning)
		}
	}
	return image, err
}
