package cases

import (
	"math/rand/v2"
	"strings"

	"sargon78/native/literal"
	"sargon78/sargon"
)

func few(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(1+r.IntN(5), "PPNBRQ")
	return s.position()
}

func middle(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(6+r.IntN(18), "PPPPPPPPNNBBRRQ")
	return s.position()
}

func queens(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(2+r.IntN(5), "Q")
	s.scatter(r.IntN(8), "PPNBR")
	return s.position()
}

func promotions(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	for range 1 + r.IntN(4) {
		s.put(48-8*r.IntN(2)+r.IntN(8), 'P')
		s.put(8+8*r.IntN(2)+r.IntN(8), 'p')
	}
	for range r.IntN(4) {
		s.put(56+r.IntN(8), "nbrq"[r.IntN(4)])
		s.put(r.IntN(8), "NBRQ"[r.IntN(4)])
	}
	s.putKings()
	s.scatter(r.IntN(4), "NBRQ")
	return s.position()
}

// compass are the eight directions as steps of file and rank, diagonals first.
var compass = [8][2]int{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}}

// leaps are a knight's moves as steps of file and rank.
var leaps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// along returns the square n steps away in a direction, -1 off the board.
func along(square, direction, n int) int {
	file, rank := square%8+n*compass[direction][0], square/8+n*compass[direction][1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return -1
	}
	return 8*rank + file
}

// slider returns a queen, or a bishop or rook that moves along a direction.
func slider(r *rand.Rand, direction int, black bool) byte {
	t := 4
	if r.IntN(3) > 0 {
		t = 2 + direction/4
	}
	return letter(t, black)
}

// pins puts own pieces before kings and queens, and enemy sliders behind them.
func pins(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	royals := []byte{'K', 'k', 'Q', 'q'}[:2+r.IntN(3)]
	squares := make([]int, len(royals))
	for i, royal := range royals {
		squares[i] = s.putAnywhere(royal)
	}
	often := 1 + r.IntN(4)
	for i, royal := range royals {
		black := royal >= 'a'
		for d := range 8 {
			if r.IntN(4) >= often {
				continue
			}
			near := 1 + r.IntN(2)
			s.put(along(squares[i], d, near), letter(r.IntN(5), black))
			s.put(along(squares[i], d, near+1+r.IntN(3)), slider(r, d, !black))
		}
	}
	s.scatter(r.IntN(4), "PNBR")
	return s.position()
}

// enPassant puts a pawn that has just made its two-step, or is about to, beside others.
func enPassant(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	file := r.IntN(8)
	home, passed, fourth, pawn, enemy := 1, 2, 3, byte('P'), byte('p')
	black := r.IntN(2) == 0
	if black {
		home, passed, fourth, pawn, enemy = 6, 5, 4, 'p', 'P'
	}
	if r.IntN(3) > 0 {
		s.put(8*fourth+file, pawn)
		s.passed = string([]byte{'a' + byte(file), '1' + byte(passed)})
		s.side = 'b'
		if black {
			s.side = 'w'
		}
	} else {
		s.put(8*home+file, pawn)
		s.side = 'w'
		if black {
			s.side = 'b'
		}
	}
	for _, beside := range []int{file - 1, file + 1} {
		if beside >= 0 && beside <= 7 && r.IntN(4) > 0 {
			s.put(8*fourth+beside, enemy)
		}
	}
	if r.IntN(3) == 0 { // a king and a slider along the rank
		s.put(8*fourth+r.IntN(8), "Kk"[r.IntN(2)])
		s.put(8*fourth+r.IntN(8), "RQrq"[r.IntN(4)])
	}
	s.putKings()
	s.scatter(r.IntN(6), "PPNBRQ")
	// If a piece stands where the pawn came through, this fails, and the caller tries again.
	return s.position()
}

