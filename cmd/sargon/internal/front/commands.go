package front

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// Command is a word that people type to a front end F.
type Command[F any] struct {
	Names []string // the first is the one that help shows
	Args  string
	Help  string
	Run   func(f F, args string)
}

// Word is the command of some names, with blanks between them.
func Word[F any](names, args, help string, run func(F, string)) Command[F] {
	return Command[F]{strings.Fields(names), args, help, run}
}

// Commands are all commands of a front end, in the order of its help.
type Commands[F any] []Command[F]

// Find returns the command of a name, in letters of any case.
func (all Commands[F]) Find(name string) (Command[F], bool) {
	for _, c := range all {
		for _, n := range c.Names {
			if n == strings.ToLower(name) {
				return c, true
			}
		}
	}
	return Command[F]{}, false
}

// Beginning returns the commands whose first name begins with a text.
func (all Commands[F]) Beginning(text string) (found Commands[F]) {
	for _, c := range all {
		if strings.HasPrefix(c.Names[0], strings.ToLower(text)) {
			found = append(found, c)
		}
	}
	return found
}

// Shared are the commands that every front end has. do has an action done.
func Shared[F any](do func(F, session.Action)) Commands[F] {
	plain := func(a session.Action) func(string) session.Action {
		return func(string) session.Action { return a }
	}
	var all Commands[F]
	for _, c := range []struct {
		name, args, help string
		action           func(args string) session.Action
	}{
		{"new", "[white|black]", "another game", newGame},
		{"level", "[1…6]", "plies that Sargon searches", setLevel},
		{"engine", "[NAME]", "another engine: rom, 10x12, 0x88 or sets", setEngine},
		{"back undo", "", "take a move back, or a resignation", plain(session.TakeBack)},
		{"sides", "", "change sides", plain(session.ChangeSides)},
		{"watch", "", "Sargon plays itself; again: you play on", plain(session.SelfPlay)},
		{"draw", "", "claim a draw", plain(session.ClaimDraw)},
		{"hint", "", "what Sargon would play", plain(session.Hint)},
		{"analyze", "", "the best moves, with values and what Sargon expects",
			plain(session.Analyze)},
		{"now", "", "Sargon plays the best it has found so far", plain(session.MoveNow)},
		{"resign", "", "give up; asks first", plain(session.Resign)},
		{"load", "FILE", "go on with the last game of a PGN file", load},
		{"save", "FILE", "write the game to a new PGN file", Save},
	} {
		run := func(f F, args string) { do(f, c.action(args)) }
		all = append(all, Word(c.name, c.args, c.help, run))
	}
	return all
}

// refused is the action that is not possible.
func refused(format string, args ...any) session.Action {
	return func(*session.Table) (string, error) { return "", fmt.Errorf(format, args...) }
}

// telling is the action that only says something.
func telling(tell func(session.View) string) session.Action {
	return func(t *session.Table) (string, error) { return tell(t.View()), nil }
}

func newGame(args string) session.Action {
	side, ok := map[string]sargon.Color{
		"white": sargon.White, "w": sargon.White, "black": sargon.Black, "b": sargon.Black,
	}[strings.ToLower(args)]
	switch {
	case args == "":
		return func(t *session.Table) (string, error) { return session.NewGame(t.View().Player)(t) }
	case !ok:
		return refused("new %s: want white or black", args)
	}
	return session.NewGame(side)
}

func setLevel(args string) session.Action {
	if args == "" {
		return telling(func(v session.View) string { return fmt.Sprintf("level %d", v.Level) })
	}
	level, err := strconv.ParseUint(args, 10, 8)
	if err != nil {
		return refused("level %s: want a number from %d to %d", args, sargon.MinLevel,
			sargon.MaxLevel)
	}
	return session.SetLevel(sargon.Level(level))
}

func setEngine(args string) session.Action {
	if args == "" {
		return telling(func(v session.View) string { return "the engine is " + v.Engine })
	}
	return session.SetEngine(args)
}

func load(file string) session.Action {
	if file == "" {
		return refused("load what? want the name of a PGN file")
	}
	return func(t *session.Table) (string, error) {
		g, err := pgn.Last(file)
		if err != nil {
			return "", err
		}
		return open(g, file)(t)
	}
}

// open goes on with a game from somewhere.
func open(g *game.Game, from string) session.Action {
	return func(t *session.Table) (string, error) {
		_, err := session.Open(g, g.Side())(t)
		return fmt.Sprintf("%d half-moves from %s; you play %v", g.Len(), from, g.Side()), err
	}
}

// Save writes the game to a file that must not be there yet.
func Save(file string) session.Action {
	if file == "" {
		return refused("save where? want the name of a PGN file")
	}
	return func(t *session.Table) (string, error) {
		if err := store.MustBeNew(file); err != nil {
			return "", err
		}
		return "written to " + file, pgn.Save(file, t.View().Game)
	}
}
