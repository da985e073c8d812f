package match

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
	"sargon78/sargon/think"
	"sargon78/sargon/uci"
)

// The test program also acts as the programs that take part: called with a kind as its only
// argument, it is one of that kind.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && kinds[os.Args[1]] != nil {
		kinds[os.Args[1]]()
		return
	}
	os.Exit(m.Run())
}

func open(string, string) (sargon.Engine, error) { return native.New10x12(), nil }

// kinds are programs that behave and programs that do not.
var kinds = map[string]func(){
	"kind=good": func() {
		_ = uci.Serve(context.Background(), os.Stdin, os.Stdout,
			uci.Config{Open: open, Settings: uci.DefaultSettings()})
	},
	"kind=illegal": func() { pretend(map[string]string{"go": "bestmove a1a8"}) },
	"kind=garbage": func() { pretend(map[string]string{"go": "bestmove"}) },
	"kind=none":    func() { pretend(map[string]string{"go": "bestmove (none)"}) },
	"kind=null":    func() { pretend(map[string]string{"go": "bestmove 0000"}) },
	"kind=san":     func() { pretend(map[string]string{"go": "bestmove e5"}) },
	"kind=braces":  func() { pretend(map[string]string{"go": "bestmove }{;\x00\xff"}) },
	"kind=endless": func() { pretend(map[string]string{"go": strings.Repeat("x", 2<<20)}) },
	"kind=noise": func() { // and no move
		pretend(map[string]string{"go": "\x00\xff\n\ninfo\nbestmov e7e5\ninfo depth x score cp"})
	},
	"kind=banner": func() {
		fmt.Print("Pretender 1.0 (c) 1999\n\nType help for help.\nuciok?\n")
		pretend(map[string]string{"go": "bestmove e7e5"})
	},
	"kind=mute": func() { _, _ = io.Copy(io.Discard, os.Stdin) },
	"kind=xboard": func() {
		fmt.Println("Welcome to an old engine")
		pretend(map[string]string{"uci": "Error (unknown command): uci"})
	},
	"kind=gnu":   func() { pretend(map[string]string{"uci": "Illegal move: uci"}) },
	"kind=gone":  func() { fmt.Fprintln(os.Stderr, "no network file"); os.Exit(4) },
	"kind=slow":  func() { pretend(map[string]string{"go": "bestmove e7e5"}) },
	"kind=crash": func() { pretend(map[string]string{"go": ""}) },
	"kind=short-lived": func() { // it dies before a second game
		pretend(map[string]string{"go": "bestmove a1a8\nmortal", "mortal": ""})
	},
	"kind=not-uci": func() { fmt.Println("Error (unknown command): uci") },
}

// pretend speaks just enough UCI. What is answered to go is its own; an empty answer is its end.
func pretend(answers map[string]string) {
	for command, answer := range map[string]string{
		"uci":     "id name Pretender\noption name Some Option type check default true\nuciok",
		"isready": "readyok",
	} {
		answers[command] = cmp.Or(answers[command], answer)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		command := strings.Fields(lines.Text())[0]
		answer, known := answers[command]
		if command == "go" {
			fmt.Println("info depth 3 score cp 25 pv e7e5")
			if answer, mortal := strings.CutSuffix(answer, "\nmortal"); mortal {
				answers["go"], answers["ucinewgame"] = answer, ""
			}
		}
		switch {
		case command == "quit":
			return
		case known && answer == "":
			fmt.Fprintln(os.Stderr, "segmentation fault, as it were")
			os.Exit(3)
		case known:
			fmt.Println(answer)
		}
	}
}

// playerSpec is one of a text in which SELF is this program.
func playerSpec(spec string) PlayerSpec {
	return must.Have(ParsePlayerSpec(strings.ReplaceAll(spec, "SELF", `"`+os.Args[0]+`"`)))
}

// between is a match of two players.
func between(white, black string, games int) *Match {
	m := New([]PlayerSpec{playerSpec(white), playerSpec(black)}, []Opening{opening("e4")}, games, false)
	m.Open = open
	return m
}

// playOne plays one game from an opening and returns its record.
func playOne(t *testing.T, moves, white, black string, tc think.TimeControl) (record Record) {
	t.Helper()
	m := between(white, black, 1)
	m.Openings, m.Time, m.Event = []Opening{opening(moves)}, tc, "Test"
	require.NoError(t, m.CheckPlayers(t.Context()))
	require.NoError(t, m.Run(t.Context(), func(r Record) { record = r }))
	require.NotNil(t, record.Game)
	return record
}

