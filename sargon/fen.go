package sargon

import (
	"cmp"
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
	Part   string // the part that is wrong: one of FENParts, or "fields" or "check"
	Reason error
}

// FENParts are the names of the fields of a FEN. An impossible set of pieces is an error in "board".
var FENParts = [6]string{"board", "side", "castling", "en passant", "clock", "move number"}

func (e *FENError) Error() string { return fmt.Sprintf("FEN %q: %v", e.FEN, e.Reason) }

// Unwrap returns the reason.
func (e *FENError) Unwrap() error { return e.Reason }

// castling holds what a right of castling needs.
type castling struct {
	letter byte
	file   byte // the same right in Shredder-FEN: that of the rook
	king   Square
	rook   Square
	color  Color
}

var castlings = [4]castling{
	{'K', 'H', E1, H1, White}, {'Q', 'A', E1, A1, White},
	{'k', 'h', E8, H8, Black}, {'q', 'a', E8, A8, Black},
}

// ParseFEN reads a position as spec §16 sets it up: moved bits from where pieces stand and
// from the castling rights, royal squares as by ROYALT, the move number at least 2 except
// where the book would answer, and the two-step before an en passant square as the
// previous move. Fields that are missing are taken as usual: White to move, no rights, no en
// passant square, half-move clock 0, move number 1; a number 0 is taken as 1. The half-move clock
// is checked and otherwise unused. ParseFENWarnings also returns warnings, which ParseFEN drops. Errors
// are *FENError: malformed fields, anything but one king each, a pawn on the first or eighth rank, the
// side not to move in check.
func ParseFEN(fen string) (Position, error) {
	p, _, err := ParseFENWarnings(fen)
	return p, err
}

// ParseFENWarnings reads a FEN as ParseFEN does, and returns a warning for each oddity: castling rights
// without king and rook at home and an en passant square without its pawn, which are left out; more
// pieces than a game begins with, which stay.
func ParseFENWarnings(fen string) (p Position, warnings []string, err error) {
	r, err := readFEN(fen)
	if err == nil && r.InCheck(r.Side.Other()) {
		err = &FENError{fen, "check", fmt.Errorf("%v is in check, but it is %v's move", r.Side.Other(), r.Side)}
	}
	if err != nil {
		return Position{}, nil, err
	}
	return r.Position, append(r.extraPieces, r.ignored...), nil
}

// ParseRecordedFEN reads a FEN that a program has written. Unlike ParseFEN it accepts a position in which the
// side not to move is in check, because some positions on which the original was recorded are of this kind.
// It refuses a FEN with fewer than four fields, and one of which ParseFEN would leave something out.
func ParseRecordedFEN(fen string) (Position, error) {
	const shortest = 4 // fields, those of EPD
	r, err := readFEN(fen)
	if n := len(strings.Fields(fen)); err == nil && n < shortest {
		err = &FENError{fen, "fields", fmt.Errorf("%d fields; want at least %d", n, shortest)}
	}
	if err == nil && len(r.ignored) > 0 {
		err = &FENError{fen, "fields", errors.New(r.ignored[0])}
	}
	if err != nil {
		return Position{}, err
	}
	return r.Position, nil
}

// FENFields returns the six fields of a FEN, with what is usual in place of those missing. A
// FEN that ParseFEN refuses may have more.
func FENFields(fen string) []string {
	fields := strings.Fields(typed.Replace(fen))
	for i, usual := range []string{"", "w", "-", "-", "0", "1"} {
		switch {
		case i == len(fields):
			fields = append(fields, usual)
		case i > 3 && fields[i] == "-":
			fields[i] = usual
		}
	}
	return fields
}

// typed replaces dashes that word processors put in place of a hyphen, and removes invisible characters.
var typed = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "")

// fenReader is a position that is being read, and what its FEN is to be warned of.
type fenReader struct {
	Position
	extraPieces []string // more pieces than a game begins with
	ignored     []string // what the position has no room for
}

// readFEN reads a FEN. The side not to move may be in check. Errors are *FENError.
func readFEN(fen string) (*fenReader, error) {
	p := &fenReader{Position: EmptyPosition()}
	fields := FENFields(fen)
	if strings.HasSuffix(fields[len(fields)-1], ";") {
		return p, &FENError{fen, "fields",
			errors.New("operations of an EPD (bm, id …) after the position; want it without them")}
	}
	if fields[0] == "" || len(fields) > 6 {
		return p, &FENError{fen, "fields", fmt.Errorf("%d fields; want 6 (board, side, castling, en passant, "+
			"half-moves, move number), or the first of them", len(strings.Fields(fen)))}
	}
	for i, read := range []func(string) error{
		p.readBoard, p.readSide, p.readCastling, p.readEnPassant, p.readClock, p.readMoveNumber,
	} {
		if err := read(fields[i]); err != nil {
			return p, &FENError{fen, FENParts[i], err}
		}
	}
	return p, nil
}

