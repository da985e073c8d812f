package roms_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// sitting is a person at the machine with the embedded ROM.
type sitting struct {
	*jupiter.Computer
	t       *testing.T
	image   *roms.Image
	printed strings.Builder
}

func sitDown(t *testing.T) *sitting { return sitDownAt(t, roms.DefaultLoad) }

func sitDownAt(t *testing.T, load uint16) *sitting {
	image := must.Have(roms.Open("", roms.Options{Load: load}))
	s := &sitting{t: t, image: image}
	s.Computer = must.Have(jupiter.New(
		jupiter.Program{Load: image.Load, Code: image.Bytes, Start: image.Start()},
		console.Options{Search: uint16(symbol(t, image, "FNDMOV")), Output: &s.printed}))
	s.settle()
	return s
}

// settle lets the program run until it waits for a key or is left.
func (s *sitting) settle() {
	s.t.Helper()
	for {
		if err := s.RunFor(s.t.Context(), emu.CheckInterval); err != nil {
			screen := s.Screen()
			s.t.Fatalf("the program has ended: %v\n%s", err, screen.String())
		}
		if state := s.State(); state.Waiting || state.Ended {
			return
		}
	}
}

// keys writes the keys that have no character.
var keys = strings.NewReplacer("^R", "\x12", "^[", "\x1b", "^H", "\x08", "^M", "\r", "^_", " ")

// types presses keys one after the other, and waits for what comes of them. Blanks between
// words are not typed.
func (s *sitting) types(words ...string) {
	s.t.Helper()
	for _, word := range words {
		s.Press([]byte(keys.Replace(word))...)
		s.settle()
	}
}

// panel is the text to the right of the board.
func (s *sitting) panel() string {
	screen := s.Screen()
	return screen.Text(0, 0, 15, jupiter.Rows)
}

// page is the text in place of the board.
func (s *sitting) page() string {
	screen := s.Screen()
	return screen.Text(16, 0, 48, jupiter.Rows)
}

// line is a line of the panel.
func (s *sitting) line(n int) string { return strings.Split(s.panel(), "\n")[n] }

// shows asserts that the panel has these lines, one after the other.
func (s *sitting) shows(lines ...string) {
	s.t.Helper()
	require.Contains(s.t, s.panel(), strings.Join(lines, "\n")+"\n")
}

