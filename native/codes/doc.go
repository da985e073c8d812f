// Package codes holds the ways in which chess programs of Sargon's time numbered the
// squares of the board and coded the pieces on them.
//
//	n := codes.To0x88(sargon.E1)                        // 0x04
//	code := codes.SignedOf(piece)                       // -5 for a black queen
//	for _, e := range codes.Encodings { … }             // all codes of one piece, by name
//	fmt.Print(codes.Dump10x12(position))                // the bytes of 1978
//	list, err := codes.Identify(position)               // 32 identities and their piece list
//
// Only Sargon's own byte knows whether a piece has moved; the other codes keep type and
// colour, and turn back into a piece that has not moved. The package knows no moves.
package codes
