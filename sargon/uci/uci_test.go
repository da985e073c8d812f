package uci_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/compare/recordings/format"
	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/uci"
)

func Example() {
	in := strings.NewReader("setoption name Level value 2\nposition startpos moves e2e4\ngo\n")
	var out strings.Builder
	err := uci.Serve(context.Background(), in, &out,
		uci.Config{Open: open, Settings: uci.DefaultSettings(), Quiet: time.Second})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	fmt.Println(lines[len(lines)-1], err)
	// Output: bestmove e7e5 <nil>
}

// script is one conversation of the file.
type script struct {
	name  string
	line  int // of its name
	steps []string
}

func scripts(t *testing.T) (all []script) {
	text := must.Have(os.ReadFile("testdata/conversations.txt"))
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "= "):
			all = append(all, script{name: line[2:], line: i + 1})
		case line == "" || line[0] == '#':
		default:
			require.Contains(t, "><!$.", line[:1], "conversations.txt:%d", i+1)
			last := &all[len(all)-1]
			last.steps = append(last.steps, line)
		}
	}
	require.NotEmpty(t, all)
	return all
}

func TestConversations(t *testing.T) {
	for _, s := range scripts(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, s.hold)
		})
	}
}

// hold holds the conversation.
func (s *script) hold(t *testing.T) {
	config := uci.Config{Open: openMeasured, QueenPawn: func() bool { return false }}
	if strings.HasSuffix(s.name, "(patient)") {
		config.Open = openPatient
	}
	c := converse(t, config)
	var forbidden []*regexp.Regexp
	ended := false
	for _, step := range s.steps {
		text := strings.TrimPrefix(step[1:], " ")
		switch step[0] {
		case '>':
			c.send(text)
		case '!':
			forbidden = append(forbidden, regexp.MustCompile("^(?:"+text+")$"))
		case '<':
			want := regexp.MustCompile("^(?:" + text + ")$")
			c.await(step, func(line string) bool {
				for _, no := range forbidden {
					require.False(t, no.MatchString(line), "%s\nso far:\n%s", no, c.transcript())
				}
				return want.MatchString(line)
			})
			forbidden = nil
		case '$':
			c.close()
		case '.':
			require.NoError(t, c.end())
			ended = true
		}
	}
	require.True(t, ended, "conversations.txt:%d: the conversation has no end", s.line)
}

// all plays every recorded game to its end, also on the emulated machine.
var all = flag.Bool("all", false, "play all recorded games, not as much as is quick")

// evalsPerEngine bounds what the recorded games may cost in a test.
var evalsPerEngine = map[string]uint64{"rom": 300, "10x12": 4_000, "0x88": 4_000, "bitboards": 4_000}

// Levels play the recorded games of 1978 move for move, in the history of the game.
func TestLevelsPlayTheRecordedGames(t *testing.T) {
	for _, name := range sargon.EngineNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replayGames(t, name)
		})
	}
}

func replayGames(t *testing.T, name string) {
	settings := uci.DefaultSettings()
	settings.Engine = name
	c := converse(t, uci.Config{Open: openReal, Settings: settings, Quiet: time.Hour})
	budget := evalsPerEngine[name]
	if *all {
		budget = math.MaxUint64
	}
	games, moves := 0, 0
	for _, g := range recordedGames(t) {
		c.send("ucinewgame")
		c.send(fmt.Sprintf("setoption name Level value %d", g.Level))
		referee := game.New()
		var played []string
		for _, ply := range g.Plies {
			// The first move of White is the book's, and up to chance.
			if ply.BySargon() && len(played) > 0 && ply.Evals <= budget {
				budget -= ply.Evals
				c.send("position startpos moves " + strings.Join(played, " "))
				c.send("go wtime 1000 btime 1000")
				best := strings.Fields(c.awaitPrefix("bestmove"))[1]
				require.Equal(t, ply.Move, best[:4], "level %d after %v", g.Level, played)
				moves++
			}
			// Recordings write from and to; a promotion has its queen.
			legal, ok := referee.FromSargon(must.Have(sargon.ParseMove(ply.Move)))
			require.True(t, ok, "%s after %v", ply.Move, played)
			require.NoError(t, referee.Play(legal))
			played = append(played, legal.String())
		}
		games++
	}
	t.Logf("%s: %d moves in %d games", name, moves, games)
	require.Greater(t, moves, 5)
	c.send("quit")
	require.NoError(t, c.end())
}

