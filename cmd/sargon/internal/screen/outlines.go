package screen

import (
	_ "embed"
	"strconv"
	"sync"

	"sargon78/sargon"
)

// The pieces as outlines, for squares larger than those that pictures were drawn for dot by dot.

// form is a polygon, or a circle, that is filled or, in a hole, cleared again.
type form struct {
	at   []float64
	hole bool
}

//go:embed outlines.txt
var outlineText string // which says how to read it

// outlines are the forms of each piece.
var outlines = sync.OnceValue(func() (all [PieceTypes][]form) {
	lines := sections(outlineText)
	for t := sargon.Pawn; t <= sargon.King; t++ {
		for _, words := range lines[t.String()] {
			f := form{hole: words[0] == "hole"}
			for _, word := range words[1:] {
				v, _ := strconv.ParseFloat(word, 64)
				f.at = append(f.at, v)
			}
			all[t] = append(all[t], f)
		}
	}
	return all
})

// outline names a picture that Outline returns.
type outline struct {
	piece         sargon.PieceType
	width, height int
}

// outlineCache holds a Picture for each outline that was asked for: a board asks for all of them each time
// that it is drawn.
var outlineCache sync.Map

// Outline returns the picture of a piece in so many dots. It is the same each time, and not to be
// changed.
func Outline(t sargon.PieceType, width, height int) Picture {
	o := outline{t, width, height}
	if p, ok := outlineCache.Load(o); ok {
		return p.(Picture)
	}
	p := o.draw()
	outlineCache.Store(o, p)
	return p
}

// draw returns the picture of a piece: a dot is set if more than half of it lies inside the outline.
func (o outline) draw() Picture {
	const fine = 3 // points looked at in each direction of a dot
	p, forms := NewPicture(o.width, o.height), outlines()[o.piece]
	for y := range o.height {
		for x := range o.width {
			inside := 0
			for i := range fine * fine {
				px := 100 * (float64(x) + (float64(i%fine)+0.5)/fine) / float64(o.width)
				py := 100 * (float64(y) + (float64(i/fine)+0.5)/fine) / float64(o.height)
				if covered(forms, px, py) {
					inside++
				}
			}
			p.Set(x, y, 2*inside > fine*fine)
		}
	}
	return p
}

// covered reports whether a point is in the last form that it lies under.
func covered(forms []form, x, y float64) (set bool) {
	for _, f := range forms {
		if f.contains(x, y) {
			set = !f.hole
		}
	}
	return set
}

func (f form) contains(x, y float64) bool {
	if len(f.at) == 3 {
		dx, dy := x-f.at[0], y-f.at[1]
		return dx*dx+dy*dy <= f.at[2]*f.at[2]
	}
	in := false
	for i, n := 0, len(f.at); i < n; i += 2 {
		x1, y1, x2, y2 := f.at[i], f.at[i+1], f.at[(i+2)%n], f.at[(i+3)%n]
		if (y1 > y) != (y2 > y) && x < x1+(y-y1)*(x2-x1)/(y2-y1) {
			in = !in
		}
	}
	return in
}

// PieceOn returns the picture of a piece for a square of so many cells; ok is false if a
// character says more.
func PieceOn(set GlyphSet, wide, high int, t sargon.PieceType) (p Picture, ok bool) {
	across, down := set.Dots()
	switch {
	case set == ASCII || wide < 6 || high < 3:
		return Picture{}, false
	case wide >= 14 && high >= 7, wide >= 10 && high >= 5 && set != Half:
		return Outline(t, wide*across, high*down), true
	case set == Sextant && wide >= 8 && high >= 4:
		return Large[t].Scale(16, high*down), true
	case set == Sextant:
		return Small[t], true
	case set == Half && high >= 4:
		return Narrow[t], true
	case set == Half: // six dots high, all pieces would look alike
		return Picture{}, false
	case high >= 4:
		return Wide[t], true
	}
	return Low[t], true
}
