package tui

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/cmd/sargon/internal/terminal"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
	"sargon78/sargon/think"
)

// The scripts are in testdata/scripts.txt, which says how to read them. opened are the words
// after open and the sizes of the windows.
var opened = map[string]func(*person, *Options){
	"board": func(_ *person, o *Options) { o.Board = true },
	"both":  func(s *person, _ *Options) { s.about.Both = true },
	"timed": func(s *person, _ *Options) { // five seconds a side, on a clock that scripts set
		s.about.Time = think.TimeControl{{Remaining: 5 * time.Second}}
		s.about.Now = func() time.Time { return s.now }
	},
	"bell":        func(_ *person, o *Options) { o.Bell = true },
	"coordinates": func(_ *person, o *Options) { o.Coordinates = true },
	"ascii":       func(_ *person, o *Options) { o.Glyphs = screen.ASCII },
	"quadrant":    func(_ *person, o *Options) { o.Glyphs = screen.Quadrant },
	"colourless":  func(s *person, _ *Options) { s.sim.colourless = true },
	"full":        func(*person, *Options) {}, // there is no room for what is saved
	"games": func(s *person, o *Options) {
		s.t.Chdir(s.t.TempDir()) // what is exported goes there
		s.games = fourGames(s.t)
		o.Games = s.games
	},
	"none":   func(_ *person, o *Options) { o.Games = &shelf{} },
	"states": func(s *person, o *Options) { o.Games = &store.Folder{Dir: s.t.TempDir(), OnlyStates: true} },
	"broken": func(s *person, o *Options) { // states that cannot be loaded
		dir := s.t.TempDir()
		o.Games = &store.Folder{Dir: dir, OnlyStates: true}
		for _, state := range []states.State{{Kind: states.Search}, {Kind: states.Program, Image: "mine"}} {
			state.Machine = []byte("x")
			require.NoError(s.t, states.FolderIn(dir).Save("of a "+string(state.Kind), &state))
		}
		require.NoError(s.t, os.WriteFile(filepath.Join(dir, "states/bad.state"), []byte("sargon78 state 1\n{}"), 0o600))
	},
	"other-rom": func(s *person, o *Options) { // with other questions, and bytes 00 in its pictures
		image := must.Have(roms.Open(programtest.OtherROM(s.t), roms.Options{}))
		o.Program = must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
	},
	"offer": func(_ *person, o *Options) {
		o.Message = "the last game of a file with a long name (Anna – Bea, 2. Nf3) is unfinished"
		o.Offer = session.SetUp("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20")
	},
}

// facts are what a script says of how things are.
var facts = map[string]func(*person) bool{
	"at the machine": func(s *person) bool { return s.view.OnMachine },
	"marking the last move": func(s *person) bool { // by colours
		var look Appearance
		if s.replay != nil {
			look = s.replay.Appearance
		} else {
			look = s.App.Appearance
		}
		cells, _, _ := s.sim.GetContents()
		return slices.ContainsFunc(cells, func(c tcell.SimCell) bool {
			ink, ground, _ := c.Style.Decompose()
			return slices.ContainsFunc([]screen.Tone{screen.LastLight, screen.LastDark}, func(t screen.Tone) bool {
				return ink == look.color(t) || ground == look.color(t)
			})
		})
	},
	"flipped":          func(s *person) bool { return s.browser().flip },
	"leaving":          func(s *person) bool { return s.shown().Done() },
	"over":             func(s *person) bool { return s.view.Over },
	"playing itself":   func(s *person) bool { return s.view.State == session.SelfPlaying },
	"playing black":    func(s *person) bool { return s.view.Player == sargon.Black },
	"replaying itself": func(s *person) bool { return s.replay.playing && s.replay.Wait() == pace },
	"ticking":          func(s *person) bool { return s.App.Wait() == time.Second/2 },
	"skipping":         func(s *person) bool { return s.view.Skipping },
}