// enPassantFirst has a blocked pawn that can capture en passant, and no other piece of its colour
// on a square before it: the pair is the first of the list.
func enPassantFirst(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	black := r.IntN(2) == 0
	square, ahead, passed := 32+r.IntN(8), 8, "6"
	if s.side = 'w'; black {
		square, ahead, passed, s.side = square-8, -8, "3", 'b'
	}
	beside := square + 1 - 2*r.IntN(2)
	if beside/8 != square/8 {
		return sargon.Position{}, false
	}
	s.passed = string(rune('a'+beside%8)) + passed
	s.put(square, letter(0, black))
	s.put(beside, letter(0, !black))
	s.put(square+ahead, letter(r.IntN(5), !black))
	if over := square + 1 + r.IntN(63-square); !s.put(over, letter(5, black)) {
		return sargon.Position{}, false
	}
	s.putKings()
	for range r.IntN(4) {
		s.putAnywhere(letter(r.IntN(5), !black))
	}
	return s.position()
}

// castling puts kings and rooks at home and others around them.
func castling(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	for i, rank := range []int{0, 56} {
		black := i == 1
		if r.IntN(5) == 0 {
			continue
		}
		s.put(rank+4, letter(5, black))
		rights := "KQ"
		if black {
			rights = "kq"
		}
		for j, file := range []int{7, 0} {
			if r.IntN(6) > 0 {
				s.put(rank+file, letter(3, black))
				if r.IntN(8) > 0 {
					s.rights += rights[j : j+1]
				}
			}
		}
		for range r.IntN(3) {
			s.put(rank+r.IntN(8), letter(1+r.IntN(4), black != (r.IntN(3) == 0)))
		}
	}
	s.putKings()
	s.scatter(2+r.IntN(10), "PPPNBRQ")
	return s.position()
}

// battery aims many pieces at one square, more than the half-bytes of a slot hold. In one of
// three kings take part; in one of three a piece is pinned elsewhere, and some attackers are filed
// with the queens (spec §6).
func battery(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	target := r.IntN(64)
	if r.IntN(4) == 0 {
		target = []int{0, 7, 56, 63}[r.IntN(4)]
	}
	s.put(target, letter(r.IntN(5), r.IntN(2) == 0))
	switch r.IntN(3) {
	case 0:
		s.put(along(target, r.IntN(8), 1), 'K')
		s.put(along(target, r.IntN(8), 1), 'k')
	case 1:
		s.pinToKing(r.IntN(2) == 0)
	}
	s.putKings()
	often := 1 + r.IntN(4)
	for d := range 8 {
		if r.IntN(5) >= often {
			continue
		}
		black := r.IntN(2) == 0
		for n := 1; n <= 2+r.IntN(3); n++ {
			s.put(along(target, d, n), slider(r, d, black))
		}
	}
	for range r.IntN(7) {
		leap := leaps[r.IntN(len(leaps))]
		file, rank := target%8+leap[0], target/8+leap[1]
		if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
			s.put(8*rank+file, letter(1, r.IntN(2) == 0))
		}
	}
	s.scatter(r.IntN(4), "PNBRQ")
	return s.position()
}

// oneSidedBattery has a king and an army of one colour that all attack one square, often a corner,
// and a usual number of enemies that pin some of them. The king comes last in the order of
// directions: four pieces filed with the queens before it make its entry spill over the end of the
// list (spec §6).
func oneSidedBattery(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	black := r.IntN(2) == 0
	target := r.IntN(64)
	if r.IntN(3) > 0 {
		target = []int{0, 7, 56, 63}[r.IntN(4)]
	}
	last := 7 - r.IntN(2)
	for !s.put(along(target, last, 1), letter(5, black)) {
		last--
	}
	if r.IntN(2) == 0 {
		s.put(target, letter(r.IntN(5), r.IntN(2) == 0))
	}
	army, queens := 3+r.IntN(5), 1+r.IntN(4)
	for n := 1; n <= 4; n++ {
		for _, d := range r.Perm(last) {
			piece := letter(2+d/4, black) // behind a queen, which files it with the queens
			if n == 1 && r.IntN(queens) == 0 || r.IntN(4) == 0 {
				piece = letter(4, black)
			}
			if army > 0 && s.put(along(target, d, n), piece) {
				army--
			}
		}
	}
	s.putKings()
	for _, enemy := range "RRBBNPP" {
		if r.IntN(2) == 0 {
			s.putAnywhere(letter(strings.IndexRune(whiteLetters, enemy), !black))
		}
	}
	return s.position()
}

