// Package display lays the screen of the 1978 machine out in cells of a terminal, in any
// set of glyphs and in any room from 80×24 up.
//
//	layout, ok := display.Fit(glyphs.Quadrant, width, height)
//	grid := display.Draw(&screen, glyphs.Quadrant, layout, &pictures)
//	cell := grid.At(x, y)                   // a character and two tones
//	r, g, b := display.Paper.Color(cell.Ink)
//
// Sextants show the screen exactly. Other sets show it exactly where there is room, and
// otherwise redraw the pieces, which they recognise by their pictures (Pictures).
//
// The package knows no terminal library and no machine but its screen.
package display
