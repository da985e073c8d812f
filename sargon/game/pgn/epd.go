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

// EPD is a position with its operations, as a test suite or a file of openings has them.
type EPD struct {
	Game       *game.Game  // the position, with the half-move clock and move number of hmvc and fmvn
	Operations []Operation // in the order of the line
	Line       int         // the line of the file, from 1; 0 if it was not read from a file
}

// Operation states something about a position. The operations bm and am name the best moves and the
// moves to avoid, id names the position, hmvc is the half-move clock and fmvn the move number. The
// standard defines more.
type Operation struct {
	Code     string
	Operands string // as they are written, without the semicolon
}

// ParseEPD reads a line of EPD: the first four fields of a FEN, then operations, each of which ends in
// a semicolon. It also reads a FEN of six fields, or of fewer than four, in place of the four. Text that
// is odd but clear is in the Warnings of the game. It returns the errors of game.FromFEN, and an error
// if the operand of hmvc or fmvn is not a number.
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

// operations reads the operations, which follow the position.
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

// Get returns the operands of the first operation of a code, without quotes around them. It returns ""
// if there is no such operation.
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

// ID returns the name of the position, or "" if it has none.
func (e *EPD) ID() string { return e.Get("id") }

// Moves returns the moves that the operations of a code, such as bm or am, name. A move that is not
// legal is an error.
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

// String returns the line of EPD. ParseEPD reads it as the same position and operations.
func (e *EPD) String() string {
	fields := sargon.FENFields(e.Game.FEN())
	line := strings.Join(fields[:4], " ")
	if numbers := strings.Join(fields[4:], " "); numbers != "0 1" && (e.Get("hmvc") == "" || e.Get("fmvn") == "") {
		line += " " + numbers // as in a FEN
	} else if len(e.Operations) > 0 && strings.Trim(e.Operations[0].Code, "-0123456789") == "" {
		line += " ;" // so that ParseEPD does not take the code for a number of a FEN
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

// maxEPDLine is the greatest length of a line, in bytes.
const maxEPDLine = 1 << 20

// ReadEPD reads a position from each line, as ParseEPD does. It skips empty lines, and lines that begin
// with #, % or a semicolon. An error in a line is a *Error; reading continues with the next line. Any
// other error comes from r, or is a line that is too long, and ends the reading. name is used in
// messages only.
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

// IsEPD reports whether a text begins like a position in FEN or EPD.
func IsEPD(text string) bool {
	const slashes = 7 // between the ranks
	board, _, _ := strings.Cut(strings.TrimFunc(text, isGap), " ")
	return strings.Count(board, "/") == slashes
}
