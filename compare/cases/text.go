package cases

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// String returns the line.
func (c Case) String() string {
	last := c.Last()
	words := []string{"level", fmt.Sprint(last.Level), PositionText(c.Start)}
	switch {
	case c.Stateful:
		words = append(words, "stateful")
	case len(c.Plies) > 1:
		words = append(words, "moves")
	}
	for _, p := range c.Plies[:len(c.Plies)-1] {
		if p.Level > 0 {
			words = append(words, fmt.Sprint(p.Level))
		}
		for _, m := range p.Refused {
			words = append(words, "!"+m.String())
		}
		if !p.Move.IsZero() {
			words = append(words, p.Move.String())
		}
	}
	if last.NoBook {
		words = append(words, "nobook")
	}
	if last.QueenPawn {
		words = append(words, "queenpawn")
	}
	if last.MaxEvals > 0 {
		words = append(words, "evals", fmt.Sprint(last.MaxEvals))
	}
	return strings.Join(words, " ")
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
	said := p
	base, err := sargon.ParseRecordedFEN(said.FEN())
	if err != nil {
		// FEN cannot say this: drop the previous move, and pawns on the first and the last rank.
		said.Previous = sargon.Move{}
		for _, s := range edgePawns(&p) {
			said.Board[s] = sargon.Empty
		}
		if base, err = sargon.ParseRecordedFEN(said.FEN()); err != nil {
			base = sargon.EmptyPosition()
		}
	}
	return "fen " + said.FEN() + overridesText(base, p)
}

// ExpressibleInFEN reports whether the FEN of a position says all about it.
func ExpressibleInFEN(p sargon.Position) bool {
	plain, err := sargon.ParseRecordedFEN(p.FEN())
	return err == nil && plain == p
}

// overridesText returns how p differs from what its FEN stands for.
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

// keywords begin the parts of a case, as in these examples: so many words follow each, or as many as
// there are.
var keywords = map[string]string{
	"level": "level 2", "startpos": "startpos", "fen": "fen …", "set": "set d5=81",
	"royal": "royal e1 e8 d1 d8", "previous": "previous d7d5-10", "number": "number 3",
	"moves": "moves …", "stateful": "stateful …", "nobook": "nobook", "queenpawn": "queenpawn",
	"evals": "evals 300",
}

// Heading is the first line of a file of cases: it says the version of the format, the only one that is
// read.
const Heading = "cases 1"

// isHeading reports whether a line of a file says the version of the format. The error says that it is
// another one.
func isHeading(line string) (bool, error) {
	version, is := strings.CutPrefix(line, "cases ")
	if is && line != Heading {
		return true, fmt.Errorf("version %s of the format of cases: only %q is read", version, Heading)
	}
	return is, nil
}

// ParseCase reads a line as Case describes it. The level comes first; it may be missing,
// then it is 1. Errors say which word is wrong.
func ParseCase(line string) (c Case, err error) {
	r := reader{last: Ply{Level: 1}}
	for words := strings.Fields(line); len(words) > 0 && err == nil; {
		n := 1
		for n < len(words) && !isKeyword(words[n]) {
			n++
		}
		err = r.read(words[0], words[1:n])
		words = words[n:]
	}
	if err == nil && !r.placed {
		err = errors.New("no position: want startpos, or fen and a FEN")
	}
	if err == nil {
		if invalid := r.Start.Validate(); invalid != nil {
			err = fmt.Errorf("set: that is no position any more: %w", invalid)
		}
	}
	if err != nil {
		return Case{}, fmt.Errorf("case: %w", err)
	}
	r.Plies = append(r.Plies, r.last)
	return r.Case, nil
}

func isKeyword(word string) bool { return keywords[word] != "" }

// reader is a case of which some parts were read.
type reader struct {
	Case
	last          Ply
	placed, moved bool
}

