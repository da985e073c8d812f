package sargon

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// FENError says what is wrong with a FEN.
type FENError struct {
	FEN    string
	Reason error
}

func (e *FENError) Error() string { return fmt.Sprintf("FEN %q: %v", e.FEN, e.Reason) }

// Unwrap returns the reason.
func (e *FENError) Unwrap() error { return e.Reason }

// castling holds what a right of castling needs.
type castling struct {
	letter byte
	king   Square
	rook   Square
	color  Color
}

var castlings = [4]castling{
	{'K', E1, H1, White}, {'Q', E1, A1, White}, {'k', E8, H8, Black}, {'q', E8, A8, Black},
}

// ParseFEN reads a position as spec §16 sets it up: moved bits from where pieces stand and
// from the castling rights, royal squares as by ROYALT, the move number at least 2 except
// where the book would answer, and the two-step before an en passant square as the
// previous move. The last two fields may be missing (as in EPD); the half-move clock is
// checked and otherwise unused. Errors are *FENError: malformed fields, anything but one
// king each, a pawn on the first or eighth rank, the side not to move in check, castling
// rights without king and rook at home, an en passant square without its pawn.
func ParseFEN(fen string) (Position, error) {
	p, err := ParseRecordedFEN(fen)
	if err == nil && p.InCheck(p.Side.Other()) {
		err = &FENError{
			FEN:    fen,
			Reason: fmt.Errorf("%v is in check, but it is %v's move", p.Side.Other(), p.Side),
		}
	}
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

// ParseRecordedFEN is ParseFEN for the positions of recordings: it accepts a side not to
// move that is in check, because some positions on which the original was recorded are so.
func ParseRecordedFEN(fen string) (Position, error) {
	p, err := parseFEN(fen)
	if err != nil {
		return Position{}, &FENError{FEN: fen, Reason: err}
	}
	return p, nil
}

func parseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) < 4 || len(fields) > 6 {
		return Position{}, fmt.Errorf(
			"%d fields; want 6 (board, side, castling, en passant, half-moves, move number), "+
				"or the first 4 or 5", len(fields),
		)
	}
	p := EmptyPosition()
	if err := p.parseBoard(fields[0]); err != nil {
		return p, err
	}
	switch fields[1] {
	case "w":
		p.Side = White
	case "b":
		p.Side = Black
	default:
		return p, fmt.Errorf("side to move %q; want w or b", fields[1])
	}
	if err := p.checkPieces(); err != nil {
		return p, err
	}
	rights, err := p.parseCastling(fields[2])
	if err != nil {
		return p, err
	}
	p.markMoved(rights)
	p.FindRoyals()
	if err := p.parseEnPassant(fields[3]); err != nil {
		return p, err
	}
	if len(fields) > 4 {
		if _, err := parseCount(fields[4], "half-move clock"); err != nil {
			return p, err
		}
	}
	number := 2
	if len(fields) > 5 {
		if number, err = parseCount(fields[5], "move number"); err != nil {
			return p, err
		}
	}
	p.setMoveNumber(number)
	return p, nil
}

// parseBoard reads the first field of a FEN.
func (p *Position) parseBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("board has %d ranks; want 8 with / between them", len(ranks))
	}
	for i, text := range ranks {
		rank, file, digit := 7-i, 0, false
		for _, c := range []byte(text) {
			if c >= '1' && c <= '8' {
				if digit {
					return fmt.Errorf("rank %d %q has two numbers in a row", rank+1, text)
				}
				file += int(c - '0')
				digit = true
				continue
			}
			piece, ok := pieceOfLetter(c)
			if !ok {
				return fmt.Errorf(
					"rank %d %q: %q is not a piece; want one of PNBRQKpnbrqk or a number 1–8",
					rank+1, text, c,
				)
			}
			if file < 8 {
				p.Board[SquareAt(file, rank)] = piece
			}
			file++
			digit = false
		}
		if file != 8 {
			return fmt.Errorf("rank %d %q does not have 8 squares", rank+1, text)
		}
	}
	return nil
}

// checkPieces refuses what is not a position of chess.
func (p *Position) checkPieces() error {
	kings := map[Color]int{}
	for s := FirstSquare; s <= LastSquare; s++ {
		piece := p.Board[s]
		if piece == Border {
			continue
		}
		switch piece.Type() {
		case King:
			kings[piece.Color()]++
		case Pawn:
			if s.Rank() == 0 || s.Rank() == 7 {
				return fmt.Errorf("a pawn on %v; pawns stand on ranks 2–7", s)
			}
		}
	}
	for _, c := range []Color{White, Black} {
		if kings[c] != 1 {
			return fmt.Errorf("%d %v kings; want one of each colour", kings[c], c)
		}
	}
	return nil
}

// parseCastling reads the rights and checks that king and rook are at home.
func (p *Position) parseCastling(field string) (rights [4]bool, err error) {
	if field == "-" {
		return rights, nil
	}
next:
	for _, letter := range []byte(field) {
		for i, c := range castlings {
			if c.letter != letter {
				continue
			}
			if rights[i] {
				return rights, fmt.Errorf("castling rights %q name %c twice", field, letter)
			}
			if p.Board[c.king] != NewPiece(King, c.color) || p.Board[c.rook] != NewPiece(Rook, c.color) {
				return rights, fmt.Errorf(
					"castling right %c needs the %v king on %v and its rook on %v", letter,
					c.color, c.king, c.rook,
				)
			}
			rights[i] = true
			continue next
		}
		return rights, fmt.Errorf("castling rights %q; want a choice of KQkq, or -", field)
	}
	return rights, nil
}

