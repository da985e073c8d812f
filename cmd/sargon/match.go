package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare/external"
	"sargon78/compare/match"
	"sargon78/sargon"
	"sargon78/sargon/think"
)

func matchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "match PLAYER PLAYER…",
		Short: "play matches between engines, levels and UCI programs",
		Long: `
A PLAYER is an engine, with its UCI options (` + "`sargon help uci`" + `) and limits:

  rom,level=2                          the emulated machine, with the search of 1978
  rom:my-sargon.asm,level=2            your own ROM image; --rom FILE uses it for every rom
  rom@library,level=2                  with another core of the machine; --core for all rom
  10x12,name=clock                     a native engine, by the clock
  bitboards,depth=4                    limits: depth, nodes, movetime (seconds), tc
  exec:stockfish,option.Skill Level=0  any program that speaks UCI, with its options
  exec:stockfish,elo=1500              one that limits its strength by UCI_Elo
  exec:lc0,start-timeout=90            seconds it has to get ready; so move-timeout=, for a move

Write ,, for a comma inside a value. More than two players play a round robin; --gauntlet pairs
only the first with each of the others. Every opening is played with both colours. 110 openings
are built in; --openings takes a file instead, which may be compressed: PGN, or one FEN or EPD per
line (of EPD, hmvc and fmvn are read too). A game ends by mate, stalemate, threefold repetition, the
fifty-move rule or insufficient material. A player loses by an illegal move, on time or by a crash;
the PGN says which player and why. A game that repeats an earlier one move by move is not counted.

--tc 40/120:10 is 40 moves in 120 seconds, then 10 seconds for the rest. In the PGN, [%eval] is
the score that the player gave its move: in pawns, for White, with the material on the board.
"change" is Sargon's own score of 1978: in pawns, for the side that moved, counted from the position
before. A player that met programs with elo= gets a rating on their scale, with 95 % error bars.

  sargon match 10x12,level=3 10x12,level=2 --games 100
  sargon match 10x12 "exec:stockfish,option.Skill Level=0,nodes=10" \
      --games 100 --tc 10+0.1 --pgn games.pgn
  sargon match --gauntlet bitboards,level=3 exec:stockfish,elo=1400 exec:stockfish,elo=1600 \
      --games 200 --pgn level3.pgn

In November 2026, 1720 games against Stockfish 15.1 at Elo 1400–2000 rated levels 1–6 at 1134,
1309, 1455, 1503, 1588 and 1665, each ±40 or better (level 6: from 271 games). UCI_Elo goes by these
ratings.

For adjudication, sequential tests and thousands of games use fastchess or Cute Chess, with sargon
uci as the engine. These two commands were run as written; on a busy computer add timemargin=100
to -each, or Stockfish loses games on time:

    fastchess -engine cmd=sargon args=uci name=sargon option.Level=3 \
        -engine cmd=stockfish name=stockfish option.UCI_LimitStrength=true \
        option.UCI_Elo=1500 -each tc=10+0.1 -rounds 100 -repeat \
        -openings file=book.pgn format=pgn order=random -pgnout file=out.pgn
    cutechess-cli -engine cmd=sargon arg=uci option.Level=3 \
        -engine cmd=stockfish option.UCI_LimitStrength=true option.UCI_Elo=1500 \
        -each proto=uci tc=10+0.1 -rounds 100 -games 2 -repeat \
        -openings file=book.pgn order=random -pgnout out.pgn`,
	}
	fs := c.Flags()
	var o matchOptions
	fs.IntVar(&o.games, "games", 20, "`N` number of games of each pair of players")
	fs.StringVar(&o.time, "tc", "10+0.1",
		"`TIME` time for players by the clock, in seconds, 60, 10+0.1, 40/120:10, or with units, 5m+3s; or none")
	fs.DurationVar(&o.match.Margin, "margin", 50*time.Millisecond, "`DURATION` how late a move may be without losing")
	fs.DurationVar(&o.match.StartTimeout, "start-timeout", external.StartTimeout,
		"`DURATION` how long a program may take to get ready")
	fs.DurationVar(&o.match.MoveTimeout, "move-timeout", match.DefaultMoveTimeout,
		"`DURATION` how long a program may take for a move that has no clock, as with nodes= and depth=")
	fs.StringVar(&o.openings.File, "openings", "", "openings from this `FILE`")
	fs.IntVar(&o.openings.Plies, "plies", 0, "of PGN openings only the first `N` half-moves")
	fs.BoolVar(&o.openings.Random, "random", false, "openings in random order, that of --seed")
	fs.Uint64Var(&o.openings.Seed, "seed", 1978, "`N` number that decides the random order")
	fs.IntVar(&o.openings.Start, "start", 1, "begin with opening `N` of the order")
	fs.BoolVar(&o.gauntlet, "gauntlet", false, "the first player against all others only")
	fs.IntVar(&o.match.Concurrency, "concurrency", 1, "`N` number of games at the same time")
	fs.StringVar(&o.pgn, "pgn", "", "write the games to this `FILE.pgn`")
	fs.BoolVar(&o.resume, "resume", false,
		"go on with the match in the --pgn file, perhaps to more --games")
	fs.StringVar(&o.match.Event, "event", "Match", "`NAME` name of the event for PGN")
	rom := launch.MachineFlags(fs)
	c.RunE = cli.Run(func(ctx context.Context, io *cli.IO, players []string) error {
		o.match.Open = func(name, file string) (sargon.Engine, error) {
			options := *rom
			options.Rom = cmp.Or(file, options.Rom)
			return launch.Open(name, options)
		}
		m, err := o.prepare(ctx, io, players)
		if err != nil {
			return err
		}
		return o.run(ctx, io, m)
	})
	return c
}

