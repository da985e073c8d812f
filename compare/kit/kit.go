package kit

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sargon78/native/literal"
	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Kind is what a case of the kit is about.
type Kind string

// The kinds of cases, in the order in which a port grows.
const (
	Generation Kind = "generation"   // GENMOV
	Attack     Kind = "attack"       // ATTACK as a test
	Lists      Kind = "attack lists" // ATTACK with T1 = 7
	Pins       Kind = "pins"         // PINFND
	Exchange   Kind = "exchange"     // XCHNG
	Evaluation Kind = "evaluation"   // POINTS
	Making     Kind = "making"       // MOVE
	Unmaking   Kind = "unmaking"     // UNMOVE
	Ordering   Kind = "ordering"     // SORTM
	Search     Kind = "search"
	Game       Kind = "game"
	Count      Kind = "count" // one number for each level
)

// Kinds are all of them.
var Kinds = []Kind{
	Generation, Attack, Lists, Pins, Exchange, Evaluation, Making, Unmaking, Ordering, Search, Game,
	Count,
}

// sections says where the specification speaks of a kind.
var sections = map[Kind]int{
	Generation: 4, Attack: 5, Lists: 6, Pins: 6, Exchange: 7, Evaluation: 8, Making: 9, Unmaking: 9,
	Ordering: 10, Search: 11, Game: 13, Count: 11,
}

// Values are what is given or answered, by name: cells as hexadecimal bytes by their names of spec
// §15, moves as "e2e4-10" (from, to, flags), and what a search finds. They hold strings, numbers
// and lists of strings.
type Values map[string]any

// Case is a line of the kit: a question, and the right answer.
type Case struct {
	ID       int          `json:"id"`
	Kind     Kind         `json:"kind"`
	Section  int          `json:"section"`            // of the specification
	Level    sargon.Level `json:"level,omitempty"`    // of a search, or of White in a game
	Black    sargon.Level `json:"black,omitempty"`    // of Black in a game
	Position string       `json:"position,omitempty"` // as the line protocol writes it
	Before   Values       `json:"before,omitempty"`   // the cells that a routine is given
	Want     Values       `json:"want"`
	New      []string     `json:"new,omitempty"`   // rules that no case before it reaches
	Rules    string       `json:"rules,omitempty"` // all that it reaches: bits, as hexadecimal bytes
}

// Rule is a rule of the specification that the reference model counts, as a line of the kit. Bit
// Number%8 of byte Number/8 of Case.Rules tells whether a case reaches it.
type Rule struct {
	Number  int    `json:"rule"`
	Name    string `json:"name"`
	Section int    `json:"section"`
	Text    string `json:"text"`
}

// header is the first line.
type header struct {
	Kit     string `json:"kit"`
	Version int    `json:"version"`
	Licence string `json:"licence"`
	Page    string `json:"page"`
}

var title = header{
	Kit: "Sargon 1978: what a port is held to", Version: 1, Licence: "MIT", Page: "kit.md",
}

// Write writes cases as the file of the kit: a line about it, one for each rule, one for each case.
func Write(w io.Writer, all []Case) error {
	lines := []any{title}
	for f := range literal.Fork(literal.NumForks) {
		info := f.Info()
		lines = append(lines, Rule{int(f), info.Name, info.Section, info.Text})
	}
	for i := range all {
		lines = append(lines, &all[i])
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// Read reads the cases of a kit. An error names the line.
func Read(r io.Reader) (all []Case, err error) {
	err = eachLine(r, func(line []byte) error {
		var c Case
		if err := json.Unmarshal(line, &c); err != nil {
			return err
		}
		if c.Kind != "" { // not the title, nor a rule
			all = append(all, c)
		}
		return nil
	})
	return all, err
}

const maxLine = 1 << 20 // bytes

// eachLine calls f for each line that is not empty. Its error gets the number of the line.
func eachLine(r io.Reader, f func(line []byte) error) error {
	for line, err := range files.NotEmpty(r, maxLine) {
		if err != nil {
			return err
		}
		if err := f([]byte(line.Text)); err != nil {
			return fmt.Errorf("line %d: %w", line.Number, err)
		}
	}
	return nil
}

// An Answer is what a port says to a case: any of the values that the case wants. Others are not
// looked at.
type Answer struct {
	ID     int
	Values Values
}

// ReadAnswers reads answers, JSON objects in lines: {"id":7,"best":"e2e4","score":132}. Errors name
// the line and say what would be right.
func ReadAnswers(r io.Reader, kit []Case) (all []Answer, err error) {
	err = eachLine(r, func(line []byte) error {
		var values Values
		if err := json.Unmarshal(line, &values); err != nil {
			return fmt.Errorf("want a JSON object like {\"id\":7,\"best\":\"e2e4\"}: %w", err)
		}
		id, isNumber := values["id"].(float64)
		if !isNumber || id < 1 || int(id) > len(kit) || id != float64(int(id)) {
			return fmt.Errorf("id %v: want the number of a case, from 1 to %d", values["id"], len(kit))
		}
		delete(values, "id")
		c := &kit[int(id)-1]
		for name := range values {
			if _, known := c.Want[name]; !known {
				return fmt.Errorf("case %d has no %q: want some of %s", c.ID, name,
					strings.Join(slices.Sorted(maps.Keys(c.Want)), ", "))
			}
		}
		all = append(all, Answer{c.ID, values})
		return nil
	})
	return all, err
}

// Reaches tells whether a case reaches a rule.
func (c *Case) Reaches(f literal.Fork) bool {
	bits, _ := hex.DecodeString(c.Rules)
	return int(f/8) < len(bits) && bits[f/8]>>(f%8)&1 == 1
}

// ruleBits writes the rules that were reached as Case.Rules.
func ruleBits(reached *[literal.NumForks]uint64) string {
	var bits [(literal.NumForks + 7) / 8]uint8
	for f, n := range reached {
		if n > 0 {
			bits[f/8] |= 1 << (f % 8)
		}
	}
	return fmt.Sprintf("%x", bits)
}
