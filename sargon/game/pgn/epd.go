package pgn

import (
	"strings"

	"sargon78/sargon/game"
)

// EPD is a position with operations, such as the best move: a line of a test suite or of
// a file of openings.
type EPD struct {
	Game       *game.Game
	Operations map[string]string // "bm": "Qg6", "id": "WAC.001"; quotes are taken off
}

// ParseEPD reads a line: the first four fields of a FEN, then operations that end in
// semicolons. A whole FEN is read too, and one of fewer fields.
func ParseEPD(line string) (EPD, error) {
	fields := strings.Fields(line)
	inFEN := min(len(fields), 4)
	fen, rest := strings.Join(fields[:inFEN], " "), fields[inFEN:]
	for i := 0; i < 2 && len(rest) > 0 && isNumber(rest[0]); i++ {
		fen += " " + rest[0]
		rest = rest[1:]
	}
	g, err := game.FromFEN(fen)
	if err != nil {
		return EPD{}, err
	}
	epd := EPD{Game: g, Operations: map[string]string{}}
	// Fields are counted off in the original text, so that spaces in quotes stay.
	text := line
	for range len(fields) - len(rest) {
		text = strings.TrimLeft(text, " \t")
		_, text, _ = cutSpace(text)
	}
	for _, operation := range splitQuoted(text, ';') {
		name, value, _ := cutSpace(strings.TrimSpace(operation))
		if name != "" {
			epd.Operations[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return epd, nil
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

func cutSpace(text string) (before, after string, found bool) {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// splitQuoted splits at a separator outside quotation marks.
func splitQuoted(text string, separator rune) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == separator && !quoted
	})
}
