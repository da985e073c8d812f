package front_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/engines"
	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// desk is a front end that notes what it would say.
type desk struct {
	session *session.Session
	said    string
	err     error
}

var commands = front.Shared(func(d *desk, do front.Action, args string) {
	d.said, d.err = do(d.session, args)
})

func newDesk() *desk {
	return &desk{session: session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			return engines.Open(name, engines.Options{})
		},
		Engine: "10x12", Level: 2, Player: sargon.White,
	})}
}

func (d *desk) do(name, args string) string {
	c, ok := commands.Find(name)
	if !ok {
		return "no such command"
	}
	c.Run(d, args)
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
	// error: there is no engine "9x9": want one of rom, 10x12, 0x88, sets, or rom:FILE, rom@CORE
}

func TestSharedCommands(t *testing.T) {
	d := newDesk()
	file := filepath.Join(t.TempDir(), "game.pgn")
	for _, test := range []struct{ name, args, want string }{
		{"level", "", "level 2"},
		{"LEVEL", "two", "error: level two: want a number from 1 to 6"},
		{"level", "7", "error: level 7: there are 1 to 6"},
		{"engine", "", "the engine is 10x12"},
		{"engine", "0x88", "0x88 takes over"},
		{"new", "red", "error: new red: want white or black"},
		{"new", "", "a new game; you play white"},
		{"sides", "", "you play black"},
		{"back", "", "error: there is no move to take back"},
		{"save", "", "error: save where? want the name of a PGN file"},
		{"save", file, "written to " + file},
		{"save", file, "error: " + file + " exists already; choose another name"},
		{"load", "", "error: load what? want the name of a PGN file"},
		{"load", file, "0 half-moves from " + file + "; you play white"},
		{"draw", "", "error: no draw to claim: it takes the same position for the third time, " +
			"or fifty moves without a capture or a pawn's move"},
		{"watch", "", "Sargon plays itself; watch once more, and you go on"},
		{"watch", "", "you play white again"},
		{"resign", "", "no such command"}, // it asks, each front end in its way
		{"dance", "", "no such command"},
	} {
		assert.Equal(t, test.want, d.do(test.name, test.args), test.name+" "+test.args)
	}
	said, err := front.Resign(d.session, "")
	require.NoError(t, err)
	assert.Equal(t, "you have resigned", said)
	assert.Equal(t, "error: the game is over", d.do("watch", ""))
	assert.Equal(t, "Black wins, resignation", front.Ended(d.session.Game().Result()))
	assert.Len(t, commands.Beginning("l"), 2)
	assert.Equal(t, "the resignation is taken back; the game goes on", d.do("back", ""))
	assert.False(t, d.session.Over())
}

func TestMaterial(t *testing.T) {
	g, err := game.FromFEN("4k3/P6p/8/8/8/8/4q3/3QK2R w - - 0 40")
	require.NoError(t, err)
	for _, move := range []string{"Qxe2+", "Kf7", "a8=Q", "Kg7", "Rxh7+"} {
		require.NoError(t, g.PlayText(move))
	}
	assert.Equal(t, []sargon.PieceType{sargon.Queen, sargon.Pawn}, front.Lost(g, sargon.Black))
	assert.Empty(t, front.Lost(g, sargon.White), "a pawn that has become a queen is not lost")
	assert.Equal(t, 23, front.Ahead(g, sargon.White))
	assert.Equal(t, -23, front.Ahead(g, sargon.Black))
}

func TestSetPosition(t *testing.T) {
	d := newDesk()
	said, err := front.SetPosition(d.session, "8/8/8/1k3q2/8/8/6K1/8 b - - 30 72")
	require.NoError(t, err)
	assert.Equal(t, "the position is set; you play black, and are to move", said)
	_, err = front.SetPosition(d.session, "nonsense")
	assert.Error(t, err)
	assert.Equal(t, sargon.Black, d.session.Player())
}

func TestIllegal(t *testing.T) {
	_, err := game.New().ParseMove("e5")
	text, ok := front.Illegal(err)
	assert.True(t, ok)
	assert.Equal(t, "e5: white has no pawn that can go to e5", text)
	_, ok = front.Illegal(errors.New("no space left"))
	assert.False(t, ok)
}
