package listing

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms"
	"sargon78/roms/romstest"
	"sargon78/sargon/must"
)

// open returns the listing of a program, the embedded one if it has no name.
func open(t *testing.T, name string, o Options) *Listing {
	t.Helper()
	image := must.Have(roms.Open(name, roms.Options{}))
	l := must.Have(New(context.Background(), image, o))
	return l
}

// example is the listing of the embedded program with its usual search.
var example = sync.OnceValues(func() (*Listing, error) {
	image, err := roms.Open("", roms.Options{})
	if err != nil {
		return nil, err
	}
	return New(context.Background(), image, Options{Case: roms.Example})
})

func page(t *testing.T, l *Listing) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, l.WritePage(&b, "en"))
	return b.String()
}

var (
	idPattern   = regexp.MustCompile(` id="?([^" >]+)"?`)
	hrefPattern = regexp.MustCompile(` href="?#([^" >]+)"?`)
)

// linksLead asserts that every link leads to one place, and returns the places.
func linksLead(t *testing.T, text string) map[string]bool {
	t.Helper()
	places := map[string]bool{}
	for _, m := range idPattern.FindAllStringSubmatch(text, -1) {
		if places[m[1]] {
			t.Errorf("%s is there twice", m[1])
		}
		places[m[1]] = true
	}
	for _, m := range hrefPattern.FindAllStringSubmatch(text, -1) {
		if !places[m[1]] {
			t.Errorf("a link leads to %s, which is not there", m[1])
		}
	}
	return places
}

func TestThePage(t *testing.T) {
	l := must.Have(example())
	text := page(t, l)
	places := linksLead(t, text)
	for label := range l.image.Labels {
		assert.True(t, places[label], label)
	}
	for _, section := range strings.Fields("1 7 14.3 14.10 15 17 z80 z80-flags lists exchange edges") {
		assert.True(t, places["spec-"+section], section)
	}
	// It needs nothing from elsewhere.
	assert.NotRegexp(t, `(?i) src=|<link|@import|url\(|fetch\(`, text)

	for _, want := range []string{
		`<tr id="search.z80:165"><td><a href="#search.z80:165">2441</a><td>21 21 11<td>10`,
		`>26<td><code>        LD      HL,<a href="#COLOR">COLOR</a></code><td>the other side moves`,
		`<td>20 04<td>7/12<td style=--h:3>26 <small>↷26</small>`,                             // both ways of a branch
		`called by <a href="#points_piece">points_piece</a> <a class=u href="#evaluate.z80:`, // XCHNG
		`called by <a href="#FNDMOV">FNDMOV</a>`,
		`<a href=#spec-15>programs around this one</a>`,
		`(spec <a href=#spec-6>6</a>, <a href=#spec-14.3>14.3</a>)`,
		`The same in Go: <code>enter</code> (native/reference/attack.go)`,
		`func (e *Engine) enter(piece sargon.Piece, step int8, queenFound bool) {`,
		`Not reached in this search, but in: <code>r1bqkbnr/`,
		`<h3><span id="INCHK">INCHK</span></h3>`,
		`of this position at level 2: 101 evaluations, best move d2g2`,
		`<h3>variables: addresses</h3>`, // a part of names.z80
		`<b id="POSK">POSK</b>    DS      2</code> <span class=u>← board.z80 <a href="#board.z80:`,
		"pseudo-legal.\n</ol>\n<p>", // a list ends before the next paragraph
	} {
		assert.Contains(t, text, want)
	}

	// What ran is what the search did.
	points := l.symbols["POINTS"]
	assert.EqualValues(t, l.result.Evals, l.executed[points.Value].Ran)
	var all uint64
	for _, s := range l.symbols {
		all += s.tStates
	}
	assert.Equal(t, l.tStates, all, "all time is some routine's")
	assert.InEpsilon(t, l.result.TStates, l.tStates, 0.001)
}

