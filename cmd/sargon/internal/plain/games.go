package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/store"
)

// games lists the saved games.
func (s *textGame) games(string) {
	if s.Games == nil {
		s.say("Games are not saved here.")
		return
	}
	var err error
	if s.list, err = s.Games.List(); err != nil {
		s.refuse(err)
		return
	}
	for i := range s.list {
		s.say("%d: %s.", i+1, strings.Join(s.list[i].Facts(), ", "))
	}
	if len(s.list) == 0 {
		s.say("No games are saved yet.")
		return
	}
	s.say("Type open and a number to go on with one.")
}

// withGame is a command for the game whose number comes first. do gets the words after that, and
// returns what to say.
func (s *textGame) withGame(
	do func(k *store.Saved, rest string) (said string, err error),
) func(args string) {
	return func(args string) {
		number, rest, _ := strings.Cut(args, " ")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(s.list) {
			s.say("There is no game %s; type games for the list.", number)
			return
		}
		switch said, err := do(&s.list[n-1], strings.TrimSpace(rest)); {
		case err != nil:
			s.refuse(err)
		case said != "":
			s.say("%s", said)
		}
	}
}

func (s *textGame) openGame(k *store.Saved, _ string) (said string, err error) {
	if err = k.Err; err == nil {
		err = s.Games.CheckAvailable(k.Name)
	}
	if err == nil {
		s.nextGame, s.leaving = k.Name, true
	}
	return "", err
}

func (s *textGame) renameGame(k *store.Saved, title string) (said string, err error) {
	return "Renamed.", s.Games.Rename(k.Name, title)
}

func exportGame(k *store.Saved, file string) (said string, err error) {
	if file == "" {
		return "Export where? Want a number and the name of a PGN file.", nil
	}
	if said, err = k.Export(file); err == nil {
		said = capital(said) + "."
	}
	return said, err
}

func (s *textGame) deleteGame(k *store.Saved, sure string) (said string, err error) {
	if sure != "yes" {
		return fmt.Sprintf("Delete it forever? Type: delete %d yes", 1+slices.IndexFunc(s.list,
			func(other store.Saved) bool { return other.Name == k.Name })), nil
	}
	if err := s.Games.Delete(k.Name); err != nil {
		return "", err
	}
	s.list = nil // numbers have changed
	return "Deleted.", nil
}