// cornerBattery is a battery of one colour at a1, of more pieces of a type than a game begins with,
// so that they spill from slot to slot up to the king's; and something pinned, which is forgotten
// when Black's king slot spills too (spec §6).
func cornerBattery(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	black := r.IntN(4) > 0 // White's overflow is seen sooner: it changes a count
	s.put(1, letter(5, black))
	queens := 2 + r.IntN(2)
	for i, n := range r.Perm(8) {
		d := []int{1, 4}[n%2] // the long diagonal, the file
		t := 2 + d/4
		if i < queens {
			t = 4
		}
		s.put(along(0, d, 1+n/2), letter(t, black))
	}
	if !s.pinToKing(!black) {
		return sargon.Position{}, false
	}
	if s.side = 'b'; black { // the others move, and the battery stays
		s.side = 'w'
	}
	s.scatter(r.IntN(3), "PNB")
	return s.position()
}

// pinToKing puts a king anywhere, with one of its own before it and an enemy behind that. It
// fails where there is no room.
func (s *setup) pinToKing(black bool) bool {
	square, d := s.putAnywhere(letter(5, black)), s.r.IntN(8)
	return s.put(along(square, d, 1), letter(1+s.r.IntN(3), black)) &&
		s.put(along(square, d, 2), letter(2+d/4, !black))
}

// pawnBattery has a white pawn that White defends from below and Black attacks from above. With a
// pin on the board a white pawn that defends it is filed behind bigger pieces, and pushed out of
// its list by those that come later (spec §6).
func pawnBattery(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	target := 8*(2+r.IntN(3)) + 1 + r.IntN(6)
	s.put(target, 'P')
	const belowRight, belowLeft, above, below, left = 2, 3, 4, 5, 7
	s.put(along(target, belowLeft, 1), "BQ"[r.IntN(2)])
	s.put(along(target, belowLeft, 2), "QB"[r.IntN(2)])
	s.put(along(target, belowRight, 1), 'P')
	for n := 1; n <= 2; n++ {
		s.put(along(target, below, n), "RRRQ"[r.IntN(4)])
		s.put(along(target, above, n), "rrrq"[r.IntN(4)])
		s.put(along(target, n-1, 1+r.IntN(2)), 'b')
	}
	for _, knight := range []int{15, 17} {
		s.put(target+knight, 'n')
	}
	if r.IntN(4) == 0 {
		s.put(along(target, left, 1+r.IntN(2)), 'R')
	}
	pinned := s.pinToKing(r.IntN(2) == 0)
	s.putKings()
	p, ok := s.position()
	return p, ok && pinned
}

// shutIn has a king in a corner, shut in by its own pawns, one of them on a rank where none can
// stand: the side has nothing to list. The other side is to move, perhaps to let it out. In one of
// two it is not yet so far: the side has a piece, and moves it to where it may be taken.
func shutIn(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	own, home, second := sargon.Black, 0, 1
	if r.IntN(2) == 0 {
		own, home, second = sargon.White, 7, 6
	}
	black := own == sargon.Black
	file, beside := 7*r.IntN(2), 1
	if file == 7 {
		beside = 6
	}
	s.put(8*home+file, letter(5, black))
	s.put(8*second+file, letter(0, black))
	s.put(8*second+beside, letter(0, black))
	s.putKings()
	for range 1 + r.IntN(4) {
		s.putAnywhere(letter(1+r.IntN(4), !black))
	}
	if s.side = 'b'; own == sargon.Black {
		s.side = 'w'
	}
	if r.IntN(2) == 0 {
		s.putAnywhere(letter(1+r.IntN(2), black))
		s.side ^= 'w' ^ 'b'
	}
	p, ok := s.anyPosition()
	if edge := sargon.SquareAt(beside, home); ok && p.Board[edge] == sargon.Empty {
		p.Board[edge] = sargon.NewPiece(sargon.Pawn, own) | sargon.MovedBit
	}
	return p, ok && !p.InCheck(own) && !p.InCheck(p.Side.Other())
}

