package uci

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/think"
)

// The commands that a GUI sends.
const quit = "quit"

var commandNames = []string{
	"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop",
	"ponderhit", quit,
}

// commandOf returns the command in a line and the words after it, "" if there is none.
// Unknown words before a command are passed over, as the protocol asks.
func commandOf(line string) (name string, args []string) {
	words := strings.Fields(line)
	start := slices.IndexFunc(words,
		func(w string) bool { return slices.Contains(commandNames, w) })
	if start < 0 {
		return "", nil
	}
	return words[start], words[start+1:]
}

// command carries out a line and returns the command that was in it.
func (s *session) command(ctx context.Context, line string) string {
	s.out.logInput(line)
	name, args := commandOf(line)
	switch name {
	case "":
		s.out.info("no command in %.60q", line)
	case "uci":
		s.identify()
	case "debug": // there is nothing more to report
	case "isready":
		if s.search == nil {
			s.renewEngine()
		}
		s.out.line("readyok")
	case "setoption":
		s.setOption(line)
	case "ucinewgame":
		s.game, s.gameErr = game.New(), nil
	case "position":
		if s.gameErr = s.position(args); s.gameErr != nil {
			s.out.info("position refused: %v", s.gameErr)
		}
	case "go":
		request, problems := parseGo(args, s.game.Side())
		for _, problem := range problems {
			s.out.info("go: %v", problem)
		}
		s.start(ctx, request)
	case "stop":
		s.stop()
	case "ponderhit":
		s.ponderHit()
	}
	return name
}

func (s *session) identify() {
	s.out.line("id name Sargon 1978")
	s.out.line("id author the sargon78 project, after Dan and Kathe Spracklen")
	for i := range options {
		s.out.line("%s", options[i].describe(&s.settings))
	}
	s.out.line("uciok")
}

// setOption reads "setoption name Some Name value some value".
func (s *session) setOption(line string) {
	_, rest, found := strings.Cut(line, " name ")
	name, value, _ := strings.Cut(rest+" ", " value ")
	name, value = strings.Join(strings.Fields(name), " "), strings.TrimSpace(value)
	if !found || name == "" {
		s.out.info("setoption: want setoption name NAME value VALUE")
		return
	}
	changed := s.settings
	if err := changed.Set(name, value); err != nil {
		s.out.info("%v", err)
		return
	}
	if changed.LogFile != s.settings.LogFile {
		if err := s.out.logTo(changed.LogFile); err != nil {
			s.out.info("no log: %v", err)
			return
		}
	}
	s.settings = changed
	if s.search == nil {
		s.renewEngine()
	}
}

