package screen_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/must"
)

// shownAfter runs the embedded ROM until it wants a key that is not there, and returns its
// screen, and the pictures learnt from it.
func shownAfter(t *testing.T, keys string) (jupiter.Screen, *screen.Pictures) {
	t.Helper()
	c := must.Have(program.New(romstest.Image(t), program.Options{Chance: func() byte { return 0 }}))
	c.Press([]byte(keys)...)
	for !c.State().Waiting {
		require.NoError(t, c.RunFor(t.Context(), 1_000_000))
	}
	shown, pictures := c.Screen(), new(screen.Pictures)
	pictures.Learn(&shown, c.Position().Board)
	return shown, pictures
}

func lines(g *screen.Grid) []string { return strings.Split(g.String(), "\n") }

func Example() {
	layout, ok := screen.Fit(100, 30)
	width, height := layout.Size()
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

func TestFoldedScreenSaysEverything(t *testing.T) {
	for _, keys := range []string{"", "W", "W1", "W1P", "W1PY", "W1N", "W1NE2E4", "W1NE2E5",
		"B1NE7E5\x12"} {
		shown, pictures := shownAfter(t, keys)
		for _, set := range screen.GlyphSets {
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
	c := must.Have(program.New(romstest.Image(t), program.Options{}))
	_, board, err := c.ShowPieces()
	require.NoError(t, err)
	pictures := new(screen.Pictures)
	pictures.Learn(&shown, board)
	with := screen.Draw(&shown, screen.ASCII, screen.Full, pictures)
	without := screen.Draw(&shown, screen.ASCII, screen.Full, nil)
	assert.Equal(t, without.String(), with.String())
}

func TestFit(t *testing.T) {
	for size, want := range map[[2]int]string{ // 0 is Folded, 1 Full
		{80, 24}: "0 true", {79, 24}: "0 false", {64, 31}: "0 false", {64, 32}: "1 true",
		{300, 100}: "1 true", {0, 0}: "0 false",
	} {
		layout, ok := screen.Fit(size[0], size[1])
		assert.Equal(t, want, fmt.Sprint(layout, ok), size)
	}
}

// Whatever is in the memory of the screen, every set draws it, in cells one column wide.
func TestAnyScreenIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var shown jupiter.Screen
		copy(shown[:], rapid.SliceOfN(rapid.Byte(), len(shown), len(shown)).Draw(t, "screen"))
		set := rapid.SampledFrom(screen.GlyphSets).Draw(t, "set")
		layouts := []screen.Layout{screen.Folded, screen.Full}
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
	for _, set := range screen.GlyphSets {
		for _, layout := range []screen.Layout{screen.Folded, screen.Full} {
			want := screen.Draw(&clean, set, layout, nil)
			got := screen.Draw(&shown, set, layout, nil)
			assert.Equal(t, want.String(), got.String(), "%v, %v", set, layout)
		}
	}
	page, _ := shownAfter(t, "") // question marks of the program stay
	grid := screen.Draw(&page, screen.Sextant, screen.Full, nil)
	assert.Contains(t, grid.String(), "?")
}

// The squares of the last move have their own colours in all layouts, by any glyphs; nothing else has.
func TestLastMoveIsMarked(t *testing.T) {
	shown, pictures := shownAfter(t, "W1N")
	from, to := sargon.SquareAt(4, 1), sargon.SquareAt(4, 3) // e2 is light, e4 too
	dark := sargon.SquareAt(4, 6)                            // with a pawn
	for _, set := range screen.GlyphSets {
		for _, layout := range []screen.Layout{screen.Folded, screen.Full} {
			for _, light := range []bool{false, true} {
				what := fmt.Sprintf("%v %v %t", set, layout, light)
				plain, grid := screen.Draw(&shown, set, layout, pictures), screen.Draw(&shown, set, layout, pictures)
				grid.MarkLast(layout, light)
				assert.Equal(t, plain, grid, what)
				grid.MarkLast(layout, light, from, to, dark)
				assert.Equal(t, plain.String(), grid.String(), what)
				changed := map[[2]int]int{}
				left, wide := screen.Board()
				for y := range grid.Height {
					for x := range grid.Width {
						if a, b := plain.At(x, y), grid.At(x, y); a != b {
							changed[[2]int{(x - left) / wide, 7 - y*8/grid.Height}]++
							last := []screen.Tone{screen.LastLight, screen.LastDark}
							assert.True(t, slices.Contains(last, b.Ground) || slices.Contains(last, b.Ink), what)
						}
					}
				}
				assert.Len(t, changed, 3, what)
				for _, s := range []sargon.Square{from, to, dark} {
					assert.Greater(t, changed[[2]int{s.File(), s.Rank()}], 8, "%s: %v", what, s)
				}
			}
		}
	}
}

func TestThemes(t *testing.T) {
	_, err := screen.ParseTheme("papper")
	assert.ErrorContains(t, err,
		`no theme "papper"; want paper, green, amber, white, wood, blue, contrast`)
	men := []screen.Tone{screen.WhitePiece, screen.BlackPiece}
	fields := []screen.Tone{screen.LightField, screen.DarkField, screen.LastLight, screen.LastDark,
		screen.Selected, screen.Check, screen.Cursor, screen.Hint}
	for _, theme := range screen.Themes {
		got := must.Have(screen.ParseTheme(theme.Name))
		assert.Equal(t, theme, got)
		for name, colors := range map[string]struct {
			of         func(screen.Tone) [3]uint8
			manOnField float64
		}{
			"true colours": {theme.Color, 3},
			"256 colours": {
				func(tone screen.Tone) [3]uint8 { return xterm(theme.Index(tone)) }, 2.9,
			},
		} {
			differ := func(a, b screen.Tone) float64 { return contrast(colors.of(a), colors.of(b)) }
			assert.Greater(t, differ(screen.Ink, screen.Ground), 7.0, "%s, %s", theme.Name, name)
			assert.GreaterOrEqual(t, differ(screen.LightField, screen.DarkField), 1.5,
				"%s, %s: the squares", theme.Name, name)
			assert.GreaterOrEqual(t, differ(screen.LastLight, screen.LastDark), 1.3,
				"%s, %s: the squares of the last move", theme.Name, name)
			onLight, onDark := screen.LastDark, screen.LastLight // dots, see Grid.MarkLast
			if theme.Light() {
				onLight, onDark = onDark, onLight
			}
			assert.GreaterOrEqual(t, differ(screen.Ink, onLight), 3.0, "%s, %s: dots on light squares", theme.Name, name)
			assert.GreaterOrEqual(t, differ(screen.Ground, onDark), 3.0, "%s, %s: dots on dark squares", theme.Name, name)
			seen := map[[3]uint8]bool{}
			for _, field := range fields {
				assert.False(t, seen[colors.of(field)], "%s, %s: %d", theme.Name, name, field)
				seen[colors.of(field)] = true
				for _, man := range men {
					assert.GreaterOrEqual(t, differ(man, field), colors.manOnField,
						"%s, %s: %d on %d", theme.Name, name, man, field)
				}
			}
		}
	}
}

// xterm returns one of the 256 colours, of the cube or the greys.
func xterm(index int) [3]uint8 {
	if index >= 232 {
		grey := uint8(8 + 10*(index-232))
		return [3]uint8{grey, grey, grey}
	}
	steps := [...]uint8{0, 95, 135, 175, 215, 255}
	n := index - 16
	return [3]uint8{steps[n/36], steps[n/6%6], steps[n%6]}
}

// contrast is that of WCAG, from 1 to 21.
func contrast(a, b [3]uint8) float64 {
	luminance := func(c [3]uint8) float64 {
		linear := func(c uint8) float64 {
			v := float64(c) / 255
			if v <= 0.04045 {
				return v / 12.92
			}
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c[0]) + 0.7152*linear(c[1]) + 0.0722*linear(c[2])
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}
