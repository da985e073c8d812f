package pgn

import (
	"strings"

	"sargon78/sargon/game"
)

// ParseEPD reads a line of a test suite or of a file of openings: the first four fields of a FEN,
// then operations that end in semicolons, of which id names the position. A whole FEN is read too,
// and one of fewer fields.
func ParseEPD(line string) (g *game.Game, id string, err error) {
	fields := strings.Fields(line)
	end := min(len(fields), 4)
	for end < min(len(fields), 6) && strings.Trim(fields[end], "0123456789") == "" {
		end++
	}
	if g, err = game.FromFEN(strings.Join(fields[:end], " ")); err != nil {
		return nil, "", err
	}
	quoted := false
	for _, operation := range strings.FieldsFunc(strings.Join(fields[end:], " "), func(r rune) bool {
		quoted = quoted != (r == '"')
		return r == ';' && !quoted
	}) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(operation), "id "); ok {
			id = strings.Trim(name, `"`)
		}
	}
	return g, id, nil
}