// mates drives a king to the edge.
func mates(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	black := r.IntN(2) == 0
	edge := []int{r.IntN(8), 56 + r.IntN(8), 8 * r.IntN(8), 8*r.IntN(8) + 7}[r.IntN(4)]
	s.put(edge, letter(5, black))
	near := along(edge, r.IntN(8), 2)
	s.put(near, letter(5, !black))
	for range 1 + r.IntN(3) {
		s.putAnywhere(letter(3+r.IntN(2), !black))
	}
	for range r.IntN(3) {
		s.put(along(edge, r.IntN(8), 1), letter(r.IntN(4), black))
	}
	s.putKings()
	s.scatter(r.IntN(3), "PPNB")
	return s.position()
}

// mutualMates has both kings behind their pawns on the back rank, rooks or queens that can
// mate them there, and something to take instead.
func mutualMates(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.side = 'w'
	king := 6 + r.IntN(2)
	s.put(king, 'K')
	s.put(56+king, 'k')
	for file := 5; file < 8; file++ {
		s.put(8+file, 'P')
		s.put(48+file, 'p')
	}
	for range 1 + r.IntN(2) {
		s.put(8*r.IntN(8)+r.IntN(5), "QR"[r.IntN(2)])
		s.put(8*r.IntN(8)+r.IntN(5), "qr"[r.IntN(2)])
		s.put(8*r.IntN(6)+8+r.IntN(8), "nbp"[r.IntN(3)])
	}
	return s.position()
}

// crowded fills the board with pieces that have many moves, so that the list overflows.
func crowded(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(16+r.IntN(16), "QQQQRB")
	return s.position()
}

// crowdedCastling lets the list overflow just where Black castles, at the third ply: with
// many queens and nobody in their way, before a sheltered white king. Black is in check,
// so that the search stays small although the lists are long.
func crowdedCastling(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.side = 'b'
	s.put(60, 'k')
	if r.IntN(2) == 0 { // one rook: a second pair would find no room at all
		s.put(63, 'r')
		s.rights = "k"
	} else {
		s.put(56, 'r')
		s.rights = "q"
	}
	checks := []int{43, 45, 50, 54}
	s.put(checks[r.IntN(len(checks))], 'N')
	for square, piece := range map[int]byte{7: 'K', 6: 'R', 14: 'P', 15: 'P'} {
		s.put(square, piece)
	}
	for range 11 + r.IntN(4) {
		for !s.put(r.IntN(48), 'q') {
		}
	}
	return s.position()
}

// crowdedChecks has so many queens that the list area is full, or nearly, when a check is followed
// one ply deeper: a ply may then find no room where another one had some, and try an old record.
// The side to move is in check, and hardly a move is legal, so that the search stays small. In one
// of two a pawn that gives check can be captured en passant, for which there is no room at all.
func crowdedChecks(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	var way []int // of a pawn's two-step
	if r.IntN(2) == 0 {
		file, beside, black := 1+r.IntN(6), 2*r.IntN(2)-1, r.IntN(2) == 0
		way, s.side = []int{8 + file, 16 + file, 24 + file, 32 + file}, 'w'
		if black {
			way, s.side = []int{48 + file, 40 + file, 32 + file, 24 + file}, 'b'
		}
		s.put(way[0], letter(0, black))
		s.put(way[2]+beside, letter(0, !black))
		s.put(way[3]-beside, letter(5, !black)) // the two-step gives check
		way = way[1:3]
	}
	s.putKings()
	s.scatter(18+r.IntN(10), "QQQQQR")
	for _, square := range way {
		s.letters[square] = 0
	}
	p, ok := s.position()
	return p, ok && p.InCheck(p.Side)
}

