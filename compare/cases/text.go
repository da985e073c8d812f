package cases

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// String returns the line.
func (c Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "level %d ", c.Last().Level)
	b.WriteString(PositionText(c.Start))
	last := c.Last()
	switch {
	case c.Stateful:
		b.WriteString(" kept")
	case len(c.Plies) > 1:
		b.WriteString(" moves")
	}
	for i := range c.Plies[:len(c.Plies)-1] {
		c.Plies[i].writeTo(&b)
	}
	if last.NoBook {
		b.WriteString(" nobook")
	}
	if last.QueenPawn {
		b.WriteString(" queenpawn")
	}
	if last.MaxEvals > 0 {
		fmt.Fprintf(&b, " evals %d", last.MaxEvals)
	}
	return b.String()
}

// writeTo writes a ply as it follows the word moves or kept, a space before each word.
func (p *Ply) writeTo(b *strings.Builder) {
	if p.Level > 0 {
		fmt.Fprintf(b, " %d", p.Level)
	}
	for _, m := range p.Refused {
		fmt.Fprintf(b, " !%v", m)
	}
	if !p.Move.IsZero() {
		fmt.Fprintf(b, " %v", p.Move)
	}
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
		for _, s := range edgePawns(&p) {
			plain.Board[s] = sargon.Empty
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
	c, last := Case{}, Ply{Level: 1}
	placed, moved := false, false
	for w.more() {
		keyword := w.next()
		var err error
		switch keyword {
		case "level":
			last.Level, err = parseLevel(w.next())
		case "startpos":
			c.Start, placed = sargon.StartPosition(), true
		case "fen":
			c.Start, err = sargon.ParseRecordedFEN(strings.Join(w.fields(), " "))
			placed = true
		case "nobook":
			last.NoBook = true
		case "queenpawn":
			last.QueenPawn = true
		case "moves", "kept":
			if moved {
				return c, errors.New("moves and kept: want one of them")
			}
			moved, c.Stateful = true, keyword == "kept"
			c.Plies, err = parsePlies(w.fields())
		case "evals":
			last.MaxEvals, err = parseEvals(w.next())
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
	c.Plies = append(c.Plies, last)
	return c, nil
}

// parsePlies reads what Ply.writeTo writes.
func parsePlies(fields []string) (plies []Ply, err error) {
	open := false // the last ply goes on
	for _, text := range fields {
		if level, err := parseLevel(text); err == nil {
			plies, open = append(plies, Ply{Level: level}), true
			continue
		}
		if !open {
			plies, open = append(plies, Ply{}), true
		}
		last := &plies[len(plies)-1]
		name, refused := strings.CutPrefix(text, "!")
		m, err := sargon.ParseMove(name)
		if err != nil {
			return nil, fmt.Errorf("%q: want a move, ! and a move, or a level: %w", text, err)
		}
		if refused {
			last.Refused = append(last.Refused, m)
		} else {
			last.Move, open = m, false
		}
	}
	return plies, nil
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
