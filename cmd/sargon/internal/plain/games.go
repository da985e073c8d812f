package plain

import (
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/store"
)

// games lists the saved games.
func (s *talk) games(string) {
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

// chosen returns the game whose number a text begins with, and the rest of the text.
func (s *talk) chosen(args string) (k *store.Saved, rest string, ok bool) {
	number, rest, _ := strings.Cut(args, " ")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(s.list) {
		s.say("%q is no number of a game: games lists them.", number)
		return nil, "", false
	}
	return &s.list[n-1], strings.TrimSpace(rest), true
}

func (s *talk) openGame(args string) {
	k, _, ok := s.chosen(args)
	if !ok {
		return
	}
	err := k.Err
	if err == nil {
		err = s.Games.Free(k.Name)
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.other, s.leaving = k.Name, true
}

func (s *talk) renameGame(args string) {
	if k, title, ok := s.chosen(args); ok {
		s.didGame("Renamed.", s.Games.Rename(k.Name, title))
	}
}

func (s *talk) exportGame(args string) {
	k, file, ok := s.chosen(args)
	switch {
	case !ok:
	case file == "":
		s.say("Export where? Want a number and the name of a PGN file.")
	default:
		s.didGame("Written to "+file+".", k.Export(file))
	}
}

func (s *talk) deleteGame(args string) {
	k, sure, ok := s.chosen(args)
	switch {
	case !ok:
	case sure != "yes":
		s.say("Delete it for ever? Type: delete %s yes", args)
	default:
		if s.didGame("Deleted.", s.Games.Delete(k.Name)) {
			s.list = nil // numbers have changed
		}
	}
}

func (s *talk) didGame(said string, err error) (done bool) {
	if err != nil {
		s.refuse(err)
		return false
	}
	s.say("%s", said)
	return true
}
