package external

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sargon78/compare"
	"sargon78/sargon"
)

// chessSquares is how many squares of the 120 bytes are written: a1, b1 … h8.
const chessSquares = 64

// square returns the square of a number 0–63.
func square(n int) sargon.Square { return sargon.SquareAt(n%8, n/8) }

// writeParts writes what an evaluation rests on.
func writeParts(say func(format string, args ...any), p *compare.Parts) {
	var board [chessSquares]byte
	for n := range board {
		board[n] = byte(p.State.Board[square(n)])
	}
	say("board %x", board)
	r := p.State.Royal
	say("royal %v %v %v %v", r[0], r[1], r[2], r[3])
	pins := "pins"
	for _, pin := range p.State.Pins {
		pins += fmt.Sprintf(" %v %d", pin.Square, pin.Direction)
	}
	say("%s", pins)
	t := p.State.Totals
	say("totals %d %d %d %d %d %v %d", t.BoardControl, t.Material, t.PointsLost, t.PointsWon1,
		t.PointsWon2, t.Checked, uint8(t.Value))
	for n := range chessSquares {
		s := square(n)
		if l := p.Seen.Attacks[s]; l != (sargon.AttackList{}) {
			say("attackers %v %x %x %d", s, l[:len(l)/2], l[len(l)/2:], p.Seen.Exchanges[s])
		}
	}
	say("ok")
}

// Parts has the program search again, up to evaluation number (0: the root's), and tell what that
// rests on. The error is ErrUnsupported for a program that does not show its parts.
func (e *Engine) Parts(
	ctx context.Context, options sargon.SearchOptions, number int,
) (*compare.Parts, error) {
	if !e.parts || options.Root != nil || options.MaxEvals > 0 {
		return nil, sargon.ErrUnsupported
	}
	if err := e.tell(ctx); err != nil {
		return nil, err
	}
	words := append([]string{"parts", strconv.Itoa(number)}, searchWords(options)...)
	if err := e.say("%s", strings.Join(words, " ")); err != nil {
		return nil, err
	}
	p := &compare.Parts{Seen: &sargon.Examination{}}
	p.State.Board = sargon.EmptyPosition().Board
	for {
		word, rest, err := e.answer(ctx)
		if err != nil {
			return nil, err
		}
		if word == "ok" {
			p.Seen.Totals, p.Seen.Pins = p.State.Totals, p.State.Pins
			return p, nil
		}
		read, ok := partReaders[word]
		if !ok {
			return nil, e.nonsense(word, rest, "board, royal, pins, totals, attackers or ok")
		}
		if err := read(p, strings.Fields(rest)); err != nil {
			return nil, fmt.Errorf("%s answers %q: %w", e.command, word+" "+rest, err)
		}
	}
}

// Examine returns what the evaluation of the position rests on, if the program shows its parts.
func (e *Engine) Examine(ctx context.Context) (sargon.Examination, error) {
	p, err := e.Parts(ctx, sargon.SearchOptions{Level: sargon.MinLevel, NoBook: true}, 0)
	if err != nil {
		return sargon.Examination{}, err
	}
	return *p.Seen, nil
}

// partReaders read the lines of parts, by their first word.
var partReaders = map[string]func(p *compare.Parts, words []string) error{
	"board": func(p *compare.Parts, words []string) error {
		bytes, err := hex.DecodeString(strings.Join(words, ""))
		if err != nil || len(bytes) != chessSquares {
			return fmt.Errorf("want %d bytes in hexadecimal, a1 b1 … h8", chessSquares)
		}
		for n, b := range bytes {
			p.State.Board[square(n)] = sargon.Piece(b)
		}
		return nil
	},
	"royal": func(p *compare.Parts, words []string) error {
		r := reader{words: words}
		for i := range p.State.Royal {
			p.State.Royal[i] = r.square()
		}
		return r.end()
	},
	"pins": func(p *compare.Parts, words []string) error {
		r := reader{words: words}
		for len(r.words) > 0 && r.err == nil {
			pin := sargon.Pin{Square: r.square(), Direction: int8(r.number(-128, 127))}
			p.State.Pins = append(p.State.Pins, pin)
		}
		return r.end()
	},
	"totals": func(p *compare.Parts, words []string) error {
		r := reader{words: words}
		signed := func() int8 { return int8(r.number(-128, 127)) }
		points := func() uint8 { return uint8(r.number(0, 255)) }
		p.State.Totals = sargon.Totals{
			BoardControl: signed(), Material: signed(),
			PointsLost: points(), PointsWon1: points(), PointsWon2: points(),
			Checked: r.square(), Value: sargon.Value(points()),
		}
		return r.end()
	},
	"attackers": func(p *compare.Parts, words []string) error {
		r := reader{words: words}
		s := r.square()
		list, err := hex.DecodeString(r.next() + r.next())
		if !s.OnBoard() || err != nil || len(list) != len(sargon.AttackList{}) {
			return errors.New("want a square, and 7 bytes in hexadecimal for White and for Black")
		}
		p.Seen.Attacks[s] = sargon.AttackList(list)
		p.Seen.Exchanges[s] = int8(r.number(-128, 127))
		return r.end()
	},
}

// reader reads words, and keeps the first error.
type reader struct {
	words []string
	err   error
}

func (r *reader) next() string {
	if len(r.words) == 0 {
		r.fail(errors.New("words are missing"))
		return ""
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) number(low, high int) int {
	word := r.next()
	n, err := strconv.Atoi(word)
	if err != nil || n < low || n > high {
		r.fail(fmt.Errorf("%q: want a number from %d to %d", word, low, high))
	}
	return n
}

// square reads the name of a square, - for none, or # and a number that is no square's.
func (r *reader) square() sargon.Square {
	word := r.next()
	if word == sargon.NoSquare.String() {
		return sargon.NoSquare
	}
	if number, ok := strings.CutPrefix(word, "#"); ok {
		n, err := strconv.ParseUint(number, 10, 8)
		if err != nil {
			r.fail(fmt.Errorf("%q: want # and a number up to 255", word))
		}
		return sargon.Square(n)
	}
	s, err := sargon.ParseSquare(word)
	if err != nil {
		r.fail(err)
	}
	return s
}

func (r *reader) end() error {
	if r.err == nil && len(r.words) > 0 {
		r.fail(fmt.Errorf("%q: too many words", strings.Join(r.words, " ")))
	}
	return r.err
}