// fullList has queens with about 68 moves for each side, so that five plies fill the list area, and
// kings that can castle behind their pawns at the ply where it gets full.
func fullList(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	for _, side := range []struct {
		home, pawns int
		rights      string
		black       bool
	}{{0, 8, "KQ", false}, {56, 48, "kq", true}} {
		s.put(side.home+4, letter(5, side.black))
		for i, rook := range []int{7, 0} {
			if r.IntN(2) == 0 {
				s.put(side.home+rook, letter(3, side.black))
				s.rights += side.rights[i : i+1]
			}
		}
		for file := range 8 {
			s.put(side.pawns+file, letter(0, side.black))
		}
		for range 3 + r.IntN(3) {
			s.put(16+r.IntN(32), letter(4, side.black))
		}
	}
	return s.position()
}

// lastRecord has a side with so many queens that, when the other one comes to castle at the fourth
// ply, the list area has room for one record: the pair steps back into the list of the third ply
// (spec §14.8). That one can do little else behind its pawns.
func lastRecord(t *Tools, r *rand.Rand) (sargon.Position, bool) {
	for range 100 {
		s := newSetup(r)
		black := r.IntN(2) == 0
		home, pawns, middle := 56, 48, 0
		if s.side = 'w'; black {
			home, pawns, middle, s.side = 0, 8, 16, 'b'
		}
		s.put(home+4, letter(5, !black))
		side := r.IntN(2)
		s.put(home+[]int{7, 0}[side], letter(3, !black))
		s.put(home+[]int{3, 5}[side], letter(1+r.IntN(2), !black))
		s.rights = []string{"kq", "KQ"}[home/56^1][side : side+1]
		for file := range 8 {
			s.put(pawns+file, letter(0, !black))
		}
		s.put(middle+r.IntN(48), letter(5, black))
		for range 11 + r.IntN(5) {
			s.put(middle+r.IntN(48), letter(4, black))
		}
		p, ok := s.position()
		if !ok || t.probe.SetPosition(p) != nil {
			continue
		}
		moves := t.probe.Moves(nil)
		m := moves[r.IntN(len(moves))]
		if t.probe.Play(m.From, m.To) != nil {
			continue
		}
		const nearly, records = 8, literal.Records - 1
		sum := 2*len(moves) + len(t.probe.Moves(nil))
		if sum > records-nearly && sum < records+nearly {
			return p, true
		}
	}
	return sargon.Position{}, false
}

// odd takes another position and gives it bytes that FEN cannot: moved bits, castled
// kings, queens that are not royal, previous moves.
func odd(t *Tools, r *rand.Rand) (sargon.Position, bool) {
	base := []func(*Tools, *rand.Rand) (sargon.Position, bool){
		few, middle, queens, promotions, pins, enPassant, castling,
	}
	p, ok := base[r.IntN(len(base))](t, r)
	if !ok {
		return p, false
	}
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		piece := p.Board[s]
		if piece == sargon.Border || piece == sargon.Empty || r.IntN(3) > 0 {
			continue
		}
		p.Board[s] ^= sargon.MovedBit
		if piece.Type() == sargon.King && r.IntN(2) == 0 {
			p.Board[s] ^= sargon.CastledBit
		}
	}
	oddQueens(r, &p)
	oddPrevious(r, &p)
	if r.IntN(4) == 0 {
		p.MoveNumber = uint8(r.IntN(256))
	}
	return p, !p.InCheck(p.Side.Other())
}

// oddQueens makes another queen of a colour the royal one, or none, or a square without one:
// where a pawn has promoted in a search, often on the last rank (spec §14.1).
func oddQueens(r *rand.Rand, p *sargon.Position) {
	for i, color := range []sargon.Color{sargon.White, sargon.Black} {
		switch r.IntN(6) {
		case 0:
			p.Royal[sargon.WhiteQueen+i] = sargon.NoSquare
		case 2:
			p.Royal[sargon.WhiteQueen+i] = sargon.SquareAt(r.IntN(8), r.IntN(8))
		case 3:
			p.Royal[sargon.WhiteQueen+i] = sargon.SquareAt(r.IntN(8), 7*(1-i))
		case 1:
			for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
				if p.Board[s]&^sargon.MovedBit == sargon.NewPiece(sargon.Queen, color) {
					p.Royal[sargon.WhiteQueen+i] = s
					break
				}
			}
		}
	}
}

