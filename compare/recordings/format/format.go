// Package format reads and writes recordings, lines of JSON that say what an engine did.
//
//	for recording, err := range format.Read(file) {
//	line, err := json.Marshal(format.NewEval(fen, examination))
//
// Each line is an object of its own, so that files can be cut, joined and filtered by lines:
//
//	{"recording":"search","version":1,"fen":"8/8/… w - - 30 72","level":1,"best":"g2g3",…}
//
// "recording" is its kind: search, eval, game or steps; the types [Search], [Eval], [Game] and [Steps]
// list the other keys of each. "version" is that of the format, [Version]; no other one is read.
// Lines with keys of another kind, or unknown ones, are refused.
package format

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"

	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Version is that of the format: the only one that is read, and the one that is written.
const Version = 1

// Recording is one line of a file of recordings: exactly one of the pointers is set. The same format
// serves for what the tests ship and for what users record from their own ROM image.
type Recording struct {
	Line int // in the file, from 1

	Search *Search
	Eval   *Eval
	Game   *Game
	Steps  *Steps
}

// Describe returns what a recording is of: its kind ("search", "eval", "game" or "steps"), the position
// (none for a game) and the level (none for an evaluation).
func (r Recording) Describe() (kind, fen string, level sargon.Level) {
	switch {
	case r.Search != nil:
		return "search", r.Search.FEN, r.Search.Level
	case r.Eval != nil:
		return "eval", r.Eval.FEN, 0
	case r.Game != nil:
		return "game", "", r.Game.Level
	case r.Steps != nil:
		return "steps", r.Steps.FEN, r.Steps.Level
	}
	return BrokenLine, "", 0
}

// BrokenLine is the kind of a line that is no recording.
const BrokenLine = "empty"

// Kind returns the kind of a recording.
func (r Recording) Kind() string {
	kind, _, _ := r.Describe()
	return kind
}

// Search is one search from a position. A tag what names a value that must be reproduced.
type Search struct {
	FEN   string       `json:"fen"`
	Level sargon.Level `json:"level"`
	// Best is from and to; castling is the king's move; "0000": there is no legal move.
	Best string `json:"best" what:"best move"`
	// Score is SCORE[1]. Evals are the static evaluations, the root's included.
	Score sargon.Score `json:"score" what:"score"`
	Evals uint64       `json:"evals" what:"evaluations"`
	Gens  uint64       `json:"gens" what:"calls of the generator"`
	// Records are the most in the list area when a ply starts. Dropped are those for which the area
	// was full.
	Records int    `json:"records" what:"most records in the list area"`
	TStates uint64 `json:"tstates,omitempty"`
	Trace   string `json:"trace" what:"fingerprint of the trace"` // spec §17
	Dropped uint64 `json:"dropped,omitempty" what:"records dropped"`
	// MateAt is PMATE, nil if that was not recorded.
	MateAt *uint8 `json:"pmate,omitempty" what:"move number of the last mate (PMATE)"`
}

// Eval is the root of a search in parts.
type Eval struct {
	FEN       string         `json:"fen"`
	Check     int            `json:"check" what:"CKFLG"`
	Generated []string       `json:"generated" what:"generated move"` // from-to-flags: "e2e4-10"
	Sorted    []SortedMove   `json:"sorted" what:"sorted move"`
	BRDC      int8           `json:"brdc" what:"BRDC"`
	MTRL      int8           `json:"mtrl" what:"MTRL"`
	PTSL      uint8          `json:"ptsl" what:"PTSL"`
	PTSW1     uint8          `json:"ptsw1" what:"PTSW1"`
	PTSW2     uint8          `json:"ptsw2" what:"PTSW2"`
	PTSCK     *sargon.Square `json:"ptsck,omitempty" what:"PTSCK"` // nil if that was not recorded
	VALM      *sargon.Value  `json:"valm,omitempty" what:"VALM"`   // nil if that was not recorded
	Pins      []string       `json:"pins" what:"pin"`              // square and signed direction: "d2+9"
	Attacks   []string       `json:"attacks" what:"attack list"`   // "b5:0100000005000000000000000000:2"
}

// SortedMove is one move of the list after ordering.
type SortedMove struct {
	Move  string       `json:"move" what:"move"`
	Flags string       `json:"flags" what:"flags"` // two hexadecimal digits
	Value sargon.Value `json:"value" what:"value"`
}

