package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
)

// The same games in every front end of the program: testdata/scenarios.json lists what a user does and
// what must be true then. scenarios_lines_test.go, scenarios_terminal_test.go and, for the page,
// internal/web/browser/scenarios.test.mjs do it in each front end.

type scenario struct {
	Name  string
	Color string            // of the user; empty is white
	Level int               // 0 is 1
	FEN   string            // empty is the start
	Slow  bool              // the machine thinks for minutes, until the action "hurry"
	Not   map[string]string // front ends in which it cannot be played, and why
	Steps []step
	Saved []string // moves of the saved games; empty is that of the last step
}

// step is an action, and the state of the game after it. What a step leaves out is as before.
type step struct {
	Do      string
	Moves   *string
	Turn    *string
	Result  *string
	AtLeast int    `json:"at least"` // a number of half-moves
	Of      string // of these
}

// standing is the state of a game: its moves; whose turn it is, "you", "Sargon" or "over" ("" if that does
// not matter); and a result with its reason, "0-1 checkmate".
type standing struct {
	start               string // FEN
	color               string // of the user
	moves, turn, result string
	atLeast             int // if not 0, the game has the first moves of these, at least this many
}

// is reports whether the moves of a game are as wanted.
func (s standing) is(moves []string) bool {
	want := strings.Fields(s.moves)
	if s.atLeast == 0 {
		return slices.Equal(moves, want)
	}
	if len(moves) < s.atLeast || len(moves) > len(want) || !slices.Equal(moves, want[:len(moves)]) {
		return false
	}
	// A picture that is being drawn may show the turn before or after.
	g, err := game.FromFEN(s.start)
	personMoves := err == nil && (g.Side().String() == s.color) == (len(moves)%2 == 0)
	return s.turn != "you" || personMoves
}

// player plays a scenario in a front end. Its methods fail the test if the expected does not appear.
type player interface {
	do(action, argument string)
	see(standing) (moves []string) // waits until the game is as wanted
	leave()
}

// scenarios returns the scenarios of the file.
func scenarios(t *testing.T) (all []scenario) {
	t.Helper()
	var file struct {
		Faces     map[string]string
		Scenarios []scenario
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, "testdata/scenarios.json")), &file))
	for _, s := range file.Scenarios {
		for face := range s.Not {
			require.Contains(t, file.Faces, face, s.Name)
		}
	}
	return file.Scenarios
}

// playScenarios plays all scenarios that a front end can play. Through pipes it plays in this process,
// unless the program is to be killed; in lines on a terminal, only scenarios that differ from those
// through pipes.
func playScenarios(t *testing.T, face string, sit func(*place, scenario) player) {
	for _, s := range scenarios(t) {
		isKilled := slices.ContainsFunc(s.Steps, func(one step) bool { return one.Do == "kill" })
		if s.Not[face] != "" || face == "lines" && s.Not["plain"] == "" && !s.Slow && !isKilled {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			s.Level = max(s.Level, 1)
			s.Color = cmp.Or(s.Color, "white")
			var p *place
			if piped := face == "plain" || face == "dialogue"; piped && !isKilled {
				p = atHome(t)
			} else {
				t.Parallel()
				p = newPlace(t)
			}
			s.play(t, p, sit(p, s))
		})
	}
}

func (s scenario) play(t *testing.T, p *place, by player) {
	now := standing{start: cmp.Or(s.FEN, game.New().StartFEN()), color: s.Color}
	for i, step := range s.Steps {
		t.Logf("step %d: %s", i+1, step.Do)
		action, argument := step.Do, ""
		for _, verb := range []string{"move", "refused", "premove", "save state", "load state"} {
			if rest, found := strings.CutPrefix(step.Do, verb+" "); found {
				action, argument = verb, rest
			}
		}
		switch action {
		case "kill", "back to the other":
			p.waitUntilSaved(now)
		}
		if action != "" {
			by.do(action, argument)
		}
		now.moves, now.atLeast = cmp.Or(step.Of, valueOr(step.Moves, now.moves)), step.AtLeast
		now.turn, now.result = valueOr(step.Turn, now.turn), valueOr(step.Result, now.result)
		now.moves = strings.Join(by.see(now), " ")
		now.atLeast = 0
	}
	by.leave()
	saved := s.Saved
	if saved == nil {
		saved = []string{now.moves}
	}
	s.checkSaved(t, p, saved, now)
}

func valueOr(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}

// checkSaved checks the saved games: their moves, the players, and the result of the last one, which
// cannot be resumed if it is over.
func (s scenario) checkSaved(t *testing.T, p *place, saved []string, last standing) {
	list := must.Have((&store.Folder{Dir: p.games()}).List())
	for i, want := range saved {
		one := list[i]
		require.NoError(t, one.Err)
		g := must.Have(pgn.Last(p.games(one.Name + ".pgn")))
		assert.Equal(t, movesOf(one.Game), movesOf(g), "the PGN file has the moves of the saved game")
		assert.Equal(t, strings.Fields(want), movesOf(g), "saved game %d", i+1)
		sides := []string{g.Tags.Get("White"), g.Tags.Get("Black")}
		if s.Color == "black" {
			slices.Reverse(sides)
		}
		assert.Equal(t, "Player", sides[0])
		assert.Regexp(t, fmt.Sprintf(`^Sargon 1978 \(.*level %d\)$`, s.Level), sides[1])
		if i == 0 {
			outcome, _, _ := strings.Cut(last.result, " ")
			assert.Equal(t, cmp.Or(outcome, "*"), string(g.Result().Outcome))
			assert.Equal(t, last.result != "", one.State.Game.Over)
		}
	}
}

// movesOf returns the moves of a game, like e2e4 and e7e8q.
func movesOf(g *game.Game) []string {
	moves := []string{}
	for _, ply := range g.Plies() {
		moves = append(moves, ply.Move.String())
	}
	return moves
}

// replayed returns a game with the moves.
func (s standing) replayed(t testing.TB) *game.Game {
	g := must.Have(game.FromFEN(s.start))
	for _, move := range strings.Fields(s.moves) {
		require.NoError(t, g.PlayText(move))
	}
	return g
}

// savedGames returns the saved games, the oldest first.
func (p *place) savedGames() []string {
	names := must.Have(filepath.Glob(p.games("*.game")))
	return names
}

// waitUntilSaved waits until the game is on the disk. The program saves in the background, and writes the
// file *.game last.
func (p *place) waitUntilSaved(now standing) {
	p.t.Helper()
	look := time.NewTicker(time.Millisecond) // a file does not report that it has changed
	defer look.Stop()
	limit := time.After(neverSoLong)
	for saved := "nothing"; ; {
		if games := p.savedGames(); len(games) > 0 {
			g, err := pgn.Last(strings.TrimSuffix(games[len(games)-1], ".game") + ".pgn")
			if err == nil && now.is(movesOf(g)) {
				return
			}
			saved = fmt.Sprint(g, err)
		}
		select {
		case <-look.C:
		case <-limit:
			p.t.Fatalf("want %s to be saved; there is: %s", now.moves, saved)
		}
	}
}
