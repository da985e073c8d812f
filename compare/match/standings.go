package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// add adds a finished game.
func (m *Match) add(r Record) {
	m.done[r.Number] = true
	players, outcome := [2]int{r.White, r.Black}, r.Result.Outcome
	for i, side := range []sargon.Color{sargon.White, sargon.Black} {
		if outcome == game.Win(side.Other()) {
			m.faults[players[i]][r.Result.Reason]++
		}
	}
	// Only the moves after the opening count, whatever moves led to its position.
	plies := min(m.Openings[r.Opening].game.Len(), r.Game.Len())
	key := fmt.Sprint(r.White, r.Black, r.Game.At(plies).Key(), movesOf(r.Game)[plies:])
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	for i, side := range []sargon.Color{sargon.White, sargon.Black} {
		pair := [2]int{players[i], players[1-i]}
		s := m.scores[pair]
		switch outcome.Points(side) {
		case 0:
			s.Losses++
		case 1:
			s.Draws++
		default:
			s.Wins++
		}
		m.scores[pair] = s
	}
}

// Done returns how many games are finished.
func (m *Match) Done() int { return len(m.done) }

// total returns the score of a player against all others, or only against programs of a known strength,
// and the average of their strengths.
func (m *Match) total(player int, anchored bool) (total Results, strength float64) {
	for other, e := range m.Players {
		if s := m.scores[[2]int{player, other}]; e.Anchor > 0 || !anchored {
			total = Results{total.Wins + s.Wins, total.Draws + s.Draws, total.Losses + s.Losses}
			strength += float64(e.Anchor * s.Games())
		}
	}
	return total, strength / float64(max(1, total.Games()))
}

// order returns the players, best first.
func (m *Match) order() []int {
	ratio, order := make([]float64, len(m.Players)), make([]int, len(m.Players))
	for i := range order {
		order[i] = i
		if s, _ := m.total(i, false); s.Games() > 0 {
			ratio[i] = s.Ratio()
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratio[b], ratio[a]) })
	return order
}

// Table returns the standings as text: for each player the score against all others, the Elo difference
// to them with its 95 % bounds, and the likelihood of superiority; then the strength that follows from
// the score against programs with elo=.
func (m *Match) Table() string {
	width := len("Player")
	for _, e := range m.Players {
		width = max(width, len([]rune(e.Name)))
	}
	var b, after strings.Builder
	row := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	row("%3s  %-*s %6s %5s %5s %5s %7s %6s  %-22s %6s", "", width, "Player",
		"games", "won", "drawn", "lost", "points", "", "Elo [95 %]", "LOS")
	all := map[game.Reason]int{}
	for place, i := range m.order() {
		name := m.Players[i].Name
		s, _ := m.total(i, false)
		percent, los := "–", "–"
		if s.Games() > 0 {
			percent = fmt.Sprintf("%.1f%%", 100*s.Ratio())
			los = fmt.Sprintf("%.1f%%", 100*s.Superiority())
		}
		row("%3d  %-*s %6d %5d %5d %5d %7.1f %6s  %-22s %6s", place+1, width, name,
			s.Games(), s.Wins, s.Draws, s.Losses, s.Points(), percent, s.eloText(0), los)
		if s, strength := m.total(i, true); s.Games() > 0 && m.Players[i].Anchor == 0 {
			fmt.Fprintf(&after, "%s: Elo %s, by %d games with programs of Elo %.0f on average\n",
				name, s.eloText(strength), s.Games(), strength)
		}
		for reason, n := range m.faults[i] {
			all[reason] += n
		}
		if text := faultText(m.faults[i]); text != faultText(nil) {
			fmt.Fprintf(&after, "%s: %s\n", name, text)
		}
	}
	b.WriteString(after.String())
	row("%d of %d games; %s", m.Done(), len(m.Games), faultText(all))
	if same := m.Done() - len(m.seen); same > 0 {
		row("%d games are distinct; %d repeated another one and are not counted", len(m.seen), same)
	}
	return b.String()
}

// faultText returns how often games were lost for other reasons than on the board.
func faultText(faults map[game.Reason]int) string {
	return fmt.Sprintf("illegal moves %d, losses on time %d, crashes %d",
		faults[game.IllegalMove], faults[game.TimeForfeit], faults[game.Crash])
}
