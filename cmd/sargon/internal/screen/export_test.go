package screen

import "strings"

// String returns the characters alone, a line for each row, without blanks at their ends.
func (g *Grid) String() string {
	var b strings.Builder
	for y := range g.Height {
		row := make([]rune, g.Width)
		for x := range row {
			row[x] = g.At(x, y).Rune
		}
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
