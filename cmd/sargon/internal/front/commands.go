package front

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

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

// Action does something to a session. It returns what to say then, without a capital letter
// and a full stop.
type Action func(s *session.Session, args string) (said string, err error)

// Shared are the commands that every front end has. do has an action done.
func Shared[F any](do func(f F, a Action, args string)) Commands[F] {
	var all Commands[F]
	for _, c := range []struct {
		name, args, help string
		action           Action
	}{
		{"new", "[white|black]", "another game", newGame},
		{"level", "[1…6]", "plies that Sargon looks ahead", setLevel},
		{"engine", "[NAME]", "who thinks: rom, 10x12, 0x88 or sets", setEngine},
		{"back", "", "take a move back, or a resignation", TakeBack},
		{"sides", "", "change sides", changeSides},
		{"watch", "", "Sargon plays both sides, or no longer", watch},
		{"draw", "", "claim a draw", claimDraw},
		{"load", "FILE", "go on with the last game of a PGN file", load},
		{"save", "FILE", "write the game to a new PGN file", Save},
	} {
		run := func(f F, args string) { do(f, c.action, args) }
		all = append(all, Word(c.name, c.args, c.help, run))
	}
	return all
}

func newGame(s *session.Session, args string) (string, error) {
	side, ok := map[string]sargon.Color{
		"": s.Player(), "white": sargon.White, "w": sargon.White,
		"black": sargon.Black, "b": sargon.Black,
	}[strings.ToLower(args)]
	if !ok {
		return "", fmt.Errorf("new %s: want white or black", args)
	}
	return fmt.Sprintf("a new game; you play %v", side), s.NewGame(side, "")
}

func setLevel(s *session.Session, args string) (string, error) {
	if args == "" {
		return fmt.Sprintf("level %d", s.Level()), nil
	}
	level, err := strconv.Atoi(args)
	if err != nil {
		return "", fmt.Errorf("level %s: want a number from %d to %d",
			args, sargon.MinLevel, sargon.MaxLevel)
	}
	return fmt.Sprintf("level %d", level), s.SetLevel(sargon.Level(level))
}

func setEngine(s *session.Session, args string) (string, error) {
	if args == "" {
		return "the engine is " + s.Engine(), nil
	}
	return args + " takes over", s.SetEngine(args)
}

// TakeBack takes a move back, or one of both sides, or a resignation.
func TakeBack(s *session.Session, _ string) (string, error) {
	over := s.Game().Result()
	n, err := s.TakeBack()
	switch n {
	case 0:
		return fmt.Sprintf("the %s is taken back; the game goes on", over.Reason), err
	case 1:
		return "one move taken back", err
	}
	return "a move of both sides taken back", err
}

func changeSides(s *session.Session, _ string) (string, error) {
	s.SetPlayer(s.Player().Other())
	return fmt.Sprintf("you play %v", s.Player()), nil
}

// Resign gives up.
func Resign(s *session.Session, _ string) (string, error) {
	return "you have resigned", s.Resign()
}

func watch(s *session.Session, _ string) (string, error) {
	if s.Over() {
		return "", session.ErrOver
	}
	s.SetAlone(!s.Alone())
	if s.Alone() {
		return "Sargon plays itself; watch once more, and you go on", nil
	}
	return fmt.Sprintf("you play %v again", s.Player()), nil
}

func claimDraw(s *session.Session, _ string) (string, error) { return "a draw", s.ClaimDraw() }

// SetPosition begins from a FEN, with the person to move.
func SetPosition(s *session.Session, fen string) (string, error) {
	g, err := game.FromFEN(fen)
	if err != nil {
		return "", err
	}
	s.SetGame(g, g.Side())
	said := fmt.Sprintf("the position is set; you play %v, and are to move", g.Side())
	return strings.Join(append(sargon.FENWarnings(fen), said), "; "), nil
}

func load(s *session.Session, file string) (string, error) {
	if file == "" {
		return "", errors.New("load what? want the name of a PGN file")
	}
	g, err := pgn.Last(file)
	if err != nil {
		return "", err
	}
	s.SetGame(g, g.Side())
	return fmt.Sprintf("%d half-moves from %s; you play %v", g.Len(), file, g.Side()), nil
}

// Save writes the game to a file that must not be there yet.
func Save(s *session.Session, file string) (string, error) {
	if file == "" {
		return "", errors.New("save where? want the name of a PGN file")
	}
	if _, err := os.Stat(file); err == nil {
		return "", fmt.Errorf("%s exists already; choose another name", file)
	}
	return "written to " + file, pgn.Save(file, s.Game())
}