// position reads "startpos" or "fen …", then perhaps "moves …". (A game of 150 moves is played again
// in a few milliseconds.)
func (s *session) position(args []string) error {
	before, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		before, moves = args[:i], args[i+1:]
	}
	fen := sargon.StartFEN
	switch {
	case len(before) > 0 && before[0] == "startpos":
	case len(before) > 1 && before[0] == "fen":
		fen = strings.Join(before[1:], " ")
	default:
		return fmt.Errorf("want position startpos or position fen FEN, then perhaps moves")
	}
	g, err := game.FromFEN(fen)
	if err != nil {
		return err
	}
	if g.StartFEN() != s.game.StartFEN() { // said once
		for _, warning := range g.Warnings() {
			s.out.info("%s", warning)
		}
	}
	s.game = g
	for _, text := range moves {
		m, err := game.ParseUCI(text)
		if err != nil {
			return err
		}
		if err := g.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// goRequest is what a go command asks for.
type goRequest struct {
	limits    think.Limits
	infinite  bool
	ponder    bool
	unlimited bool // nothing says when to end
}

// goNumbers are the words of a go command that a number follows.
var goNumbers = map[string]numberRange{
	"wtime": {0, maxNumber}, "btime": {0, maxNumber}, "winc": {0, maxNumber}, "binc": {0, maxNumber},
	"movestogo": {0, maxNumber}, "depth": {1, maxNumber}, "mate": {1, maxNumber},
	"movetime": {1, maxNumber}, "nodes": {1, math.MaxInt64},
}

// numberRange is the least and the greatest number that mean something.
type numberRange struct{ least, most int64 }

// maxNumber bounds depths, and times in milliseconds: eleven days.
const maxNumber = 1_000_000_000

// goWords are the other words of a go command.
var goWords = []string{"infinite", "ponder", "searchmoves"}

// unreadableLimit is how long a search takes that has no limit because a word of its go command makes
// no sense: the GUI waits for a move, and never sends stop.
const unreadableLimit = time.Second

// parseGo reads the words after go, as far as they make sense. problems are those that do not; the
// request has a limit then, unless it asks to be without one (infinite).
func parseGo(args []string, side sargon.Color) (r goRequest, problems []error) {
	numbers := map[string]int64{}
	problem := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf(format, args...))
	}
	for i := 0; i < len(args); i++ {
		word := args[i]
		limits, isNumber := goNumbers[word]
		switch {
		case word == "infinite":
			r.infinite = true
		case word == "ponder":
			r.ponder = true
		case word == "searchmoves":
			for i+1 < len(args) {
				m, err := game.ParseUCI(args[i+1])
				if err != nil {
					break
				}
				r.limits.Moves = append(r.limits.Moves, m)
				i++
			}
		case !isNumber:
			problem("%.40q is not known", word)
		case i+1 == len(args) || isGoWord(args[i+1]):
			problem("%s without a number", word)
		default:
			i++
			n, ok, err := limits.read(args[i])
			if err != nil {
				problem("%s %w", word, err)
			}
			if _, twice := numbers[word]; twice && ok {
				problem("%s stands here twice; the last one counts", word)
			}
			if ok {
				numbers[word] = n
			}
		}
	}
	l := &r.limits
	l.Depth, l.Mate, l.Nodes = int(numbers["depth"]), int(numbers["mate"]), uint64(numbers["nodes"])
	if r.infinite {
		l.Analysis, l.Nodes = true, 0
		return r, problems // nor does a clock end it
	}
	l.Clock = clockOf(numbers, side)
	l.MoveTime = milliseconds(numbers["movetime"])
	timed := l.Clock != nil || l.MoveTime > 0
	// What is searched to a depth is looked into, not played: the book is no answer to that.
	l.Analysis = !timed && (l.Depth > 0 || l.Nodes > 0 || l.Mate > 0)
	r.unlimited = !timed && !l.Analysis
	if r.unlimited && len(problems) > 0 {
		l.MoveTime, r.unlimited = unreadableLimit, false
		problem("no limit could be read; it thinks for %v", unreadableLimit)
	}
	return r, problems
}

// isGoWord reports whether a word is a keyword of the command go, such as depth or infinite.
func isGoWord(word string) bool {
	_, isNumber := goNumbers[word]
	return isNumber || slices.Contains(goWords, word)
}

// read reads a number. ok reports whether there is one; err says what is wrong, also of one that is
// guessed: a fraction counts as the whole number below it, and what is less than 0 as the least. A 0
// counts as the least without an error: some GUIs write it for the least there is.
func (r numberRange) read(text string) (n int64, ok bool, err error) {
	n, err = strconv.ParseInt(text, 10, 64)
	f, unreadable := float64(n), error(nil)
	if err != nil {
		f, unreadable = strconv.ParseFloat(text, 64)
	}
	switch {
	case f > float64(r.most) || math.IsInf(f, 1):
		return 0, false, fmt.Errorf("%.40q: want a number up to %d", text, r.most)
	case f < 0:
		return r.least, true, fmt.Errorf("%.40q is less than 0; it counts as %d", text, r.least)
	case unreadable != nil || math.IsNaN(f):
		return 0, false, fmt.Errorf("%.40q is not a number", text)
	case err != nil:
		n = max(int64(min(f, maxNumber)), r.least)
		return n, true, fmt.Errorf("%.40q is not a whole number; it counts as %d", text, n)
	}
	return max(n, r.least), true, nil
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// clockOf returns the clock of the side to move, nil if there is none. Some GUIs send
// the other side's clock alone; that is better than none.
func clockOf(numbers map[string]int64, side sargon.Color) *think.Clock {
	own, other := "w", "b"
	if side == sargon.Black {
		own, other = other, own
	}
	for _, s := range []string{own, other} {
		if remaining, ok := numbers[s+"time"]; ok {
			return &think.Clock{
				Remaining: milliseconds(remaining),
				Increment: milliseconds(numbers[s+"inc"]),
				MovesToGo: int(numbers["movestogo"]),
			}
		}
	}
	return nil
}
