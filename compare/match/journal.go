package match

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Journal is the PGN file of a match. The header of each game says which game of the plan it is, so
// that an interrupted match goes on from the file.
type Journal struct {
	plan *Plan
	time TimeControl
	file *os.File // nil if no file is wanted
}

// OpenJournal begins the PGN file of a match, "" for none, or goes on with it and adds its games to
// the tally; the plan may have more games than before. A file that exists is changed only with
// resume: a last game that is cut short, as after a crash, is then taken off.
func OpenJournal(name string, resume bool, tally *Tally, tc TimeControl) (*Journal, error) {
	j := &Journal{plan: tally.plan, time: tc}
	var before []byte
	if resume {
		var err error
		if before, err = j.read(name, tally); err != nil {
			return nil, err
		}
	} else if _, err := os.Stat(name); name != "" && err == nil {
		return nil, fmt.Errorf("%s exists; --resume goes on with a match, or name another file", name)
	}
	if name == "" {
		return j, nil
	}
	err := files.WriteFile(name, nil, files.Bytes(before))
	if err == nil {
		j.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	}
	return j, err
}

// read adds the games of a file to a tally and returns their text.
func (j *Journal) read(name string, tally *Tally) (whole []byte, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("nothing to go on with: %w", err)
	}
	for raw, err := range pgn.Split(bytes.NewReader(text)) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		end := len(whole) + len(raw.Text)
		g, err := raw.Parse(name)
		if end == len(text) && (err != nil || !ended(g, raw.Text)) {
			break
		}
		if err == nil {
			err = j.take(g, tally)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, raw.Line, err)
		}
		whole = text[:end]
	}
	return whole, nil
}

// ended tells whether the text of a game is written to its end.
func ended(g *game.Game, text []byte) bool {
	r := g.Result()
	return r.Over() && bytes.HasSuffix(bytes.TrimSpace(text), []byte(r.Outcome))
}

// take adds a game of the file to the tally, if it is one of the plan.
func (j *Journal) take(g *game.Game, tally *Tally) error {
	number, err := strconv.Atoi(g.Tags.Get("Round"))
	if err != nil || number < 1 || number > len(j.plan.Games) {
		return fmt.Errorf("round %q is not part of this match: want the same players, openings and "+
			"time, and no fewer games", g.Tags.Get("Round"))
	}
	if tally.Has(number) {
		return fmt.Errorf("game %d is there twice", number)
	}
	p := j.plan.Games[number-1]
	for _, tag := range j.plan.tags(p, g, j.time) {
		got := g.Tags.Get(tag[0])
		if got == "" && strings.HasSuffix(tag[0], "Engine") {
			continue // older journals do not tell whose engine has a name
		}
		if got != tag[1] {
			return fmt.Errorf("game %d is of another match: its %s is %q, here it is %q; want the "+
				"same players, openings and time", number, tag[0], got, tag[1])
		}
	}
	r := g.Result()
	for reason, text := range terminations {
		if g.Tags.Get("Termination") == text {
			r.Reason = reason
		}
	}
	tally.add(p, r, g)
	return nil
}

// tags are what the header of a game says of its place in the plan, and of its length.
func (p *Plan) tags(g Pairing, played *game.Game, tc TimeControl) [][2]string {
	tags := [][2]string{
		{"Round", fmt.Sprint(g.Number)},
		{"White", p.Entrants[g.White].Name}, {"Black", p.Entrants[g.Black].Name},
		{"Opening", p.Openings[g.Opening].Name}, {"PlyCount", fmt.Sprint(played.Len())},
	}
	for i, color := range []string{"White", "Black"} {
		e := &p.Entrants[[]int{g.White, g.Black}[i]]
		if e.named && len(e.Command) == 0 { // the name does not say which edition or level it is
			tags = append(tags, [2]string{color + "Engine", e.sargonName()})
		}
	}
	white, black := p.Entrants[g.White].timeControl(tc), p.Entrants[g.Black].timeControl(tc)
	if white.String() == black.String() {
		return append(tags, [2]string{"TimeControl", white.String()})
	}
	return append(tags, [2]string{"WhiteTimeControl", white.String()},
		[2]string{"BlackTimeControl", black.String()})
}

// terminations are the words of the PGN standard for how a game ended, if the rules did not end it.
var terminations = map[game.Reason]string{
	game.TimeForfeit: "time forfeit", game.IllegalMove: "rules infraction", game.Crash: "abandoned",
}

// Add writes a game that is done, in one piece.
func (j *Journal) Add(r Record) error {
	if j.file == nil {
		return nil
	}
	_, err := j.file.WriteString(pgn.Text(r.Game))
	return err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
