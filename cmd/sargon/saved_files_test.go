package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
)

// What earlier versions of this program have written is read for ever. The files of
// testdata/VERSION are those that a person has on disk; README.md there says how they were made.

// saved is a file of a version.
func saved(t testing.TB, names ...string) string {
	t.Helper()
	name, err := filepath.Abs(filepath.Join(append([]string{"testdata", "cd1a914"}, names...)...))
	require.NoError(t, err)
	return name
}

// savedRom is the embedded ROM of that version, savedEdition the edition of the person.
const (
	savedRom     = "29f1a5b0fb3bde48cf25d35780a91d92c942ebf055f04fea81a4d6090c4162f4"
	savedEdition = "/tmp/sargon/bishop.bin"
)

// sameRom tells whether the embedded ROM is still the same, byte by byte. States of another one
// have to be refused, and games are gone on with from their moves.
func sameRom(t *testing.T) bool { return strings.Contains(ok(t, "", "version"), savedRom) }

// savedGame is a game that was saved as it was played.
type savedGame struct {
	name, what   string
	white, black string // who plays
	moves, fen   string // when it is taken up and the engine, if it is its turn, has moved
	move         string // is played then
	after        string // how the list of moves goes on
	title        string
	last         string // move in the list of games
	over         bool
}

// savedGames are in the order in which they were written.
var savedGames = []savedGame{
	{
		name: "over", what: "resigned", over: true, white: "Player",
		black: "Sargon 1978 (0x88, level 2)", moves: "1. f3 d5\n2. g4 Nc6\n",
		fen: "r1bqkbnr/ppp1pppp/2n5/3p4/6P1/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", last: "2... Nc6",
	},
	{
		name: "fen", what: "from a position, with en passant, a promotion to a knight and castling",
		title: "The knight of Zürich", white: "Player", black: "Sargon 1978 (10x12, level 2)",
		moves: "40. fxe6 Kf6\n41. a8=N Kxe6\n42. O-O Kd7\n", fen: "N7/3k4/8/8/8/8/8/5RK1 w - - 2 43",
		move: "Nc7", after: "43. Nc7 Kxc7\n", last: "42... Kd7",
	},
	{
		name: "board", what: "on the modern board",
		white: "Sargon 1978 (sets, level 3)", black: "Player",
		moves: "1. e4 e5\n2. Nf3 Nc6\n3. Nc3 Nf6\n4. Bc4\n",
		fen:   "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4",
		move:  "Bc5", after: "4. Bc4 Bc5\n5. Ng5\n", last: "4. Bc4",
	},
	{
		name: "dialogue", what: "in the machine's dialogue, in lines",
		white: "Sargon 1978 (rom, level 2)", black: "Player", moves: "1. d4 d5\n2. Nc3\n",
		fen:  "rnbqkbnr/ppp1pppp/8/3p4/3P4/2N5/PPP1PPPP/R1BQKBNR b KQkq - 1 2",
		move: "Nf6", after: "2. Nc3 Nf6\n3. Bf4\n", last: "2. Nc3",
	},
	{
		name: "screen", what: "on the machine's screen", white: "Player",
		black: "Sargon 1978 (rom, level 1)", moves: "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 Nf6\n",
		fen:  "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
		move: "O-O", after: "4. O-O Nxe4\n", last: "3... Nf6",
	},
	{
		name: "thinking", what: "killed while the machine thought", white: "Player",
		black: "Sargon 1978 (rom, level 2)", moves: "1. e4 e5\n2. Nf3 Nc6\n",
		fen:  "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		move: "d4", after: "3. d4 Bb4+\n", last: "2. Nf3",
	},
}

// savedGameOfEdition was played with an edition of the person's own.
var savedGameOfEdition = savedGame{
	name: "edition", white: "Sargon 1978 (bishop.bin, sha256 b195345a, level 1)", black: "Player",
	moves: "1. d4 c5\n2. dxc5\n", fen: "rnbqkbnr/pp1ppppp/8/2P5/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2",
	move: "e6", after: "2. dxc5 e6\n3. ", last: "2. dxc5",
}