// readBoard reads the first field of a FEN, the pieces rank by rank from the eighth.
func (p *fenReader) readBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		number := fmt.Sprintf("%d ranks", len(ranks))
		if len(ranks) == 1 {
			number = "1 rank"
		}
		return fmt.Errorf("found %s, need 8 separated by /", number)
	}
	for i, text := range ranks {
		rank, file := 7-i, 0
		for j, c := range []byte(text) {
			piece, ok := pieceOfLetter(c)
			switch {
			case '1' <= c && c <= '8' && j > 0 && text[j-1] <= '9':
				return fmt.Errorf("rank %d %q has two numbers in a row", rank+1, text)
			case '1' <= c && c <= '8':
				file += int(c - '0')
				continue
			case !ok:
				return fmt.Errorf(
					"rank %d %q: %q is not a piece; want one of PNBRQKpnbrqk or a number 1–8",
					rank+1, text, c,
				)
			case file < 8:
				p.Board[SquareAt(file, rank)] = piece
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d %q does not have 8 squares", rank+1, text)
		}
	}
	return p.checkPieces()
}

// checkPieces refuses what is not a position of chess, and warns of more pieces than a game begins
// with.
func (p *fenReader) checkPieces() error {
	var counts [2][8]int // by colour and type; all of a colour at 0
	for s, piece := range p.pieces() {
		if piece.Type() == Pawn && (s.Rank() == 0 || s.Rank() == 7) {
			return fmt.Errorf("a pawn on %v; pawns stand on ranks 2–7", s)
		}
		counts[piece>>7][0]++
		counts[piece>>7][piece.Type()]++
	}
	for i, c := range []Color{White, Black} {
		if kings := counts[i][King]; kings != 1 {
			return fmt.Errorf("%d %v kings; want one of each colour", kings, c)
		}
		const most, mostPawns = 16, 8
		if n := counts[i][0]; n > most {
			p.extraPieces = append(p.extraPieces, fmt.Sprintf("more than %d %v pieces: %d", most, c, n))
		}
		if n := counts[i][Pawn]; n > mostPawns {
			p.extraPieces = append(p.extraPieces, fmt.Sprintf("more than %d %v pawns: %d", mostPawns, c, n))
		}
	}
	return nil
}

func (p *fenReader) readSide(field string) error {
	switch field {
	case "w":
	case "b":
		p.Side = Black
	default:
		return fmt.Errorf("side to move %q; want w or b", field)
	}
	return nil
}

// readCastling reads the rights, also as Shredder-FEN writes them if king and rook stand as in
// ordinary chess, and marks what has moved. Rights for which king and rook are not at home are left
// out.
func (p *fenReader) readCastling(field string) error {
	var rights [4]bool
	letters := field
	if field == "-" {
		letters = ""
	}
next:
	for _, letter := range []byte(letters) {
		for i, c := range castlings {
			ordinary := p.atHomeFor(&c)
			if c.letter != letter && (c.file != letter || !ordinary) {
				continue
			}
			if rights[i] {
				return fmt.Errorf("castling rights %q name %c twice", field, letter)
			}
			if rights[i] = ordinary; !ordinary {
				p.ignore("castling right %c left out: it needs the %v king on %v and its rook on %v",
					letter, c.color, c.king, c.rook)
			}
			continue next
		}
		if strings.IndexByte("ABCDEFGHabcdefgh", letter) >= 0 {
			return fmt.Errorf(
				"castling rights %q are of Chess960; want a choice of KQkq, or -", field)
		}
		return fmt.Errorf("castling rights %q; want a choice of KQkq, or -", field)
	}
	p.markMoved(rights)
	p.FindRoyals()
	return nil
}

func (p *fenReader) ignore(format string, args ...any) {
	p.ignored = append(p.ignored, fmt.Sprintf(format, args...))
}

// atHomeFor reports whether king and rook stand where a right needs them, and have not moved.
func (p *Position) atHomeFor(c *castling) bool {
	return p.Board[c.king] == NewPiece(King, c.color) && p.Board[c.rook] == NewPiece(Rook, c.color)
}

// homePieces is what stands on the first rank, by file, at the start.
var homePieces = [8]PieceType{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook}

// markMoved sets the moved bits by the convention of spec §16.
func (p *Position) markMoved(rights [4]bool) {
	for s, piece := range p.pieces() {
		if p.atHome(s, piece, rights) {
			continue
		}
		p.Board[s] |= MovedBit
		if piece.Type() == King {
			p.Board[s] |= CastledBit
		}
	}
}

// atHome reports whether a piece counts as not moved (spec §16).
func (p *Position) atHome(s Square, piece Piece, rights [4]bool) bool {
	home, kingSide, queenSide := 0, rights[0], rights[1]
	if piece.Color() == Black {
		home, kingSide, queenSide = 7, rights[2], rights[3]
	}
	king := p.Board[SquareAt(4, home)] &^ (MovedBit | CastledBit)
	switch t := piece.Type(); {
	case t == Pawn:
		return s.Rank() == home+1 || s.Rank() == home-1
	case s.Rank() != home || homePieces[s.File()] != t:
		return false
	case t == King:
		return kingSide || queenSide
	case t == Rook && king == NewPiece(King, piece.Color()):
		return kingSide && s.File() == 7 || queenSide && s.File() == 0
	}
	return true
}

