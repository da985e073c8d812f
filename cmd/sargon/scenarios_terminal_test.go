//go:build unix

package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Front ends on a terminal: the machine's screen, the modern board, and lines.

// onTerminal plays on the screen or the board, in a terminal with room for everything.
type onTerminal struct {
	*place
	scenario
	*terminal
	view string // screen or board
}

// atTerminal begins a game on the screen or the board.
func atTerminal(view string) func(*place, scenario) player {
	return func(p *place, s scenario) player {
		o := &onTerminal{place: p, scenario: s, view: view}
		args := []string{"play", "--view", view, "--color", s.Color, "--level", strconv.Itoa(s.Level)}
		if s.FEN != "" {
			args = append(args, "--fen", s.FEN)
		}
		if view == "board" && !s.Slow {
			args = append(args, "--engine", "bitboards")
		}
		o.start(args...)
		return o
	}
}

// start starts sargon.
func (o *onTerminal) start(args ...string) {
	speed := "max"
	if o.Slow {
		speed = "0.5" // MHz
	}
	o.terminal = o.place.terminal(110, 40, append(args, "--speed", speed)...)
	o.does(deed{"", viewShows[o.view]})
}

func (o *onTerminal) resume() { o.start("play", "--resume") }

// viewShows is a pattern that each view always shows.
var viewShows = map[string]string{"screen": "SARGON DEPTH", "board": `Sargon \(`}

// atTerminals are the actions on a terminal, and the differences on the machine's screen.
var (
	atTerminals = map[string][]deed{
		"move":              {{"%\r", ""}},
		"refused":           {{"%\r", "%:"}, {strings.Repeat(keyBackspace, len("e2e4")), ""}},
		"premove":           {{"%\r", "premove: %"}},
		"forget":            {{keyEscape, "~premove:"}},
		"hurry":             {{keyF9, ""}},
		"take back":         {{keyF3, ""}},
		"second thought":    {{keyCtrlR, `Resign\?`}, {keyEscape, `~Resign\?`}},
		"resign":            {{keyCtrlR, `Resign\?`}, {keyCtrlR, ""}},
		"self-play":         {{keyCtrlA, ""}},
		"no self-play":      {{keyCtrlA, ""}},
		"new":               {{":new\r", "a new game"}},
		"back to the other": {{keyCtrlO, `1\.\.\. e5`}, {keyDown + "\r", viewShows["board"]}},
	}
	atScreens = map[string][]deed{
		"move":       {{"%", ""}},
		"refused":    {{"%", "RULES FORBID IT"}, {keyBackspace, "~%:"}},
		"premove":    {{"%", "premove: (?i)%"}},
		"take back":  {{keyF2, viewShows["board"]}, {keyF3, "taken|took"}, {keyF2, viewShows["screen"]}},
		"save state": {{keyF12, "save this one as>"}, {"%\r", viewShows["screen"]}, {keyBackspace, "~%"}},
		"load state": {{keyF12, "%"}, {keyDown + "\r", viewShows["screen"]}, {keyBackspace, "~%"}},
	}
)

// does types a deed, and waits for what must appear.
func (o *onTerminal) does(d deed) {
	o.t.Helper()
	o.press(d.typed)
	text, goes := strings.CutPrefix(d.seen, "~")
	is := regexp.MustCompile(text)
	o.await(d.seen, func(seen string) bool { return is.MatchString(seen) != goes })
}

func (o *onTerminal) do(action, argument string) {
	o.t.Helper()
	if o.view == "screen" && len(argument) == len("a7a8q") {
		argument = argument[:len("a7a8")] // the machine knows promotions to a queen only
	}
	switch action {
	case "other view":
		o.view = map[string]string{"screen": "board", "board": "screen"}[o.view]
		o.does(deed{keyF2, viewShows[o.view]})
	case "reload":
		o.leave()
		o.resume()
	case "kill":
		require.NoError(o.t, o.cmd.Process.Kill())
		o.wait()
		o.resume()
	default:
		deeds := atTerminals
		if o.view == "screen" {
			deeds = merged(atTerminals, atScreens)
		}
		if action == "self-play" {
			o.view = "board" // the board replaces the screen
		}
		perform(o.t, deeds, action, argument, o.does)
	}
}

func (o *onTerminal) leave() {
	o.t.Helper()
	o.press(keyF10)
	o.isBack(0)
}

// see waits until the game is as wanted.
func (o *onTerminal) see(want standing) (moves []string) {
	o.t.Helper()
	o.await("the game as it should be: "+want.moves+" "+want.turn, func(text string) bool {
		if o.view == "screen" {
			moves = o.readScreen(want, text)
		} else {
			moves = o.readBoard(want, text)
		}
		return moves != nil
	})
	return moves
}

// screenColumn is the rightmost column at which the panels next to the machine's screen begin.
const screenColumn = 15

func (o *onTerminal) readScreen(want standing, text string) []string {
	var column []string
	for line := range strings.Lines(text) {
		runes := []rune(strings.TrimRight(line, "\n"))
		column = append(column, string(runes[:min(len(runes), screenColumn)]))
	}
	turn := map[string]string{
		"you": "Your move|not possible now|takes over", "Sargon": "Thinking|it thinks|at full speed",
		"over": "REMATCH",
	}[want.turn]
	if !regexp.MustCompile(turn).MatchString(text) {
		return nil
	}
	return readScreen(o.t, want, strings.Join(column, "\n"))
}

// Patterns of the list of moves next to the board, whose columns are narrow.
const boardSAN = `((?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?)`

var boardMoves = regexp.MustCompile(`\b\d+ (?:` + boardSAN + ` {1,9})?` + ` {0,9}` + boardSAN + `?`)

func (o *onTerminal) readBoard(want standing, text string) (moves []string) {
	turn := map[string]string{"you": "you are to move", "Sargon": "thinks", "over": ended(want)}
	if !strings.Contains(text, turn[want.turn]) {
		return nil
	}
	wanted := want.replayed(o.t).Plies()
	for _, row := range boardMoves.FindAllStringSubmatch(text, -1) {
		for _, san := range row[1:] {
			switch {
			case san == "":
			case len(moves) == len(wanted) || san != wanted[len(moves)].SAN:
				return nil
			default:
				moves = append(moves, wanted[len(moves)].Move.String())
			}
		}
	}
	if !want.is(moves) {
		return nil
	}
	return append([]string{}, moves...)
}

// linesOnTerminal begins a game in lines of text on a terminal.
func linesOnTerminal(p *place, s scenario) player {
	l := &inLines{place: p, scenario: s, face: "lines"}
	l.open = func(args ...string) {
		tm := p.terminal(110, 40, args...)
		l.transcript, l.in = tm.transcript, tm.pty
		l.kill = func() { _ = tm.cmd.Process.Kill(); tm.wait() }
	}
	l.begin()
	return l
}

func TestScenariosOnTheScreen(t *testing.T) {
	t.Parallel()
	playScenarios(t, "screen", atTerminal("screen"))
}

func TestScenariosOnTheBoard(t *testing.T) {
	t.Parallel()
	playScenarios(t, "board", atTerminal("board"))
}

func TestScenariosInLinesOnATerminal(t *testing.T) {
	t.Parallel()
	playScenarios(t, "lines", linesOnTerminal)
}
