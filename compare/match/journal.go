package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Journal is a file of JSON lines: the plan, then each finished game with its PGN, then the
// standings. An interrupted match goes on from it.
type Journal struct {
	file *os.File
	pgn  *os.File // nil if none is wanted
}

// header is the first line. A match that goes on must have the same, except for more games.
type header struct {
	Entrants []string `json:"entrants"`           // as they were typed
	Editions []string `json:"editions,omitempty"` // of those entrants that have one
	Openings []string `json:"openings"`
	Games    int      `json:"games"`
	Time     string   `json:"timeControl"`
}

// gameLine is a finished game.
type gameLine struct {
	Number   int     `json:"game"`
	White    string  `json:"white"`
	Black    string  `json:"black"`
	Opening  string  `json:"opening"`
	Result   string  `json:"result"`
	Reason   string  `json:"reason"`
	Fault    string  `json:"fault,omitempty"`
	HalfMove int     `json:"plies"`
	Seconds  float64 `json:"seconds"`
	PGN      string  `json:"pgn"`
}

// standingsLine is the last line of a match that is done.
type standingsLine struct {
	Standings []standing `json:"standings"`
}

type standing struct {
	Player      string   `json:"player"`
	Wins        int      `json:"wins"`
	Draws       int      `json:"draws"`
	Losses      int      `json:"losses"`
	Elo         *float64 `json:"elo"` // null if it is not finite
	EloLow      *float64 `json:"eloLow"`
	EloHigh     *float64 `json:"eloHigh"`
	Superiority float64  `json:"los"`
	Faults      Faults   `json:"faults"`
}

func headerOf(plan *Plan, tc TimeControl) header {
	h := header{Games: len(plan.Games), Time: tc.String()}
	for _, e := range plan.Entrants {
		h.Entrants = append(h.Entrants, e.Spec)
		if e.Edition != "" {
			h.Editions = append(h.Editions, e.Edition)
		}
	}
	for _, o := range plan.Openings {
		h.Openings = append(h.Openings, o.Name)
	}
	return h
}

