package main

import (
	"flag"

	"sargon78/cmd/sargon/internal/cli"
)

var compareCommand = &cli.Command{
	Name:  "compare",
	Args:  "[FILE… | merge REPORT… | repro CASE | serve]",
	Short: "prove that engines are the same, or find where they are not",
	Long: `
Runs engines side by side on the same searches and compares every static evaluation.
The cases are random ones that all follow from a seed (games, and set-ups that reach
the rare rules of the program), or those of the files: FEN and EPD, PGN (the games are
played, so that moved bits are real), recordings, cases; .gz too, - is standard input.

A case that differs is shrunk, explained at its first different evaluation, and given
as a command that repeats it. The last line of the report is its result, and how many
cases each engine did; the exit status is 0 only if something was compared, nothing
differed, and each engine did as many as --at-least asks.

  sargon compare --positions 1000 --level 1-3 --seed 7
  sargon compare --engines rom,rom:my-sargon.asm games.pgn
  sargon compare --engines rom,rom@library                   cores of the machine
  sargon compare --engines 0x88,exec:"python3 my-sargon.py" --level 2
  sargon compare --engines 10x12,0x88,sets --positions 1000000 --level 1-4 --resume run.json
  sargon compare --seed 7 --positions 100000 --shard 3/8 --report part3.json
  sargon compare merge part*.json
  sargon compare --routines --engines rom,rom:my-sargon.asm
  sargon compare repro --engines rom,0x88 'level 2 startpos moves e2e4 e7e5'
  sargon compare serve --engines 0x88

The line protocol of exec:COMMAND is in the documentation of package
sargon78/compare/external; ` + "`sargon compare serve`" + ` speaks it too.`,
	Setup: func(fs *flag.FlagSet) cli.Run {
		return compareFlags(fs).run
	},
}
