// Package external runs programs as processes of their own, and makes engines of them: of a Sargon in any
// language that speaks the line protocol below, and of a UCI engine. Client is for callers that talk to a
// UCI engine themselves.
//
//	engine, err := external.Open(ctx, "python3 mysargon.py")
//	defer engine.Close()
//	err = engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//
// Serve lets any engine of this project speak the line protocol.
//
// # The line protocol
//
// The harness writes a line, the engine answers with lines, the last of which ends the answer.
// Lines end in LF; words are separated by spaces; lines of the engine that start with # are
// ignored. Moves are two squares (e2e4; castling is the king's move; promotion is always to a
// queen). An answer "error TEXT" reports a failure; "unsupported" says that the engine cannot do
// this, and the case is left out.
//
//	→ sargon 1                     hello; 1 is the version of the protocol
//	← name Z80 port by me, 0.3     what the engine is called (optional)
//	← shows trace                  what can be checked of it: move, score, trace or steps
//	← ok
//
//	→ position startpos moves e2e4 e7e5
//	→ position fen FEN [set d5=81,e4=02] [royal e1 e8 d1 d8] [previous d7d5-10] [number 3] [moves …]
//	← ok
//
//	→ search 2 [nobook] [queenpawn] [steps]
//	← step 1 e2e4 128              with "steps" only: each evaluation but the root's, in order:
//	                               ply, move, VALM (only engines that show steps are asked for
//	                               them: at level 1, and where something differs)
//	← best e2e4 score 132 evals 29 trace 0123456789abcdef
//	← none                         instead of best: there is no legal move (the book does not ask)
//
//	→ quit
//
// An engine that shows "move" answers with best and the move only; "score" adds the score
// byte and the number of evaluations, the root's included; "trace" the fingerprint; "steps"
// is "trace" and the steps themselves, with which the first difference can be found.
//
// The fingerprint (spec §17) is the 64-bit FNV-1a hash (offset basis cbf29ce484222325, prime
// 100000001b3) of four bytes for each evaluation but the root's, in order: ply, from, to,
// VALM. Squares are numbered as in the 120 bytes of the board: a1 is 21, h1 28, a8 91, h8 98.
//
// A position is set up as sargon.ParseFEN says (spec §16). After a FEN may follow what FEN cannot
// say: bytes of the board, the royal squares of white king, black king, white queen and black queen
// (- for none), the previous move with its flags in hexadecimal, the move number. An engine may
// answer "unsupported" to these. With nobook it searches at move number 1 too; queenpawn chooses
// d2d4 as White's book move.
//
// The folder example holds a program that speaks the protocol, for porters to translate. The protocol leaves
// out time controls, options, pondering, searches stopped at a number of evaluations, games that keep their
// state (each search is given its position), and everything else that is not compared.
package external