// square gives the picture of a square: 4 rows of 6 cells.
func (s *sitting) square(name string) string {
	screen := s.Screen()
	column := 16 + 6*int(name[0]-'a')
	row := 4 * int('8'-name[1])
	var b strings.Builder
	for y := row; y < row+4; y++ {
		for x := column; x < column+6; x++ {
			b.WriteRune(jupiter.Rune(screen.At(x, y)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// sets changes variables of the program by name, to reach rare situations quickly.
func (s *sitting) sets(cell string, offset uint16, value byte) {
	addr := uint16(symbol(s.t, s.image, cell))
	s.Do(func(m *emu.Machine) { m.Memory[addr+offset] = value })
}

func (s *sitting) cell(cell string, offset uint16) (value byte) {
	addr := uint16(symbol(s.t, s.image, cell))
	s.Do(func(m *emu.Machine) { value = m.Memory[addr+offset] })
	return value
}

// setsUp starts a game from a position: the player's side, the level, and the first two fields of a
// FEN. The pieces are typed square by square.
func (s *sitting) setsUp(side, level, fen string) {
	s.t.Helper()
	s.types(side, level, "p", "y")
	board, mover, _ := strings.Cut(fen, " ")
	for _, c := range strings.ReplaceAll(board, "/", "") {
		switch {
		case c < 'A':
			s.types(strings.Repeat(" ", int(c-'0')))
		case c >= 'a':
			s.types("b" + string(c))
		default:
			s.types("w" + string(c))
		}
	}
	s.types("^[", mover)
}

// The pictures are compared with squares that are known to show the same.

func TestFirstPage(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	require.Contains(t, s.page(), "SARGON, WRITTEN ANEW\nA Z80 INVITES YOU TO ITS BOARD\n")
	require.Contains(t, s.page(), "E2E4")
	require.Contains(t, s.page(), "CONTROL-R")
	require.Contains(t, s.page(), "SHALL YOUR ARMY BE WHITE OR BLACK (W/B)?\n")

	s.types("x", "^M", "3", "^[", "w") // only the last is an answer
	require.Contains(t, s.page(), "SHALL YOUR ARMY BE WHITE OR BLACK (W/B)? W\n\nHOW MANY "+
		"HALF-MOVES DEEP SHALL I DIG (1-6)?\n")

	s.types("0", "7", "6", "n")
	s.shows("SARGON DEPTH 6", "", " 1")
	require.EqualValues(t, 6, s.cell("PLYMAX", 0))
	require.EqualValues(t, 0x80, s.cell("KOLOR", 0))
}

func TestFirstMoves(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	s.types("w", "1", "n")
	emptyLight, emptyDark := s.square("e4"), s.square("d4")
	require.Equal(t, strings.Repeat("      \n", 4), emptyLight)
	require.Equal(t, strings.Repeat("██████\n", 4), emptyDark)
	whitePawnOnLight, blackPawnOnLight, blackPawnOnDark := s.square("a2"), s.square("d7"),
		s.square("e7")

	s.types("e2")
	s.shows(" 1 E2-")
	s.types("e4")
	s.shows(" 1 E2-E4 E7-E5", " 2")
	require.Equal(t, whitePawnOnLight, s.square("e4"))
	require.Equal(t, emptyLight, s.square("e2"))
	require.Equal(t, blackPawnOnDark, s.square("e5"))
	require.NotEqual(t, whitePawnOnLight, blackPawnOnLight)
	require.NotEqual(t, blackPawnOnLight, blackPawnOnDark)
}

func TestAnyLoadAddress(t *testing.T) {
	t.Parallel()
	var panels []string
	for _, load := range []uint16{roms.DefaultLoad, 0x0100, 0x9C00} {
		s := sitDownAt(t, load)
		s.types("w", "1", "n", "e2e4", "d2d4")
		require.Regexp(t, ` 2 D2-D4 [A-H][1-8][-X][A-H][1-8]`, s.panel())
		panels = append(panels, s.panel())
	}
	require.Equal(t, panels[0], panels[1])
	require.Equal(t, panels[0], panels[2])
}

// Which of its two first moves the machine plays depends on R, and so on how long the last key
// was waited for. The player's answer stands next to it.
func TestMachineBeginsByChance(t *testing.T) {
	t.Parallel()
	var first [2]string
	for turns := range first {
		s := sitDown(t)
		s.types("b", "1")
		s.Do(func(m *emu.Machine) { m.R += byte(turns) })
		s.types("n")
		first[turns] = s.line(2)
		s.types("g8f6")
		require.Equal(t, first[turns]+" G8-F6", s.line(2))
		require.Regexp(t, `^ 2 [A-H][1-8][-X][A-H][1-8]$`, s.line(3))
	}
	require.ElementsMatch(t, []string{" 1 E2-E4", " 1 D2-D4"}, first[:])
}

// Dialogues: keys, and what then stands to the right of the board, line by line (… is the rest of a line). They
// begin with a game, or
// with a position that is set up: side, level and FEN.
func TestDialogues(t *testing.T) {
	t.Parallel()
	const over = "\n\nREMATCH? Y/N"
	for name, c := range map[string]struct {
		begin string
		steps [][2]string
	}{
		"keys are taken back": {"w 1 n", [][2]string{
			{"^H d2d^H ^H ^H", " 1"},
			{"d3^H2", " 1 D2-"},
			{"i9^Mxd4", " 1 D2-D4 D7-D5\n 2"},
		}},
		"moves are refused": {"w 1 n", [][2]string{
			{"e2e5", " 1 E2-E5\nRULES FORBID IT\n 1"},
			{"e7e5", " 1 E2-E5\nRULES FORBID IT\n 1 E7-E5\nRULES FORBID IT\n 1"},
			{"e2e4", " 1 E2-E4 E7-E5\n 2"},
		}},
		"check": {"b 1 4k3/p7/8/8/8/8/8/K3R3 b", [][2]string{
			{"", "SARGON DEPTH 1\n\nCHECK, BEWARE!\n 2 ..."},
			{"a7a6", " 2 ...   A7-A6\nMIND YOUR KING!\n 2 ..."},
			{"e8d7", " 2 ...   E8-D7"},
		}},
		"a pin": {"b 1 4k3/4r3/8/8/8/8/8/K3R3 b", [][2]string{
			{"e7a7", " 2 ...   E7-A7\nMIND YOUR KING!\n 2 ..."},
			{"e7b8", " 2 ...   E7-B8\nRULES FORBID IT\n 2 ..."},
		}},
		"the first moves of a game that was played on real hardware (spec/machine.md)": {"w 2 n", [][2]string{
			{"e2e4 g1f3 f1b5", " 1 E2-E4 E7-E5\n 2 G1-F3 B8-C6\n 3 F1-B5 D8-F6\n 4"},
		}},
		"both sides castle": {"w 2 r3k2r/8/8/8/8/8/7P/R3K2R w", [][2]string{
			{"e1c1", " 2 0-0-0 0-0\n 3|h1=d1 h1!f8"},
		}},
		"castling short": {"w 1 r3k2r/8/8/8/8/8/7P/R3K2R w", [][2]string{
			{"e1g1", " 2 0-0   …|h1=f3 BOARDA+27=1E"},
		}},
		"in passing": {"w 1 k7/8/8/8/2p5/8/1P6/1K6 w", [][2]string{
			{"b2b4", " 2 B2-B4 C4XB3\n   IN PASSING\n 3|b4=d4"},
		}},
		"the machine takes in passing": {"b 1 1k6/1p6/8/2P5/8/8/8/K7 b", [][2]string{
			{"b7b5", " 2 ...   B7-B5\n 3 C5XB6\n   IN PASSING\n 3 ..."},
		}},
		"promotion to a queen that has moved": {"w 2 8/P7/8/8/8/k7/8/K7 w", [][2]string{
			{"a7a8", " 2 A7A8Q+A3-…|BOARDA+91=0D"},
		}},
		"the player mates": {"w 2 7k/6pp/8/8/8/8/8/K3R3 w", [][2]string{
			{"e1e8", " 2 E1-E8+\n\nMATE, AND DONE.\nYOU BEAT A Z80!" + over},
		}},
		// The level is lowered by two plies for the rest of the game, and not for the next one.
		"the machine mates": {"w 3 k7/8/8/8/1r6/r7/6K1/8 b", [][2]string{
			{"", " 2 ...   B4-B2+\nMATE LOOMS IN 2\nCHECK, BEWARE!\n 3|PLYMAX=01"},
			{"g2f1", " 3 G2-F1 A3-A1+\n\nMATE, AND DONE.\nTHE Z80 WINS." + over + "|PLYMAX=FF"},
			{"y w 2 n e2e4", " 1 E2-E4 E7-E5|PLYMAX=02"},
		}},
		"the machine sees its end": {"w 2 7k/8/6K1/8/8/8/8/R7 b", [][2]string{
			{"", " 2 ...   H8-G8\nI CANNOT ESCAPE\n 3"},
			{"a1a8", " 3 A1-A8+\n\nMATE, AND DONE.\nYOU BEAT A Z80!"},
		}},
		"stalemate": {"w 2 k7/8/1K6/2Q5/8/8/8/8 w", [][2]string{
			{"c5c7", " 2 C5-C7\n\nSTALEMATE HERE,\nSO HALF EACH." + over},
		}},
		"the machine has no move in the first place": {"b 1 8/8/8/8/8/1k6/1p6/1K6 w", [][2]string{
			{"", "SARGON DEPTH 1\n\n\nSTALEMATE HERE,\nSO HALF EACH."},
		}},
		"positions are checked": {"w 1 p y ^[", [][2]string{
			{"", "A KING APIECE!\nA8"},
			{"wk wk bk ^[", "A KING APIECE!\nD8\nA KING APIECE!\nA8"},
			{"^M skip ^M wr ^[", "ON MOVE? W/B"}, // king a8, king c8, rook d8
			{"w", "ON MOVE? W/B W\nCANNOT START:\nA KING COULD BE\nTAKEN AT ONCE.\nA8"},
			{"^[ b", "SARGON DEPTH 1\n\n 2 ...   C8XD8\n 3"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitDown(t)
			if words := strings.Fields(c.begin); strings.Contains(c.begin, "/") {
				s.setsUp(words[0], words[1], strings.Join(words[2:], " "))
			} else {
				s.types(words...)
			}
			for _, step := range c.steps {
				s.types(strings.Fields(strings.ReplaceAll(step[0], "skip", "^_"))...)
				text, facts, _ := strings.Cut(step[1], "|")
				begin, isBegin := strings.CutSuffix(text, "…")
				if !isBegin {
					begin += "\n"
				}
				require.Contains(t, s.panel(), begin)
				for _, fact := range strings.Fields(facts) {
					s.holds(fact)
				}
			}
		})
	}
}

var factPattern = regexp.MustCompile(`^(\w+)(?:\+(\d+))?([=!])(\w+)$`)

// holds asserts a fact: two squares that show the same or not, or a variable with its offset and value.
func (s *sitting) holds(fact string) {
	s.t.Helper()
	m := factPattern.FindStringSubmatch(fact)
	require.NotNil(s.t, m, fact)
	if m[1] == strings.ToLower(m[1]) {
		require.Equal(s.t, m[3] == "=", s.square(m[1]) == s.square(m[4]), fact)
		return
	}
	offset, _ := strconv.Atoi(m[2])
	value, err := strconv.ParseUint(m[4], 16, 8)
	require.NoError(s.t, err)
	require.EqualValues(s.t, value, s.cell(m[1], uint16(offset)), fact)
}

func TestPagesTurnWithoutScrolling(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	s.types("w", "1", "n")
	corner, edge := s.square("h1"), s.Screen()
	for range 40 {
		s.types("e2e5")
		require.Equal(t, corner, s.square("h1"))
		require.Equal(t, "SARGON DEPTH 1", s.line(0))
	}
	screen := s.Screen()
	for row := range jupiter.Rows {
		for column := 15; column < jupiter.Columns; column++ {
			require.Equal(t, edge.At(column, row), screen.At(column, row))
		}
	}
	s.types("e2e4")
	s.shows(" 1 E2-E4 E7-E5", " 2")
}

func TestResignAndAnotherGame(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	s.types("w", "1", "n", "e2e4", "d2^R")
	s.shows(" 2 D2-", "", "YOU BOW OUT.", "THE Z80 WINS.", "", "REMATCH? Y/N")
	s.types("^R", "x", "y")
	require.Contains(t, s.page(), "SHALL YOUR ARMY BE WHITE OR BLACK (W/B)?\n")
	s.types("w", "2", "n")
	s.shows("SARGON DEPTH 2", "", " 1")
	s.types("d2d4")
	s.shows(" 1 D2-D4 D7-D5")
	s.types("^R", "n")
	require.True(t, s.State().Ended)
	screen := s.Screen()
	require.Equal(t, "THE PIECES GO BACK INTO THEIR BOX. FAREWELL.\n", screen.Text(0, 0, 64, 1))
	s.settle() // started once more, the program greets as before
	s.types("b")
	require.Contains(t, s.page(), "SHALL YOUR ARMY BE WHITE OR BLACK (W/B)? B\n")
}

// Text goes through the monitor; only the dots of a machine that thinks do not.
func TestWhatIsPrintedTellsTheGame(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	s.types("w", "1", "n", "e2e4", "^R", "n")
	require.Contains(t, s.printed.String(), "(W/B)? W\r\n")
	require.Contains(t, s.printed.String(), "\r\n 1 E2-E4\b\b\b\b\bE2-E4 E7-E5 \r\n 2 ")
	require.Contains(t, s.printed.String(), "\r\nYOU BOW OUT.\r\nTHE Z80 WINS.")
}

// After a mate that was found and yet does not come, the machine looks one ply ahead, and not
// into the blue.
func TestLevelBelowOne(t *testing.T) {
	t.Parallel()
	for _, lowered := range []byte{0, 0xFF, 0xFE} {
		s := sitDown(t)
		s.types("w", "1", "n", "e2e4")
		s.sets("PLYMAX", 0, lowered)
		s.types("d2d4")
		require.Regexp(t, ` 2 D2-D4 [A-H][1-8][-X][A-H][1-8]`, s.panel())
	}
}

func TestWalkOverSquares(t *testing.T) {
	t.Parallel()
	s := sitDown(t)
	s.types("w", "1", "p", "n") // the board is kept: the start position
	for _, step := range []struct{ key, at string }{
		{"^M", "B8"}, {"^M", "C8"}, {"^H", "B8"}, {"^H", "A8"}, {"^H", "H1"}, {"^M", "A8"},
		{"x", "A8"}, {"w", "A8 W"}, {"^H", "A8"}, {"wp", "A8 W"}, {"z", "A8 W"}, {"q", "B8"},
		{"^M^M^M^M^M^M^M", "A7"}, {"^H", "H8"}, {"^M", "A7"}, {"B", "A7 B"}, {"B", "B7"}, {" ", "C7"},
	} {
		s.types(step.key)
		require.Contains(t, s.panel(), "ESCAPE ALL SET\n\n"+step.at+"\n", step.key)
	}
	require.EqualValues(t, 0x05, s.cell("BOARDA", 91)&0x87)
	require.EqualValues(t, 0x83, s.cell("BOARDA", 81)&0x87)
	require.EqualValues(t, 0x00, s.cell("BOARDA", 82))
	require.Equal(t, strings.Repeat("      \n", 4), s.square("b7"))
	s.types("^[", "w")
	require.EqualValues(t, 0x0D, s.cell("BOARDA", 91), "the queen is not at home: it has moved")
}

// Pieces get the past that they have in the position of a FEN with all the castling rights that
// are possible (spec §16).
func TestPastOfPieces(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
		"r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 2",
		"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 2",
		"4k3/r6r/8/8/8/8/8/1R2K1R1 w - - 0 2",
		"r6r/4k3/p1n2n2/1b3b2/3q4/4P1N1/3K4/R6R w - - 0 2",
		"1q1bn3/3p4/1k6/3P4/2K5/PPP5/8/QNNBBR2 w - - 0 2",
	} {
		position := must.Have(sargon.ParseFEN(fen))
		s := sitDown(t)
		s.setsUp("w", "1", strings.Join(strings.Fields(fen)[:2], " "))
		for i, piece := range position.Board {
			require.Equal(t, byte(piece), s.cell("BOARDA", uint16(i)), "%s: square %d", fen, i)
		}
		for i, cell := range []string{"POSK", "POSK", "POSQ", "POSQ"} {
			require.Equal(t, byte(position.Royal[i]), s.cell(cell, uint16(i%2)), "%s: %s", fen, cell)
		}
	}
}

// What a ply remembers of another game does not come into this one, and looking whether a side
// can move leaves the machine's half of the list alone.
func TestGameBeginsWithAnEmptyPlyTable(t *testing.T) { // spec §3
	s := sitDown(t)
	for ply := range uint16(10) {
		s.sets("PLYIX", 4*ply+2, 0x55)
		s.sets("PLYIX", 4*ply+3, 0x55)
	}
	s.types("w", "1", "n")
	for ply := uint16(1); ply < 10; ply++ { // the first has the player's moves
		require.Zero(t, s.cell("PLYIX", 4*ply+3))
	}
	require.Zero(t, s.cell("MLIST", 2))
	require.NotZero(t, s.cell("MLIST", 1024+2), "the player's moves")
}