// oddPrevious makes a pawn's single step, or any piece's first move, the previous move.
func oddPrevious(r *rand.Rand, p *sargon.Position) {
	if r.IntN(2) == 0 {
		return
	}
	back := sargon.Square(10)
	if p.Side == sargon.Black {
		back = 246 // −10
	}
	for range 20 {
		s := sargon.SquareAt(r.IntN(8), 3+r.IntN(2))
		piece := p.Board[s]
		if piece == sargon.Empty || piece.Color() == p.Side || p.Board[s+back] != sargon.Empty {
			continue
		}
		p.Previous = sargon.Move{From: s + back, To: s, Flags: sargon.FirstMove}
		return
	}
}

// edgePawns puts pawns on the first and the last rank, where FEN has none.
func edgePawns(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(2+r.IntN(8), "PPNBRQ")
	p, ok := s.anyPosition()
	for range 1 + r.IntN(6) {
		square := sargon.SquareAt(r.IntN(8), 7*r.IntN(2))
		if p.Board[square] == sargon.Empty {
			p.Board[square] = sargon.NewPiece(sargon.Pawn, sargon.Color(r.Uint32())&sargon.Black)
			if r.IntN(2) == 0 {
				p.Board[square] |= sargon.MovedBit
			}
		}
	}
	return p, ok && !p.InCheck(p.Side.Other())
}

// afterDoubleMove is a position right after castling or en passant.
func afterDoubleMove(t *Tools, r *rand.Rand) (sargon.Position, bool) {
	make := []func(*Tools, *rand.Rand) (sargon.Position, bool){castling, enPassant}[r.IntN(2)]
	p, ok := make(t, r)
	if !ok || t.probe.SetPosition(p) != nil {
		return p, false
	}
	double := t.probe.PlayRandom(func(moves []sargon.Move) sargon.Move {
		for _, m := range moves {
			if m.Flags&sargon.DoubleMove != 0 {
				return m
			}
		}
		return moves[0]
	})
	return t.probe.Position(), double.Flags&sargon.DoubleMove != 0
}

// kingToBeTaken has the side in check that is not to move.
func kingToBeTaken(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	s.putKings()
	s.scatter(3+r.IntN(10), "PPNBRQQ")
	p, ok := s.anyPosition()
	if ok && p.InCheck(p.Side) {
		p.Side = p.Side.Other()
	}
	return p, ok && p.InCheck(p.Side.Other())
}

// manyPins has kings and queens in the open, each with pinned pieces all around: the list has
// room for ten pins.
func manyPins(_ *Tools, r *rand.Rand) (sargon.Position, bool) {
	s := newSetup(r)
	royals := []byte{'K', 'k', 'Q', 'q'}
	squares := make([]int, len(royals))
	for i, royal := range royals {
		squares[i] = 8*(1+r.IntN(6)) + 1 + r.IntN(6)
		if !s.put(squares[i], royal) {
			return sargon.Position{}, false
		}
	}
	for i, royal := range royals {
		black := royal >= 'a'
		for d := range 8 {
			near := 1
			if along(squares[i], d, 3) >= 0 && r.IntN(3) == 0 {
				near = 2
			}
			if along(squares[i], d, near+1) >= 0 && r.IntN(8) > 0 {
				s.put(along(squares[i], d, near), letter(r.IntN(5), black))
				s.put(along(squares[i], d, near+1), letter(2+d/4, !black))
			}
		}
	}
	return s.position()
}

// oneStepEnPassant has a pawn that came beside others with a single step, its first move.
func oneStepEnPassant(t *Tools, r *rand.Rand) (sargon.Position, bool) {
	p, ok := enPassant(t, r)
	if ok = ok && !p.Previous.IsZero(); ok {
		p.Previous.From = (p.Previous.From + p.Previous.To) / 2
	}
	return p, ok
}

// bookPosition is the start, or the position after one move.
func bookPosition(t *Tools, r *rand.Rand) (sargon.Position, bool) {
	_ = t.probe.SetPosition(sargon.StartPosition())
	if r.IntN(3) > 0 {
		t.playRandom(r, 0)
	}
	return t.probe.Position(), true
}
