package tui

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/console"
	"sargon78/sargon"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
	"sargon78/sargon/speed"
)

// Nobody should have to guess how to get help and how to leave.
func TestHelpAndLeavingAreAlwaysShown(t *testing.T) {
	sizes := [][2]int{{60, 20}, {64, 32}, {64, 33}, {67, 33}, {79, 24}, {80, 24}, {80, 25},
		{80, 33}, {100, 40}, {140, 45}}
	s := open(t, 80, 24, nil)
	sees := func(words ...string) {
		for _, size := range sizes {
			s.resize(size[0], size[1])
			s.sees(words...)
		}
	}
	for _, keys := range []string{"", "W", "1", "P", "Y", "<F2>", ":new<Enter>", "<F2>", "E2E4",
		"<Ctrl-R><Ctrl-R>"} {
		s.press(keys)
		sees("? help", "leave")
	}
	for _, key := range []string{"?", "<F1>"} {
		s.press(key)
		sees("The screen of the machine", "F10 leaves", "close this page")
		s.press("x")
	}
}

func TestWhatToTypeIsSaid(t *testing.T) {
	for _, size := range [][2]int{{64, 33}, {80, 24}, {110, 40}} {
		s := open(t, size[0], size[1], nil)
		s.sees("Type W or B: White or Black.")
		s.press("x", "X? Type W or B: White or Black.")
		s.press("W", "Type 1 to 6")
		s.press("1", "Type N: a new game.")
		s.press("<Enter>", "Return? Type N: a new game.")
		s.press("N", "E2E4")
		s.press("E2E4")
		assert.Contains(t, strings.Join(strings.Fields(s.text()), " "), "Your move, four")
	}
}

// The first page shows pictures of pieces, not blots, in every set.
func TestTheFirstPageKnowsThePieces(t *testing.T) {
	s := open(t, 80, 24, func(o *Options) { o.Glyphs = screen.ASCII })
	s.sees("<r>", "<k>")
}

// From the modern board one can come to a machine that thinks, and has shown no board yet.
func TestPicturesAreKnownInMidSearch(t *testing.T) {
	s := open(t, 80, 24, func(o *Options) { o.Glyphs, o.Board = screen.ASCII, true })
	s.press(":level 2<Enter>e4<Enter>")
	s.thinkSlowly()
	s.in("Nf3<Enter>")
	require.NotNil(t, s.view.Search)
	s.in("<F2>")
	s.until("think", func(now console.State) bool { return now.Thinking })
	_ = s.Draw()
	s.sees("Thinking", "<r>", "<k>", "SARGON DEPTH 2")
}

func TestMovesTypedWhileItThinks(t *testing.T) {
	s := open(t, 100, 40, func(o *Options) { o.Board = true })
	s.press("e4<Enter>")
	s.thinkSlowly()
	s.in("Nf3<Enter>")
	require.NotNil(t, s.view.Search)
	s.in("Bc4<Enter>e4<Enter>", "kept: Bc4, e4")
	s.in("h")
	s.setSpeed(speed.Stops[len(speed.Stops)-1])
	s.settle()
	assert.Equal(t, "Bc4", s.view.Game.Ply(4).SAN)
	assert.Equal(t, 6, s.view.Game.Len())
	s.sees("premove not possible now")
	assert.Equal(t, "h", string(s.board.input),
		"a move of Sargon's does not take away what is typed")
}

func TestCoordinatesOfTheScreen(t *testing.T) {
	on := func(o *Options) { o.Coordinates = true }
	for _, size := range [][2]int{{66, 34}, {80, 26}, {110, 40}} {
		s := open(t, size[0], size[1], on)
		assert.NotContains(t, s.text(), "a     b     c", "there is no board yet")
		s.press("W1N", "a     b     c     d     e     f     g     h")
		assert.Regexp(t, `(?s)8.*7.*6.*5.*4.*3.*2.*1.*a     b`, s.text())
		s.press("<Ctrl-T>")
		assert.NotContains(t, s.text(), "a     b     c")
	}
	s := open(t, 80, 24, on)
	s.press("W1N") // no row is left for the files
	assert.NotContains(t, s.text(), "a     b     c")
}

// ringing counts the bells of a terminal.
type ringing struct {
	tcell.SimulationScreen
	bells int
}

func (r *ringing) Beep() error { r.bells++; return nil }

func TestTheBell(t *testing.T) {
	for _, on := range []bool{false, true} {
		for _, board := range []bool{false, true} {
			r := &ringing{}
			s := open(t, 110, 40, func(o *Options) {
				r.SimulationScreen = o.Screen.(tcell.SimulationScreen)
				o.Screen, o.Bell, o.Board = r, on, board
			})
			if !board {
				s.press("W1NE2E4")
			} else {
				s.press("e4<Enter>")
			}
			assert.Equal(t, on, r.bells == 1, "%d bells", r.bells)
		}
	}
}

