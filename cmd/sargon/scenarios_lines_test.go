package main

import (
	"io"
	"maps"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
)

// Front ends in lines of text: plain and dialogue through pipes, lines on a terminal.

// prompts matches the prompts in front of answers on a terminal.
var prompts = regexp.MustCompile(`(?m)^(> )+`)

// answered waits until the output from an index on is as wanted, and returns it.
func (l *inLines) answered(from int, what string, wanted func(string) bool) (text string) {
	l.t.Helper()
	l.until(what, func(all string) bool {
		text = prompts.ReplaceAllString(strings.ReplaceAll(all[from:], "\r", ""), "")
		return wanted(text)
	})
	return text
}

// inLines plays in lines of text.
type inLines struct {
	*place
	scenario
	face     string // plain or dialogue; lines is in scenarios_terminal_test.go
	dialogue bool   // as the dialogue of the machine
	*transcript
	in   io.Writer
	kill func()
	open func(args ...string)
}

// throughPipes begins a game in plain or dialogue.
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
		args = append(args, "--engine", "bitboards")
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

// deed is a part of an action at a front end: what the user types, and a regular expression for what must
// appear then, or with ~ in front for what must disappear. % stands for the move or name of the action.
type deed struct{ typed, seen string }

// perform does an action by the table of a front end.
func perform(t testing.TB, deeds map[string][]deed, action, argument string, does func(deed)) {
	t.Helper()
	parts, isKnown := deeds[action]
	require.True(t, isKnown, "%s: how is that done here?", action)
	for _, d := range parts {
		does(deed{strings.ReplaceAll(d.typed, "%", argument), strings.ReplaceAll(d.seen, "%", argument)})
	}
}

// merged returns a table of deeds in which others replace some.
func merged(deeds, others map[string][]deed) map[string][]deed {
	all := maps.Clone(deeds)
	maps.Copy(all, others)
	return all
}

// The actions in lines, and the differences in the dialogue and in lines on a terminal.
var (
	inAnyLines = map[string][]deed{
		"move":              {{"%", ""}},
		"refused":           {{"%", "Not a move: %"}},
		"premove":           {{"%", ""}}, // through pipes the line waits
		"hurry":             nil,         // the machine is already at full speed
		"take back":         {{"back", " back"}},
		"second thought":    {{"resign", `Resign\?`}, {"status", "You are to move"}},
		"resign":            {{"resign", `Resign\?`}, {"resign", ""}},
		"self-play":         {{"self-play", "Sargon plays itself"}},
		"no self-play":      {{"self-play", "You play .* again"}},
		"new":               {{"new", "A new game"}},
		"back to the other": {{"games\nopen 2", "Type a move, or help."}},
	}
	inDialogue = map[string][]deed{
		"refused":        {{"%", "RULES FORBID IT"}},
		"second thought": {{"/resign", `Resign\?`}, {"/status", `\(It waits for you\.\)`}},
		"resign":         {{"/resign", `Resign\?`}, {"/resign", "YOU BOW OUT"}},
	}
	inTypedLines = map[string][]deed{"premove": {{"%", "Premove, for when Sargon has moved: %"}}}
)

func (l *inLines) do(action, argument string) {
	l.t.Helper()
	if l.dialogue && len(argument) == len("a7a8q") {
		argument = argument[:len("a7a8")] // the machine knows promotions to a queen only
	}
	switch action {
	case "reload":
		l.leave()
		l.resume()
	case "kill":
		l.kill()
		l.resume()
	default:
		others := map[string]map[string][]deed{"dialogue": inDialogue, "lines": inTypedLines}[l.face]
		perform(l.t, merged(inAnyLines, others), action, argument, func(d deed) {
			from := len(l.written())
			l.say(d.typed)
			l.answered(from, d.seen, regexp.MustCompile(d.seen).MatchString)
		})
	}
}

func (l *inLines) leave() {
	l.t.Helper()
	l.say(map[bool]string{true: "/quit", false: "quit"}[l.dialogue])
	require.Zero(l.t, l.wait())
}

// Patterns of the answers.
var (
	listedMoves = regexp.MustCompile(`(?m)^\d+\.(\.\.)? (\S+)(?: (\S+))?$`)
	listedFEN   = regexp.MustCompile(`(?m)^[1-8a-zA-Z/]+ [wb] [KQkq-]+ \S+ \d+ \d+$`)
	shownMove   = regexp.MustCompile(`[A-H][1-8][-X]?[A-H][1-8]|0-0-0|0-0`)
)

// see asks how the game stands, and again whenever Sargon has moved.
func (l *inLines) see(want standing) (moves []string) {
	l.t.Helper()
	if want.turn == "Sargon" { // at full speed it may move before the question
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

// sargonMoves returns how often the output says that Sargon has moved.
func sargonMoves(all string) int { return strings.Count(all, "Sargon: ") }

// ask asks for the moves, and whose turn it is. It returns nil if the answer is not as wanted.
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

// seeScreen asks for the machine's screen, and reads it.
func (l *inLines) seeScreen(want standing, from int) []string {
	l.say("/screen\n/status")
	text := l.answered(from, "an answer", func(text string) bool {
		return strings.Contains(text, "(It waits for you.)")
	})
	return readScreen(l.t, want, text[strings.LastIndex(text, "SARGON DEPTH"):])
}

// readScreen reads the list of moves on the machine's screen. It returns nil if the moves, or the result,
// are not as wanted.
func readScreen(t testing.TB, want standing, text string) (moves []string) {
	var played []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "RULES FORBID IT") { // the program refuses the move above
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

// ended returns the result of a game in the words of the front ends of a terminal.
func ended(want standing) string {
	outcome, reason, _ := strings.Cut(want.result, " ")
	winner := map[string]string{"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "a draw"}
	return winner[outcome] + ", " + reason
}

func TestScenariosInLines(t *testing.T)       { playScenarios(t, "plain", throughPipes("plain")) }
func TestScenariosInTheDialogue(t *testing.T) { playScenarios(t, "dialogue", throughPipes("dialogue")) }