func recordedGames(t *testing.T) (games []*format.Game) {
	file := must.Have(files.Open("../../compare/testdata/oracle/games.jsonl.gz", nil))
	defer file.Close()
	for r, err := range format.Read(file) {
		require.NoError(t, err)
		games = append(games, r.Game)
	}
	require.NotEmpty(t, games)
	return games
}

// Thousands of random lines, words of the protocol in any order: no deadlock, no panic,
// and every rule of the conversation kept.
func TestRandomLines(t *testing.T) {
	const lines = 2400
	for _, kind := range []struct {
		name  string
		open  uci.Opener
		quiet time.Duration
	}{{"quick", open, time.Hour}, {"patient", openPatient, 0}} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			c := converse(t, uci.Config{Open: kind.open, Quiet: kind.quiet})
			source := rand.New(rand.NewPCG(1978, uint64(len(kind.name))))
			for range lines / 2 {
				c.send(randomLine(source))
				for len(c.lines) > 0 {
					c.next()
				}
			}
			c.send("isready")
			c.awaitPrefix("readyok")
			c.send("quit")
			require.NoError(t, c.end())
		})
	}
}

// phrases are what random lines are made of.
var phrases = []string{
	"uci", "isready", "ucinewgame", "stop", "stop", "stop", "ponderhit", "go", "go", "go infinite",
	"go ponder wtime 1 btime 1",
	"go depth 1", "go depth 2", "go depth 9", "go nodes 100", "go nodes 3", "go movetime 1",
	"go wtime 1 btime 1", "go wtime 10 btime 0 winc 1 movestogo 2",
	"go mate 1", "go mate 2", "go searchmoves e2e4 d2d4", "go searchmoves", "infinite", "ponder",
	"depth", "wtime -5", "nodes 99999999999999999999",
	"position startpos", "position startpos moves e2e4", "position startpos moves e2e4 e7e5 g1f3",
	"position startpos moves e2e4 e7e6", "position startpos moves e2e5",
	"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1",
	"position fen 8/8/8 w", "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
	"position fen 8/P6k/8/8/8/8/8/K7 w - - 0 30 moves a7a8n", "moves", "e2e4", "fen", "startpos",
	"setoption name Engine value rom", "setoption name Engine value 10x12",
	"setoption name Engine value none", "setoption name Level value 0",
	"setoption name Level value 2",
	"setoption name Book value false", "setoption name Rom value /nonexistent",
	"setoption name Rom value", "setoption name Play value avoid-repetition",
	"setoption name Play value 1978",
	"setoption", "name", "value", "setoption name",
	"debug on", "register later", "\x00\xff", "%s%d", strings.Repeat("x", 5000),
}

func randomLine(source *rand.Rand) string {
	line := phrases[source.IntN(len(phrases))]
	for source.IntN(6) == 0 {
		line += " " + phrases[source.IntN(len(phrases))]
	}
	return line
}

// Nothing is left behind when a session ends, however it ends: a bubble of synctest ends only when
// all its goroutines have.
func TestNoGoroutineIsLeft(t *testing.T) { synctest.Test(t, testNoGoroutineIsLeft) }