type matchOptions struct {
	match            match.Match // without players and games
	games            int
	time, pgn        string
	openings         match.Openings
	gauntlet, resume bool
}

// prepare completes a match with the players and the flags of the call.
func (o *matchOptions) prepare(ctx context.Context, streams *cli.IO, players []string) (*match.Match, error) {
	how := &o.match
	switch {
	case len(players) < 2:
		return nil, cli.Usagef("who plays? Name at least two players")
	case o.games < 1 || how.Concurrency < 1:
		return nil, cli.Usagef("--games and --concurrency must be at least 1")
	case o.openings.Start < 1:
		return nil, cli.Usagef("--start must be at least 1")
	case how.StartTimeout <= 0 || how.MoveTimeout <= 0:
		return nil, cli.Usagef("--start-timeout and --move-timeout must be above 0")
	case o.resume && o.pgn == "":
		return nil, cli.Usagef("--resume needs the games so far, --pgn FILE")
	}
	var err error
	if how.Time, err = think.ParseTimeControl(o.time, time.Second); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	var specs []match.PlayerSpec
	for _, player := range players {
		e, err := match.ParsePlayerSpec(player)
		if err != nil {
			return nil, &cli.UsageError{Err: err}
		}
		specs = append(specs, e)
	}
	const shown = 5 // openings that are odd, or cannot be played, are named
	told := map[string]int{}
	tell := func(what string) func(error) {
		return func(err error) {
			if told[what]++; told[what] <= shown {
				fmt.Fprintf(streams.Err, "%s: %v\n", what, err)
			}
		}
	}
	o.openings.OnOdd, o.openings.OnSkipped = tell("warning"), tell("left out")
	o.openings.Count = (o.games + 1) / 2 // each with both colours
	openings, err := o.openings.Choose()
	for _, what := range []string{"warning", "left out"} {
		if n := told[what]; n > shown {
			fmt.Fprintf(streams.Err, "%s: %d more\n", what, n-shown)
		}
	}
	if err != nil {
		return nil, err
	}
	m := match.New(specs, openings, o.games, o.gauntlet)
	m.Open, m.Time, m.Margin = how.Open, how.Time, how.Margin
	m.Concurrency, m.Event = how.Concurrency, how.Event
	m.StartTimeout, m.MoveTimeout = how.StartTimeout, how.MoveTimeout
	if err := m.CheckPlayers(ctx); err != nil || o.pgn == "" {
		return m, err
	}
	return m, m.Journal(o.pgn, o.resume)
}

// run plays a match, and shows how it stands.
func (o *matchOptions) run(ctx context.Context, streams *cli.IO, m *match.Match) error {
	standings := newProgressLine(streams.Err)
	standings.show(m.Table())
	err := m.Run(ctx, func(r match.Record) {
		standings.show("")
		if r.Fault != "" {
			fmt.Fprintf(streams.Err, "game %d, %s – %s: %v; %s\n", r.Number,
				m.Players[r.White].Name, m.Players[r.Black].Name, r.Result, r.Fault)
		}
		standings.show(m.Table())
	})
	err = errors.Join(err, m.Close())
	standings.show("")
	fmt.Fprint(streams.Out, m.Table())
	if ctx.Err() != nil {
		how := "with --pgn it could be resumed"
		if o.pgn != "" {
			how = "the same call with --resume goes on"
		}
		return fmt.Errorf("interrupted after %d of %d games; %s", m.Done(), len(m.Games), how)
	}
	return err
}
