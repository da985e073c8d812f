// Package screen shows the machine's screen in a terminal, with the characters that one has,
// in any room from 80×24 up.
//
//	set, why := screen.Detect(os.Getenv, runtime.GOOS)
//	layout, ok := screen.Fit(width, height)
//	grid := screen.Draw(&shown, set, layout, &pictures)
//	cell := grid.At(x, y)                   // a character and two tones
//	rgb := screen.Themes[0].Color(cell.Ink)
//
// A Set draws dots, numbered by rows from the upper left as in the block graphics of the
// machine (and of the TRS-80). Sextants show the screen exactly. Other sets redraw the
// pieces, which they recognise by their pictures (Pictures).
//
// Real pictures (Kitty graphics, Sixel) are not drawn: the terminals that have them draw
// sextants by themselves, with few exceptions, and so show each dot already; and a terminal
// would have to be asked, and its answer awaited, before a library reads what is typed.
//
// The package knows no terminal library and no machine but its screen.
package screen
