package main

import (
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
)

// Faces that speak in lines: plain and dialogue through pipes, lines on a terminal.

// prompts stand before answers on a terminal.
var prompts = regexp.MustCompile(`(?m)^(> )+`)

// answered waits until what is written from a place on is as wanted, and returns it.
func (l *inLines) answered(from int, what string, wanted func(string) bool) (text string) {
	l.t.Helper()
	l.until(what, func(all string) bool {
		text = prompts.ReplaceAllString(strings.ReplaceAll(all[from:], "\r", ""), "")
		return wanted(text)
	})
	return text
}

// inLines plays in lines.
type inLines struct {
	*place
	scenario
	face     string // plain or dialogue; lines is in scenarios_terminal_test.go
	dialogue bool   // in the words of the machine
	*transcript
	in   io.Writer
	kill func()
	open func(args ...string)
}

// throughPipes sits down at plain or dialogue.
func throughPipes(face string) func(*place, scenario) player {
	return func(p *place, s scenario) player {
		l := &inLines{place: p, scenario: s, face: face, dialogue: face == "dialogue"}
		l.open = l.startPiped
		l.begin()
		return l
	}
}

func (l *inLines) startPiped(args ...string) {
	tr := newTranscript(l.t)
	stdin, in, err := os.Pipe()
	require.NoError(l.t, err)
	l.transcript, l.in = tr, in
	l.t.Cleanup(func() { in.Close(); stdin.Close() })
	if l.here {
		streams := &cli.IO{In: stdin, Out: tr, Err: tr}
		go func() { tr.ends(cli.Main(l.t.Context(), program(), streams, args)) }()
		return
	}
	cmd := l.command(args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, tr, tr
	require.NoError(l.t, cmd.Start())
	go func() { _ = cmd.Wait(); tr.ends(cmd.ProcessState.ExitCode()) }()
	l.kill = func() { _ = cmd.Process.Kill(); tr.wait() }
}

func (l *inLines) args(more ...string) []string {
	args := []string{"play", "--plain"}
	if l.dialogue {
		args = append(args, "--view", "screen")
	} else if !l.Slow {
		args = append(args, "--engine", "sets")
	}
	return append(args, more...)
}

func (l *inLines) begin() {
	args := l.args("--color", l.Color, "--level", strconv.Itoa(l.Level))
	if l.FEN != "" {
		args = append(args, "--fen", l.FEN)
	}
	l.open(args...)
}

func (l *inLines) resume() {
	if l.dialogue {
		l.open("play", "--plain", "--view", "screen", "--resume")
	} else {
		l.open("play", "--plain", "--resume")
	}
}

func (l *inLines) say(lines string) {
	_, err := io.WriteString(l.in, lines+"\n")
	require.NoError(l.t, err)
}

// saying says something, and waits for what is said then.
func (l *inLines) saying(lines, answer string) {
	from := len(l.written())
	l.say(lines)
	l.answered(from, answer, func(text string) bool { return strings.Contains(text, answer) })
}

// word is a command in lines, or in the dialogue.
func (l *inLines) word(text string) string {
	if l.dialogue {
		return "/" + text
	}
	return text
}

func (l *inLines) do(action, argument string) {
	l.t.Helper()
	switch action {
	case "move":
		if l.dialogue { // it knows promotions to a queen only
			argument = argument[:len("e2e4")]
		}
		l.say(argument)
	case "refused":
		if l.dialogue {
			l.saying(argument, "RULES FORBID IT")
		} else {
			l.saying(argument, "Not a move: "+argument)
		}
	case "premove":
		// Through pipes it is a line that waits.
		if l.say(argument); l.face == "lines" {
			l.until("that it is kept", func(text string) bool {
				return strings.Contains(text, "Kept until Sargon has moved: "+argument)
			})
		}
	case "hurry": // it thinks at full speed
	case "take back":
		l.saying("back", " back")
	case "second thought":
		l.saying(l.word("resign"), "Resign?")
		if l.dialogue { // anything else
			l.saying("/status", "(It waits for you.)")
		} else {
			l.saying("status", "You are to move")
		}
	case "resign":
		l.saying(l.word("resign"), "Resign?")
		if l.say(l.word("resign")); l.dialogue {
			l.until("the end", func(text string) bool {
				return strings.Contains(text, "YOU BOW OUT")
			})
		}
	case "self-play":
		l.saying("watch", "Sargon plays itself")
	case "no self-play":
		l.saying("watch", "You play "+l.Color+" again")
	case "new":
		l.saying("new", "A new game")
	case "back to the other":
		l.saying("games\nopen 2", "Type a move, or help.")
	case "reload":
		l.leave()
		l.resume()
	case "kill":
		l.kill()
		l.resume()
	default:
		l.t.Fatalf("%s: how is that done in lines?", action)
	}
}

func (l *inLines) leave() {
	l.t.Helper()
	l.say(l.word("quit"))
	require.Zero(l.t, l.wait())
}

// What the answers look like.
var (
	listedMoves = regexp.MustCompile(`(?m)^\d+\.(\.\.)? (\S+)(?: (\S+))?$`)
	listedFEN   = regexp.MustCompile(`(?m)^[1-8a-zA-Z/]+ [wb] [KQkq-]+ \S+ \d+ \d+$`)
	shownMove   = regexp.MustCompile(`[A-H][1-8][-X]?[A-H][1-8]|0-0-0|0-0`)
)

// see asks, and asks again whenever Sargon has moved.
func (l *inLines) see(want standing) (moves []string) {
	l.t.Helper()
	if want.turn == "Sargon" { // at full speed: it may have moved before one could ask
		return strings.Fields(want.moves)
	}
	for {
		all := l.written()
		from, before := len(all), sargonMoves(all)
		if l.dialogue {
			moves = l.seeScreen(want, from)
		} else {
			moves = l.ask(want, from)
		}
		if moves != nil {
			return moves
		}
		l.until("the game as it should be: "+want.moves+" "+want.turn,
			func(all string) bool { return sargonMoves(all) > before })
	}
}

// sargonMoves is how often it is said that Sargon has moved.
func sargonMoves(all string) int { return strings.Count(all, "Sargon: ") }

// ask asks for the moves, and whose turn it is. It returns nil if that is not what is wanted.
func (l *inLines) ask(want standing, from int) (moves []string) {
	l.say("moves\nstatus\nfen")
	text := l.answered(from, "an answer", listedFEN.MatchString)
	now := standing{start: want.start}
	for _, line := range listedMoves.FindAllStringSubmatch(text, -1) {
		now.moves += " " + strings.TrimSuffix(line[2], "…") + " " + line[3]
	}
	moves = movesOf(now.replayed(l.t))
	turn := map[string]string{
		"you": "You are to move", "over": "The game is over: " + ended(want),
	}[want.turn]
	if !want.is(moves) || !strings.Contains(text, turn) {
		return nil
	}
	return moves
}

// seeScreen has the machine's screen told, and reads it.
func (l *inLines) seeScreen(want standing, from int) []string {
	l.say("/screen\n/status")
	text := l.answered(from, "an answer", func(text string) bool {
		return strings.Contains(text, "(It waits for you.)")
	})
	return readScreen(l.t, want, text[strings.LastIndex(text, "SARGON DEPTH"):])
}

// readScreen reads the list of moves on the machine's screen. It returns nil if they, or what it
// says of the end of a game, are not as wanted.
func readScreen(t testing.TB, want standing, text string) (moves []string) {
	var played []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "RULES FORBID IT") { // the move above, that is
			played = played[:len(played)-1]
		}
		for _, move := range shownMove.FindAllString(line, 2) {
			played = append(played, strings.NewReplacer("-", "", "X", "").Replace(move))
		}
	}
	for _, ply := range want.replayed(t).Plies() {
		shown := strings.ToUpper(ply.Move.String())[:len("E2E4")]
		if castles := strings.Count(ply.SAN, "O"); castles > 0 {
			shown = strings.Repeat("0", castles)
		}
		if len(played) == 0 || played[0] != shown {
			return nil
		}
		played = played[1:]
	}
	if len(played) > 0 {
		return nil
	}
	_, reason, _ := strings.Cut(want.result, " ")
	if words := map[string]string{"resignation": "YOU BOW OUT"}[reason]; !strings.Contains(text,
		words) {
		return nil
	}
	return strings.Fields(want.moves)
}

// ended says the end of a game as the faces of a terminal do.
func ended(want standing) string {
	outcome, reason, _ := strings.Cut(want.result, " ")
	winner := map[string]string{"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "a draw"}
	return winner[outcome] + ", " + reason
}

func TestScenariosInLines(t *testing.T)       { playScenarios(t, "plain", throughPipes("plain")) }
func TestScenariosInTheDialogue(t *testing.T) { playScenarios(t, "dialogue", throughPipes("dialogue")) }
