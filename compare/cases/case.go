package cases

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// Case is one search: a position, the moves played from it, and how to search.
//
// As text it is a line of words, which `sargon compare repro` and files of cases take:
//
//	level 2 startpos moves e2e4 e7e5
//	level 1 fen 8/8/8/3pP3/8/8/8/K6k w - - 0 30 set d5=81 previous d6d5-10
//
// After the position follows what FEN cannot say: bytes of the board (set), the royal squares of
// the white king, the black king, the white queen and the black queen (royal), the previous move
// with its flags (previous), and the move number (number). The words nobook and queenpawn are the
// search options of these names; evals 300 stops the search there.
//
// Instead of moves, kept says what the engine does from the position on, keeping what each search
// leaves. A number is a search at that level, !e2e5 a move that must be refused:
//
//	level 1 startpos kept 2 e2e4 !e7e4 e7e5 3 g1f3
type Case struct {
	Start     sargon.Position
	Moves     []sargon.Move // played from Start; flags do not matter
	Kept      []Ply         // or this: gone through from Start, on an engine that keeps its state
	Level     sargon.Level
	NoBook    bool
	QueenPawn bool
	MaxEvals  uint64 // where the search is stopped, 0: nowhere
}

// Options returns how to search, without watch functions.
func (c Case) Options() sargon.SearchOptions {
	p := c.ply()
	return p.Options()
}

// ply returns the search as a place in a game.
func (c Case) ply() Ply {
	return Ply{Level: c.Level, NoBook: c.NoBook, QueenPawn: c.QueenPawn, MaxEvals: c.MaxEvals}
}

// Position returns the position that is searched: Start after Moves or Kept. An error means
// that a move is not legal.
func (c Case) Position() (sargon.Position, error) {
	p := literal.New()
	if err := c.SetUp(context.Background(), p); err != nil {
		return sargon.Position{}, err
	}
	return p.Position(), nil
}

// SetUp gives an engine the position of the case, and what is played from there. The error is the
// engine's, with the number of the move, or that of ctx.
func (c Case) SetUp(ctx context.Context, engine sargon.Engine) error {
	if err := PutUp(engine, c.Start); err != nil {
		return err
	}
	for i, m := range c.Moves {
		if err := engine.Play(m.From, m.To); err != nil {
			return fmt.Errorf("move %d of the case: %w", i+1, err)
		}
	}
	if len(c.Kept) > 0 && Forgets(engine) {
		return fmt.Errorf("a game that keeps its state: %w", sargon.ErrUnsupported)
	}
	for i := range c.Kept {
		if err := c.Kept[i].goThrough(ctx, engine); err != nil {
			return fmt.Errorf("ply %d of the case: %w", i+1, err)
		}
	}
	return nil
}

// String returns the line.
func (c Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "level %d ", c.Level)
	b.WriteString(PositionText(c.Start))
	if len(c.Moves) > 0 {
		b.WriteString(" moves")
		for _, m := range c.Moves {
			b.WriteByte(' ')
			b.WriteString(m.String())
		}
	}
	if len(c.Kept) > 0 {
		b.WriteString(" kept")
		for i := range c.Kept {
			b.WriteString(c.Kept[i].keptText())
		}
	}
	if c.NoBook {
		b.WriteString(" nobook")
	}
	if c.QueenPawn {
		b.WriteString(" queenpawn")
	}
	if c.MaxEvals > 0 {
		fmt.Fprintf(&b, " evals %d", c.MaxEvals)
	}
	return b.String()
}

// MarshalText writes the line.
func (c Case) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the line.
func (c *Case) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCase(string(text))
	return err
}

// PositionText writes a position as the line of a Case does, losing nothing.
func PositionText(p sargon.Position) string {
	if p == sargon.StartPosition() {
		return "startpos"
	}
	fen := p.FEN()
	base, err := sargon.ParseRecordedFEN(fen)
	if err != nil {
		// FEN cannot say this: drop the previous move, and pawns on the first and the last rank.
		plain := p
		plain.Previous = sargon.Move{}
		for file := range 8 {
			for _, s := range [2]sargon.Square{sargon.SquareAt(file, 0), sargon.SquareAt(file, 7)} {
				if plain.Board[s].Type() == sargon.Pawn {
					plain.Board[s] = sargon.Empty
				}
			}
		}
		fen = plain.FEN()
		if base, err = sargon.ParseRecordedFEN(fen); err != nil {
			base = sargon.EmptyPosition()
		}
	}
	return "fen " + fen + overridesText(base, p)
}

// SaidByFEN tells whether the FEN of a position says all about it.
func SaidByFEN(p sargon.Position) bool {
	plain, err := sargon.ParseRecordedFEN(p.FEN())
	return err == nil && plain == p
}

// overridesText says how p differs from what its FEN stands for.
func overridesText(base, p sargon.Position) string {
	var b strings.Builder
	word := " set "
	for i, piece := range p.Board {
		if base.Board[i] != piece {
			fmt.Fprintf(&b, "%s%v=%02x", word, sargon.Square(i), uint8(piece))
			word = ","
		}
	}
	if base.Royal != p.Royal {
		fmt.Fprintf(&b, " royal %v %v %v %v", p.Royal[0], p.Royal[1], p.Royal[2], p.Royal[3])
	}
	if base.Previous != p.Previous {
		fmt.Fprintf(&b, " previous %v-%02x", p.Previous, uint8(p.Previous.Flags))
	}
	if base.MoveNumber != p.MoveNumber {
		fmt.Fprintf(&b, " number %d", p.MoveNumber)
	}
	return b.String()
}