// Both languages say all; the source stays English.
func TestTheFrameInGerman(t *testing.T) {
	for key, both := range texts {
		assert.NotEmpty(t, both[0], key)
		assert.NotEmpty(t, both[1], key)
	}
	english := must.Have(example())
	var b strings.Builder
	require.NoError(t, english.WritePage(&b, "de"))
	text := b.String()
	linksLead(t, text)
	for _, want := range []string{"<html lang=de>", "aufgerufen von", "Dasselbe in Go", "% der Zeit",
		"<main id=-program tabindex=-1 lang=en>", "the other side moves", "Weiß am Zug",
		"<small lang=de>das Vorausdenken</small>", "<summary lang=de>Dasselbe in Go:"} {
		assert.Contains(t, text, want)
	}
	assert.Regexp(t, `\d+,\d % der Zeit der Suche`, text)
	// In German are all names of files and pages that the embedded ROM has.
	l := *english
	l.language = 1
	for _, f := range l.files {
		_, language := l.described(f.name, f.about())
		assert.Equal(t, "de", language, f.name)
	}
	for _, page := range pages {
		_, language := l.described(page, "")
		assert.Equal(t, "de", language, page)
	}
	assert.Equal(t, "1.234.056", l.number(1234056))
	l.language = 0
	assert.Equal(t, "1,000", l.number(1000))
	assert.Equal(t, "999", l.number(999))
	assert.NotContains(t, text, "called by <a")
}

// A listing of the user's own: without comments, in one file with blanks in its name, with marks
// that mean something in HTML.
func TestAnotherEdition(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, roms.Source()))
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text := must.Have(os.ReadFile(filepath.Join(dir, name)))
		var lines []string
		for line := range strings.Lines(string(text)) {
			code, _ := cutComment(strings.TrimSuffix(line, "\n"))
			lines = append(lines, code)
		}
		bare := strings.Replace(strings.Join(lines, "\n"), "sort_next:",
			"sort_next: ; <script>&\nAT_10 EQU points_piece>>8", 1)
		return os.WriteFile(filepath.Join(dir, name), []byte(bare), 0o600)
	}))
	mine := filepath.Join(dir, "my sargon.z80")
	require.NoError(t, os.Rename(filepath.Join(dir, "main.z80"), mine))
	l := open(t, mine, Options{Case: roms.Example})
	text := page(t, l)
	linksLead(t, text)
	assert.Regexp(t, `<tr id="my_sargon.z80:\d+"><td><a href="#my_sargon.z80:\d+">= 1100</a>`, text)
	assert.Contains(t, text, "&lt;script&gt;&amp;")
	assert.Contains(t, text, "&gt;&gt;8")
	assert.Contains(t, text, `<h3><span id="SORTM">SORTM</span></h3>`)
	assert.Contains(t, text, `<h3><span id="points_piece">points_piece</span></h3>`, "it was called before")
	assert.Contains(t, text, "called by <a href=\"#FNDMOV\">FNDMOV</a>")
	assert.NotContains(t, text, "Not reached")
	assert.Equal(t, 1, strings.Count(text, "<script>"))
}

// What cannot search has lines and no counts.
func TestWhatCannotSearch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hello.z80")
	require.NoError(t, os.WriteFile(name, []byte("\tORG 100H\n\tEX AF,AF'\t; a lone ' and ;\n"+
		"\tLD A,';'\t; a;b\n\tRET\n"), 0o600))
	text := page(t, open(t, name, Options{Case: roms.Example}))
	assert.Contains(t, text, "this program cannot search here: ")
	assert.Contains(t, text, "EX AF,AF&#39;</code><td>a lone &#39; and ;\n")
	assert.Contains(t, text, "LD A,&#39;;&#39;</code><td>a;b\n")
	linksLead(t, text)

	image := romstest.Image(t)
	_, err := New(context.Background(), image, Options{Case: roms.SearchExample{FEN: roms.Example.FEN, Level: 9}})
	assert.ErrorContains(t, err, "level 9")
	_, err = New(context.Background(), image, Options{Case: roms.SearchExample{FEN: "8/8", Level: 1}})
	assert.Error(t, err)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = New(canceled, image, Options{Case: roms.Example})
	assert.ErrorIs(t, err, context.Canceled)
}

