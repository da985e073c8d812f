// Package glyphs draws dots with the characters that a terminal has.
//
//	set, why := glyphs.Detect(os.Getenv, runtime.GOOS)
//	w, h := set.Dots()          // 2, 3 for sextants
//	r := set.Rune(0b000011)     // the upper row of dots
//
// Dots are numbered by rows from the upper left: bit 0 upper left, bit 1 right of it, and
// so on, as in the block graphics of the machine (and of the TRS-80). The package also
// holds small pictures of the chess pieces for sets too coarse for the machine's own.
//
// It draws no colours and knows no terminal library.
package glyphs
