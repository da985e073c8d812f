package screen

import (
	"sync"

	"sargon78/sargon"
)

// The pieces as outlines, for squares larger than those that pictures were drawn for dot by
// dot. A square measures 100 × 100, from the upper left corner.

// form is a polygon, or with three numbers a circle (x, y, radius), that is filled or, in a
// hole, cleared again. Later forms lie on earlier ones.
type form struct {
	at   []float64
	hole bool
}

func fill(at ...float64) form { return form{at, false} }
func hole(at ...float64) form { return form{at, true} }

var foot = fill(25, 79, 75, 79, 80, 84, 80, 90, 20, 90, 20, 84)

var outlines = [PieceTypes][]form{
	1: {
		fill(50, 37, 16), fill(44, 50, 56, 50, 58, 62, 66, 77, 34, 77, 42, 62),
		fill(29, 79, 71, 79, 74, 84, 74, 90, 26, 90, 26, 84),
	},
	2: {
		fill(43, 11, 50, 19, 62, 23, 72, 36, 77, 56, 76, 77, 33, 77, 36, 67, 47, 56, 50, 48, 42, 52,
			34, 54, 30, 61, 24, 61, 19, 54, 20, 49, 31, 36, 34, 26, 41, 20),
		hole(41, 31, 3.5), foot,
	},
	3: {
		fill(50, 11, 6), fill(50, 15, 62, 26, 69, 38, 68, 48, 61, 57, 39, 57, 32, 48, 31, 38, 38,
			26),
		hole(62, 24, 68, 31, 54, 44, 48, 38), fill(36, 60, 64, 60, 66, 66, 34, 66),
		fill(43, 66, 57, 66, 64, 77, 36, 77), foot,
	},
	4: {
		fill(25, 16, 36, 16, 36, 24, 44, 24, 44, 16, 56, 16, 56, 24, 64, 24, 64, 16, 75, 16, 75, 34,
			67, 40, 67, 68, 73, 77, 27, 77, 33, 68, 33, 40, 25, 34), foot,
	},
	5: {
		fill(50, 14, 6), fill(18, 25, 6), fill(82, 25, 6), fill(34, 17, 5), fill(66, 17, 5),
		fill(15, 26, 32, 46, 34, 18, 45, 44, 50, 15, 55, 44, 66, 18, 68, 46, 85, 26, 71, 64, 68, 77,
			32, 77, 29, 64), foot,
	},
	6: {
		fill(46, 4, 54, 4, 54, 11, 61, 11, 61, 18, 54, 18, 54, 27, 46, 27, 46, 18, 39, 18, 39, 11,
			46, 11),
		fill(32, 43, 18), fill(68, 43, 18), fill(50, 25, 59, 35, 50, 58, 41, 35),
		hole(47, 42, 53, 42, 52, 58, 48, 58),
		fill(22, 56, 78, 56, 70, 77, 30, 77), foot,
	},
}

// outline names a picture that Outline returns.
type outline struct {
	piece         sargon.PieceType
	width, height int
}

// drawn holds a Picture for each outline that was asked for: a board asks for all of them each time
// that it is drawn.
var drawn sync.Map

// Outline returns the picture of a piece in so many dots. It is the same each time, and not to be
// changed.
func Outline(t sargon.PieceType, width, height int) Picture {
	o := outline{t, width, height}
	if p, ok := drawn.Load(o); ok {
		return p.(Picture)
	}
	p := o.draw()
	drawn.Store(o, p)
	return p
}

func (o outline) draw() Picture {
	const fine = 3 // points looked at in each direction of a dot
	p := NewPicture(o.width, o.height)
	for y := range o.height {
		for x := range o.width {
			inside := 0
			for i := range fine * fine {
				px := 100 * (float64(x) + (float64(i%fine)+0.5)/fine) / float64(o.width)
				py := 100 * (float64(y) + (float64(i/fine)+0.5)/fine) / float64(o.height)
				if covered(outlines[o.piece], px, py) {
					inside++
				}
			}
			p.Set(x, y, 2*inside > fine*fine)
		}
	}
	return p
}

// covered tells whether a point is in the last form that it lies under.
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
func PieceOn(set Set, wide, high int, t sargon.PieceType) (p Picture, ok bool) {
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
