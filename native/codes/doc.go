// Package codes holds the ways in which chess programs of Sargon's time numbered the squares
// of the board and coded the pieces on them, and draws them.
//
//	n := native.To0x88(sargon.E1)                 // 0x04
//	text := codes.Relation(sargon.A1, sargon.H8)  // northeast, 7 steps
//	for _, e := range codes.Encodings { … }       // e.Encode(piece): its code in each, by name
//	for _, v := range codes.Views { … }           // all drawings of a position, by name
//
// Only Sargon's own byte knows whether a piece has moved; the other codes keep type and
// colour. What the border of a board may be
// in each code, and which board needs which, is explained at Blockers. The package knows no moves.
package codes
