package plain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/store"
)

// games lists the saved games.
func (t *textGame) games(string) {
	if t.Games == nil {
		t.say("Games are not saved here.")
		return
	}
	var err error
	if t.list, err = t.Games.List(); err != nil {
		t.refuse(err)
		return
	}
	for i := range t.list {
		t.say("%d: %s.", i+1, strings.Join(t.list[i].Facts(), ", "))
	}
	if len(t.list) == 0 {
		t.say("No games are saved yet.")
		return
	}
	t.say("Type open and a number to go on with one.")
}

// withGame returns a command for the game whose number comes first. do gets the words after that, and
// returns the text to print.
func (t *textGame) withGame(
	do func(k *store.Saved, rest string) (said string, err error),
) func(args string) {
	return func(args string) {
		number, rest, _ := strings.Cut(args, " ")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(t.list) {
			t.say("There is no game %s; type games for the list.", number)
			return
		}
		switch said, err := do(&t.list[n-1], strings.TrimSpace(rest)); {
		case err != nil:
			t.refuse(err)
		case said != "":
			t.say("%s", said)
		}
	}
}

func (t *textGame) openGame(k *store.Saved, _ string) (said string, err error) {
	if err = k.Err; err == nil {
		err = t.Games.CheckAvailable(k.Name)
	}
	if err == nil {
		t.nextGame, t.leaving = k.Name, true
	}
	return "", err
}

func (t *textGame) renameGame(k *store.Saved, title string) (said string, err error) {
	return "Renamed.", t.Games.Rename(k.Name, title)
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

func (t *textGame) deleteGame(k *store.Saved, sure string) (said string, err error) {
	if sure != "yes" {
		return fmt.Sprintf("Delete it forever? Type: delete %d yes", 1+slices.IndexFunc(t.list,
			func(other store.Saved) bool { return other.Name == k.Name })), nil
	}
	if err := t.Games.Delete(k.Name); err != nil {
		return "", err
	}
	t.list = nil // numbers have changed
	return "Deleted.", nil
}
