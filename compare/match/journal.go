package match

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Journal begins the PGN file of a match. If the file exists, Journal continues it with resume, and
// adds its games to the standings; without resume, the file must not exist. The match may have more
// games than before. The header of each game says which game of the match it is. A last game that is
// cut short, as after a crash, is removed.
func (m *Match) Journal(name string, resume bool) error {
	var before []byte
	if resume {
		var err error
		if before, err = m.read(name); err != nil {
			return err
		}
	} else if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s exists; --resume goes on with a match, or name another file", name)
	}
	err := files.WriteFile(name, nil, files.Bytes(before))
	if err == nil {
		m.journal, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	}
	return err
}

// read adds the games of a file to the standings and returns their text.
func (m *Match) read(name string) (whole []byte, err error) {
	if how := files.PackedFile(name); how != "" {
		return nil, fmt.Errorf("%s is packed or no text (%s): want a plain PGN file to go on with", name, how)
	}
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
		if end == len(text) && (err != nil || !isComplete(g, raw.Text)) {
			break
		}
		if err == nil {
			err = m.addJournalGame(g)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, raw.Line, err)
		}
		whole = text[:end]
	}
	return whole, nil
}

// isComplete reports whether the text of a game was written to its end.
func isComplete(g *game.Game, text []byte) bool {
	r := g.Result()
	return r.Over() && bytes.HasSuffix(bytes.TrimSpace(text), []byte(r.Outcome))
}

// addJournalGame adds a game of the file to the standings, if it is one of the match.
func (m *Match) addJournalGame(g *game.Game) error {
	number, err := strconv.Atoi(g.Tags.Get("Round"))
	if err != nil || number < 1 || number > len(m.Games) {
		return fmt.Errorf("round %q is not part of this match: want the same players, openings and "+
			"time, and no fewer games", g.Tags.Get("Round"))
	}
	if m.done[number] {
		return fmt.Errorf("game %d is there twice", number)
	}
	r := Record{Pairing: m.Games[number-1], Game: g, Result: g.Result()}
	for _, tag := range m.tags(r.Pairing, g) {
		if got := g.Tags.Get(tag[0]); got != tag[1] {
			return fmt.Errorf("game %d is of another match: its %s is %q, here it is %q; want the "+
				"same players, openings and time", number, tag[0], got, tag[1])
		}
	}
	for reason, text := range terminations {
		if g.Tags.Get("Termination") == text {
			r.Result.Reason = reason
		}
	}
	m.add(r)
	return nil
}

// tags returns the tags for the place of a game in the match, and for its length.
func (m *Match) tags(p Pairing, played *game.Game) [][2]string {
	tags := [][2]string{
		{"Round", fmt.Sprint(p.Number)},
		{"White", m.Players[p.White].Name}, {"Black", m.Players[p.Black].Name},
		{"Opening", m.Openings[p.Opening].Name}, {"PlyCount", fmt.Sprint(played.Len())},
	}
	var times [2]string
	for i, color := range []string{"White", "Black"} {
		e := &m.Players[[]int{p.White, p.Black}[i]]
		if e.named && e.Command == "" { // the name alone leaves out the ROM image or level
			tags = append(tags, [2]string{color + "Engine", e.sargonName()})
		}
		times[i] = e.timeControl(m.Time).String()
	}
	if times[0] == times[1] {
		return append(tags, [2]string{"TimeControl", times[0]})
	}
	return append(tags, [2]string{"WhiteTimeControl", times[0]},
		[2]string{"BlackTimeControl", times[1]})
}

// terminations are the words of the PGN standard for how a game ended that the rules did not end.
var terminations = map[game.Reason]string{
	game.TimeForfeit: "time forfeit", game.IllegalMove: "rules infraction", game.Crash: "abandoned",
}

// write adds a finished game to the journal, in one piece.
func (m *Match) write(g *game.Game) error {
	if m.journal == nil {
		return nil
	}
	_, err := m.journal.WriteString(pgn.Text(g))
	return err
}

// Close closes the journal.
func (m *Match) Close() error {
	if m.journal == nil {
		return nil
	}
	return m.journal.Close()
}
