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
)

// windows are those that people have, the last one shows whole words.
var windows = [][2]int{{60, 20}, {64, 32}, {64, 33}, {67, 33}, {79, 24}, {80, 24}, {80, 25}, {80, 33},
	{100, 40}, {110, 36}, {140, 45}}

// looks are the main screens: how they are opened, what must stand there, and with which glyphs: of
// words alone it is all the same, and what the machine shows package screen looks at.
var looks = []struct {
	name, head, keys, sees string
	sets                   []screen.GlyphSet // all for a modern board
}{
	{"title", "", "", "WHITE OR BLACK", some},
	{"screen", "", "W1NE2E4D2D4", "SARGON DEPTH 1 |  1 E2-E4 E7-E5", some},
	{"screen help", "", "<F1>", "The screen of the machine", some[:1]},
	{"board", "board", "e4<Enter>Nf3<Enter>", "Sargon (rom), level 1 | you are to move", screen.GlyphSets},
	{"board help", "board", "<F1>", "The modern board", some[:1]},
	{"games", "games", "<Ctrl-O>", "the long one", some},
	{"replay", ":" + commented, "<Right><Right>", "", some},
	{"replay board", "board:" + commented, "<Right><Right>", "e5", screen.GlyphSets},
}

var some = []screen.GlyphSet{screen.Sextant, screen.ASCII}

// commented is a game of which much is said.
const commented = `[White "Spracklen, Kathe"] [Black "Spracklen, Dan"]

1. e4 e5 {The oldest answer of all.} (1... c5 2. Nf3) 2. Nf3 Nc6 *`

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
	for _, look := range looks {
		for _, set := range look.sets {
			s := opening(t, look.head, "140x45")
			if s.replay != nil {
				s.replay.Glyphs = set
			} else {
				s.Glyphs = set
			}
			s.press(look.keys)
			whole := s.text()
			onBoard, sizes := len(look.sets) == len(screen.GlyphSets), windows
			if onBoard {
				sizes = append([][2]int{{200, 60}}, windows...) // with the largest pictures
			}
			for _, window := range sizes {
				name := fmt.Sprintf("%s %dx%d %v", look.name, window[0], window[1], set)
				s.resize(window[0], window[1])
				text := s.text()
				if *looksFolder != "" {
					file := filepath.Join(*looksFolder, strings.ReplaceAll(name, " ", "_")+".txt")
					assert.NoError(t, os.WriteFile(file, []byte(text), 0o644))
				}
				assert.Regexp(t, leave, text, name)
				assert.Regexp(t, help, text, name)
				if strings.Contains(text, "This window has") {
					continue // the words are others
				}
				s.sees(look.sees)
				for _, line := range strings.Split(text, "\n") {
					if utf8.RuneCountInString(line) >= window[0]-2 {
						assert.Regexp(t, `\b`+lastWord.FindString(line)+`\b`, whole, "%s cuts: %s", name, line)
					}
				}
				if onBoard {
					assert.Regexp(t, files, text, name)
					assert.Regexp(t, ranks, "\n"+text, name)
					assert.Empty(t, strings.Map(foreign(set), text), "%s has only what the set has:\n%s", name, text)
				}
			}
		}
	}
}

// foreign leaves of a text those characters that draw, but do not belong to a set.
func foreign(set screen.GlyphSet) func(rune) rune {
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
