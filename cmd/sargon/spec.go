package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/spec"
)

var specCommand = &cli.Command{
	Name:  "spec",
	Args:  "[engine|machine|assembler|debugger|z80] [SECTION]",
	Short: "the specification: what the program of 1978 does, and how to read its source",
	Long: `
Prints a page of the specification, or a section of one; without a page, of the engine.
Its numbers are those that reports and the comments in the source cite as "spec §7".
Without anything it lists all pages and sections.

  sargon spec
  sargon spec 7                  exchanges
  sargon spec 14.6               one of the quirks
  sargon spec machine screen
  sargon spec debugger           change a line of the program and see what it does
  sargon spec z80                how to read the Z80 source, for people who never saw any`,
	Setup: func(*flag.FlagSet) cli.Run {
		return func(_ context.Context, streams *cli.IO, args []string) error {
			text, err := specText(args)
			if err != nil {
				return cli.Usagef("%w", err)
			}
			_, err = io.WriteString(streams.Out, text)
			return err
		}
	},
}

// specText is what [PAGE] [SECTION] asks for.
func specText(args []string) (string, error) {
	if len(args) == 0 {
		return specContents(), nil
	}
	page := spec.Numbered
	if p, ok := spec.Lookup(args[0]); ok {
		if len(args) == 1 {
			return p.String(), nil
		}
		page, args = p.Name, args[1:]
	}
	if len(args) > 1 {
		return "", fmt.Errorf("%q is too much: want a page and a section", args[1])
	}
	section, err := spec.FindOn(page, args[0])
	return section.Text, err
}

// specContents lists all pages with their sections.
func specContents() string {
	var b strings.Builder
	for _, p := range spec.Pages() {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, p.About)
		for _, s := range p.Sections {
			if s.Name != "" {
				fmt.Fprintf(&b, "  %-10s %s\n", s.Name, s.Title)
			}
		}
	}
	return b.String()
}
