package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/sargon/game"
)

// windows are those that people have, the last one shows whole words.
var windows = [][2]int{{60, 20}, {64, 32}, {64, 33}, {67, 33}, {79, 24}, {80, 24}, {80, 25}, {80, 33},
	{100, 40}, {110, 36}, {200, 60}, {140, 45}}

// A shower shows a screen in windows of all sizes.
type shower func(width, height int) string

// looks are the main screens, and what must stand there.
var looks = []struct {
	name  string
	board bool // a modern one
	words bool // nothing but words, the same with every set of glyphs
	open  func(*testing.T, screen.Set) shower
	sees  []string
}{
	{"title", false, false, pressed(false, ""), []string{"WHITE OR BLACK"}},
	{"screen", false, false, pressed(false, "W1NE2E4D2D4"),
		[]string{"SARGON DEPTH 1", " 1 E2-E4 E7-E5"}},
	{"screen help", false, true, pressed(false, "<F1>"), []string{"The screen of the machine"}},
	{"board", true, false, pressed(true, "e4<Enter>Nf3<Enter>"),
		[]string{"Sargon (rom), level 1", "you are to move"}},
	{"board help", false, true, pressed(true, "<F1>"), []string{"The modern board"}},
	{"games", false, false, pressed(false, "<Ctrl-O>"), []string{"the long one"}},
	{"replay", false, false, walked(false), nil},
	{"replay board", true, false, walked(true), []string{"e5"}},
}

func pressed(board bool, keys string) func(*testing.T, screen.Set) shower {
	return func(t *testing.T, set screen.Set) shower {
		s := open(t, 100, 40, func(_ *person, o *Options) {
			o.Board, o.Glyphs, o.Games = board, set, fourGames(t)
		})
		s.press(keys)
		return func(width, height int) string {
			s.resize(width, height)
			return s.text()
		}
	}
}

// walked is a game after two half-moves, of which much is said.
func walked(board bool) func(*testing.T, screen.Set) shower {
	return func(t *testing.T, set screen.Set) shower {
		g := played(t, "e4 e5 Nf3 Nc6")
		g.Tags.Set("White", "Spracklen, Kathe")
		g.Tags.Set("Black", "Spracklen, Dan")
		g.Ply(1).Comment = "The oldest answer of all."
		g.Ply(1).Variations = []game.Variation{{Plies: played(t, "e4 c5 Nf3").Plies()[1:]}}
		s := watch(t, g, 100, 40, ReplayOptions{Board: board})
		s.Glyphs = set
		s.goToPly(2)
		return func(width, height int) string {
			s.resize(width, height)
			return s.text()
		}
	}
}

var looksFolder = flag.String("looks", "", "write the main screens to this `folder`, as text")

// What a person would look for on each of the main screens. To look for more, have them written:
//
//	go test ./cmd/sargon/internal/tui -run Looks -looks /tmp
func TestLooks(t *testing.T) {
	leave := regexp.MustCompile(`F10|Ctrl-C|q leave`)
	help := regexp.MustCompile(`F1 help|\? help|close this page|F10 leaves`)
	files := regexp.MustCompile(`a.+b.+c.+d.+e.+f.+g.+h`)
	lastWord := regexp.MustCompile(`([A-Za-z][a-z]+)?$`)
	ranks := regexp.MustCompile(`(?s)\n *8.*\n *7.*\n *6.*\n *5.*\n *4.*\n *3.*\n *2.*\n *1`)
	biggest := windows[len(windows)-1]
	for _, set := range screen.Sets {
		for _, look := range looks {
			if set != screen.Sextant && (look.words || !look.board && set != screen.ASCII) {
				continue // it is the same, or package screen looks at it
			}
			show := look.open(t, set)
			whole := show(biggest[0], biggest[1])
			for _, window := range windows {
				name := fmt.Sprintf("%s %dx%d %v", look.name, window[0], window[1], set)
				t.Run(name, func(t *testing.T) {
					text := show(window[0], window[1])
					if *looksFolder != "" {
						file := filepath.Join(*looksFolder,
							strings.ReplaceAll(name, " ", "_")+".txt")
						assert.NoError(t, os.WriteFile(file, []byte(text), 0o644))
					}
					assert.Regexp(t, leave, text, "how to leave")
					assert.Regexp(t, help, text)
					if strings.Contains(text, "This window has") {
						return // the words are others
					}
					for _, words := range look.sees {
						assert.Contains(t, text, words)
					}
					for _, line := range strings.Split(text, "\n") {
						if utf8.RuneCountInString(line) >= window[0]-2 {
							assert.Regexp(t, `\b`+lastWord.FindString(line)+`\b`, whole,
								"it is cut: %s", line)
						}
					}
					if !look.board {
						return
					}
					assert.Regexp(t, files, text)
					assert.Regexp(t, ranks, "\n"+text)
					assert.Empty(t, strings.Map(foreign(set), text), "only what the set has:\n%s",
						text)
				})
			}
		}
	}
}

// foreign leaves of a text those characters that draw, but do not belong to a set.
func foreign(set screen.Set) func(rune) rune {
	return func(r rune) rune {
		switch {
		case r < 0x2500, '♔' <= r && r <= '♟', r == '●',
			set == screen.Quadrant && '▀' <= r && r <= '▟',
			set == screen.Half && strings.ContainsRune("▀▄█", r),
			set == screen.Sextant &&
				(0x1FB00 <= r && r <= 0x1FB3B || strings.ContainsRune("▌▐█", r)):
			return -1
		}
		return r
	}
}
