// Questions writes cases of the random generator as questions of the line protocol, a position and
// a search in two lines each.
//
//	questions CASES SEED
//
// Cases that stop a search at a number of evaluations are left out, as the protocol knows no such
// limit.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"sargon78/compare/cases"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "questions:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%d arguments: want a number of cases and a seed", len(args))
	}
	want, err := strconv.Atoi(args[0])
	if err != nil || want < 1 {
		return fmt.Errorf("%q cases: want a number above 0", args[0])
	}
	seed, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return fmt.Errorf("seed %q: want a number", args[1])
	}
	levels, err := cases.ParseLevels("1-2")
	if err != nil {
		return err
	}
	g, err := cases.NewGenerator(cases.GeneratorOptions{Seed: seed, Levels: levels})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	for c := range g.All() {
		o := c.Options()
		if o.MaxEvals > 0 {
			continue
		}
		search := fmt.Sprintf("search %d", o.Level)
		if o.NoBook {
			search += " nobook"
		}
		if o.QueenPawn {
			search += " queenpawn"
		}
		c = c.With(func(last *cases.Ply) { last.NoBook, last.QueenPawn = false, false })
		_, position, _ := strings.Cut(strings.TrimPrefix(c.String(), "level "), " ")
		fmt.Fprintf(out, "position %s\n%s\n", position, search)
		if want--; want == 0 {
			break
		}
	}
	return out.Flush()
}
