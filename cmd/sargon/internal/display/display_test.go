package display_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/cmd/sargon/internal/cabinet"
	"sargon78/cmd/sargon/internal/display"
	"sargon78/cmd/sargon/internal/glyphs"
	"sargon78/emu/jupiter"
	"sargon78/roms"
)

// shown runs the embedded ROM until it wants a key that is not there, and returns its
// screen, and the pictures learnt from it.
func shown(t testing.TB, keys string) (jupiter.Screen, *display.Pictures) {
	t.Helper()
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	c, err := cabinet.New(image, cabinet.Options{Chance: func() byte { return 0 }})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.Press([]byte(keys)...)
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	for changed := c.Changed(); !c.State().Waiting; changed = c.Changed() {
		select {
		case <-changed:
		case err := <-ended:
			t.Fatal(err)
		}
	}
	cancel()
	<-ended
	position, _ := c.Position()
	screen := c.Screen()
	pictures := new(display.Pictures)
	pictures.Learn(&screen, position.Board)
	return screen, pictures
}

func lines(g *display.Grid) []string { return strings.Split(g.String(), "\n") }

func Example() {
	layout, ok := display.Fit(glyphs.Quadrant, 100, 30)
	width, height := layout.Size(glyphs.Quadrant)
	fmt.Println(ok, width, height)
	var screen jupiter.Screen
	copy(screen[:], "HELLO")
	grid := display.Draw(&screen, glyphs.Quadrant, layout, nil)
	fmt.Println(strings.TrimSpace(grid.String()))
	// Output:
	// true 80 24
	// HELLO
}

func TestSextantsShowTheScreenItself(t *testing.T) {
	screen, _ := shown(t, "W1NE2E4")
	grid := display.Draw(&screen, glyphs.Sextant, display.Full, nil)
	assert.Equal(t, screen.String(), grid.String())
}

// All dots of the board can be read off the sets that show it exactly.
func TestExactLayoutsShowEveryDot(t *testing.T) {
	screen, _ := shown(t, "W1N")
	for _, test := range []struct {
		set    glyphs.Set
		layout display.Layout
	}{{glyphs.Quadrant, display.Exact}, {glyphs.Half, display.Exact}} {
		across, down := test.set.Dots()
		grid := display.Draw(&screen, test.set, test.layout, nil)
		dotsOf := map[rune]uint8{}
		for dots := range 1 << (across * down) {
			dotsOf[test.set.Rune(uint8(dots))] = uint8(dots)
		}
		for y := range jupiter.DotsHigh {
			for x := 32; x < jupiter.DotsWide; x++ { // right of the text
				dots := dotsOf[grid.At(x/across, y/down).Rune]
				got := dots>>(y%down*across+x%across)&1 == 1
				require.Equal(t, screen.Dot(x, y), got, "%v: dot %d, %d", test.set, x, y)
			}
		}
	}
	grid := display.Draw(&screen, glyphs.Quadrant, display.Exact, nil)
	assert.Contains(t, grid.String(), "SARGON DEPTH 1")
	grid = display.Draw(&screen, glyphs.Half, display.Exact, nil)
	assert.Contains(t, grid.String(), "SARGON DEPTH 1")
}

func TestFoldedScreenSaysEverything(t *testing.T) {
	for _, keys := range []string{"", "W", "W1", "W1P", "W1PY", "W1N", "W1NE2E4", "W1NE2E5", "B1NE7E5\x12"} {
		screen, pictures := shown(t, keys)
		for _, set := range glyphs.Sets {
			got := display.Draw(&screen, set, display.Folded, pictures).String()
			for row := range jupiter.Rows {
				text := strings.TrimSpace(screen.Text(0, row, jupiter.Columns, 1))
				assert.Contains(t, got, text, "keys %q, %v", keys, set)
			}
		}
	}
}

// Letters tell where the machine's pictures stand.
func TestPiecesAreRecognised(t *testing.T) {
	screen, pictures := shown(t, "W1NE2E4")
	rows := lines(display.Draw(&screen, glyphs.ASCII, display.Folded, pictures))
	rank := func(n int) string { // letters of a rank, white ones in capitals
		var b strings.Builder
		for file := range 8 {
			square := rows[3*(8-n)+1]
			cells := []rune(square + strings.Repeat(" ", 80))[16+6*file:]
			b.WriteString(strings.Trim(string(cells[:6]), " :<>"))
			b.WriteByte('/')
		}
		return b.String()
	}
	assert.Equal(t, "r/n/b/q/k/b/n/r/", rank(8))
	assert.Equal(t, "p/p/p/p//p/p/p/", rank(7))
	assert.Equal(t, "////p////", rank(5))
	assert.Equal(t, "////P////", rank(4))
	assert.Equal(t, "R/N/B/Q/K/B/N/R/", rank(1))
}