// readEnPassant reads the en passant square into the previous move (spec §16). One that
// no pawn can just have passed is left out.
func (p *fenReader) readEnPassant(field string) error {
	if field == "-" {
		return nil
	}
	s, err := ParseSquare(field)
	if err != nil {
		return fmt.Errorf("en passant: %w, or -", err)
	}
	// The pawn has stepped over s: it came from one side of s and stands on the other.
	enemy, forward, rank := p.Side.Other(), +10, 2
	if p.Side == White {
		forward, rank = -10, 5
	}
	from, to := Square(int(s)-forward), Square(int(s)+forward)
	switch {
	case s.Rank() != rank:
		p.ignore("en passant square %v left out: it is not on rank %d", s, rank+1)
	case p.Board[to]&^MovedBit != NewPiece(Pawn, enemy):
		p.ignore("en passant square %v left out: there is no %v pawn on %v", s, enemy, to)
	case p.Board[s] != Empty || p.Board[from] != Empty:
		p.ignore("en passant square %v left out: %v or %v is occupied, "+
			"and no pawn can just have passed", s, s, from)
	default:
		p.Previous = Move{From: from, To: to, Flags: FirstMove}
	}
	return nil
}

// readClock checks the half-move clock.
func (p *fenReader) readClock(field string) error {
	_, err := parseCount(field, "half-move clock")
	return err
}

// parseCount reads one of the two numbers of a FEN.
func parseCount(field, what string) (int, error) {
	n, err := strconv.ParseUint(field, 10, 31)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s %s is too large", what, field)
	}
	if err != nil {
		return 0, fmt.Errorf("%s %q is not a number from 0", what, field)
	}
	return int(n), nil
}

// readMoveNumber sets MOVENO: 1 only where the book of spec §12 knows the position.
func (p *fenReader) readMoveNumber(field string) error {
	number, err := parseCount(field, "move number")
	p.MoveNumber = uint8(min(max(number, 2), 255))
	if err != nil || number > 1 {
		return err
	}
	start := StartPosition()
	if p.Side == White && p.Board == start.Board {
		p.MoveNumber = 1
	} else if move, ok := firstMoveTo(&start, &p.Position); ok && p.Side == Black {
		p.MoveNumber, p.Previous = 1, move
	}
	return nil
}

// firstMoveTo finds White's first move that leads from the start to p, if one does.
func firstMoveTo(start, p *Position) (Move, bool) {
	steps := [8][]Square{Pawn: {10, 20}, Knight: {19, 21}}
	for from := FirstSquare; from < SquareAt(0, 2); from++ {
		for _, step := range steps[start.Board[from].Type()] {
			board := start.Board
			board[from+step], board[from] = board[from]|MovedBit, Empty
			if board == p.Board {
				return Move{From: from, To: from + step, Flags: FirstMove}, true
			}
		}
	}
	return Move{}, false
}

// FEN writes the position. What FEN cannot say is lost: which pieces have moved beyond
// castling rights, and a previous move that was no two-step of a pawn. The half-move
// clock, which the program does not keep, is written as 0.
func (p Position) FEN() string {
	side := "w"
	if p.Side == Black {
		side = "b"
	}
	board := emptySquares.Replace(strings.Join(p.ranks(), "/"))
	return fmt.Sprintf("%s %s %s %v 0 %d", board, side, p.castlingField(), p.EnPassant(), p.MoveNumber)
}

// emptySquares replaces a run of empty squares by its length.
var emptySquares = strings.NewReplacer("........", "8", ".......", "7", "......", "6", ".....", "5",
	"....", "4", "...", "3", "..", "2", ".", "1")

// castlingField writes a right for each rook that has not moved, of a king that has
// not moved.
func (p *Position) castlingField() string {
	field := ""
	for _, c := range castlings {
		if p.atHomeFor(&c) {
			field += string(c.letter)
		}
	}
	return cmp.Or(field, "-")
}

// EnPassant returns the square that a pawn has just passed, going two squares from where pawns
// begin, whether or not it can be taken; 0 if there is none.
func (p *Position) EnPassant() Square {
	m := p.Previous
	if m.Flags&FirstMove == 0 || !m.To.OnBoard() || p.Board[m.To].Type() != Pawn {
		return 0
	}
	from, forward := 1, +10
	if p.Board[m.To].Color() == Black {
		from, forward = 6, -10
	}
	passed := int(m.From) + forward
	if !m.From.OnBoard() || m.From.Rank() != from || int(m.To) != passed+forward {
		return 0
	}
	return Square(passed)
}
