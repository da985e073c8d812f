// Package terminaltest types on a terminal that only a test sees, and reads what stands there.
package terminaltest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// New returns a terminal of so many cells, initialised already.
func New(t testing.TB, width, height int) tcell.SimulationScreen {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(width, height)
	return s
}

// Text returns what stands on a terminal, without blanks at the ends of its rows.
func Text(s tcell.SimulationScreen) string {
	var rows, row strings.Builder
	cells, width, _ := s.GetContents()
	for i, cell := range cells {
		if len(cell.Runes) == 0 {
			row.WriteByte(' ')
		}
		row.WriteString(string(cell.Runes))
		if (i+1)%width == 0 {
			rows.WriteString(strings.TrimRight(row.String(), " ") + "\n")
			row.Reset()
		}
	}
	return rows.String()
}

// named is a key that is written with the name that tcell gives it: "<F1>".
var named = regexp.MustCompile(`^<([A-Z][\w-]*)>`)

// Events returns what a terminal sends for keys: named ones as tcell names them, "<F1>", also <Space>,
// and letters.
func Events(keys string) (all []*tcell.EventKey) {
	keys = strings.ReplaceAll(keys, "<Space>", " ")
	for keys != "" {
		first, key := keys[:1], tcell.KeyRune
		if m := named.FindStringSubmatch(keys); m != nil {
			for k, name := range tcell.KeyNames {
				if name == m[1] {
					first, key = m[0], k
				}
			}
		}
		all = append(all, tcell.NewEventKey(key, rune(first[0]), tcell.ModNone))
		keys = keys[len(first):]
	}
	return all
}
