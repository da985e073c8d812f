package kit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sargon78/native/reference"
	"sargon78/sargon"
	"sargon78/sargon/files"
	published "sargon78/sargon/spec/kit"
)

// Kind is what a case of the kit is about: a routine, searches, or games.
type Kind string

// Kinds that have a name in Go.
const (
	Generation Kind = "generation"
	Exchange   Kind = "exchange"
	Search     Kind = "search"
	Game       Kind = "game"
	Count      Kind = "count" // one search at each level, without its evaluations
)

// routineOf has the entry points (spec §15) of the routines, by the kinds of cases that are about a routine.
var routineOf = map[Kind]string{
	Generation: "GENMOV", "attack": "ATTACK", "attack lists": "ATTACK", "pins": "PINFND", Exchange: "XCHNG",
	"evaluation": "POINTS", "making": "MOVE", "unmaking": "UNMOVE", "ordering": "SORTM",
}

// Values are what is given or answered, by name: variables of spec §15 as hexadecimal bytes, moves as
// "e2e4-10" (from, to, flags), and what a search finds. They have the types of JSON: strings, float64, and
// []any of strings.
type Values map[string]any

// Case is a line of the kit: a question, and the right answer.
type Case struct {
	ID       int          `json:"id"`
	Kind     Kind         `json:"kind"`
	Section  int          `json:"section"`            // of the specification
	Level    sargon.Level `json:"level,omitempty"`    // of a search, or of White in a game
	Black    sargon.Level `json:"black,omitempty"`    // of Black in a game
	Position string       `json:"position,omitempty"` // as the line protocol writes it
	Before   Values       `json:"before,omitempty"`   // the variables that a routine is given
	Want     Values       `json:"want"`
	New      []string     `json:"new,omitempty"`   // rules that no earlier case reaches
	Rules    string       `json:"rules,omitempty"` // all rules that it reaches: bits, as hexadecimal bytes
}

// title is the first line of the file.
const title = `{"kit":"Sargon 1978: conformance test kit for ports","version":4,"licence":"MIT","page":"kit.md"}`

// write writes cases as the file of the kit: a line about the kit; a line for each rule that the reference
// engine counts, with its number n; a line for each case. Bit n%8 of byte n/8 of Case.Rules reports whether
// the case reaches rule n.
func write(w io.Writer, all []Case) error {
	var lines []any
	for f := range reference.Rule(reference.NumRules) {
		info := f.Info()
		lines = append(lines, struct {
			Number  int    `json:"rule"`
			Name    string `json:"name"`
			Section int    `json:"section"`
			Text    string `json:"text"`
		}{int(f), info.Name, info.Section, info.Text})
	}
	for i := range all {
		lines = append(lines, &all[i])
	}
	if _, err := fmt.Fprintln(w, title); err != nil {
		return err
	}
	return files.JSONLines(lines)(w)
}

// Read returns the cases of the kit as it was published. The case with ID n has index n-1.
func Read() (all []Case, err error) { return ReadCases(published.File) }

// ReadCases returns the cases in a text that is written like the file of the kit.
func ReadCases(text []byte) (all []Case, err error) {
	for lines := json.NewDecoder(bytes.NewReader(text)); lines.More(); {
		var c Case
		if err := lines.Decode(&c); err != nil {
			return nil, err
		}
		if c.Kind != "" { // not the title, nor a rule
			all = append(all, c)
		}
	}
	return all, nil
}

// Answers are the answers of a port, by the numbers of the cases. An answer has some of the values that the
// case wants, for a search at least the move; or the value "error".
type Answers map[int]Values

const maxLine = 1 << 20 // bytes

// ReadAnswers reads answers, a JSON object in each line: {"id":7,"best":"e2e4","score":132}. Errors name
// the line and say what would be right.
func ReadAnswers(r io.Reader, kit []Case) (Answers, error) {
	all := Answers{}
	for line, err := range files.NonEmptyLines(r, maxLine) {
		if err != nil {
			return nil, err
		}
		if err := all.read(line.Text, kit); err != nil {
			return nil, fmt.Errorf("line %d: %w", line.Number, err)
		}
	}
	return all, nil
}

// read adds the answer in a line.
func (all Answers) read(line string, kit []Case) error {
	var values Values
	if err := json.Unmarshal([]byte(line), &values); err != nil {
		return fmt.Errorf("want a JSON object like {\"id\":7,\"best\":\"e2e4\"}, not %.40q", line)
	}
	id, isNumber := values["id"].(float64)
	if !isNumber || id < 1 || int(id) > len(kit) || id != float64(int(id)) {
		return fmt.Errorf("\"id\" is to be the number of a case, from 1 to %d", len(kit))
	}
	delete(values, "id")
	c := &kit[int(id)-1]
	for name := range values {
		if _, known := c.Want[name]; !known && name != "error" {
			return fmt.Errorf("case %d has no %q: want some of %s", c.ID, name,
				strings.Join(slices.Sorted(maps.Keys(c.Want)), ", "))
		}
	}
	_, moves := c.Want["best"]
	switch {
	case all[c.ID] != nil:
		return fmt.Errorf("case %d is answered twice", c.ID)
	case values["error"] == nil && (len(values) == 0 || moves && values["best"] == nil):
		return fmt.Errorf("case %d: want its answer, of a search at least the move, \"best\"", c.ID)
	}
	all[c.ID] = values
	return nil
}

// Reaches reports whether a case reaches a rule.
func (c *Case) Reaches(f reference.Rule) bool {
	bits, _ := hex.DecodeString(c.Rules)
	return int(f/8) < len(bits) && bits[f/8]>>(f%8)&1 == 1
}

// ruleBits returns the rules that were reached, in the form of Case.Rules.
func ruleBits(reached *[reference.NumRules]uint64) string {
	var bits [(reference.NumRules + 7) / 8]uint8
	for f, n := range reached {
		if n > 0 {
			bits[f/8] |= 1 << (f % 8)
		}
	}
	return fmt.Sprintf("%x", bits)
}
