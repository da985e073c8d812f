package native

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/must"
)

// boards are those of the engines, without 10x12.
func boards() []board { return []board{new(search0x88), new(searchBitboards)} }

// placed sets a board up, and returns the moves of the position.
func placed(b board, p *sargon.Position) []record {
	b.set(p)
	b.reset(plyRecords)
	previous := recordOf(b, p.Previous)
	return b.moves(p.Side, &previous)
}

// eachMove calls f for each move of a list, with its second half if it has one.
func eachMove(list []record, f func(first, second *record)) {
	for i := 0; i < len(list); i++ {
		first := &list[i]
		if first.flags&sargon.DoubleMove == 0 {
			f(first, nil)
			continue
		}
		i++
		f(first, &list[i])
	}
}

// TestBoardsGenerateTheSameMoves compares all records, second halves of pairs included, with those
// of 10x12.
func TestBoardsGenerateTheSameMoves(t *testing.T) {
	e := reference.New()
	rapid.Check(t, func(t *rapid.T) {
		p := walked.Draw(t, "position").Position
		if err := e.SetPosition(p); err != nil {
			t.Fatal(err)
		}
		want := must.Have(e.Examine(t.Context())).Generated
		for _, b := range boards() {
			var got []sargon.Move
			for _, r := range placed(b, &p) {
				got = append(got, moveOf(b, &r))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s:\n got %v\nwant %v", b.name(), got, want)
			}
		}
	})
}

// TestUnmakeRestores makes and unmakes every move. All bytes come back but those of the
// queens' royal squares (spec §14.1).
func TestUnmakeRestores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := walked.Draw(t, "position").Position
		for _, b := range boards() {
			list := placed(b, &p)
			before := snapshot(b)
			eachMove(list, func(first, second *record) {
				b.make(first, second)
				if snapshot(b) == before {
					t.Fatalf("%s: move %v changed nothing", b.name(), first)
				}
				b.unmake(first, second)
				if after := snapshot(b); after != before {
					t.Fatalf("%s: move %v:\n got %v\nwant %v", b.name(), first, after, before)
				}
			})
		}
	})
}

// snapshot is all that a board holds but the queens' royal squares.
func snapshot(b board) any {
	switch b := b.(type) {
	case *search0x88:
		royals := b.royals
		clear(royals[sargon.WhiteQueen:])
		return [3]any{b.squares, royals, fmt.Sprint(b.standing())}
	case *searchBitboards:
		royals := b.royals
		clear(royals[sargon.WhiteQueen:])
		return [4]any{b.squares, b.pieces, b.sum, royals}
	}
	return nil
}

// standing are the squares of the piece lists, in order.
func (b *board0x88) standing() (squares [2][]uint8) {
	for i, list := range b.lists {
		squares[i] = slices.Sorted(slices.Values(list.squares[:list.length]))
	}
	return squares
}

// walked makes positions of games: random moves from a start with castling, en passant and
// promotion near.
var walked = rapid.Custom(func(t *rapid.T) shown {
	e := reference.New()
	fen := rapid.SampledFrom([]string{
		sargon.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 5",
		"4k3/pppppppp/8/1P1P1P1P/p1p1p1p1/8/PPPPPPPP/4K3 w - - 0 5",
	}).Draw(t, "start")
	if err := e.SetPosition(must.Have(sargon.ParseFEN(fen))); err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 30).Draw(t, "plies") {
		moves := e.Moves(nil) // pseudo-legal
		for len(moves) > 0 {
			m := rapid.SampledFrom(moves).Draw(t, "move")
			if e.Play(m.From, m.To) == nil {
				break
			}
			moves = slices.DeleteFunc(moves, m.Same)
		}
		if len(moves) == 0 {
			break
		}
	}
	return shown{e.Position()}
})

// shown is a position that prints as FEN.
type shown struct{ sargon.Position }

func (p shown) GoString() string { return p.FEN() }