// verbs are what a script does, and what it looks for.
var verbs = map[string]func(s *person, args string){
	"press": (*person).press,
	"in":    (*person).in,
	"paste": func(s *person, text string) { // as terminals bracket it
		s.shown().Handle(tcell.NewEventPaste(true))
		s.in(strings.ReplaceAll(text, `\n`, "<Enter>"))
		s.shown().Handle(tcell.NewEventPaste(false))
		s.settle()
	},
	"resize": func(s *person, size string) { s.resize(cells(s.t, size)) },
	"click": func(s *person, squares string) {
		for square := range strings.FieldsSeq(squares) {
			x, y := s.cell(square)
			s.mouse(x, y, tcell.Button1)
			s.mouse(x, y, tcell.ButtonNone)
		}
	},
	"drag": func(s *person, squares string) {
		x, y := s.cell(squares[:2])
		s.mouse(x, y, tcell.Button1)
		x, y = s.cell(squares[3:])
		s.mouse(x, y, tcell.ButtonNone)
	},
	"click-while": func(s *person, squares string) { s.clickWhile(squares, true) },
	"drag-while":  func(s *person, squares string) { s.clickWhile(squares, false) },
	"clipboard": func(s *person, text string) {
		assert.Equal(s.t, text, string(s.sim.GetClipboardData()))
	},
	"clipboard-has": func(s *person, text string) {
		assert.Contains(s.t, string(s.sim.GetClipboardData()), text)
	},
	"wheel": func(s *person, to string) {
		s.mouse(1, 1, map[string]tcell.ButtonMask{"up": tcell.WheelUp, "down": tcell.WheelDown}[to])
	},
	"click-on": func(s *person, words string) {
		for y, line := range strings.Split(s.text(), "\n") {
			if before, _, found := strings.Cut(line, words); found {
				x := terminal.TextWidth(before)
				s.mouse(x, y, tcell.Button1)
				s.mouse(x, y, tcell.ButtonNone)
			}
		}
	},
	"later": func(s *person, _ string) { // the time that the loop waits
		s.shown().Handle(tcell.NewEventInterrupt(nil))
		s.settle()
	},
	"slowly": func(s *person, _ string) { // at level 2 for minutes, unless the wait is skipped
		s.setSpeed(speed.Speed{Name: "slow", Thinking: 1e5})
	},
	"fast": func(s *person, _ string) {
		s.setSpeed(speed.Stops[len(speed.Stops)-1])
		s.settle()
	},
	"thinks": func(s *person, _ string) {
		for s.pollChanges(); s.view.Search == nil; s.pollChanges() {
			<-s.Session.News()
		}
		require.NoError(s.t, s.shown().Draw())
	},
	"fails": func(s *person, why string) { // what the loop tells
		s.shown().Handle(tcell.NewEventError(errors.New(why)))
		s.settle()
	},
	"pass": func(s *person, text string) { // so much time
		s.now = s.now.Add(must.Have(time.ParseDuration(text)))
		s.settle()
	},
	"asked": func(s *person, _ string) { s.asked() },
	"see":   (*person).sees,
	"everywhere": func(s *person, keys string) { // help and how to leave are always shown
		s.press(keys)
		for _, size := range windows {
			s.resize(size[0], size[1])
			s.sees("? help | leave")
		}
	},
	"not": func(s *person, words string) {
		assert.Len(s.t, s.missing(words), 1+strings.Count(words, " | "))
	},
	"screen": func(s *person, _ string) { // all that the machine shows
		shown := s.Program.Screen()
		for line := range strings.Lines(shown.String()) {
			s.sees(strings.TrimSpace(line))
		}
	},
	"clock": func(s *person, words string) { // Sargon's time in 1978, after words or at their right
		_, line, _ := strings.Cut(s.text(), words)
		line, _, _ = strings.Cut(line, "\n")
		assert.Contains(s.t, line, " "+clock1978(s.view.Clock(s.view.Player.Other())))
	},
	"reverse": func(s *person, words string) { assert.Equal(s.t, words, s.styled(tcell.AttrReverse)) },
	"to-copy": func(s *person, words string) { assert.Contains(s.t, s.styled(tcell.AttrReverse), words) },
	"strong":  func(s *person, words string) { assert.Contains(s.t, s.styled(tcell.AttrBold), words) },
	"said":    func(s *person, words string) { assert.Contains(s.t, s.statusText(), words) },
	"moves": func(s *person, moves string) { // ? is one of Sargon's, whatever it is
		wanted, made := strings.Fields(moves), s.moves()
		for i := range min(len(wanted), len(made)) {
			if wanted[i] == "?" {
				made[i] = "?"
			}
		}
		assert.Equal(s.t, strings.Join(wanted, " "), strings.Join(made, " "))
	},
	"fen":      func(s *person, fen string) { assert.Equal(s.t, fen, s.browser().game.FEN()) },
	"typed":    func(s *person, text string) { assert.Equal(s.t, text, string(s.board.input)+".") },
	"cursor":   func(s *person, at string) { assert.Equal(s.t, at, s.board.cursor.String()) },
	"selected": func(s *person, at string) { assert.Equal(s.t, at, s.board.selected.String()) },
	"speed":    func(s *person, name string) { assert.Equal(s.t, name, s.speed.Name) },
	"picked":   func(s *person, name string) { assert.Equal(s.t, name, s.Picked()) },
	"bells":    func(s *person, n string) { assert.Equal(s.t, n, fmt.Sprint(s.sim.bells)) },
	"is":       func(s *person, fact string) { assert.True(s.t, facts[fact](s), fact) },
	"isnt":     func(s *person, fact string) { assert.False(s.t, facts[fact](s), fact) },
	"did": func(s *person, all string) {
		assert.Equal(s.t, all, strings.Join(s.games.done, "; "))
		s.games.done = nil
	},
	"marks": func(s *person, all string) { // the sign in the upper left corner of each square
		for _, mark := range strings.Fields(all) {
			x, y := s.browser().grid.at(must.Have(sargon.ParseSquare(mark[:2])))
			sign, _, _ := s.sim.Get(x, y)
			assert.Equal(s.t, strings.Trim(mark[2:], "_"), strings.TrimSpace(sign), mark)
		}
	},
	"reviewed": func(s *person, _ string) {
		loop, g := terminal.NewLoop(), s.replay.game
		thinker := &think.Thinker{Mirror: game.NewMirror(native.New10x12())}
		go s.replay.review(s.t.Context(), loop, func(ctx context.Context) iter.Seq2[think.Verdict, error] {
			return thinker.Review(ctx, g, 2, sargon.White, sargon.Black)
		})
		for range g.Len() {
			(<-loop.Posts)()
		}
		s.settle()
	},
}

