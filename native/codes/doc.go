// Package codes shows how chess programs of Sargon's time numbered the squares of the board and
// coded the pieces, and draws positions with these numbers and codes.
//
//	n := native.To0x88(sargon.E1)                 // 0x04
//	text := codes.Relation(sargon.A1, sargon.H8)  // northeast, 7 steps
//	for _, e := range codes.Encodings { … }       // e.Encode(piece): its code in each, by name
//	for _, v := range codes.Views { … }           // all drawings of a position, by name
//
// Only Sargon's own byte holds whether a piece has moved; the other codes hold only type and colour.
// Blockers explains which values the border of a board may have in each code, and which boards need a
// border. The package generates no moves.
package codes