func TestFaultsLoseGames(t *testing.T) {
	clock := think.TimeControl{{Remaining: time.Nanosecond}} // which every program exceeds
	for _, c := range []struct {
		kind        string
		time        think.TimeControl
		result      string
		fault       string
		termination string // in the words of the PGN standard
	}{
		{"illegal", nil, "1-0 (illegal move)", `"a1a8" is not a legal move`, "rules infraction"},
		{"garbage", nil, "1-0 (illegal move)", `gave no move ("bestmove"), but has one`, "rules infraction"},
		{"none", nil, "1-0 (illegal move)", `gave no move ("bestmove (none)"), but has one`, "rules infraction"},
		{"null", nil, "1-0 (illegal move)", `gave no move ("bestmove 0000"), but has one`, "rules infraction"},
		{"san", nil, "1-0 (illegal move)", `"e5" is not a move`, "rules infraction"},
		{"braces", nil, "1-0 (illegal move)", `is not a move`, "rules infraction"},
		{"crash", nil, "1-0 (crash)",
			"the program has ended: exit status 3 (standard error: segmentation fault, as it were", "abandoned"},
		{"endless", nil, "1-0 (crash)", "a line of more than 1048576 bytes, and was ended", "abandoned"},
		{"slow", clock, "1-0 (loss on time)", "took ", "time forfeit"},
		{"noise,nodes=7,move-timeout=0.2", nil, "1-0 (loss on time)",
			`did not answer "go nodes 7" within 200ms; give it more time with --move-timeout`, "time forfeit"},
		{"noise,depth=3,move-timeout=0.2", nil, "1-0 (loss on time)",
			`did not answer "go depth 3" within 200ms; give it`, "time forfeit"},
		{"noise,move-timeout=0.2", nil, "1-0 (loss on time)", `did not answer "go" within 200ms`, "time forfeit"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			r := playOne(t, "e4", "10x12,level=1", "exec:SELF kind="+c.kind, c.time)
			require.Equal(t, c.result, r.Result.String())
			require.Contains(t, r.Fault, c.fault)
			require.Contains(t, r.Fault, "black (Pretender) ")
			// The PGN says the same to its readers.
			games := 0
			for again, err := range pgn.Read(strings.NewReader(pgn.Text(r.Game)), "out.pgn") {
				require.NoError(t, err)
				require.Equal(t, c.termination, again.Tags.Get("Termination"))
				require.Contains(t, again.Ply(again.Len()-1).Comment, string(r.Result.Reason)+": "+
					strings.ReplaceAll(r.Fault, "}", ")"))
				games++
			}
			require.Equal(t, 1, games)
			require.Equal(t, "Pretender", r.Game.Tags.Get("Black"))
			require.Equal(t, game.WhiteWins, r.Game.Result().Outcome)
		})
	}
}

// A program that has crashed is started again for the next game; one that dies before the next game
// has lost none by it.
func TestAProgramIsStartedAgain(t *testing.T) {
	for kind, reason := range map[string]game.Reason{
		"crash": game.Crash, "short-lived": game.IllegalMove,
	} {
		m := between("10x12,level=1", "exec:SELF kind="+kind, 2)
		require.NoError(t, m.Run(t.Context(), func(Record) {}))
		require.Equal(t, map[game.Reason]int{reason: 2}, m.faults[1], kind)
	}
}

// A program that cannot be started again ends the match.
func TestAProgramIsNotThereAgain(t *testing.T) {
	m := between("10x12,level=1", "exec:SELF kind=crash", 4)
	err := m.Run(t.Context(), func(Record) { m.Players[1].Command = filepath.Join(t.TempDir(), "gone") })
	require.ErrorContains(t, err, "cannot start")
	require.Equal(t, 1, m.Done())
}

func TestAWholeGameAgainstAProgram(t *testing.T) {
	r := playOne(t, "e4 e5 Qh5 Ke7", "exec:SELF kind=good,option.Level=2,name=One",
		"exec:SELF kind=good,option.level=1,name=Two", nil)
	require.Equal(t, "1-0 (checkmate)", r.Result.String())
	pgn := pgn.Text(r.Game)
	for _, want := range []string{
		`[Event "Test"]`, `[White "One"]`, `[Black "Two"]`, `[Opening "e4 e5 Qh5 Ke7"]`, `[PlyCount "5"]`,
		`[Termination "normal"]`, "3. Qxe5# {[%eval #1,2] checkmate} 1-0",
	} {
		require.Contains(t, pgn, want)
	}
}

