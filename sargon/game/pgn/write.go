package pgn

import (
	"bufio"
	"cmp"
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
	_ = Write(&text, g) // a Builder takes everything
	return text.String()
}

func writeTags(out *bufio.Writer, g *game.Game) {
	write := func(name, value string) { fmt.Fprintf(out, "[%s \"%s\"]\n", name, escapeTag(value)) }
	for _, name := range roster {
		value := g.Tags.Get(name)
		switch {
		case name == "Result":
			value = string(g.Result().Outcome)
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
		if !ours && tag.Name != "" && strings.Trim(tag.Name, tagLetters) == "" {
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
		// A line that begins with % would be passed over by readers.
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

// numbers are the signs of a move as numbers of the PGN standard.
func numbers(signs string) (text string) {
	for n := 1; n < 256 && signs != ""; n++ {
		code := fmt.Sprintf("$%d", n)
		sign := " " + cmp.Or(glyphs[code], code) + " "
		if before, after, found := strings.Cut(" "+signs+" ", sign); found {
			text += " " + code
			signs = strings.TrimSpace(before + " " + after)
		}
	}
	return text
}

// roster is the header that every game has, in the order of the PGN standard.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// defaultTag is what the standard writes for a value that is not known.
func defaultTag(name string) string {
	if name == "Date" {
		return "????.??.??"
	}
	return "?"
}

// escapeTag writes a value between quotes: backslashes and quotes are escaped, and a line
// break, which the standard does not allow, becomes a space.
func escapeTag(value string) string {
	value = strings.Join(strings.Fields(strings.ToValidUTF8(value, "?")), " ")
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
}
