package front

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/emu/nearest"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// Command is a word that people type.
type Command struct {
	Names []string // the first is the one that help shows
	Args  string
	Help  string
	Run   func(args string)
}

// Commands are all commands of a front end, in the order of its help.
type Commands []Command

// Add adds a command of some names, with blanks between them.
func (all *Commands) Add(names, args, help string, run func(args string)) {
	*all = append(*all, Command{strings.Fields(names), args, help, run})
}

// Find returns the command of a name, in letters of any case.
func (all Commands) Find(name string) (Command, bool) {
	for _, c := range all {
		if slices.Contains(c.Names, strings.ToLower(name)) {
			return c, true
		}
	}
	return Command{}, false
}

// Suggestion returns a hint for a text that begins with no command: which command is nearest to it.
func (all Commands) Suggestion(text string) string {
	typed, _, _ := strings.Cut(text, " ")
	var names []string
	for _, c := range all {
		names = append(names, c.Names...)
	}
	if near := nearest.Name(typed, names); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// WithPrefix returns the commands whose first name begins with a text.
func (all Commands) WithPrefix(text string) (found Commands) {
	for _, c := range all {
		if strings.HasPrefix(c.Names[0], strings.ToLower(text)) {
			found = append(found, c)
		}
	}
	return found
}

// AddShared adds the commands that every front end has. do has an action done.
func (all *Commands) AddShared(do func(session.Action)) {
	with := func(action func(args string) session.Action) func(string) {
		return func(args string) { do(action(args)) }
	}
	just := func(action session.Action) func(string) { return func(string) { do(action) } }
	all.Add("new", "[white|black]", "another game", with(newGame))
	all.Add("level", "[1…6]", "plies that Sargon searches", with(setLevel))
	all.Add("engine", "[NAME]", "another engine: rom, 10x12, 0x88 or bitboards", with(setEngine))
	all.Add("back undo", "", "take a move back, or a resignation, or a claim", just(session.TakeBack))
	all.Add("redo", "", "make the moves again that were taken back", just(session.Redo))
	all.Add("sides", "", "change sides", just(session.ChangeSides))
	all.Add("self-play", "", "Sargon plays both sides; again: you play on", just(session.SelfPlay))
	all.Add("draw", "", "claim a draw", just(session.ClaimDraw))
	all.Add("flag", "", "claim the game when the time of the other side is up", just(session.ClaimTime))
	all.Add("hint", "", "what Sargon would play", just(session.Hint))
	all.Add("analyze", "", "the best moves, with values and what Sargon expects",
		just(session.Analyze))
	all.Add("cancel", "", "forget the premoves", just(session.ClearPremoves))
	all.Add("why", "[not MOVE]", "why Sargon's last move, or why not another; where two people play: the last move", with(why))
	all.Add("now", "", "Sargon plays the best it has found so far", just(session.MoveNow))
	all.Add("resign", "", "give up; asks first", just(session.Resign))
	all.Add("load", "FILE", "go on with the last game of a PGN file", with(load))
	all.Add("save", "FILE", "write the game to a new PGN file", with(Save))
}

// refused returns an action that does nothing but return err.
func refused(err error) session.Action {
	return func(*session.Session) (string, error) { return "", err }
}

func newGame(args string) session.Action {
	switch strings.ToLower(args) {
	case "":
		return func(s *session.Session) (string, error) { return session.NewGame(s.View().Player)(s) }
	case "white", "w":
		return session.NewGame(sargon.White)
	case "black", "b":
		return session.NewGame(sargon.Black)
	}
	return refused(fmt.Errorf("new %s: want white or black", args))
}

func setLevel(args string) session.Action {
	level, err := strconv.ParseUint(args, 10, 8)
	switch {
	case args == "":
		return func(s *session.Session) (string, error) {
			return fmt.Sprintf("level %d", s.View().Level), nil
		}
	case err != nil:
		return refused(fmt.Errorf("level %s: want a number from %d to %d", args, sargon.MinLevel,
			sargon.MaxLevel))
	}
	return session.SetLevel(sargon.Level(level))
}

func setEngine(args string) session.Action {
	if args == "" {
		return func(s *session.Session) (string, error) {
			return "the engine is " + s.View().Engine, nil
		}
	}
	return session.SetEngine(args)
}

// why asks about Sargon's last move, or that of two people: why it was played, or why not another one.
func why(args string) session.Action {
	word, move, _ := strings.Cut(strings.TrimSpace(args), " ")
	switch {
	case args == "":
		return session.Why
	case strings.ToLower(word) == "not" && move != "":
		return session.WhyNot(strings.TrimSpace(move))
	}
	return refused(fmt.Errorf("why %s: want why, or why not and a move, like why not Nf3", args))
}

func load(file string) session.Action {
	if file == "" {
		return refused(errors.New("load what? want the name of a PGN file"))
	}
	file = files.ExpandTyped(file)
	g, wrong := pgn.Last(file)
	g, err := pgn.UpTo(g, wrong)
	if err != nil {
		return refused(err)
	}
	return open(g, file, wrong)
}

// open goes on with a game that was read from a file. Its message has the warnings of the game, and
// wrong: why the rest of the game could not be read.
func open(g *game.Game, from string, wrong error) session.Action {
	return func(s *session.Session) (string, error) {
		_, err := session.Open(g, g.Side())(s)
		said := []string{fmt.Sprintf("%d half-moves from %s; you play %v", g.Len(), from, g.Side())}
		if wrong != nil {
			said = append(said, "the rest of the game cannot be read: "+wrong.Error())
		}
		return strings.Join(append(said, g.Warnings()...), "; "), err
	}
}

// Save writes the game to a file that must not be there yet.
func Save(file string) session.Action {
	if file == "" {
		return refused(errors.New("save where? want the name of a PGN file"))
	}
	return func(s *session.Session) (string, error) {
		return store.WriteNew(file, pgn.Text(s.View().Game))
	}
}