// Of an image without source the bytes are read back: the same counts, and the same links.
func TestARawImage(t *testing.T) {
	want := must.Have(example())
	image := romstest.Image(t)
	raw := &roms.Image{Name: "mine.bin", Kind: roms.Binary, Load: image.Load, Bytes: image.Bytes,
		Symbols: image.Symbols}
	l := must.Have(New(context.Background(), raw, Options{Case: roms.Example}))
	text := page(t, l)
	linksLead(t, text)
	for _, part := range []string{
		`<td>CD 0E 1E<td>17<td style=--h:1>1<td><code>        CALL <a href="#PINFND">PINFND</a></code>`,
		`called by <a href="#FNDMOV">FNDMOV</a>`, "The same in Go: <code>exchange, exchangeRound</code>",
		`<code>        DEFB 009h,00Bh,0F5h,0F7h,00Ah,0F6h,001h,0FFh</code>`,
	} {
		assert.Contains(t, text, part)
	}
	instructions := func(l *Listing) (lines []string) {
		for _, f := range l.files {
			for _, n := range f.lines {
				if n.Instruction && l.executed[n.Address].Ran > 0 {
					lines = append(lines, fmt.Sprintf("%04X % X %d", n.Address, n.Bytes, l.executed[n.Address].Ran))
				}
			}
		}
		return lines
	}
	assert.Equal(t, instructions(want), instructions(l))

	nameless := &roms.Image{Name: "x.bin", Load: 0x100, Bytes: []byte{0x21, 0x00, 0x01, 0xC9}}
	l = must.Have(New(context.Background(), nameless, Options{Case: roms.Example}))
	assert.Contains(t, page(t, l), "<code>        LD HL,0100h</code>")
}

// A position without a move has been searched, too.
func TestAMate(t *testing.T) {
	l := open(t, "", Options{Case: roms.SearchExample{FEN: "7k/6Q1/6K1/8/8/8/8/8 b - - 0 60", Level: 1}})
	assert.NoError(t, l.countErr)
	assert.NotZero(t, l.tStates)
	elsewhere := regexp.MustCompile(`<b[^>]*>(\w+)</b>.*Not reached`).FindAllStringSubmatch(page(t, l), -1)
	require.NotEmpty(t, elsewhere)
	for _, label := range elsewhere {
		assert.Zero(t, l.executed[l.image.Labels[label[1]]].Ran, label)
	}
}

// colour reads a colour like #1c5a8a.
func colour(t *testing.T, text string) (rgb [3]float64) {
	var r, g, b uint8
	_, err := fmt.Sscanf(text, "#%02x%02x%02x", &r, &g, &b)
	require.NoError(t, err, text)
	return [3]float64{float64(r), float64(g), float64(b)}
}

// luminance is how bright a colour looks, by WCAG 2.
func luminance(rgb [3]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		part := rgb[i] / 255
		if part <= .03928 {
			part /= 12.92
		} else {
			part = math.Pow((part+.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}

// The texts of the page stand out from the paper, and the counts from the warmest colour that they
// can have, by 4.5 and more, light and dark.
func TestThePageCanBeRead(t *testing.T) {
	// Their colour is mixed with the paper's: in a line that is pointed out, too.
	step := regexp.MustCompile(`var\(--h\) \* (\d+)%\), var\(--paper\)`).FindStringSubmatch(style)
	require.NotNil(t, step)
	warmest := mostHeat * float64(must.Have(strconv.Atoi(step[1]))) / 100
	blocks := regexp.MustCompile(`(?s)\.listing \{ (--paper.*?)[;}] (?:color-scheme|\})`).
		FindAllStringSubmatch(style, -1)
	require.Len(t, blocks, 2, "light and dark")
	for _, block := range blocks {
		colours := map[string][3]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): (#[0-9a-f]{6})`).FindAllStringSubmatch(block[1], -1) {
			colours[m[1]] = colour(t, m[2])
		}
		hot := colours["hot"]
		for i := range hot {
			hot[i] = warmest*hot[i] + (1-warmest)*colours["paper"][i]
		}
		for _, pair := range []struct {
			text   string
			ground [3]float64
		}{
			{"ink", colours["paper"]}, {"dim", colours["paper"]}, {"link", colours["paper"]},
			{"ink", colours["mark"]}, {"ink", hot},
		} {
			require.Contains(t, colours, pair.text)
			a, b := luminance(colours[pair.text])+.05, luminance(pair.ground)+.05
			assert.GreaterOrEqual(t, max(a, b)/min(a, b), 4.5, "%s on %v", pair.text, pair.ground)
		}
	}
}
