// Package codes holds the ways in which chess programs of Sargon's time numbered the squares
// of the board and coded the men on them, and draws them.
//
//	n := codes.To0x88(sargon.E1)                        // 0x04
//	r := codes.RelationOf(sargon.A1, sargon.H8)         // northeast, 7 steps
//	code := codes.SignedOf(piece)                       // -5 for a black queen
//	for _, e := range codes.Encodings { … }             // all codes of one piece, by name
//	men, err := codes.Identify(position)                // 32 identities and where they stand
//	men.Follow(engine.Position())                       // after a move
//	for _, v := range codes.Views { … }                 // all drawings of a position, by name
//
// Only Sargon's own byte knows whether a piece has moved; the other codes keep type and
// colour, and turn back into a piece that has not moved. What the border of a board may be
// in each code, and which board needs which, is told at Blockers. The package knows no moves.
package codes
