// Package terminaltest types on a terminal that only a test sees.
package terminaltest

import (
	"regexp"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// named is a key that is written with the name that tcell gives it: "<F1>".
var named = regexp.MustCompile(`^<([A-Z][\w-]*)>`)

// Events are what a terminal sends for keys: named ones as tcell names them, "<F1>", also <Space>,
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