// Game is a game from the start array, the program on one side.
type Game struct {
	Sargon   string       `json:"sargon"` // "white" or "black"
	Level    sargon.Level `json:"level"`
	Opponent string       `json:"opponent"`
	Plies    []Ply        `json:"plies" what:"ply"`
	End      string       `json:"end,omitempty" what:"end"`
}

// Ply is one move of a recorded game. A book move has no Evals.
type Ply struct {
	Move    string       `json:"move" what:"move"`
	By      string       `json:"by"`
	Score   sargon.Score `json:"score,omitempty" what:"score"`
	Evals   uint64       `json:"evals,omitempty" what:"evaluations"`
	TStates uint64       `json:"tstates,omitempty"`
}

// BySargon reports whether the program made the move.
func (p Ply) BySargon() bool { return p.By == "sargon" }

// Steps is a whole trace, to debug with.
type Steps struct {
	FEN   string       `json:"fen"`
	Level sargon.Level `json:"level"`
	Steps []string     `json:"steps" what:"evaluation"` // as Evaluation.String writes them
	Trace string       `json:"trace" what:"fingerprint of the trace"`
}

// maxRecordingLine bounds a line of a recording: longer ones are refused, not read.
const maxRecordingLine = 16 << 20

// Read reads recordings line by line; empty lines are skipped. An error names
// its line; after it reading goes on with the next line, so that a caller may count what
// is broken. An error of the reader itself ends the sequence.
func Read(r io.Reader) iter.Seq2[Recording, error] {
	return func(yield func(Recording, error) bool) {
		for line, err := range files.NonEmptyLines(r, maxRecordingLine) {
			var recording Recording
			if err == nil {
				if recording, err = Parse([]byte(line.Text)); err != nil {
					err = fmt.Errorf("line %d: %w", line.Number, err)
				}
			}
			recording.Line = line.Number
			if !yield(recording, err) {
				return
			}
		}
	}
}

// MarshalJSON writes the line.
func (r Search) MarshalJSON() ([]byte, error) {
	type plain Search // without this method
	return line("search", plain(r))
}

// MarshalJSON writes the line.
func (r Eval) MarshalJSON() ([]byte, error) {
	type plain Eval
	return line("eval", plain(r))
}

// MarshalJSON writes the line.
func (r Game) MarshalJSON() ([]byte, error) {
	type plain Game
	return line("game", plain(r))
}

// MarshalJSON writes the line.
func (r Steps) MarshalJSON() ([]byte, error) {
	type plain Steps
	return line("steps", plain(r))
}

// line writes a recording of a kind.
func line(kind string, body any) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"recording":%q,"version":%d,%s`, kind, Version, text[1:]), nil
}

// Parse reads one line and checks what can be checked without an engine: the version, the kind, the
// FEN, the level, that every move and number is well formed, and that there is no unknown key.
func Parse(line []byte) (Recording, error) {
	keys := map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &keys); err != nil {
		return Recording{}, fmt.Errorf("not a JSON object: %w", err)
	}
	kind, version := string(keys["recording"]), string(keys["version"])
	var r Recording
	var body interface{ check() error }
	switch kind {
	case `"search"`:
		r.Search = new(Search)
		body = r.Search
	case `"eval"`:
		r.Eval = new(Eval)
		body = r.Eval
	case `"game"`:
		r.Game = new(Game)
		body = r.Game
	case `"steps"`:
		r.Steps = new(Steps)
		body = r.Steps
	case "":
		return r, errors.New(`not a recording: want the key "recording"`)
	default:
		return r, fmt.Errorf(`"recording" is %s: want "search", "eval", "game" or "steps"`, kind)
	}
	if version != fmt.Sprint(Version) {
		return Recording{}, fmt.Errorf(`%s recording: "version" is %s: only version %d is read`,
			r.Kind(), cmp.Or(version, "missing"), Version)
	}
	delete(keys, "recording")
	delete(keys, "version")
	err := strictly(keys, body)
	if err == nil {
		err = body.check()
	}
	if err != nil {
		return Recording{}, fmt.Errorf("%s recording: %w", r.Kind(), err)
	}
	return r, nil
}

// strictly puts the values of an object into a recording, which must have all its keys.
func strictly(keys map[string]json.RawMessage, body any) error {
	text, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(body)
}

// A validator returns what is wrong with a text that should be of some kind.
type validator func(text string) error

// parsed returns the validator of texts that a parser reads.
func parsed[T any](parse func(string) (T, error)) validator {
	return func(text string) error {
		_, err := parse(text)
		return err
	}
}

// matches returns the validator of texts that match a pattern; words describe them in errors.
func matches(pattern, want string) validator {
	matches := regexp.MustCompile(pattern).MatchString
	return func(text string) error {
		if !matches(text) {
			return fmt.Errorf("%q: want %s", text, want)
		}
		return nil
	}
}

// The validators of the texts in recordings.
var (
	fen         = parsed(sargon.ParseRecordedFEN)
	move        = parsed(sargon.ParseMove)
	evaluation  = parsed(sargon.ParseEvaluation)
	fingerprint = parsed(sargon.ParseFingerprint)
	moveFlags   = matches(`(?i)^[a-h][1-8][a-h][1-8]-[0-9a-f]{2}$`,
		"a move and its flags in hexadecimal, like e2e4-10")
	// # is a square off the board, - none.
	pin        = matches(`^([a-h][1-8]|#\d{1,3}|-)[+-]\d{1,2}$`, "a square and a direction, like d2+9")
	attackList = matches(`(?i)^[a-h][1-8]:[0-9a-f]{28}(:-?\d{1,3})?$`,
		"a square, 28 hexadecimal digits and perhaps the exchange, like e4:0100…00:2")
)

