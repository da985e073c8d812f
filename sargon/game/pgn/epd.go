package pgn

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
)

// EPD is a position with what a test suite or a file of openings says of it.
type EPD struct {
	Game       *game.Game  // the position, with its numbers, also those of hmvc and fmvn
	Operations []Operation // in the order of the line
	Line       int         // of the file, from 1; 0 if it is from none
}

// Operation says something of a position: bm and am name the best moves and those to be avoided, id
// the position, hmvc and fmvn are the half-move clock and the move number. The standard has more.
type Operation struct {
	Code     string
	Operands string // as they are written, without the semicolon
}

// ParseEPD reads a line of EPD: the first four fields of a FEN, then operations that end in
// semicolons. A whole FEN is read too, also with operations, and one of fewer fields. What is odd is
// told by the Warnings of the game. Errors are those of game.FromFEN, and a number of hmvc or fmvn
// that is none.
func ParseEPD(line string) (*EPD, error) {
	const fenFields, epdFields = 6, 4
	var fields []string
	rest := strings.TrimFunc(line, isGap)
	for len(fields) < fenFields {
		end := strings.IndexFunc(rest+" ", func(r rune) bool { return isGap(r) || r == ';' })
		field := rest[:end]
		if field == "" || len(fields) >= epdFields && field != "-" && strings.Trim(field, "0123456789") != "" {
			break
		}
		fields, rest = append(fields, field), strings.TrimLeftFunc(rest[end:], isGap)
	}
	e := &EPD{}
	warnings := e.operations(rest)
	fen := strings.Join(fields, " ")
	full := sargon.FENFields(fen)
	for i, code := range []string{"hmvc", "fmvn"} {
		number := e.Get(code)
		if number == "" {
			continue
		}
		if strings.Trim(number, "0123456789") != "" {
			return nil, fmt.Errorf("%s %s: want a number", code, number)
		}
		if at := epdFields + i; at < len(full) {
			if at < len(fields) && fields[at] != number {
				warnings = append(warnings, fmt.Sprintf("%s %s counts, not %s", code, number, fields[at]))
			}
			full[at] = number
			fen = strings.Join(full, " ")
		}
	}
	var err error
	if e.Game, err = game.FromFEN(fen); err != nil {
		return nil, err
	}
	for _, warning := range warnings {
		e.Game.Warn(warning)
	}
	return e, nil
}

// operations reads what follows the position.
func (e *EPD) operations(text string) (warnings []string) {
	quoted, from := false, 0
	take := func(to int) {
		operation := strings.TrimFunc(text[from:to], isGap)
		end := strings.IndexFunc(operation+" ", isGap)
		if operation != "" {
			e.Operations = append(e.Operations, Operation{operation[:end], strings.TrimFunc(operation[end:], isGap)})
		}
		from = to + 1
	}
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			take(i)
		}
	}
	if take(max(from, len(text))); quoted {
		warnings = append(warnings, `a quote is missing: "`)
	}
	return warnings
}

// Get returns the operands of an operation, without quotes around them; "" if there is none.
func (e *EPD) Get(code string) string {
	for _, o := range e.Operations {
		if o.Code == code {
			if inner, quoted := strings.CutPrefix(o.Operands, `"`); quoted {
				return strings.TrimSuffix(inner, `"`)
			}
			return o.Operands
		}
	}
	return ""
}

// ID returns the name of the position; "" if it has none.
func (e *EPD) ID() string { return e.Get("id") }

// Moves returns the moves that an operation names, bm or am. It is an error if one is not legal.
func (e *EPD) Moves(code string) (moves []game.Move, err error) {
	for _, o := range e.Operations {
		if o.Code != code {
			continue
		}
		for text := range strings.FieldsFuncSeq(o.Operands, func(r rune) bool { return isGap(r) || r == ',' }) {
			if text = withoutNumber(text); text == "" {
				continue
			}
			m, err := e.Game.ParseWritten(text)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", code, o.Operands, err)
			}
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// String returns the line: ParseEPD reads it as the same.
func (e *EPD) String() string {
	fields := sargon.FENFields(e.Game.FEN())
	line := strings.Join(fields[:4], " ")
	if numbers := strings.Join(fields[4:], " "); numbers != "0 1" && (e.Get("hmvc") == "" || e.Get("fmvn") == "") {
		line += " " + numbers // as FEN has them
	} else if len(e.Operations) > 0 && strings.Trim(e.Operations[0].Code, "-0123456789") == "" {
		line += " ;" // it is no number of a FEN
	}
	for _, o := range e.Operations {
		line += " " + strings.TrimSpace(o.Code+" "+o.Operands)
		if strings.Count(line, `"`)%2 == 1 {
			line += `"`
		}
		line += ";"
	}
	return line
}

// maxEPDLine bounds a line, in bytes.
const maxEPDLine = 1 << 20

// ReadEPD reads positions, one of each line, as ParseEPD does. Empty lines, and those that begin with
// #, % or a semicolon, are passed over. An error is a *Error; after it reading goes on with the next
// line. After any other error, that of r, nothing follows. name is for messages only.
func ReadEPD(r io.Reader, name string) iter.Seq2[*EPD, error] {
	return func(yield func(*EPD, error) bool) {
		for line, err := range files.NonEmptyLines(r, maxEPDLine) {
			var e *EPD
			place := fmt.Sprintf("%s:%d", name, line.Number)
			switch {
			case err != nil:
				err = fmt.Errorf("%s: %w", name, err)
			case strings.ContainsAny(line.Text[:1], "#%;"):
				continue
			default:
				if e, err = ParseEPD(line.Text); err != nil {
					err = &Error{Name: name, Line: line.Number, Err: err}
				} else {
					e.Line = line.Number
					e.Game.Locate(place)
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// IsEPD reports whether a text begins like a position, FEN or EPD, and not like a game.
func IsEPD(text string) bool {
	const slashes = 7 // between the ranks
	board, _, _ := strings.Cut(strings.TrimFunc(text, isGap), " ")
	return strings.Count(board, "/") == slashes
}