func testNoGoroutineIsLeft(t *testing.T) {
	for _, end := range []string{"quit", "stop\nquit", "please quit", ""} {
		for _, start := range []string{"go infinite", "go ponder wtime 1000 btime 1000",
			"go movetime 10", "isready"} {
			in := strings.NewReader(start + "\n" + end)
			require.NoError(t, uci.Serve(t.Context(), in, io.Discard,
				uci.Config{Open: openPatient, Settings: uci.DefaultSettings()}))
		}
	}
}

// hasty is an engine whose deeper searches turn to another move at once, say so, and are broken off.
type hasty struct {
	sargon.Engine
	turned chan<- struct{}
}

func (h hasty) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	if o.Level == sargon.MinLevel {
		return h.Engine.Search(ctx, o)
	}
	r, err := h.Engine.Search(ctx,
		sargon.SearchOptions{Level: sargon.MinLevel, NoBook: true, Callbacks: o.Callbacks})
	if err != nil {
		return r, err
	}
	r.Best = sargon.Move{From: sargon.A1 + 10, To: sargon.A1 + 20}
	r.PV = []sargon.Move{r.Best}
	h.turned <- struct{}{}
	<-ctx.Done()
	return r, ctx.Err()
}

// The best move is that of the last line told, also when it changed last while the session
// is silent about what is only on the way.
func TestTheBestMoveWasTold(t *testing.T) {
	turned := make(chan struct{}, 1)
	c := converse(t, uci.Config{Quiet: time.Hour,
		Open: func(string, string) (sargon.Engine, error) {
			return hasty{native.New10x12(), turned}, nil
		}})
	c.send("position startpos moves e2e4 e7e5")
	c.send("go depth 1000000000") // as far as numbers go
	c.awaitPrefix("info depth 1")
	<-turned
	c.send("stop")
	require.Regexp(t, "^info depth 2 .+ lowerbound .* pv a2a3$", c.awaitPrefix("info depth 2"))
	require.Equal(t, "bestmove a2a3", c.awaitPrefix("bestmove"))
	c.send("quit")
	require.NoError(t, c.end())
}

// A number that makes no sense is reported, and never leaves the GUI without a move: the engine here
// ends no search by itself.
func TestNumbersThatMakeNoSense(t *testing.T) {
	const notWhole, unreadable, negative, tooMuch = "is not a whole number; it counts as 1000",
		"is not a number", "is less than 0; it counts as", "want a number up to"
	values := map[string]string{
		"1000.5": notWhole, "1e3": notWhole, "1000.": notWhole, "+1000.0": notWhole,
		"-1": negative, "-0.5": negative, "-99999999999999999999": negative, "-inf": negative,
		"": "without a number", "x": unreadable, "nan": unreadable, "0x10": unreadable,
		"1,000": unreadable, "1000ms": unreadable, "--1": unreadable, "1_000": notWhole,
		"\u0661": unreadable, "\x00": unreadable, "\xff\xfe": unreadable,
		"99999999999999999999": tooMuch, "1e400": tooMuch, "inf": tooMuch,
	}
	check := func(t *testing.T, command, want string) {
		c := converse(t, uci.Config{Open: openPatient})
		c.send("position startpos moves e2e4 e7e5")
		c.send(command)
		c.await(want, func(line string) bool {
			require.NotContains(t, line, "bestmove", "%q", command)
			return strings.HasPrefix(line, "info string go: ") && strings.Contains(line, want)
		})
		c.awaitPrefix("bestmove")
		c.send("quit")
		require.NoError(t, c.end())
	}
	for _, field := range []string{
		"wtime", "btime", "winc", "binc", "movestogo", "movetime", "mate", "depth", "nodes",
	} {
		for value, want := range values {
			if want == notWhole && slices.Contains([]string{"mate", "depth", "nodes"}, field) {
				continue // a limit that this engine does not come to
			}
			synctest.Test(t, func(t *testing.T) { check(t, "go "+field+" "+value, want) })
		}
	}
	for command, want := range map[string]string{
		"go wtime btime 1000":        "wtime without a number",
		"go movetime infinite2":      unreadable,
		"go depth searchmoves e2e4":  "depth without a number",
		"go wtime 1 wtime 1000":      "wtime stands here twice; the last one counts",
		"go wtime 1000 wtime x":      unreadable,
		"go wtiem 1000 btiem 1000":   `"wtiem" is not known`,
		"go perft 3":                 `"perft" is not known`,
		"go wtime x btime 1000":      unreadable,
		"go searchmoves e2e9":        `"e2e9" is not known`,
		"go winc 1000 binc 1000.5":   notWhole,
		"go wtime 1000.5 btime 1e3":  notWhole,
		"go x":                       "no limit could be read; it thinks for 1s",
		"go wtime x":                 "no limit could be read; it thinks for 1s",
		"go movestogo 40 wtime ５":    unreadable,
		"go wtime\t1000.5 btime\t10": notWhole,
	} {
		synctest.Test(t, func(t *testing.T) { check(t, command, want) })
	}
}