// On the machine's screen the machine plays one side only.
func TestSargonAgainstItselfEndsOnTheScreen(t *testing.T) {
	s := open(t, 100, 40, nil)
	s.in("<Ctrl-A>")
	assert.False(t, s.view.AtMachine)
	assert.True(t, s.view.SelfPlay)
	s.sees("plays itself")
	s.in("<F2>")
	assert.False(t, s.view.SelfPlay)
}

// What was captured, and who is ahead, stands beside the board.
func TestCapturedMen(t *testing.T) {
	s := open(t, 100, 40, func(o *Options) { o.Board = true })
	s.press(":fen 4k3/8/8/8/8/8/4q3/3QK3 w - - 0 40<Enter>")
	s.press("d1e2<Enter>", "♛ +9")
}

// colourless is a terminal without colours.
type colourless struct{ tcell.SimulationScreen }

func (colourless) Colors() int { return 0 }

// Without colours the pieces of Black differ from those of White, and dark squares from light ones.
func TestTheBoardWithoutColours(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}} {
		s := open(t, size[0], size[1], func(o *Options) {
			o.Board, o.Screen = true, colourless{o.Screen.(tcell.SimulationScreen)}
		})
		s.press("e4<Enter>", "<n>", "<q>", " P ", ":::", "Sargon, black", "you, white")
		assert.NotContains(t, s.text(), "♟")
	}
}

// A position or a game that is pasted is taken after a question, and nothing of it is typed.
func TestPastedTexts(t *testing.T) {
	const fen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"
	for _, test := range []struct{ text, says, takes, position string }{
		{fen, "that is a position", "", fen},
		{"1. e4 e5 2. Nf3 Nc6", "that is a game of 4 half-moves", "4 half-moves from the text",
			"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"},
		{"[White \"Anna\"]\n[Black \"Bea\"]\n\n1. d4 d5\n2. c4 *\n", "that is a game of 3 half-moves",
			"you play black", "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq c3 0 2"},
	} {
		s := open(t, 80, 24, func(o *Options) { o.Board = true })
		start := s.view.Game.FEN()
		s.paste(test.text)
		said := strings.Join(strings.Fields(s.said()), " ")
		assert.Contains(t, said, test.says)
		assert.Contains(t, said, "Return takes it")
		s.press("x")
		assert.Equal(t, start, s.view.Game.FEN(), "any other key leaves it")
		s.paste(test.text)
		s.press("<Enter>")
		assert.Contains(t, s.said(), test.takes)
		assert.Equal(t, test.position, s.view.Game.FEN())
		assert.Empty(t, s.board.input)
	}
	s := open(t, 80, 24, func(o *Options) { o.Board = true })
	nonsense := "to be or not to be, that is the question that nobody wants to read again"
	s.paste(nonsense)
	assert.Contains(t, s.said(), "neither a game nor a FEN: to is neither a move")
	s.paste("1. e4 e5 2. Ke3 d5 3. d4")
	assert.Equal(t, "neither a game nor a FEN: Ke3: white has no king that can go to e3", s.said())
	s.paste("e4\n")
	s.settle()
	assert.Equal(t, "e4", s.view.Game.Ply(0).SAN, "a word is typed")
}

// A question that the line below the machine's screen has no room for stands on the first page.
func TestALongQuestionOnTheFirstPage(t *testing.T) {
	const fen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20"
	for _, size := range [][2]int{{64, 33}, {80, 24}, {110, 40}} {
		s := open(t, size[0], size[1], func(o *Options) {
			o.Message = "the last game of a file with a long name (Anna – Bea, 2. Nf3) is unfinished"
			o.Offer = session.SetUp(fen)
		})
		s.sees("(Anna – Bea, 2", "other keys leave it", "? help")
		s.press("<Enter>")
		assert.Equal(t, fen, s.view.Game.FEN())
	}
}

// paste has a text come as terminals bracket it.
func (s *person) paste(text string) {
	s.t.Helper()
	s.Handle(tcell.NewEventPaste(true))
	s.in(strings.ReplaceAll(text, "\n", "<Enter>"))
	s.Handle(tcell.NewEventPaste(false))
	_ = s.Draw()
}

// Last move, check and selection are told without colours too.
func TestMarksWithoutColours(t *testing.T) {
	s := open(t, 100, 40, func(o *Options) { o.Board = true })
	s.press(":fen 4k3/8/8/8/4r3/8/8/4K2R w - - 0 40<Enter>")
	at := func(name string) (x, y int) {
		square := must.Have(sargon.ParseSquare(name))
		return s.board.grid.at(square)
	}
	mark := func(name string) string {
		x, y := at(name)
		r, _, _ := s.sim.Get(x, y)
		return r
	}
	assert.Equal(t, "!", mark("e1"))
	x, y := at("e1")
	s.click(x+1, y+1)
	assert.Equal(t, "(", mark("e1"))
	assert.Equal(t, " ", mark("e4"))
	s.press("<Esc>Kd1<Enter>")
	last := s.view.Game.Ply(1).Move
	assert.Equal(t, "'", mark(last.From.String()))
	assert.Equal(t, "'", mark(last.To.String()))
}
