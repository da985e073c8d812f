package front_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// desk is a front end that notes what it would say.
type desk struct {
	commands front.Commands
	session  *session.Session
	said     string
	err      error
}

func newDesk() *desk {
	d := &desk{session: session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			return launch.Open(name, launch.Options{})
		},
		Engine: "10x12", Level: 2, Player: sargon.White,
	})}
	d.commands.AddShared(func(do session.Action) { d.said, d.err = do(d.session) })
	return d
}

func (d *desk) do(name, args string) string {
	c, ok := d.commands.Find(name)
	if !ok {
		return "no such command"
	}
	c.Run(args)
	if d.err != nil {
		return "error: " + d.err.Error()
	}
	return d.said
}

func Example() {
	d := newDesk()
	fmt.Println(d.do("level", "3"))
	fmt.Println(d.do("new", "black"))
	fmt.Println(d.do("engine", "9x9"))
	// Output:
	// level 3
	// a new game; you play black
	// error: there is no engine "9x9": want one of rom, 10x12, 0x88, bitboards, or rom:FILE, rom@CORE
}

func TestSharedCommands(t *testing.T) {
	d := newDesk()
	file := filepath.Join(t.TempDir(), "game.pgn")
	home, quoted := t.TempDir(), file+" 2"
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, test := range []struct{ name, args, want string }{
		{"level", "", "level 2"},
		{"LEVEL", "two", "error: level two: want a number from 1 to 6"},
		{"level", "7", "error: there is no level 7; choose 1 to 6"},
		{"engine", "", "the engine is 10x12"},
		{"engine", "0x88", "0x88 takes over"},
		{"new", "red", "error: new red: want white or black"},
		{"new", "", "a new game; you play white"},
		{"sides", "", "you play black"},
		{"back", "", "error: there is no move to take back"},
		{"save", "", "error: save where? want the name of a PGN file"},
		{"save", file, "written to " + file},
		{"save", file, "error: " + file + " exists already; choose another name"},
		{"save", `"` + quoted + `"`, "written to " + quoted},
		{"load", "'" + quoted + "'", "0 half-moves from " + quoted + "; you play white"},
		{"save", "~/x.pgn", "written to " + filepath.Join(home, "x.pgn")},
		{"load", "", "error: load what? want the name of a PGN file"},
		{"load", file, "0 half-moves from " + file + "; you play white"},
		{"draw", "", "error: no draw yet: neither threefold repetition nor fifty-move rule"},
		{"self-play", "", "Sargon plays itself; self-play again: you play on"},
		{"self-play", "", "you play white again"},
		{"hint", "", ""},
		{"now", "", "error: no move was found yet"},
		{"dance", "", "no such command"},
	} {
		assert.Equal(t, test.want, d.do(test.name, test.args), test.name+" "+test.args)
	}
	for range 2 { // it asks
		require.NoError(t, d.session.Do(session.Resign))
	}
	assert.Equal(t, "error: the game is over", d.do("self-play", ""))
	assert.Equal(t, "Black wins, resignation", d.session.View().Game.Result().Description())
	assert.Len(t, d.commands.WithPrefix("l"), 2)
	assert.Equal(t, "the resignation is taken back; the game goes on", d.do("back", ""))
	assert.False(t, d.session.View().Over)
}

func TestWhyNot(t *testing.T) {
	_, err := game.New().ParseMove("e5")
	assert.Equal(t, "e5: white has no pawn that can go to e5", front.ErrorText(err, nil))
	all := newDesk().commands
	for typed, meant := range map[string]string{"loda x.pgn": " (did you mean load?)", "NEWW": " (did you mean new?)",
		"e9": "", "zzz": ""} {
		assert.Equal(t, meant, all.Suggestion(typed), typed)
	}
	_, err = game.New().ParseMove("loda x.pgn")
	assert.Equal(t, "loda x.pgn is neither a command nor a move (did you mean load?)", front.ErrorText(err, all))
	assert.Equal(t, "no space left", front.ErrorText(errors.New("no space left"), nil))
}
