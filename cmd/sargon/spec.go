package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/spec"
)

func specCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "spec [PAGE] [SECTION]",
		Short: "read the specification: what the program of 1978 does, and how to read its source",
		Long: `
Prints a page of the specification, or one section. A section without a page is one of the page
engine; reports and comments cite it as "spec §7". Without arguments it lists all pages and
sections. On a terminal it fits the text to the width and shows it with $PAGER, or less; in a pipe
it prints Markdown.

  sargon spec
  sargon spec guide              where to begin
  sargon spec 7                  exchanges
  sargon spec 14.6               one of the quirks
  sargon spec machine screen
  sargon spec debugger           change a line of the program and see what it does
  sargon spec z80                how to read the Z80 source, for people who never saw any
  sargon spec exchange           one of five deep dives into that source; the others are
                                 index, lists, alphabeta and edges
  sargon spec kit                the conformance kit for ports in other languages
  sargon spec museum             the exhibit on a museum's computer
  sargon spec why                why a clean room, bytes, a trace, these engines and libraries
  sargon spec history            what is known of 1978, with sources
  sargon spec games > games.pgn  games of that time, for sargon replay`,
		RunE: cli.Run(showSpec),
	}
	for _, page := range spec.Contents {
		c.AddCommand(&cobra.Command{
			Use: page[0] + " [SECTION]", Short: page[1],
			RunE: cli.Run(func(ctx context.Context, streams *cli.IO, args []string) error {
				return showSpec(ctx, streams, append([]string{page[0]}, args...))
			}),
		})
	}
	return c
}

// showSpec shows what [PAGE] [SECTION] asks for.
func showSpec(_ context.Context, streams *cli.IO, args []string) error {
	text, err := specText(args)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	if len(args) > 0 {
		text = forWidth(streams, text)
	}
	return page(streams, text)
}

// specText returns the text for the arguments [PAGE] [SECTION]; without any, the list of pages.
func specText(args []string) (string, error) {
	if len(args) == 0 {
		return specContents(), nil
	}
	page := spec.EnginePage
	if p, ok := spec.Lookup(args[0]); ok {
		if len(args) == 1 {
			return p.String(), nil
		}
		page, args = p.Name, args[1:]
	}
	if len(args) > 1 {
		return "", fmt.Errorf("unexpected %q: want a page and a section", args[1])
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
