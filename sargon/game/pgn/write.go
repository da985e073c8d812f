package pgn

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"sargon78/sargon/game"
)

// lineWidth is the longest line of movetext: PGN's export format allows 79 columns.
const lineWidth = 79

// Write writes games as PGN, with an empty line after each.
func Write(w io.Writer, games ...*game.Game) error {
	out := bufio.NewWriter(w)
	for _, g := range games {
		writeTags(out, g)
		writeMoves(out, g)
	}
	return out.Flush()
}

// Text returns a game as PGN.
func Text(g *game.Game) string {
	var text strings.Builder
	_ = Write(&text, g) // writing to a Builder never fails
	return text.String()
}

// writeTags writes the tags of a game: the seven of the roster first, then the start position, then all
// others.
func writeTags(out *bufio.Writer, g *game.Game) {
	write := func(name, value string) { fmt.Fprintf(out, "[%s \"%s\"]\n", name, escapeTag(value)) }
	for _, name := range roster {
		value := g.Tags.Get(name)
		switch {
		case name == "Result":
			if outcome := g.Result().Outcome; value == "" || outcome != game.Unfinished {
				value = string(outcome)
			}
		case value == "":
			value = defaultTag(name)
		}
		write(name, value)
	}
	if !g.FromStart() {
		write("SetUp", "1")
		write("FEN", g.StartFEN())
	}
	for _, tag := range g.Tags {
		ours := tag.Name == "SetUp" || tag.Name == "FEN" || slices.Contains(roster, tag.Name)
		if !ours && isName(tag.Name) {
			write(tag.Name, tag.Value)
		}
	}
	out.WriteByte('\n')
}

func writeMoves(out *bufio.Writer, g *game.Game) {
	column := 0
	for word := range strings.FieldsSeq(game.InBraces(g.Comment) + " " +
		game.Movetext(g.Plies(), numbers) + " " + string(g.Result().Outcome)) {
		switch {
		case column == 0:
		// Readers skip a line that begins with %.
		case column+1+len(word) > lineWidth && word[0] != '%':
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	out.WriteString("\n\n")
}

// numbers returns the signs of a move as numbers of the PGN standard. A mark without a number, like
// !!!, stays as it is.
func numbers(signs string) (text string) {
	if signs == "" {
		return ""
	}
	mark, rest, _ := strings.Cut(signs, " ")
	if code := codes[mark]; code != "" {
		text = " " + code
	} else {
		text = mark
	}
	words := strings.Fields(rest)
	for len(words) > 0 {
		n, code := 1, words[0] // $200
		for end := len(words); end > 0; end-- {
			if known := codes[strings.Join(words[:end], " ")]; known != "" {
				n, code = end, known
				break
			}
		}
		text += " " + code
		words = words[n:]
	}
	return text
}

// codes are the numbers of signs.
var codes = func() map[string]string {
	numbers := map[string]string{}
	for code, sign := range glyphs {
		numbers[sign] = code
	}
	return numbers
}()

// roster is the header that every game has, in the order of the PGN standard.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// defaultTag returns the value that the standard defines for an unknown value.
func defaultTag(name string) string {
	if name == "Date" {
		return "????.??.??"
	}
	return "?"
}

// escapeTag returns a value for writing between quotes: backslashes and quotes are escaped, and a line
// break, which the standard does not allow, becomes a space.
func escapeTag(value string) string {
	value = oneLine(strings.ToValidUTF8(value, "?"))
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
}
