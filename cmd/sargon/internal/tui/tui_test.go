package tui

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// person is a person at a terminal that is only simulated. Everything happens on the
// goroutine of the test, but the machine and the search.
type person struct {
	*App
	t     testing.TB
	sim   tcell.SimulationScreen
	saved []*states.State
	limit <-chan time.Time // of the whole test
}

// patience ends a test that hangs.
const patience = 5 * time.Minute

func open(t testing.TB, width, height int, change func(*Options)) *person {
	t.Helper()
	c, err := program.New(romstest.Image(t), program.Options{Chance: func() byte { return 0 }})
	require.NoError(t, err)
	s := &person{
		t: t, sim: tcell.NewSimulationScreen("UTF-8"), limit: time.After(patience),
	}
	speed := must.Have(speed.Parse("max"))
	o := Options{
		Look:  Look{Screen: s.sim, Glyphs: screen.Sextant, Theme: screen.Themes[0]},
		Speed: speed, Panels: []string{"clocks", "thoughts"},
	}
	o.Program = c
	o.Table = newTable(c, func(saved *states.State) error {
		s.saved = append(s.saved, saved)
		return nil
	})
	if change != nil {
		change(&o)
	}
	s.App = New(o)
	require.NoError(t, s.sim.Init())
	s.sim.SetSize(width, height)
	require.NoError(t, s.begin())
	t.Cleanup(func() {
		s.Table.Close()
		s.sim.Fini()
	})
	s.startUp()
	return s
}

func newTable(p *program.Program, save func(*states.State) error) *session.Table {
	return session.New(session.Options{
		Open: func(name string) (sargon.Engine, error) {
			return launch.Open(name, launch.Options{})
		},
		Engine: "rom", Level: 1, Player: sargon.White, Machine: p,
		Save: func(s *states.State, _ *game.Game) error {
			if save == nil {
				return nil
			}
			return save(s)
		},
	})
}

// thinkSlowly makes the machine think about a move at level 2 for minutes, unless the wait is
// skipped.
func (s *person) thinkSlowly() {
	s.Speed = speed.Speed{Name: "slow", Thinking: 1e5}
	s.setSpeed(s.Speed)
}

// until waits for something on the machine.
func (s *person) until(what string, there func(console.State) bool) {
	s.t.Helper()
	for changed := s.Program.Changed(); !there(s.Program.State()); changed = s.Program.Changed() {
		select {
		case <-changed:
		case <-s.limit:
			s.t.Fatal("the machine does not " + what)
		}
	}
}

// startUp waits until the machine has run at all.
func (s *person) startUp() {
	_ = s.Draw()
	if s.view.AtMachine {
		s.until("start", func(now console.State) bool { return now.TStates > 0 && now.Waiting })
	}
	s.settle()
}

// settle draws until nothing moves any more.
func (s *person) settle() {
	s.t.Helper()
	for _ = s.Draw(); s.view.Busy && !s.leaving; _ = s.Draw() {
		select {
		case <-s.Table.News():
		case <-s.limit:
			s.t.Fatal("the screen does not come to rest:\n" + s.text())
		}
	}
	require.NoError(s.t, s.err)
}

// named is a key that is written with the name that tcell gives it: "<F1>".
var named = regexp.MustCompile(`^<([A-Z][\w-]*)>`)

// events are what a terminal sends for keys, named ones and letters.
func events(keys string) (all []*tcell.EventKey) {
	for keys != "" {
		first, key := keys[:1], tcell.KeyRune
		if m := named.FindStringSubmatch(keys); m != nil {
			for k, name := range tcell.KeyNames {
				if name == m[1] {
					first, key = m[0], k
				}
			}
		}
		all = append(all, tcell.NewEventKey(key, rune(first[0]), tcell.ModNone))
		keys = keys[len(first):]
	}
	return all
}

// press presses keys one by one, and waits after each; then these words are seen.
func (s *person) press(keys string, words ...string) {
	s.t.Helper()
	for _, event := range events(keys) {
		s.Handle(event)
		s.settle()
	}
	s.sees(words...)
}