// OpenJournal begins a journal, or goes on with one and adds its games to the tally; the plan may
// have more games than before. A file that exists is changed only with resume. The PGN file, "" for
// none, is written anew from the journal, so that the two always agree; without a journal, "",
// games go to the PGN file only.
func OpenJournal(name, pgn string, resume bool, tally *Tally, tc TimeControl) (*Journal, error) {
	j := new(Journal)
	want := headerOf(tally.plan, tc)
	var games []gameLine
	var played []*game.Game
	var text strings.Builder // PGN
	if resume {
		var err error
		if games, played, err = readJournal(name, want); err != nil {
			return nil, err
		}
		for _, g := range games {
			text.WriteString(g.PGN)
		}
		if err := inStep(pgn, text.String()); err != nil {
			return nil, err
		}
	}
	for _, file := range []string{name, pgn} {
		if _, err := os.Stat(file); file != "" && err == nil && !resume {
			return nil, fmt.Errorf("%s exists; --resume goes on with a match, or name another file", file)
		}
	}
	var err error
	if name != "" {
		j.file, err = rewrite(name, func(w io.Writer) error {
			if err := writeLine(w, want); err != nil {
				return err
			}
			for _, g := range games {
				if err := writeLine(w, g); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if pgn != "" {
		j.pgn, err = rewrite(pgn, files.Bytes([]byte(text.String())))
		if err != nil {
			j.Close()
			return nil, err
		}
	}
	for i, g := range games {
		tally.add(tally.plan.Games[g.Number-1],
			game.Result{Outcome: game.Outcome(g.Result), Reason: game.Reason(g.Reason)}, played[i],
			time.Duration(g.Seconds*float64(time.Second)))
	}
	return j, nil
}

// inStep refuses a file that holds other games than the journal: they would be lost. One that ends
// earlier, as after a crash, is accepted.
func inStep(name, games string) error {
	text, err := os.ReadFile(name)
	switch {
	case name == "", errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !strings.HasPrefix(games, string(text)):
		return fmt.Errorf("%s holds other games than the journal; name another file", name)
	}
	return nil
}

// rewrite writes a file in one step and opens it for more.
func rewrite(name string, write func(io.Writer) error) (*os.File, error) {
	if err := files.WriteFile(name, nil, write); err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
}

func writeLine(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes()) // in one piece, so that a line is whole or missing
	return err
}

// readJournal reads the games that are done. A last line that is cut short, as after a
// crash, is left out.
func readJournal(name string, want header) (games []gameLine, played []*game.Game, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, fmt.Errorf("nothing to go on with: %w", err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	var h header
	if err := json.Unmarshal([]byte(lines[0]), &h); err != nil || h.Games == 0 {
		return nil, nil, fmt.Errorf("%s:1: not the journal of a match", name)
	}
	if !slices.Equal(h.Editions, want.Editions) {
		return nil, nil, fmt.Errorf("%s holds a match of other editions: %q; here they are %q", name,
			h.Editions, want.Editions)
	}
	if !h.isBegunOf(want) {
		return nil, nil, fmt.Errorf("%s holds another match: %s of %d games at %s; this is %s "+
			"of %d at %s. To go on want the same players, openings and time, and no fewer games",
			name, strings.Join(h.Entrants, " – "), h.Games, h.Time,
			strings.Join(want.Entrants, " – "), want.Games, want.Time)
	}
	seen := map[int]bool{}
	for i, line := range lines[1:] {
		if !strings.HasSuffix(line, "\n") {
			break
		}
		var g gameLine
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
		if g.Number == 0 {
			continue // the standings
		}
		if g.Number < 0 || g.Number > want.Games || seen[g.Number] {
			return nil, nil, fmt.Errorf("%s:%d: game %d is there twice, or not part of this match", name,
				i+2, g.Number)
		}
		seen[g.Number] = true
		moves, err := readGame(g.PGN)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
		games, played = append(games, g), append(played, moves)
	}
	return games, played, nil
}

// isBegunOf tells whether a match is the same as another one that may have more games.
func (h header) isBegunOf(want header) bool {
	if h.Games > want.Games || len(h.Openings) > len(want.Openings) {
		return false
	}
	want.Games, want.Openings = h.Games, want.Openings[:len(h.Openings)]
	return reflect.DeepEqual(h, want)
}

// readGame reads the PGN of a line.
func readGame(text string) (*game.Game, error) {
	for g, err := range pgn.Read(strings.NewReader(text), "") {
		return g, err
	}
	return nil, errors.New("no game in it")
}

// Add writes a game that is done.
func (j *Journal) Add(plan *Plan, r Record) error {
	line := gameLine{
		Number: r.Number, White: plan.Entrants[r.White].Name, Black: plan.Entrants[r.Black].Name,
		Opening: plan.Openings[r.Opening].Name,
		Result:  string(r.Result.Outcome), Reason: string(r.Result.Reason), Fault: r.Fault,
		HalfMove: r.Game.Len(), Seconds: math.Round(r.Duration.Seconds()*1000) / 1000,
		PGN: pgn.Text(r.Game),
	}
	if j.file != nil {
		if err := writeLine(j.file, line); err != nil {
			return err
		}
	}
	if j.pgn != nil {
		if _, err := io.WriteString(j.pgn, line.PGN); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the standings, as the last line.
func (j *Journal) Finish(t *Tally) error {
	if j.file == nil {
		return nil
	}
	var line standingsLine
	for _, i := range t.Standings() {
		s := t.Total(i)
		elo, low, high := s.Elo()
		line.Standings = append(line.Standings, standing{
			Player: t.plan.Entrants[i].Name, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses,
			Elo: finite(elo), EloLow: finite(low), EloHigh: finite(high),
			Superiority: s.Superiority(), Faults: t.faults[i],
		})
	}
	return writeLine(j.file, line)
}

// finite returns nil for a number that JSON cannot hold.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = math.Round(10*x) / 10
	return &x
}

// Close closes the files.
func (j *Journal) Close() error {
	var err error
	for _, f := range []*os.File{j.file, j.pgn} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}