// copyGame copies a game to where games are saved.
func (p *place) copyGame(g savedGame) {
	for _, kind := range []string{".game", ".pgn"} {
		p.copy(saved(p.t, "games", g.name+kind), p.games(g.name+kind))
	}
}

// holds checks what `play --plain` says of a game, and that it goes on.
func (g savedGame) holds(t *testing.T, args ...string) {
	t.Helper()
	asks := "moves\nfen\npgn\n"
	if g.move != "" {
		asks += g.move + "\nmoves\n"
	}
	out := ok(t, asks+"quit\n", append([]string{"play", "--plain"}, args...)...)
	says(t, out, g.moves, g.fen, `[White "`+g.white+`"]`, `[Black "`+g.black+`"]`, g.after)
}

// A game whose machine is lost, or is none that fits, goes on from its moves, and says so.
func TestAGameWithoutItsMachineGoesOn(t *testing.T) {
	for name, test := range map[string]struct {
		lose func(*states.State)
		says string
	}{
		"none":    {func(s *states.State) { s.Machine = nil }, ""},
		"half":    {func(s *states.State) { s.Machine = s.Machine[:len(s.Machine)/2] }, "without it."},
		"changed": {func(s *states.State) { s.Machine[len(s.Machine)-1]++ }, "without it."},
		"of another program": {func(s *states.State) { s.SHA256 = "1978" },
			"the game was played with another program; it goes on with this one."},
		"of a search": {func(s *states.State) { s.Kind = states.Search }, "without it."},
	} {
		t.Run(name, func(t *testing.T) {
			folder := atHome(t).games()
			ok(t, "w\n1\nn\ne2e4\n", "play", "--plain", "--view", "screen")
			files := must.Have(filepath.Glob(filepath.Join(folder, "*.game")))
			require.Len(t, files, 1)
			lost := func() {
				s := must.Have(states.Read(files[0]))
				require.NotEmpty(t, s.Machine)
				test.lose(s)
				require.NoError(t, s.Write(files[0]))
			}
			lost()
			says(t, ok(t, "g1f3\n", "play", "--plain", "--view", "screen", "--resume"),
				test.says, "1 E2-E4 E7-E5", "2 G1-F3 B8-C6")
			lost()
			says(t, ok(t, "open 1\nmoves\nd4\n", "play", "--plain", "--games"), "2... Nc6", test.says,
				"1. e4 e5\n2. Nf3 Nc6\n", "Sargon: Qf6")
		})
	}
}

// All games stand in the list, with their titles, the one written last first; each can be opened,
// and exported as it was written.
func TestGamesOfOldInTheList(t *testing.T) {
	p := atHome(t)
	for i, g := range savedGames {
		p.copyGame(g)
		written := time.Date(2026, 11, 22, 17, 50+i, 0, 0, time.UTC)
		require.NoError(t, os.Chtimes(p.games(g.name+".game"), written, written))
	}
	var asks strings.Builder
	var lines []string
	for i := range savedGames {
		g := savedGames[len(savedGames)-1-i]
		lines = append(lines, fmt.Sprintf("%d: ", i+1), g.title, g.last)
		fmt.Fprintf(&asks, "export %d %s\n", i+1, p.path(g.name+".pgn"))
	}
	says(t, ok(t, asks.String()+"quit\n", "play", "--plain", "--games"), lines...)
	for i, g := range savedGames {
		assert.Equal(t, read(t, saved(t, "games", g.name+".pgn")), read(t, p.path(g.name+".pgn")),
			g.what)
		if g.over { // it is looked at, and not gone on with
			number := len(savedGames) - i
			says(t, ok(t, fmt.Sprintf("open %d\nmoves\nfen\npgn\nquit\n", number),
				"play", "--plain", "--games"), g.moves, g.fen, `[White "`+g.white+`"]`,
				`[Black "`+g.black+`"]`, `[Result "0-1"]`)
		}
	}
}