// in presses keys without waiting, and looks.
func (s *person) in(keys string, words ...string) {
	s.t.Helper()
	for _, event := range events(keys) {
		s.Handle(event)
	}
	_ = s.Draw()
	s.sees(words...)
}

func (s *person) resize(width, height int) {
	s.t.Helper()
	s.sim.SetSize(width, height)
	s.Handle(tcell.NewEventResize(width, height))
	s.settle()
}

func (s *person) click(x, y int) {
	s.Handle(tcell.NewEventMouse(x, y, tcell.Button1, tcell.ModNone))
	s.Handle(tcell.NewEventMouse(x, y, tcell.ButtonNone, tcell.ModNone))
	s.settle()
}

// text is what stands on the terminal.
func (s *person) text() string { return contents(s.sim) }

// contents is what stands on a simulated terminal.
func contents(terminal tcell.SimulationScreen) string {
	cells, width, _ := terminal.GetContents()
	var b strings.Builder
	for row := range slices.Chunk(cells, max(width, 1)) {
		line := ""
		for _, cell := range row {
			if len(cell.Runes) == 0 {
				line += " "
			}
			line += string(cell.Runes)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func (s *person) sees(words ...string) {
	s.t.Helper()
	for _, w := range words {
		if text := s.text(); !strings.Contains(text, w) {
			s.t.Errorf("%q is not on the terminal:\n%s", w, text)
		}
	}
}

func TestTheScreenOf1978(t *testing.T) {
	s := open(t, 110, 36, nil)
	s.sees("A Z80 INVITES YOU TO ITS BOARD", "WHITE OR BLACK", "Clocks", "Ctrl-C leave")
	s.press("w1n")
	screen := s.Program.Screen()
	for row := range 32 {
		line := strings.TrimRight(strings.Split(screen.String(), "\n")[row], " ")
		assert.Contains(t, s.text(), line, "the dots are exact")
	}
	s.press("e2e4", " 1 E2-E4 E7-E5", "from the book")
	s.press("g1f3", "best line", "positions", "evaluated")
	last := s.view.TimesOf(s.lastOfSargon())
	s.sees(clock1978(last), game.About(last.In1978))
	assert.Equal(t, 4, s.view.Game.Len())
	s.press("e2e4", "RULES FORBID IT", "there is no piece on e2") // there is no pawn any more
	s.press("<Ctrl-R>", "resign? Control-R again")
	s.press("<Esc><Ctrl-R><Ctrl-R>", "YOU BOW OUT.", "THE Z80 WINS.")
	assert.True(t, s.view.Over)
	s.press("n", "FAREWELL", "The program has ended. Return starts it again.")
	s.press("x<Enter>", "WHITE OR BLACK")
}

func TestSmallWindowsGetAMessage(t *testing.T) {
	for _, size := range [][2]int{{79, 24}, {80, 23}, {40, 10}, {10, 3}, {1, 1}} {
		s := open(t, size[0], size[1], nil)
		if size[0] > 20 {
			s.sees("This window has", "80×24")
		}
		s.press("<F2>")
		s.press("<F2>")
	}
	s := open(t, 10, 3, nil)
	s.resize(100, 40)
	s.sees("WHITE OR BLACK")
}

func TestKeysOfTheScreen(t *testing.T) {
	s := open(t, 110, 40, nil)
	s.press("<F1>", "other keys close this page.", "F9      skip the wait")
	s.press("x", "WHITE OR BLACK")
	s.press("<F3>", "panels: off")
	assert.NotContains(t, s.text(), "T-states")
	s.press("<F3>", "panels: on", "T-states")
	s.press("<F5>", "memory and processor: sargon debug shows them")
	s.press("<F7>")
	assert.Equal(t, "auto", s.Speed.Name)
	s.press("<F8><F8><F8>")
	assert.Equal(t, "max", s.Speed.Name)
	s.press("<Ctrl-L>", "theme: green")
	s.press("<Ctrl-G>", "glyphs: quadrant")
	s.press("<F9>", "waiting for you")
	s.Handle(tcell.NewEventError(errors.New("this system cannot stop a program")))
	s.settle()
	s.sees("cannot stop a program")
	s.press("<F10>")
	assert.True(t, s.leaving)
}

func TestHelpIsScrolled(t *testing.T) {
	s := open(t, 80, 24, func(o *Options) { o.Board = true })
	s.press("?", "The modern board", "Up, Down: more")
	s.press("<PgDn><PgDn><PgDn>", ":quit")
	s.press("<PgUp><PgUp><PgUp><Up>", "The modern board")
	s.press("x", "you are to move")
}

// Keys pressed while the machine thinks are a premove until it asks for them; F9 skips the wait.
func TestThinkingIsSlowAndCanBeSkipped(t *testing.T) {
	s := open(t, 110, 40, nil)
	s.press("W2NE2E4")
	s.thinkSlowly()
	s.in("G1F3")
	s.until("think", func(now console.State) bool { return now.Thinking })
	_ = s.Draw()
	s.sees("Thinking")
	s.in("f1c5<Backspace2>4", "kept: F1C4")
	s.press("<F9>")
	assert.Equal(t, 4, s.view.Game.Len())
	assert.False(t, s.view.Skipping)
	s.until("take the premove", func(now console.State) bool { return now.Thinking })
	_ = s.Draw()
	assert.Equal(t, "Bc4", s.view.Game.Ply(4).SAN)
	s.in("f1c4")
	s.press("<F9>", "premove not possible now")
	s.sees(game.About(s.view.TimesOf(5).In1978))
}

func TestTheModernBoard(t *testing.T) {
	s := open(t, 140, 45, func(o *Options) { o.Board = true })
	s.sees("Sargon (rom), level 1", "you are to move", "type a move")
	s.press("e", "e3", "e4")
	s.press("4<Enter>", "1 e4", "e5")
	s.press("nf<Tab>")
	assert.Equal(t, "Nf3", string(s.board.input))
	s.press("<Enter>")
	assert.Equal(t, "Nf3", s.view.Game.Ply(2).SAN)
	assert.Equal(t, 4, s.view.Game.Len())
	s.press("e5<Enter>", "white has no pawn that can go to e5")
	s.press("<Esc><F3>", "took back your move and Sargon's reply")
	assert.Equal(t, 2, s.view.Game.Len())
	s.press("<F4>", "hint: ")
	s.press("<F5>")
	assert.True(t, s.board.flip)
	for y, line := range strings.Split(s.text(), "\n") { // what stands in the bar can be clicked
		if before, _, found := strings.Cut(line, "F5 flip"); found {
			s.click(utf8.RuneCountInString(before), y)
		}
	}
	assert.False(t, s.board.flip)

	// Arrows: the knight from g1 to f3.
	s.press("<Up><Right><Right><Down>")
	assert.Equal(t, sargon.G1, s.board.cursor)
	s.press(" ")
	assert.Equal(t, sargon.G1, s.board.selected)
	s.sees("●")
	s.press("<Up><Up><Left><Enter>")
	assert.Equal(t, "Nf3", s.view.Game.Ply(2).SAN)

	// The mouse: the pawn from d2 to d4, by two clicks.
	for _, name := range []string{"d2", "d4"} {
		at := must.Have(sargon.ParseSquare(name))
		x, y := s.board.grid.at(at)
		s.click(x+1, y+1)
	}
	assert.Equal(t, "d4", s.view.Game.Ply(4).SAN)

	s.press("<Home>", "after 0 of 6 half-moves")
	s.press("<PgDn>", "after 1 of 6")
	s.press("<End>", "you are to move")
	s.press("<Ctrl-R>", "resign?")
	s.press("<Esc>")
	assert.False(t, s.view.Over)
	s.press("<Ctrl-R><Ctrl-R>", "Black wins, resignation")
	require.NotEmpty(t, s.saved)
}

func TestCommandsOfTheBoard(t *testing.T) {
	s := open(t, 140, 45, func(o *Options) { o.Board = true })
	s.press(":lev", "level")
	s.press("<Tab>")
	assert.Equal(t, ":level ", string(s.board.input))
	s.press("2<Enter>", "Sargon (rom), level 2")
	s.press("level 3<Enter>", "Sargon (rom), level 3") // in --plain it has no colon
	s.press("level 2<Enter>resign<Enter>", "resign?")
	s.press("<Esc>:level 9<Enter>", "choose 1 to 6")
	s.press(":engine 10x12<Enter>", "Sargon (10x12), level 2")
	s.press(":engine 9x9<Enter>", `there is no engine "9x9"`)
	s.press(":new black<Enter>", "e4", "you are to move")
	assert.True(t, s.board.flip)
	s.press(":fen 8/P6k/8/8/8/8/p6K/8 w - - 0 40<Enter>")
	s.press("a7a8<Enter>")
	assert.Equal(t, "a8=Q", s.view.Game.Ply(0).SAN)
	s.press(":fen 8/P6k/8/8/8/8/7K/8 w - - 0 40<Enter>")
	for range 2 {
		s.press("<Esc>")
	}
	at := func(name string) sargon.Square { sq, _ := sargon.ParseSquare(name); return sq }
	s.pick(at("a7"))
	s.pick(at("a8"))
	s.settle()
	s.sees("> a8=", "a8=B a8=N a8=Q a8=R")
	s.press("n<Enter>")
	assert.Equal(t, "a8=N", s.view.Game.Ply(0).SAN)
	s.press(":fen nonsense<Enter>", "FEN")
	s.press(":dance<Enter>", `there is no command "dance"`)
	s.press(":sides<Enter>")
	s.press(":load /nowhere/x.pgn<Enter>", "/nowhere/x.pgn")
	file := t.TempDir() + "/game.pgn"
	s.press(":save "+file+"<Enter>", "written to")
	s.press(":save "+file+"<Enter>", "exists already")
	s.press(":new<Enter>:load "+file+"<Enter>", "half-moves from")
	s.press(":pieces letters<Enter>:pieces boxes<Enter>", "want pictures,", "unicode or letters")
	s.press("help<Enter>", ":engine [NAME]")
	s.press("x:quit<Enter>")
	assert.True(t, s.leaving)
}

// The same game in both views, back and forth.
func TestViewsShowTheSameGame(t *testing.T) {
	s := open(t, 110, 40, nil)
	s.press("W1NE2E4<F2>", "1 e4", "e5", "you are to move")
	s.press("Nf3<Enter><F2>", " 1 E2-E4 E7-E5", " 2 G1-F3")
	before := s.Program.State().TStates
	s.press("<F2><F2>")
	assert.GreaterOrEqual(t, s.Program.State().TStates, before,
		"nothing has changed, so the machine goes on as it was")
	s.press("D2D4<F2><F3>")
	assert.Equal(t, 4, s.view.Game.Len())
	s.press(":engine 10x12<Enter><F2>", "the machine takes over from 10x12", " 2 G1-F3")
	assert.Equal(t, "rom", s.view.Engine)
	s.press("<F2>:new black<Enter><F2>", "SARGON DEPTH 1", " 1 ")
	assert.Equal(t, sargon.Black, s.view.Player)
}

// An edition with other questions, five keys a move, and bytes 00 in its pictures.
func TestViewsShowTheSameGameOfAnotherEdition(t *testing.T) {
	image := must.Have(roms.Open(programtest.OtherEdition(t), roms.Options{}))
	s := open(t, 80, 24, func(o *Options) {
		o.Program = must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
		o.Table = newTable(o.Program, nil)
	})
	s.press("Y1WE2-E4<F1>", "A move is five keys: E2-E4.", "king's move: E1-G1.")
	s.press("x")
	s.sees(" 1 E2-E4 E7-E5", "Ctrl-C leave", "Your move, five", "last move") // beside the board
	s.press("<F2>Nf3<Enter><F2>", " 1 E2-E4 E7-E5", " 2 G1-F3")
	s.press("F1-C4<F2>", "3 Bc4")
	s.press(":new black<Enter>e5<Enter>:level 2<Enter><F2>", "SARGON DEPTH 2", " 1 E2-E4 E7-E5")
}

func TestAGameIsSavedAndResumed(t *testing.T) {
	s := open(t, 110, 40, nil)
	assert.Empty(t, s.saved, "there is nothing to keep yet")
	s.press("W1NE2E4G1")
	require.NotEmpty(t, s.saved)
	k := s.saved[len(s.saved)-1]
	require.NotEmpty(t, k.Machine)
	again := open(t, 110, 40, func(o *Options) { require.NoError(t, o.Table.Restore(k)) })
	again.sees(" 1 E2-E4 E7-E5", " 2 G1-")
	again.press("F3")
	assert.Equal(t, 4, again.view.Game.Len())
	assert.Equal(t, "Nf3", again.view.Game.Ply(2).SAN)
}

func TestSavingFails(t *testing.T) {
	s := open(t, 110, 40, func(o *Options) {
		o.Board = true
		o.Table = newTable(o.Program, func(*states.State) error {
			return errors.New("no space left on device")
		})
	})
	s.press("e4<Enter>", "the game is not saved: no", "space left on device")
	assert.Equal(t, 2, s.view.Game.Len(), "the game goes on")
}

// A panic on the goroutine of the machine is an error on that of the terminal.
func TestAPanicOfTheMachine(t *testing.T) {
	s := open(t, 80, 24, nil)
	s.Program.Do(func(m *emu.Machine) {
		m.Trap(m.PC, func(*emu.Machine) error { panic("boom") })
	})
	s.Handle(tcell.NewEventKey(tcell.KeyRune, 'W', tcell.ModNone))
	for _ = s.Draw(); s.err == nil; _ = s.Draw() {
		<-s.Table.News()
	}
	assert.ErrorContains(t, s.err, "the machine has failed: boom")
}

// A thousand random keys and resizes.
func TestRandomKeys(t *testing.T) {
	keys := events("<Enter><Esc><Tab><Backspace2><F1><F2><F2><F3><F4><F5><F6><F7><F8><F9><Ctrl-R>" +
		"<Ctrl-L><Ctrl-G><Up><Down><Left><Right><PgUp><Home><End><Ctrl-U><Ctrl-Z>")
	const letters = "wbn12abcdefgh12345678NBRQKO-x=:? level new fen"
	r := rand.New(rand.NewPCG(1978, 1))
	s := open(t, 110, 40, nil)
	for range 1000 {
		switch n := r.IntN(20); {
		case n < 11:
			s.Handle(events(letters[r.IntN(len(letters)):])[0])
		case n < 18:
			s.Handle(keys[r.IntN(len(keys))])
		case n < 19:
			w, h := r.IntN(150), r.IntN(50)
			s.sim.SetSize(w, h)
			s.Handle(tcell.NewEventResize(w, h))
		default:
			s.Handle(tcell.NewEventMouse(r.IntN(150), r.IntN(50), tcell.ButtonMask(r.IntN(2)),
				tcell.ModNone))
		}
		if s.view.Level > 2 { // long thoughts prove no more than short ones
			s.act(session.SetLevel(1))
		}
		s.leaving = false
		s.Speed = speed.Stops[len(speed.Stops)-1]
		s.setSpeed(s.Speed)
		if r.IntN(4) == 0 {
			s.settle()
		}
		_ = s.Draw()
	}
	s.settle()
	if r, err := s.Table.State(); !s.view.AtMachine && s.view.Search == nil {
		require.NoError(t, err)
		assert.Equal(t, strings.Fields(s.view.Game.FEN())[0], strings.Fields(r.Game.Position.FEN())[0])
	}
}