// each checks all texts of a list.
func each(what string, texts []string, f validator) error {
	for i, text := range texts {
		if err := f(text); err != nil {
			return fmt.Errorf("%s %d: %w", what, i+1, err)
		}
	}
	return nil
}

func checkLevel(level sargon.Level) error {
	if level < sargon.MinLevel || level > sargon.MaxLevel {
		return fmt.Errorf("level %d is out of range: want %d–%d", level, sargon.MinLevel, sargon.MaxLevel)
	}
	return nil
}

func (r *Search) check() error {
	err := cmp.Or(fen(r.FEN), checkLevel(r.Level), fingerprint(r.Trace))
	if err == nil && r.Best != (sargon.Move{}).String() {
		err = move(r.Best)
	}
	return err
}

func (r *Steps) check() error {
	return cmp.Or(fen(r.FEN), checkLevel(r.Level), fingerprint(r.Trace),
		each("step", r.Steps, evaluation))
}

func (r *Game) check() error {
	if r.Sargon != sargon.White.String() && r.Sargon != sargon.Black.String() {
		return fmt.Errorf(`"sargon" is %q; want "white" or "black"`, r.Sargon)
	}
	if !slices.ContainsFunc(r.Plies, Ply.BySargon) {
		return errors.New("a game without a move of the program")
	}
	for i, ply := range r.Plies {
		if err := move(ply.Move); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		if whites := r.Sargon == sargon.White.String(); ply.BySargon() != (whites == (i%2 == 0)) {
			return fmt.Errorf(`ply %d is by %q; the program, "sargon", is %s`, i+1, ply.By, r.Sargon)
		}
	}
	return checkLevel(r.Level)
}

func (r *Eval) check() error {
	var sorted []string
	for _, s := range r.Sorted {
		sorted = append(sorted, s.Move+"-"+s.Flags)
	}
	return cmp.Or(fen(r.FEN), each("generated", r.Generated, moveFlags),
		each("sorted", sorted, moveFlags), each("pin", r.Pins, pin),
		each("attacks", r.Attacks, attackList))
}

// NewEval writes an examination as a recording.
func NewEval(fen string, x sargon.Examination) *Eval {
	r := &Eval{
		FEN: fen, Generated: []string{}, Sorted: []SortedMove{}, Attacks: []string{},
		BRDC: x.Totals.BoardControl, MTRL: x.Totals.Material,
		PTSL: x.Totals.PointsLost, PTSW1: x.Totals.PointsWon1, PTSW2: x.Totals.PointsWon2,
	}
	if x.Check {
		r.Check = 1
	}
	for _, m := range x.Generated {
		r.Generated = append(r.Generated, fmt.Sprintf("%v-%02x", m, uint8(m.Flags)))
	}
	for _, m := range x.Sorted {
		r.Sorted = append(r.Sorted, SortedMove{Move: m.String(),
			Flags: fmt.Sprintf("%02x", uint8(m.Flags)), Value: m.Value})
	}
	for _, p := range x.Pins {
		r.Pins = append(r.Pins, p.String())
	}
	for s := sargon.FirstSquare; s <= sargon.LastSquare; s++ {
		if x.Attacks[s] == (sargon.AttackList{}) {
			continue
		}
		text := fmt.Sprintf("%v:%x", s, x.Attacks[s][:])
		if x.Exchanges[s] != 0 {
			text += fmt.Sprintf(":%d", x.Exchanges[s])
		}
		r.Attacks = append(r.Attacks, text)
	}
	return r
}