// homePieces is what stands on the first rank, by file, at the start.
var homePieces = [8]PieceType{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook}

// markMoved sets the moved bits by the convention of spec §16.
func (p *Position) markMoved(rights [4]bool) {
	for s := FirstSquare; s <= LastSquare; s++ {
		piece := p.Board[s]
		if piece == Empty || piece == Border || p.atHome(s, piece, rights) {
			continue
		}
		p.Board[s] |= MovedBit
		if piece.Type() == King {
			p.Board[s] |= CastledBit
		}
	}
}

// atHome tells whether a piece counts as not moved (spec §16).
func (p *Position) atHome(s Square, piece Piece, rights [4]bool) bool {
	homeRank, firstRight := 0, 0
	if piece.Color() == Black {
		homeRank, firstRight = 7, 2
	}
	if piece.Type() == Pawn {
		return s.Rank() == homeRank+1 || s.Rank() == homeRank-1
	}
	if s.Rank() != homeRank || homePieces[s.File()] != piece.Type() {
		return false
	}
	kingSide, queenSide := rights[firstRight], rights[firstRight+1]
	switch piece.Type() {
	case King:
		return kingSide || queenSide
	case Rook:
		kingHome := p.Board[SquareAt(4, homeRank)]&^(MovedBit|CastledBit) == NewPiece(King, piece.Color())
		right := queenSide
		if s.File() == 7 {
			right = kingSide
		}
		return right || !kingHome
	}
	return true
}

// parseEnPassant reads the en passant square into the previous move (spec §16).
func (p *Position) parseEnPassant(field string) error {
	if field == "-" {
		return nil
	}
	s, err := ParseSquare(field)
	if err != nil {
		return fmt.Errorf("en passant: %w, or -", err)
	}
	// The pawn stepped over s: it came from behind and stands before it.
	forward, rank := +10, 2
	if p.Side == White {
		forward, rank = -10, 5
	}
	if s.Rank() != rank {
		return fmt.Errorf("en passant square %v is not on rank %d", s, rank+1)
	}
	from, to := Square(int(s)-forward), Square(int(s)+forward)
	if p.Board[to]&^MovedBit != NewPiece(Pawn, p.Side.Other()) {
		return fmt.Errorf("en passant square %v, but no %v pawn on %v", s, p.Side.Other(), to)
	}
	if p.Board[s] != Empty || p.Board[from] != Empty {
		return fmt.Errorf(
			"en passant square %v, but %v or %v is occupied: no pawn can just have passed", s, s,
			from,
		)
	}
	p.Previous = Move{From: from, To: to, Flags: FirstMove}
	return nil
}

// parseCount reads one of the two numbers of a FEN.
func parseCount(field, what string) (int, error) {
	n, err := strconv.ParseUint(field, 10, 31)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return 0, fmt.Errorf("%s %s is too large", what, field)
		}
		return 0, fmt.Errorf("%s %q is not a number from 0", what, field)
	}
	return int(n), nil
}

// setMoveNumber sets MOVENO: 1 only where the book of spec §12 knows the position.
func (p *Position) setMoveNumber(number int) {
	p.MoveNumber = uint8(min(max(number, 2), 255))
	if number != 1 {
		return
	}
	start := StartPosition()
	if p.Side == White {
		if p.Board == start.Board {
			p.MoveNumber = 1
		}
		return
	}
	if move, ok := firstMoveTo(&start, p); ok {
		p.MoveNumber, p.Previous = 1, move
	}
}

// firstMoveTo finds White's first move that leads from the start to p, if one does.
func firstMoveTo(start, p *Position) (Move, bool) {
	try := func(from, to Square) (Move, bool) {
		board := start.Board
		board[to], board[from] = board[from]|MovedBit, Empty
		return Move{From: from, To: to, Flags: FirstMove}, board == p.Board
	}
	for file := range 8 {
		pawn := SquareAt(file, 1)
		for _, to := range []Square{pawn + 10, pawn + 20} {
			if m, ok := try(pawn, to); ok {
				return m, true
			}
		}
	}
	for _, knight := range []Square{B1, G1} {
		for _, to := range []Square{knight + 19, knight + 21} {
			if m, ok := try(knight, to); ok {
				return m, true
			}
		}
	}
	return Move{}, false
}

// FEN writes the position. What FEN cannot say is lost: which pieces have moved beyond
// castling rights, and a previous move that was no two-step of a pawn. The half-move
// clock, which the program does not keep, is written as 0.
func (p Position) FEN() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			piece := p.Board[SquareAt(file, rank)]
			if piece == Empty {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
			b.WriteByte(piece.Letter())
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	side := "w"
	if p.Side == Black {
		side = "b"
	}
	fmt.Fprintf(&b, " %s %s %s 0 %d", side, p.castlingField(), p.enPassantField(), p.MoveNumber)
	return b.String()
}

// castlingField writes a right for each rook that has not moved beside a king that has
// not moved.
func (p *Position) castlingField() string {
	field := ""
	for _, c := range castlings {
		if p.Board[c.king] == NewPiece(King, c.color) && p.Board[c.rook] == NewPiece(Rook, c.color) {
			field += string(c.letter)
		}
	}
	if field == "" {
		return "-"
	}
	return field
}

// enPassantField writes the square a pawn has just passed, whether or not it can be taken.
func (p *Position) enPassantField() string {
	m := p.Previous
	if m.Flags&FirstMove == 0 || !m.To.OnBoard() || p.Board[m.To].Type() != Pawn {
		return "-"
	}
	if step := int(m.To) - int(m.From); step != 20 && step != -20 {
		return "-"
	}
	return ((m.From + m.To) / 2).String()
}