// ParseCase reads a line as Case describes it. The level comes first; it may be missing,
// then it is 1. Errors say which word is wrong.
func ParseCase(line string) (Case, error) {
	c, err := parseCase(&words{all: strings.Fields(line)})
	if err != nil {
		return Case{}, fmt.Errorf("case: %w", err)
	}
	return c, nil
}

// words goes through the words of a line.
type words struct{ all []string }

func (w *words) more() bool { return len(w.all) > 0 }

// next takes a word, "" at the end.
func (w *words) next() string {
	if !w.more() {
		return ""
	}
	word := w.all[0]
	w.all = w.all[1:]
	return word
}

// fields takes words up to the next one that is a keyword of a case.
func (w *words) fields() []string {
	n := 0
	for n < len(w.all) && !isKeyword(w.all[n]) {
		n++
	}
	taken := w.all[:n]
	w.all = w.all[n:]
	return taken
}

// overrides are the words for what FEN cannot say, with how many words follow each.
var overrides = map[string]int{"set": 1, "royal": 4, "previous": 1, "number": 1}

// isKeyword tells whether a word begins a part of a case.
func isKeyword(word string) bool {
	switch word {
	case "level", "startpos", "fen", "moves", "kept", "nobook", "queenpawn", "evals":
		return true
	}
	return overrides[word] > 0
}

func parseCase(w *words) (Case, error) {
	c := Case{Level: 1}
	placed := false
	for w.more() {
		keyword := w.next()
		var err error
		switch keyword {
		case "level":
			c.Level, err = parseLevel(w.next())
		case "startpos":
			c.Start, placed = sargon.StartPosition(), true
		case "fen":
			c.Start, err = sargon.ParseRecordedFEN(strings.Join(w.fields(), " "))
			placed = true
		case "nobook":
			c.NoBook = true
		case "queenpawn":
			c.QueenPawn = true
		case "moves":
			c.Moves, err = parseMoves(w.fields())
		case "kept":
			c.Kept, err = parseKept(w.fields())
		case "evals":
			c.MaxEvals, err = parseEvals(w.next())
		case "set", "royal", "previous", "number":
			if !placed {
				return c, fmt.Errorf("%q comes after a position: want startpos or fen first", keyword)
			}
			err = parseOverride(&c.Start, keyword, w.fields())
		default:
			return c, fmt.Errorf("%q: want level, startpos, fen, set, royal, previous, number, "+
				"moves, kept, nobook, queenpawn or evals", keyword)
		}
		if err != nil {
			return c, err
		}
	}
	if !placed {
		return c, errors.New("no position: want startpos, or fen and a FEN")
	}
	if err := c.Start.Validate(); err != nil {
		return c, fmt.Errorf("set: that is no position any more: %w", err)
	}
	if len(c.Moves) > 0 && len(c.Kept) > 0 {
		return c, errors.New("moves and kept: want one of them")
	}
	return c, nil
}

func parseLevel(text string) (sargon.Level, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < int(sargon.MinLevel) || n > int(sargon.MaxLevel) {
		return 0, fmt.Errorf("level %q: want a number %d–%d", text, sargon.MinLevel, sargon.MaxLevel)
	}
	return sargon.Level(n), nil
}

func parseEvals(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("evals %q: want a number above 0", text)
	}
	return n, nil
}

func parseMoves(fields []string) ([]sargon.Move, error) {
	var moves []sargon.Move
	for _, text := range fields {
		m, err := sargon.ParseMove(text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

func parseOverride(p *sargon.Position, keyword string, fields []string) error {
	if count := overrides[keyword]; len(fields) != count {
		return fmt.Errorf("%s: want %d words after it, not %d", keyword, count, len(fields))
	}
	switch keyword {
	case "set":
		return parseSet(p, fields[0])
	case "royal":
		for i, text := range fields {
			s, err := parseSquareOrNone(text)
			if err != nil {
				return fmt.Errorf("royal: %w", err)
			}
			p.Royal[i] = s
		}
	case "previous":
		return parsePrevious(p, fields[0])
	case "number":
		n, err := strconv.ParseUint(fields[0], 10, 8)
		if err != nil {
			return fmt.Errorf("number %q: want 0–255", fields[0])
		}
		p.MoveNumber = uint8(n)
	}
	return nil
}

func parseSet(p *sargon.Position, list string) error {
	for _, text := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(text, "=")
		s, err := sargon.ParseSquare(name)
		if err != nil {
			return fmt.Errorf("set: %w", err)
		}
		piece, err := strconv.ParseUint(value, 16, 8)
		if err != nil || sargon.Piece(piece) != sargon.Empty && !sargon.Piece(piece).Valid() {
			return fmt.Errorf("set %q: want a square and the byte of a piece in hexadecimal, "+
				"like d5=81", text)
		}
		p.Board[s] = sargon.Piece(piece)
	}
	return nil
}

func parsePrevious(p *sargon.Position, text string) error {
	move, flags, _ := strings.Cut(text, "-")
	f, err := strconv.ParseUint(flags, 16, 8)
	if err != nil {
		return fmt.Errorf("previous %q: want a move and its flags in hexadecimal, "+
			"like d7d5-10", text)
	}
	var m sargon.Move
	if move != (sargon.Move{}).String() {
		if m, err = sargon.ParseMove(move); err != nil {
			return fmt.Errorf("previous: %w", err)
		}
	}
	m.Flags = sargon.Flags(f)
	p.Previous = m
	return nil
}

func parseSquareOrNone(text string) (sargon.Square, error) {
	if text == sargon.NoSquare.String() {
		return sargon.NoSquare, nil
	}
	return sargon.ParseSquare(text)
}