// States of the whole machine and of a search go on in the debugger, from where they were saved.
func TestStatesOfOldInTheDebugger(t *testing.T) {
	p := atHome(t)
	for _, name := range []string{"before the first move", "after two", "in thought", "debugged",
		"mine", "my search"} {
		p.copy(saved(t, "states", name+".state.gz"), p.games("states", name+".state"))
	}
	rom := saved(t, "edition", "bishop.bin")
	const position = "6k1/3q1ppp/5n2/6B1/8/8/5PPP/3Q2K1 w - - 0 20"
	says(t, ok(t, "states\nload my search\nwhere\nboard\neval\nquit\n",
		"debug", "--plain", "--rom", rom, "--level", "1", position),
		"my search", "1 d1f3", "3 . . . . . Q . .", "evaluation 6")
	says(t, ok(t, "load mine\nscreen\ntype G8F6\nrun\nscreen\nquit\n",
		"debug", "--plain", "--rom", rom), "SARGON DEPTH 1", " 1 D2-D4 D7-D5", " 2 B1-C3",
		" 2 B1-C3 G8-F6", " 3 ")

	if !sameRom(t) {
		out := fails(t, anyFailure, "", "load after two\n", "debug", "--plain")
		assert.Contains(t, out, savedRom[:12])
		return
	}
	says(t, ok(t, "load before the first move\nscreen\nquit\n", "debug", "--plain"),
		"SARGON DEPTH 2", " 1 ")
	says(t, ok(t, "load debugged\nscreen\ntype E2E4\nrun\nscreen\nquit\n", "debug", "--plain"),
		"SARGON DEPTH 2", " 1 ", " 1 E2-E4 E7-E5")
	says(t, ok(t, "load after two\nscreen\nquit\n", "debug", "--plain"), " 1 E2-E4 E7-E5")
	says(t, ok(t, "load in thought\nwhere\nrun\nscreen\nquit\n", "debug", "--plain"),
		"ply 2", " 2 G1-F3 B8-C6")
}

// Cases still say what they said: the edition that they were found with differs from a native
// engine by the same values, and our own engines do not differ.
func TestCasesOfOld(t *testing.T) {
	t.Parallel()
	files := must.Have(filepath.Glob(saved(t, "cases", "*.case")))
	require.Len(t, files, 7)
	ok(t, "", append([]string{"compare", "--engines", "10x12,0x88,sets"}, files...)...)

	status, out, errs := run(t, "", append([]string{"compare", "--engines",
		"rom:" + saved(t, "edition", "bishop.bin") + ",0x88", "--explain", "0", "--max-differences", "0"},
		files...)...)
	assert.Equal(t, 1, status, errs)
	for _, file := range files {
		for line := range strings.Lines(read(t, file)) {
			comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "#")
			_, differed, _ := strings.Cut(comment, " differed: ")
			switch {
			case !isComment:
				assert.Contains(t, out, filepath.Base(file)+", line ", line)
			case differed != "":
				assert.Contains(t, out, differed, file)
			}
		}
	}
}

// A match that was killed goes on from its PGN file, and ends as if it had never been killed: as the
// same engine in another form plays it, which is quicker.
func TestMatchOfOldGoesOn(t *testing.T) {
	p := atHome(t)
	call := func(engine, name string, more ...string) (pgn string) {
		games := p.path(name + ".pgn")
		out := ok(t, "", append([]string{"match", engine, "sets,level=1,name=One",
			"--games", "4", "--event", "Club evening", "--pgn", games}, more...)...)
		assert.Contains(t, out, "4 of 4 games")
		return read(t, games)
	}
	whole := call("sets,level=2,name=Sargon 10x12 level 2", "whole")
	before := read(t, p.copy(saved(t, "match", "match.pgn"), p.path("match.pgn")))
	resumed := call("10x12,level=2", "match", "--resume")
	assert.True(t, strings.HasPrefix(resumed, before), "the games of then are not played again")
	// Dates differ, and notes and names of engines were written in another way.
	played := func(pgn string) []string {
		other := regexp.MustCompile(`\[(?:Date|WhiteEngine|BlackEngine) .*\]|\{[^}]*\}`)
		return strings.Fields(other.ReplaceAllString(pgn, ""))
	}
	assert.Equal(t, played(whole), played(resumed))
}
