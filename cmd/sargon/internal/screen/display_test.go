package screen_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon/emulated/program"
)

// shown runs the embedded ROM until it wants a key that is not there, and returns its
// screen, and the pictures learnt from it.
func shownAfter(t testing.TB, keys string) (jupiter.Screen, *screen.Pictures) {
	t.Helper()
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	c, err := program.New(image, program.Options{Chance: func() byte { return 0 }})
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
	position := c.Position()
	shown := c.Screen()
	pictures := new(screen.Pictures)
	pictures.Learn(&shown, position.Board)
	return shown, pictures
}

func lines(g *screen.Grid) []string { return strings.Split(g.String(), "\n") }

func Example() {
	layout, ok := screen.Fit(screen.Quadrant, 100, 30)
	width, height := layout.Size(screen.Quadrant)
	fmt.Println(ok, width, height)
	var shown jupiter.Screen
	copy(shown[:], "HELLO")
	grid := screen.Draw(&shown, screen.Quadrant, layout, nil)
	fmt.Println(strings.TrimSpace(grid.String()))
	// Output:
	// true 80 24
	// HELLO
}

func TestSextantsShowTheScreenItself(t *testing.T) {
	shown, _ := shownAfter(t, "W1NE2E4")
	grid := screen.Draw(&shown, screen.Sextant, screen.Full, nil)
	assert.Equal(t, shown.String(), grid.String())
}

// All dots of the board can be read off the sets that show it exactly.
func TestExactLayoutsShowEveryDot(t *testing.T) {
	shown, _ := shownAfter(t, "W1N")
	for _, test := range []struct {
		set    screen.Set
		layout screen.Layout
	}{{screen.Quadrant, screen.Exact}, {screen.Half, screen.Exact}} {
		across, down := test.set.Dots()
		grid := screen.Draw(&shown, test.set, test.layout, nil)
		dotsOf := map[rune]uint8{}
		for dots := range 1 << (across * down) {
			dotsOf[test.set.Rune(uint8(dots))] = uint8(dots)
		}
		for y := range jupiter.DotsHigh {
			for x := 32; x < jupiter.DotsWide; x++ { // right of the text
				dots := dotsOf[grid.At(x/across, y/down).Rune]
				got := dots>>(y%down*across+x%across)&1 == 1
				require.Equal(t, shown.Dot(x, y), got, "%v: dot %d, %d", test.set, x, y)
			}
		}
	}
	grid := screen.Draw(&shown, screen.Quadrant, screen.Exact, nil)
	assert.Contains(t, grid.String(), "SARGON DEPTH 1")
	grid = screen.Draw(&shown, screen.Half, screen.Exact, nil)
	assert.Contains(t, grid.String(), "SARGON DEPTH 1")
}

func TestFoldedScreenSaysEverything(t *testing.T) {
	for _, keys := range []string{"", "W", "W1", "W1P", "W1PY", "W1N", "W1NE2E4", "W1NE2E5",
		"B1NE7E5\x12"} {
		shown, pictures := shownAfter(t, keys)
		for _, set := range screen.Sets {
			got := screen.Draw(&shown, set, screen.Folded, pictures).String()
			for row := range jupiter.Rows {
				text := strings.TrimSpace(shown.Text(0, row, jupiter.Columns, 1))
				assert.Contains(t, got, text, "keys %q, %v", keys, set)
			}
		}
	}
}