// The engine that takes the fewest numbers for an option that does nothing is refused by libraries.
func TestUsualHashAndThreads(t *testing.T) {
	c := converse(t, uci.Config{Open: open})
	c.send("uci")
	c.awaitPrefix("option name Hash type spin default 1 min 1 max 33554432")
	c.awaitPrefix("option name Threads type spin default 1 min 1 max 1024")
	c.awaitPrefix("uciok")
	for _, value := range []string{"Hash value 1", "Hash value 16", "hash value 512",
		"Hash value 33554432", "Threads value 1", "Threads value 4", "threads value 1024"} {
		c.send("setoption name " + value)
	}
	c.send("isready")
	c.await("readyok", func(line string) bool {
		require.NotContains(t, line, "info string")
		return line == "readyok"
	})
	c.send("setoption name Threads value 1025")
	c.awaitPrefix(`info string option Threads: "1025"; want a number from 1 to 1024`)
	c.send("setoption name Hash value 0")
	c.awaitPrefix(`info string option Hash: "0"; want a number from 1 to 33554432`)
	c.send("quit")
	require.NoError(t, c.end())
}

// FuzzInput sends any lines at all: every session ends, and its answers keep the rules of the
// conversation.
func FuzzInput(f *testing.F) {
	for _, phrase := range phrases {
		f.Add(phrase + "\nisready")
	}
	for _, text := range []string{
		"go wtime 1000.5", "go wtime", "go depth -1 nodes 1e400", "\xef\xbb\xbfuci\r\nisready\r",
		"setoption name Hash value 512\ngo movetime 1", "go\x00infinite", "position fen\ngo nodes 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "log") { // a log would be written anywhere
			return
		}
		synctest.Test(t, func(t *testing.T) {
			c := converse(t, uci.Config{Open: openPatient, Quiet: time.Hour})
			c.heard = nil
			for line := range strings.SplitSeq(text, "\n") {
				if slices.Contains(strings.Fields(line), "quit") {
					break
				}
				c.send(line)
			}
			c.send("stop")
			c.send("isready")
			c.awaitPrefix("readyok")
			c.send("quit")
			require.NoError(t, c.end())
		})
	})
}

// The machine is stopped within its first search too, and a long game needs little memory.
func TestTheMachineIsStoppedAtDepth1(t *testing.T) { synctest.Test(t, testTheMachineIsStopped) }

func testTheMachineIsStopped(t *testing.T) {
	settings := uci.DefaultSettings()
	settings.Engine, settings.Speed = "rom", "0.1" // MHz: the first search takes minutes
	c := converse(t, uci.Config{Open: openReal, Settings: settings})
	c.send("position startpos moves e2e4 e7e5")
	c.send("go wtime 33 btime 33")
	c.awaitPrefix("bestmove")
	c.send("go infinite")
	c.send("stop")
	c.awaitPrefix("bestmove")
	c.send("quit")
	require.NoError(t, c.end())
}