// What players think and what their clocks show is written as PGN readers know it.
func TestCommentsOfAGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the move takes no time
		r := playOne(t, "e4 e5 Qh5 Nc6 Bc4 Nf6", "10x12", "0x88",
			think.TimeControl{{Remaining: time.Hour, Increment: time.Second}})
		require.Regexp(t, `4\. Qxf7# \{mates, \d+ positions, about \S+ in\s1978; \[%eval #1,1\]\s+`+
			`\[%clk 1:00:01\.0\]\s+checkmate\} 1-0`, pgn.Text(r.Game))
	})
	for info, want := range map[string][2]string{ // for White and for Black
		"depth 12 score cp 31 pv e2e4": {"[%eval 0.31,12]", "[%eval -0.31,12]"},
		"score mate -3":                {"[%eval #-3]", "[%eval #3]"},
		"depth 3 string cp 3":          {},
		"multipv 1 depth 9 score cp 5, multipv 2 depth 9 score cp -80": {
			"[%eval 0.05,9]", "[%eval -0.05,9]",
		},
	} {
		var r reply
		for line := range strings.SplitSeq(info, ",") {
			r.read(strings.Fields(line))
		}
		require.Equal(t, want, [2]string{r.evaluation(sargon.White), r.evaluation(sargon.Black)})
	}
	require.Equal(t, "[%clk 1:02:03.4]",
		clockCommand(time.Hour+2*time.Minute+3450*time.Millisecond-time.Millisecond*10))
	require.Equal(t, "[%clk 0:00:00.0]", clockCommand(-time.Second))
}

// A program that says much before it is asked takes part all the same.
func TestABannerIsPassedOver(t *testing.T) {
	r := playOne(t, "e4 e5 Qh5 Nc6 Bc4 Nf6", "10x12,level=1", "exec:SELF kind=banner", nil)
	require.Equal(t, "1-0 (checkmate)", r.Result.String())
	require.Equal(t, "Pretender", r.Game.Tags.Get("Black"))
}

func TestProgramsThatCannotTakePart(t *testing.T) {
	for spec, want := range map[string]string{
		"exec:SELF kind=not-uci": `it does not speak UCI: it answers uci with ` +
			`"Error (unknown command): uci" (an engine of the protocol of xboard`,
		"exec:SELF kind=xboard": `it answers uci with "Error (unknown command): uci"`,
		"exec:SELF kind=gnu":    `it answers uci with "Illegal move: uci"`,
		"exec:SELF kind=gone": "it did not answer uci with uciok: the program has ended: exit status 4 " +
			"(standard error: no network file)",
		"exec:SELF kind=mute,start-timeout=0.3": "it did not answer uci with uciok within 300ms; give it " +
			"more time with --start-timeout, or start-timeout=SECONDS",
		"exec:SELF kind=illegal,option.Some=1": `it has no option "Some"; it has: Some Option`,
	} {
		m := between(spec, "10x12", 2)
		require.ErrorContains(t, m.CheckPlayers(t.Context()), want)
		require.ErrorContains(t, m.Run(t.Context(), func(Record) {}), want)
	}
}

func TestCommandsToAProgram(t *testing.T) {
	g := opening("e4 e5").Game()
	require.Equal(t, "position startpos moves e2e4 e7e5", positionCommand(g))
	ending := must.Have(game.FromFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
	require.Equal(t, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", positionCommand(ending))

	own := think.TimeControl{{MovesToGo: 40, Remaining: 60 * time.Second, Increment: time.Second}}
	other := think.TimeControl{{Remaining: 30 * time.Second}}
	afterNf3 := opening("e4 e5 Nf3").Game()
	for _, c := range []struct {
		spec       string
		g          *game.Game
		own, other think.TimeControl
		want       string
	}{
		{"exec:x", g, own, other, "go wtime 60000 btime 30000 winc 1000 movestogo 40"},
		{"exec:x", afterNf3, own, other, "go wtime 30000 btime 60000 binc 1000 movestogo 40"},
		{"exec:x", afterNf3, own, nil, "go wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 40"},
		{"exec:x,depth=3,nodes=7,movetime=0.5", g, nil, own, "go depth 3 nodes 7 movetime 500"},
		{"exec:x,nodes=7", g, nil, own, "go nodes 7"},
	} {
		e := playerSpec(c.spec)
		text, limit := (&uciPlayer{spec: &e, moveTimeout: time.Hour}).
			goCommand(c.g, think.NewGameClock(c.own), think.NewGameClock(c.other))
		require.Equal(t, c.want, text)
		wait := map[string]time.Duration{"go depth 3 nodes 7 movetime 500": time.Second / 2, "go nodes 7": time.Hour}[text]
		if wait == 0 {
			wait = c.own[0].Remaining
		}
		if wait != time.Hour {
			wait += responseGrace
		}
		require.Equal(t, wait, limit, text)
	}
}