// read reads a part: a keyword, and the words that follow.
func (r *reader) read(keyword string, words []string) (err error) {
	example := keywords[keyword]
	wanted, many := strings.Count(example, " "), strings.HasSuffix(example, "…")
	overrides := []string{"set", "royal", "previous", "number"}
	switch {
	case !isKeyword(keyword):
		return unknown(keyword)
	case !many && len(words) > wanted:
		return unknown(words[wanted])
	case !many && len(words) < wanted:
		return fmt.Errorf("%s: want words after it, like %q", keyword, example)
	case !r.placed && slices.Contains(overrides, keyword):
		return fmt.Errorf("%q comes after a position: want startpos or fen first", keyword)
	}
	p := &r.Start
	switch keyword {
	case "level":
		r.last.Level, err = parseLevel(words[0])
	case "nobook":
		r.last.NoBook = true
	case "queenpawn":
		r.last.QueenPawn = true
	case "evals":
		r.last.MaxEvals, err = strconv.ParseUint(words[0], 10, 64)
		if err != nil || r.last.MaxEvals == 0 {
			err = fmt.Errorf("evals %q: want a number above 0", words[0])
		}
	case "startpos":
		*p, r.placed = sargon.StartPosition(), true
	case "fen":
		*p, err = sargon.ParseRecordedFEN(strings.Join(words, " "))
		r.placed = true
	case "moves", "stateful":
		if r.moved {
			return errors.New("moves and stateful: want one of them")
		}
		r.moved, r.Stateful = true, keyword == "stateful"
		r.Plies, err = parsePlies(words)
	case "set":
		for text := range strings.SplitSeq(words[0], ",") {
			err = cmp.Or(err, setSquare(p, text))
		}
	case "royal":
		for i, text := range words {
			square, wrong := sargon.ParseSquare(text)
			if p.Royal[i] = square; wrong != nil && text != sargon.NoSquare.String() {
				return fmt.Errorf("royal: %w", wrong)
			}
		}
	case "previous":
		if p.Previous, err = ParseRecord(words[0]); err != nil {
			err = fmt.Errorf("previous %w", err)
		}
	case "number":
		n, wrong := strconv.ParseUint(words[0], 10, 8)
		if p.MoveNumber = uint8(n); wrong != nil {
			err = fmt.Errorf("number %q: want 0–255", words[0])
		}
	}
	return err
}

func unknown(word string) error {
	return fmt.Errorf("%q: want level, startpos, fen, set, royal, previous, number, "+
		"moves, stateful, nobook, queenpawn or evals", word)
}

// parsePlies reads what follows the word moves or stateful.
func parsePlies(words []string) (plies []Ply, err error) {
	open := false // the last ply goes on
	for _, text := range words {
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

// setSquare reads a square and its byte.
func setSquare(p *sargon.Position, text string) error {
	name, value, _ := strings.Cut(text, "=")
	s, err := sargon.ParseSquare(name)
	if err != nil {
		return fmt.Errorf("set: %w", err)
	}
	n, err := strconv.ParseUint(value, 16, 8)
	if piece := sargon.Piece(n); err != nil || piece != sargon.Empty && !piece.Valid() {
		return fmt.Errorf("set %q: want a square and the byte of a piece in hexadecimal, "+
			"like d5=81", text)
	}
	p.Board[s] = sargon.Piece(n)
	return nil
}

// ParseRecord reads a move with its flags, like d7d5-10; 0000-00 is that of a position without one.
func ParseRecord(text string) (m sargon.Move, err error) {
	move, flags, _ := strings.Cut(text, "-")
	f, err := strconv.ParseUint(flags, 16, 8)
	if err != nil {
		return m, fmt.Errorf("%q: want a move and its flags in hexadecimal, like d7d5-10", text)
	}
	if move != m.String() {
		if m, err = sargon.ParseMove(move); err != nil {
			return m, err
		}
	}
	m.Flags = sargon.Flags(f)
	return m, nil
}
