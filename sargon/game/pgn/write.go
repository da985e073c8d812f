package pgn

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/files"
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

// Save writes games to a file, which is never half written.
func Save(name string, games ...*game.Game) error {
	return files.WriteFile(name, nil, func(w io.Writer) error { return Write(w, games...) })
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
	w := wrapper{out: out}
	w.comment(g.Comment)
	w.moves(g.Plies())
	w.word(string(g.Result().Outcome))
	out.WriteString("\n\n")
}

// wrapper writes words with spaces or line breaks between them.
type wrapper struct {
	out    *bufio.Writer
	column int
}

// moves writes half-moves with all that is said of them, and what might have been played instead.
func (w *wrapper) moves(plies []game.Ply) {
	number := true // after anything but a move, Black's needs its number too
	for _, p := range plies {
		switch {
		case p.Side == sargon.White:
			w.word(fmt.Sprintf("%d.", p.Number))
		case number:
			w.word(fmt.Sprintf("%d...", p.Number))
		}
		w.word(p.SAN)
		w.signs(p.Signs)
		text := p.Comment
		if p.Note != nil {
			if text != "" {
				text = "; " + text
			}
			text = p.Note.Comment() + text
		}
		number = w.comment(text) || len(p.Variations) > 0
		for _, v := range p.Variations {
			w.word("(")
			w.comment(v.Comment)
			w.moves(v.Plies)
			w.word(")")
		}
	}
}

// signs writes the numbers of the signs of a move.
func (w *wrapper) signs(signs string) {
	for n := 1; n < 256 && signs != ""; n++ {
		code := fmt.Sprintf("$%d", n)
		sign := " " + cmp.Or(glyphs[code], code) + " "
		if before, after, found := strings.Cut(" "+signs+" ", sign); found {
			w.word(code)
			signs = strings.TrimSpace(before + " " + after)
		}
	}
}

func (w *wrapper) word(text string) {
	switch {
	case w.column == 0:
	// A line that begins with % would be passed over by readers.
	case w.column+1+len(text) > lineWidth && text[0] != '%':
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.out.WriteString(text)
	w.column += len(text)
}

// comment writes a comment and tells whether there was one. A closing brace would end it
// early, so it becomes a parenthesis.
func (w *wrapper) comment(text string) bool {
	words := strings.Fields(strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "}", ")"))
	if len(words) == 0 {
		return false
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, word := range words {
		w.word(word)
	}
	return true
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