func TestLongGamesNeedLittleMemory(t *testing.T) {
	const plies, maxBytes = 20_000, 40 << 20
	c := converse(t, uci.Config{Open: open})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	line := "position startpos" + " moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", plies/4)
	c.referee.refused = true // it would keep the whole game itself
	_, err := io.WriteString(c.in, line+"\nisready\n")
	require.NoError(t, err)
	c.awaitPrefix("readyok")
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(maxBytes))
	c.send("quit")
	require.NoError(t, c.end())
}

func TestTheContextEndsASession(t *testing.T) { synctest.Test(t, testTheContextEndsASession) }

func testTheContextEndsASession(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	defer writer.Close()
	ended := make(chan error)
	go func() {
		ended <- uci.Serve(ctx, reader, io.Discard,
			uci.Config{Open: openPatient, Settings: uci.DefaultSettings()})
	}()
	_, err := io.WriteString(writer, "go infinite\n")
	require.NoError(t, err)
	cancel()
	require.NoError(t, <-ended)
}

func TestErrorsOfASession(t *testing.T) {
	settings := uci.DefaultSettings()
	settings.Engine, settings.Rom = "rom", "/nonexistent"
	require.ErrorContains(t, uci.Serve(t.Context(), strings.NewReader(""), io.Discard,
		uci.Config{Open: open, Settings: settings}), "no such file")

	broken := io.ErrClosedPipe
	require.ErrorIs(t, uci.Serve(t.Context(), iotest.ErrReader(broken), io.Discard,
		uci.Config{Open: open, Settings: uci.DefaultSettings()}), broken)
}

func TestDebugLogFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "my log.txt")
	c := converse(t, uci.Config{Open: open})
	c.send("setoption name Debug Log File value " + name)
	c.send("isready")
	c.awaitPrefix("readyok")
	c.send("setoption name Debug Log File value <empty>")
	c.send("quit")
	require.NoError(t, c.end())
	log := must.Have(os.ReadFile(name))
	const at = `^ +\d+\.\d{3} `
	require.Regexp(t, `(?m)`+at+`< isready\n`+at+`> readyok\n`+at+`< setoption .*\n\z`, string(log))
}

// MultiPV tells the best moves in order, and changes nothing in the first one.
func TestSeveralLines(t *testing.T) {
	firstOf := func(lines string) (first []string, best string) {
		c := converse(t, uci.Config{Open: open})
		defer c.end()
		for _, line := range []string{
			"setoption name MultiPV value " + lines, "setoption name Level value 2",
			"position startpos moves e2e4 e7e5", "go depth 2",
		} {
			c.send(line)
		}
		best = c.await("the best move", func(line string) bool {
			words := strings.Fields(line)
			if i := slices.Index(words, "pv"); i > 0 && !slices.Contains(words, "lowerbound") {
				first = append(first, words[i+1])
			}
			return words[0] == "bestmove"
		})
		c.send("quit")
		return first, strings.Fields(best)[1]
	}
	one, best := firstOf("1")
	require.Equal(t, []string{best}, one)
	three, best := firstOf("3")
	require.Len(t, three, 3)
	require.Equal(t, []string{one[0], best}, []string{three[0], three[0]})
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(three))), 3)
}

// What asks for no end is answered when it is stopped, also where there is no move.
func TestNoMoveIsToldWhenItIsAskedFor(t *testing.T) {
	c := converse(t, uci.Config{Open: open})
	defer c.end()
	c.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	for _, end := range []string{"stop", "ponderhit"} {
		c.send(map[string]string{"stop": "go infinite", "ponderhit": "go ponder"}[end])
		c.send("isready")
		require.NotContains(t, c.await("readyok", func(line string) bool {
			return line == "readyok" || strings.HasPrefix(line, "bestmove")
		}), "bestmove")
		c.send(end)
		c.awaitPrefix("bestmove 0000")
	}
	c.send("quit")
}
