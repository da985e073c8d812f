//go:build unix

package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Faces on a terminal: the machine's screen, the modern board, and lines.

// onTerminal plays on the screen or the board, in a terminal with room for everything.
type onTerminal struct {
	*place
	scenario
	*terminal
	view string // screen or board
}

// Other keys than those of terminal_test.go.
const (
	keyF3        = "\x1bOR"
	keyCtrlA     = "\x01"
	keyCtrlO     = "\x0f"
	keyCtrlR     = "\x12"
	keyEscape    = "\x1b"
	keyBackspace = "\x7f"
)

// startOnTerminal starts sargon for somebody at a terminal.
func (p *place) startOnTerminal(t testing.TB, args ...string) *terminal {
	return start(t, p.dir, 110, 40, args...)
}

// atTerminal sits down at screen or board.
func atTerminal(view string) func(*place, scenario) player {
	return func(p *place, s scenario) player {
		o := &onTerminal{place: p, scenario: s, view: view}
		args := []string{"play", "--view", view, "--color", s.Color, "--level", strconv.Itoa(s.Level)}
		if s.FEN != "" {
			args = append(args, "--fen", s.FEN)
		}
		if view == "board" && !s.Slow {
			args = append(args, "--engine", "sets")
		}
		o.start(args...)
		return o
	}
}

// start starts sargon; resume is it with the game that was left.
func (o *onTerminal) start(args ...string) {
	speed := "max"
	if o.Slow {
		speed = "0.5" // MHz
	}
	o.terminal = o.startOnTerminal(o.t, append(args, "--speed", speed)...)
	o.awaitView()
}

func (o *onTerminal) resume() { o.start("play", "--resume") }

// awaitView waits for what each view always shows.
func (o *onTerminal) awaitView() {
	o.await("the view "+o.view, func(text string) bool {
		return strings.Contains(text, map[string]string{
			"screen": "SARGON DEPTH", "board": "Sargon (",
		}[o.view])
	})
}

// pressing presses keys, and waits for a text.
func (o *onTerminal) pressing(keys, answer string) {
	o.t.Helper()
	o.press(keys)
	o.await(answer, func(text string) bool { return strings.Contains(text, answer) })
}

// clearing presses a key that takes a text away.
func (o *onTerminal) clearing(key, text string) {
	o.t.Helper()
	o.press(key)
	o.await("that "+text+" goes", func(seen string) bool { return !strings.Contains(seen, text) })
}

func (o *onTerminal) do(action, argument string) {
	o.t.Helper()
	screen := o.view == "screen"
	if screen && len(argument) == len("a7a8q") {
		argument = argument[:len("a7a8")] // it knows promotions to a queen only
	}
	typed := argument
	if !screen {
		typed += "\r"
	}
	switch action {
	case "move":
		o.press(typed)
	case "refused":
		if screen {
			o.pressing(typed, "RULES FORBID IT")
			o.clearing(keyBackspace, argument+":")
		} else {
			o.pressing(typed, argument+":")
			o.press(strings.Repeat(keyBackspace, len(argument)))
		}
	case "premove":
		if screen {
			argument = strings.ToUpper(argument)
		}
		o.pressing(typed, "kept: "+argument)
	case "forget":
		o.clearing(keyEscape, "kept:")
	case "hurry":
		o.press(keyF9)
	case "take back":
		if screen { // the board has it
			o.other()
		}
		if o.press(keyF3); screen {
			o.await("that it is taken back", func(text string) bool {
				return strings.Contains(text, "taken") || strings.Contains(text, "took")
			})
			o.other()
		}
	case "second thought":
		o.pressing(keyCtrlR, "resign?")
		o.clearing(keyEscape, "resign?")
	case "resign":
		o.pressing(keyCtrlR, "resign?")
		o.press(keyCtrlR)
	case "self-play":
		o.view = "board" // the screen gives way to it
		o.press(keyCtrlA)
	case "no self-play":
		o.press(keyCtrlA)
	case "new":
		o.pressing(":new\r", "a new game")
	case "back to the other":
		o.pressing(keyCtrlO, "1... e5") // the other one's last move
		o.press(keyDown + "\r")
		o.awaitView()
	case "save state":
		o.pressing(keyF12, "save this one as>")
		o.press(argument + "\r")
		o.awaitView()
		o.clearing(keyBackspace, argument)
	case "load state":
		o.pressing(keyF12, argument)
		o.press(keyDown + "\r")
		o.awaitView()
		o.clearing(keyBackspace, argument)
	case "other view":
		o.other()
	case "reload":
		o.leave()
		o.resume()
	case "kill":
		require.NoError(o.t, o.cmd.Process.Kill())
		o.wait()
		o.resume()
	default:
		o.t.Fatalf("%s: how is that done on a terminal?", action)
	}
}

// other goes to the other view.
func (o *onTerminal) other() {
	o.view = map[string]string{"screen": "board", "board": "screen"}[o.view]
	o.press(keyF2)
	o.awaitView()
}

func (o *onTerminal) leave() {
	o.t.Helper()
	o.press(keyF10)
	require.Zero(o.t, o.wait())
	o.isBack()
}

// see waits until the game stands so.
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

// panelColumn is where the panels beside the machine's screen begin, or before.
const screenColumn = 15

func (o *onTerminal) readScreen(want standing, text string) []string {
	var column []string
	for line := range strings.Lines(text) {
		runes := []rune(strings.TrimRight(line, "\n"))
		column = append(column, string(runes[:min(len(runes), screenColumn)]))
	}
	turn := map[string]string{
		"you": "Your move|not possible now|takes over", "Sargon": "Thinking|it thinks|skipping",
		"over": "REMATCH",
	}[want.turn]
	if !regexp.MustCompile(turn).MatchString(text) {
		return nil
	}
	return readScreen(o.t, want, strings.Join(column, "\n"))
}

// What the list of moves on the board looks like: its columns are narrow.
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

// linesOnTerminal sits down at lines of text on a terminal.
func linesOnTerminal(p *place, s scenario) player {
	l := &inLines{place: p, scenario: s, face: "lines"}
	l.open = func(args ...string) {
		tm := p.startOnTerminal(p.t, args...)
		l.transcript, l.in = tm.transcript, tm.pty
		l.kill = func() { _ = tm.cmd.Process.Kill(); tm.wait() }
	}
	l.begin()
	return l
}

func TestScenariosOnTheScreen(t *testing.T) { playScenarios(t, "screen", atTerminal("screen")) }

func TestScenariosOnTheBoard(t *testing.T) { playScenarios(t, "board", atTerminal("board")) }

func TestScenariosInLinesOnATerminal(t *testing.T) { playScenarios(t, "lines", linesOnTerminal) }