// Letters tell where the machine's pictures stand.
func TestPiecesAreRecognised(t *testing.T) {
	shown, pictures := shownAfter(t, "W1NE2E4")
	rows := lines(screen.Draw(&shown, screen.ASCII, screen.Folded, pictures))
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

// The first page has pictures of pieces, but no board to learn them from.
func TestPicturesAreKnownOnTheFirstPage(t *testing.T) {
	shown, _ := shownAfter(t, "")
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	c, err := program.New(image, program.Options{})
	require.NoError(t, err)
	all, board, err := c.ShowPieces()
	require.NoError(t, err)
	pictures := new(screen.Pictures)
	pictures.Learn(&all, board)
	text := screen.Draw(&shown, screen.ASCII, screen.Folded, pictures).String()
	assert.Regexp(t, `<r>.*<n>.*<b>.*<q>.*<k>.*<b>.*<n>.*<r>`, text)
	assert.Regexp(t, ` R .* N .* B .* Q .* K .* B .* N .* R`, strings.ReplaceAll(text, ":", " "))
}

// Without colours the squares of the folded sextants are dots, light and dark.
func TestFoldedSextantsWithoutPictures(t *testing.T) {
	shown, _ := shownAfter(t, "W1N")
	rows := lines(screen.Draw(&shown, screen.Sextant, screen.Folded, nil))
	const e5, d5 = 16 + 6*4, 16 + 6*3
	middle := []rune(rows[3*(8-5)+1])
	assert.Equal(t, "██████", string(middle[e5:e5+6]))
	assert.Equal(t, "      ", string(middle[d5:d5+6]))
}

// What the search does to the board in memory is not learnt.
func TestPicturesAreNotLearntFromABoardThatIsNotShown(t *testing.T) {
	shown, _ := shownAfter(t, "W1N")
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	c, err := program.New(image, program.Options{})
	require.NoError(t, err)
	board := c.Position() // nothing was set up yet
	pictures := new(screen.Pictures)
	pictures.Learn(&shown, board.Board)
	with := screen.Draw(&shown, screen.ASCII, screen.Full, pictures)
	without := screen.Draw(&shown, screen.ASCII, screen.Full, nil)
	assert.Equal(t, without.String(), with.String())
}

func TestFit(t *testing.T) {
	for _, test := range []struct {
		set           screen.Set
		width, height int
		want          screen.Layout
		ok            bool
	}{
		{screen.Sextant, 80, 24, screen.Folded, true},
		{screen.Sextant, 79, 24, 0, false},
		{screen.Sextant, 64, 31, 0, false},
		{screen.Sextant, 64, 32, screen.Full, true},
		{screen.Sextant, 300, 100, screen.Full, true},
		{screen.Quadrant, 140, 45, screen.Full, true},
		{screen.Quadrant, 64, 48, screen.Exact, true},
		{screen.Half, 127, 60, screen.Full, true},
		{screen.Half, 128, 48, screen.Exact, true},
		{screen.ASCII, 128, 48, screen.Full, true},
		{screen.ASCII, 0, 0, 0, false},
	} {
		got, ok := screen.Fit(test.set, test.width, test.height)
		assert.Equal(t, test.ok, ok, "%v", test)
		if ok {
			assert.Equal(t, test.want, got, "%v", test)
		}
	}
}

// Whatever is in the memory of the screen, every set draws it, in cells one column wide.
func TestAnyScreenIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var shown jupiter.Screen
		copy(shown[:], rapid.SliceOfN(rapid.Byte(), len(shown), len(shown)).Draw(t, "screen"))
		set := rapid.SampledFrom(screen.Sets).Draw(t, "set")
		layouts := []screen.Layout{screen.Folded, screen.Full, screen.Exact}
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		grid := screen.Draw(&shown, set, layout, new(screen.Pictures))
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
	clean, _ := shownAfter(t, "W1N")
	shown := clean
	const upperRow, noDots, allDots = jupiter.Columns, 0x80, 0xBF
	for column, c := range map[int]byte{16 + 6*2: 0x00, 16 + 6*3: '?', 16 + 6*5 + 1: 0xFF} {
		shown[upperRow+column] = c
		clean[upperRow+column] = map[byte]byte{0x00: noDots, '?': allDots, 0xFF: noDots}[c]
	}
	for _, set := range screen.Sets {
		for _, layout := range []screen.Layout{screen.Folded, screen.Full, screen.Exact} {
			want := screen.Draw(&clean, set, layout, nil)
			got := screen.Draw(&shown, set, layout, nil)
			assert.Equal(t, want.String(), got.String(), "%v, %v", set, layout)
		}
	}
	page, _ := shownAfter(t, "") // question marks of the program stay
	grid := screen.Draw(&page, screen.Sextant, screen.Full, nil)
	assert.Contains(t, grid.String(), "?")
}

func TestTestCards(t *testing.T) {
	for _, set := range screen.Sets {
		card := screen.TestCard(set)
		assert.Equal(t, 36, card.Width)
		assert.Equal(t, 8, card.Height)
		assert.Contains(t, card.ANSI(screen.Themes[0]), "\x1b[38;2;")
	}
	assert.Contains(t, screen.TestCard(screen.ASCII).String(), "<k>")
}

func TestThemes(t *testing.T) {
	men := []screen.Tone{screen.WhitePiece, screen.BlackPiece}
	fields := []screen.Tone{screen.LightField, screen.DarkField, screen.LastLight, screen.LastDark,
		screen.Selected, screen.Check, screen.Cursor, screen.Hint}
	for _, theme := range screen.Themes {
		got, err := screen.ParseTheme(theme.Name, nil)
		require.NoError(t, err)
		assert.Equal(t, theme, got)
		assert.Greater(t, contrast(theme, screen.Ink, screen.Ground), 7.0, theme.Name)
		for _, man := range men {
			for _, field := range fields {
				assert.GreaterOrEqual(t, contrast(theme, man, field), 3.0, "%s: %d on %d",
					theme.Name, man,
					field)
			}
		}
	}
}

// contrast is that of WCAG, from 1 to 21.
func contrast(theme screen.Theme, a, b screen.Tone) float64 {
	luminance := func(tone screen.Tone) float64 {
		linear := func(c uint8) float64 {
			v := float64(c) / 255
			if v <= 0.04045 {
				return v / 12.92
			}
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		r, g, b := theme.Color(tone)
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

func TestOwnThemes(t *testing.T) {
	own := map[string]map[string]string{
		"mine": {"base": "wood", "ink": "#010203"}, "bad": {"ink": "red"},
		"odd":   {"inks": "#010203"},
		"based": {"base": "oak"},
	}
	mine, err := screen.ParseTheme("mine", own)
	require.NoError(t, err)
	wood, err := screen.ParseTheme("wood", own)
	require.NoError(t, err)
	r, g, b := mine.Color(screen.Ink)
	assert.Equal(t, [3]uint8{1, 2, 3}, [3]uint8{r, g, b})
	r, g, b = mine.Color(screen.Ground)
	r2, g2, b2 := wood.Color(screen.Ground)
	assert.Equal(t, [3]uint8{r2, g2, b2}, [3]uint8{r, g, b})
	for name, want := range map[string]string{
		"papper": `no theme "papper"; want paper, green, amber, white, wood, blue, contrast, bad`,
		"bad":    `ink: "red" is no colour; want one like #a3906c`,
		"odd":    `no "inks" in a theme; want base, ground, ink`,
		"based":  `base: there is no theme "oak"`,
	} {
		_, err := screen.ParseTheme(name, own)
		assert.ErrorContains(t, err, want)
	}
}

func BenchmarkDraw(b *testing.B) {
	shown, pictures := shownAfter(b, "W1N")
	for b.Loop() {
		screen.Draw(&shown, screen.Quadrant, screen.Full, pictures)
	}
}
