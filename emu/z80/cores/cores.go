// Package cores creates the cores of the machine by name.
//
//	core, err := cores.New("library")
//	machine.SetCore(core)
//
// The first of Names is the default: the translator where this computer has one, else the interpreter.
// The translator interprets until a program has run for some time.
//
// Package emu says what they have in common, and what they are checked against.
package cores

import (
	"fmt"
	"strings"

	"sargon78/emu/z80"
	"sargon78/emu/z80/library"
	"sargon78/emu/z80/translator"
)

// all are the cores that this computer has.
var all = func() []func() z80.Core {
	all := []func() z80.Core{
		func() z80.Core { return translator.New() },
		func() z80.Core { return &z80.Interpreter{} },
		func() z80.Core { return library.New() },
	}
	if !translator.Available() {
		all = all[1:]
	}
	return all
}()

// ReferenceCore is the name of the core with which the others are compared.
const ReferenceCore = "library"

// Names lists the cores; the first one is the default.
func Names() (names []string) {
	for _, core := range all {
		names = append(names, core().Name())
	}
	return names
}

// New returns a new core by name, the default one for "". The error lists the names.
func New(name string) (z80.Core, error) {
	if name == "" {
		return all[0](), nil
	}
	for _, core := range all {
		if c := core(); c.Name() == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("there is no core %q: want one of %s", name, strings.Join(Names(), ", "))
}

// SplitCore splits the core off the name of an engine: rom@library, rom:my.asm@library. Text after the
// last @ that contains a dot or a slash belongs to a file name, and is not a core.
func SplitCore(name string) (engine, core string) {
	i := strings.LastIndexByte(name, '@')
	if i < 0 || strings.ContainsAny(name[i+1:], `./\`) {
		return name, ""
	}
	return name[:i], name[i+1:]
}