// clickWhile clicks on two squares, or drags from one to the other, without resting.
func (s *person) clickWhile(squares string, twice bool) {
	event := func(square string, button tcell.ButtonMask) {
		x, y := s.cell(square)
		s.shown().Handle(tcell.NewEventMouse(x, y, button, tcell.ModNone))
	}
	event(squares[:2], tcell.Button1)
	if twice {
		event(squares[:2], tcell.ButtonNone)
		event(squares[3:], tcell.Button1)
	}
	event(squares[3:], tcell.ButtonNone)
	require.NoError(s.t, s.shown().Draw())
}

// cell is a cell in the middle of a square.
func (s *person) cell(square string) (x, y int) {
	x, y = s.browser().grid.at(must.Have(sargon.ParseSquare(square)))
	return x + 1, y + 1
}

// TestScripts plays the scripts, in each of the windows that they name.
func TestScripts(t *testing.T) {
	text := string(must.Have(os.ReadFile("testdata/scripts.txt")))
	for _, script := range strings.Split(text, "\n== ")[1:] {
		title, script, _ := strings.Cut(script, "\n")
		head, script, _ := strings.Cut(script, "\n")
		sizes, about := windowSizes.FindAllString(head, -1), windowSizes.ReplaceAllString(head, "")
		for _, size := range sizes {
			t.Run(title+" "+size, func(t *testing.T) {
				s := opening(t, about, size)
				for line := range strings.Lines(script) {
					line = strings.TrimSuffix(line, "\n")
					if line == "" || line[0] == '#' {
						continue
					}
					verb, args, _ := strings.Cut(line, " ")
					do := verbs[verb]
					require.NotNil(t, do, line)
					if do(s, args); t.Failed() {
						t.Fatalf("%s\n%s", line, s.text())
					}
				}
			})
		}
	}
}

var windowSizes = regexp.MustCompile(`\b\d+x\d+\b`)

func cells(t testing.TB, size string) (width, height int) {
	_, err := fmt.Sscanf(size, "%dx%d", &width, &height)
	require.NoError(t, err)
	return width, height
}

// opening opens a window as the first line of a script says.
func opening(t *testing.T, head, size string) *person {
	width, height := cells(t, size)
	about, text, replays := strings.Cut(head, ":")
	if !replays {
		return open(t, width, height, strings.Fields(about)...)
	}
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		require.NoError(t, err)
		return openReplay(t, g, width, height, strings.Contains(about, "board"))
	}
	panic("no game in " + head)
}
