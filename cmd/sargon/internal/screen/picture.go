package screen

// Picture is a rectangle of dots.
type Picture struct {
	Width, Height int
	dots          []bool
}

// NewPicture returns a picture without a dot set.
func NewPicture(width, height int) Picture {
	return Picture{width, height, make([]bool, width*height)}
}

// ParsePicture reads rows of equal length: '#' is a dot.
func ParsePicture(rows ...string) Picture {
	p := NewPicture(len(rows[0]), len(rows))
	for y, row := range rows {
		for x := range len(row) {
			p.Set(x, y, row[x] == '#')
		}
	}
	return p
}

// At reports whether a dot is set; outside the picture none is.
func (p Picture) At(x, y int) bool {
	return x >= 0 && x < p.Width && y >= 0 && y < p.Height && p.dots[y*p.Width+x]
}

// Set sets or clears a dot inside the picture.
func (p Picture) Set(x, y int, dot bool) { p.dots[y*p.Width+x] = dot }

// Cell returns the dots of a cell of the set whose upper left dot is at x, y.
func (p Picture) Cell(s GlyphSet, x, y int) uint8 {
	across, down := s.Dots()
	var dots uint8
	for i := range across * down {
		if p.At(x+i%across, y+i/across) {
			dots |= 1 << i
		}
	}
	return dots
}

// Rows returns the picture in the characters of a set, row by row.
func (p Picture) Rows(s GlyphSet) (rows []string) {
	across, down := s.Dots()
	for y := 0; y < p.Height; y += down {
		row := ""
		for x := 0; x < p.Width; x += across {
			row += string(s.Rune(p.Cell(s, x, y)))
		}
		rows = append(rows, row)
	}
	return rows
}

// Scale returns the picture with other numbers of columns and rows. A dot is what most of the dots
// under it are; in a tie it differs from the upper left corner of the picture, so that thin lines
// outlast their ground.
func (p Picture) Scale(width, height int) Picture {
	q := NewPicture(width, height)
	ground := p.At(0, 0)
	for y := range height {
		for x := range width {
			covered, all := 0, 0
			// In units of 1/width of a column and 1/height of a row, a dot of p measures
			// width × height and one of q p.Width × p.Height.
			eachOverlap(x*p.Width, (x+1)*p.Width, width, func(px, wide int) {
				eachOverlap(y*p.Height, (y+1)*p.Height, height, func(py, high int) {
					all += wide * high
					if p.At(px, py) {
						covered += wide * high
					}
				})
			})
			q.Set(x, y, 2*covered > all || 2*covered == all && !ground)
		}
	}
	return q
}

// eachOverlap calls f for each interval [i·size, (i+1)·size) that [from, to) overlaps,
// with the length of the overlap.
func eachOverlap(from, to, size int, f func(i, length int)) {
	for i := from / size; i*size < to; i++ {
		f(i, min(to, (i+1)*size)-max(from, i*size))
	}
}