// What the search does to the board in memory is not learnt.
func TestPicturesAreNotLearntFromABoardThatIsNotShown(t *testing.T) {
	screen, _ := shown(t, "W1N")
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	c, err := cabinet.New(image, cabinet.Options{})
	require.NoError(t, err)
	board, _ := c.Position() // nothing was set up yet
	pictures := new(display.Pictures)
	pictures.Learn(&screen, board.Board)
	with := display.Draw(&screen, glyphs.ASCII, display.Full, pictures)
	without := display.Draw(&screen, glyphs.ASCII, display.Full, nil)
	assert.Equal(t, without.String(), with.String())
}

func TestFit(t *testing.T) {
	for _, test := range []struct {
		set           glyphs.Set
		width, height int
		want          display.Layout
		ok            bool
	}{
		{glyphs.Sextant, 80, 24, display.Folded, true},
		{glyphs.Sextant, 79, 24, 0, false},
		{glyphs.Sextant, 64, 31, 0, false},
		{glyphs.Sextant, 64, 32, display.Full, true},
		{glyphs.Sextant, 300, 100, display.Full, true},
		{glyphs.Quadrant, 140, 45, display.Full, true},
		{glyphs.Quadrant, 64, 48, display.Exact, true},
		{glyphs.Half, 127, 60, display.Full, true},
		{glyphs.Half, 128, 48, display.Exact, true},
		{glyphs.ASCII, 128, 48, display.Full, true},
		{glyphs.ASCII, 0, 0, 0, false},
	} {
		got, ok := display.Fit(test.set, test.width, test.height)
		assert.Equal(t, test.ok, ok, "%v", test)
		if ok {
			assert.Equal(t, test.want, got, "%v", test)
		}
	}
}

// Whatever is in the memory of the screen, every set draws it, in cells one column wide.
func TestAnyScreenIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var screen jupiter.Screen
		copy(screen[:], rapid.SliceOfN(rapid.Byte(), len(screen), len(screen)).Draw(t, "screen"))
		set := rapid.SampledFrom(glyphs.Sets).Draw(t, "set")
		layout := rapid.SampledFrom([]display.Layout{display.Folded, display.Full, display.Exact}).Draw(t, "layout")
		grid := display.Draw(&screen, set, layout, new(display.Pictures))
		for y := range grid.Height {
			for x := range grid.Width {
				if r := grid.At(x, y).Rune; r < ' ' || r == 0x7F {
					t.Fatalf("%U at %d, %d", r, x, y)
				}
			}
		}
	})
}

// A picture of an owned edition may hold bytes 00, or 3F on squares of the other colour.
func TestBytesThatShowNothingBelongToPictures(t *testing.T) {
	clean, _ := shown(t, "W1N")
	screen := clean
	const upperRow, noDots, allDots = jupiter.Columns, 0x80, 0xBF
	for column, c := range map[int]byte{16 + 6*2: 0x00, 16 + 6*3: '?', 16 + 6*5 + 1: 0xFF} {
		screen[upperRow+column] = c
		clean[upperRow+column] = map[byte]byte{0x00: noDots, '?': allDots, 0xFF: noDots}[c]
	}
	for _, set := range glyphs.Sets {
		for _, layout := range []display.Layout{display.Folded, display.Full, display.Exact} {
			want := display.Draw(&clean, set, layout, nil)
			got := display.Draw(&screen, set, layout, nil)
			assert.Equal(t, want.String(), got.String(), "%v, %v", set, layout)
		}
	}
	page, _ := shown(t, "") // question marks of the program stay
	grid := display.Draw(&page, glyphs.Sextant, display.Full, nil)
	assert.Contains(t, grid.String(), "?")
}

func TestTestCards(t *testing.T) {
	for _, set := range glyphs.Sets {
		card := display.TestCard(set)
		assert.Equal(t, 36, card.Width)
		assert.Equal(t, 8, card.Height)
		assert.Contains(t, card.ANSI(display.Paper), "\x1b[38;2;")
	}
	assert.Contains(t, display.TestCard(glyphs.ASCII).String(), "<k>")
}

func TestLooks(t *testing.T) {
	for _, look := range display.Looks {
		got, err := display.ParseLook(look.Name)
		require.NoError(t, err)
		assert.Equal(t, look, got)
		r, g, b := look.Color(display.Ink)
		r2, g2, b2 := look.Color(display.Ground)
		assert.Greater(t, abs(int(r)-int(r2))+abs(int(g)-int(g2))+abs(int(b)-int(b2)), 300, "%s can be read", look.Name)
	}
	_, err := display.ParseLook("papper")
	assert.ErrorContains(t, err, "want paper, phosphor, amber, white")
}

func abs(n int) int { return max(n, -n) }

func BenchmarkDraw(b *testing.B) {
	screen, pictures := shown(b, "W1N")
	for b.Loop() {
		display.Draw(&screen, glyphs.Quadrant, display.Full, pictures)
	}
}
