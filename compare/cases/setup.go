package cases

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"sargon78/sargon"
)

// setup is a board being filled. Squares are 8·rank + file.
type setup struct {
	r       *rand.Rand
	letters [64]byte // as in FEN; 0 is empty
	rights  string
	passed  string // en passant square
	side    byte   // 'w' or 'b'
	number  int
}

func newSetup(r *rand.Rand) *setup {
	s := &setup{r: r, side: "wb"[r.IntN(2)], number: 2 + r.IntN(12)}
	switch r.IntN(24) {
	case 0, 1, 2:
		s.number = 2 + r.IntN(300)
	case 3: // it goes round behind 255; at 1 the book answers, whatever the position
		s.number = []int{0, 1, 254, 255}[r.IntN(4)]
	}
	return s
}

const (
	whiteLetters = "PNBRQK"
	blackLetters = "pnbrqk"
)

// letter returns the letter of a type 0–5, pawn to king, in a colour.
func letter(t int, black bool) byte {
	if black {
		return blackLetters[t]
	}
	return whiteLetters[t]
}

// put puts a piece on a square if it is free, and a pawn only where pawns stand.
func (s *setup) put(square int, piece byte) bool {
	if square < 0 || square > 63 || s.letters[square] != 0 {
		return false
	}
	if piece|0x20 == 'p' && (square < 8 || square > 55) {
		return false
	}
	s.letters[square] = piece
	return true
}

// putAnywhere puts a piece on a random free square.
func (s *setup) putAnywhere(piece byte) int {
	for {
		square := s.r.IntN(64)
		if s.put(square, piece) {
			return square
		}
	}
}

func (s *setup) putKings() {
	for _, king := range []byte{'K', 'k'} {
		if !strings.ContainsRune(string(s.letters[:]), rune(king)) {
			s.putAnywhere(king)
		}
	}
}

// scatter puts n random pieces drawn from letters of White; half of them become Black's.
func (s *setup) scatter(n int, letters string) {
	for range n {
		piece := letters[s.r.IntN(len(letters))]
		if s.r.IntN(2) == 0 {
			piece |= 0x20
		}
		s.putAnywhere(piece)
	}
}

// position returns the set-up as a position; it fails if that is not legal.
func (s *setup) position() (sargon.Position, bool) {
	p, ok := s.anyPosition()
	return p, ok && !p.InCheck(p.Side.Other())
}

// anyPosition is position where the side not to move may be in check.
func (s *setup) anyPosition() (sargon.Position, bool) {
	var board strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for _, letter := range s.letters[8*rank : 8*rank+8] {
			board.WriteByte(cmp.Or(letter, '1'))
		}
		if rank > 0 {
			board.WriteByte('/')
		}
	}
	fen := fmt.Sprintf("%s %c %s %s",
		emptySquares.Replace(board.String()), s.side, cmp.Or(s.rights, "-"), cmp.Or(s.passed, "-"))
	p, err := sargon.ParseRecordedFEN(fen)
	p.MoveNumber = uint8(min(s.number, 255))
	return p, err == nil
}

// emptySquares counts empty squares together, as FEN does.
var emptySquares = strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6",
	"11111", "5", "1111", "4", "111", "3", "11", "2")
