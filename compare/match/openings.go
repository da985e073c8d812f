package match

import (
	"bufio"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Opening is where games begin.
type Opening struct {
	Name string
	Game *game.Game
}

//go:embed openings.txt
var builtIn string

// BuiltInOpenings returns some fifty short lines of opening theory that are thought equal.
func BuiltInOpenings() []Opening {
	openings, err := parseLines(builtIn)
	if err != nil {
		panic(err) // a test reads them
	}
	return openings
}

// parseLines reads a name, a colon and moves from each line; # begins a comment.
func parseLines(text string) ([]Opening, error) {
	var openings []Opening
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		name, moves, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		g := game.New()
		for _, move := range strings.Fields(moves) {
			if err := g.PlayText(move); err != nil {
				return nil, fmt.Errorf("line %d, %s: %w", i+1, name, err)
			}
		}
		openings = append(openings, Opening{Name: strings.TrimSpace(name), Game: g})
	}
	return openings, nil
}

// LoadOpenings reads a file: PGN (.pgn), of each game at most so many half-moves, all of
// them for 0; otherwise a FEN or EPD a line. Games that are over are refused.
func LoadOpenings(name string, plies int) ([]Opening, error) {
	var openings []Opening
	var err error
	if strings.EqualFold(filepath.Ext(name), ".pgn") {
		openings, err = loadGames(name, plies)
	} else {
		openings, err = loadPositions(name)
	}
	if err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings in it", name)
	}
	for i, o := range openings {
		if r := o.Game.Result(); r.Over() && r.Reason != "" {
			return nil, fmt.Errorf("%s: opening %d, %s, is over: %v", name, i+1, o.Name, r)
		}
	}
	return openings, nil
}

func loadGames(name string, plies int) ([]Opening, error) {
	games, err := pgn.Load(name)
	if err != nil {
		return nil, err
	}
	var openings []Opening
	for i, g := range games {
		if plies > 0 {
			g.TakeBack(g.Len() - plies)
		}
		title := g.Tags.Get("Opening")
		if title == "" {
			title = fmt.Sprintf("%s %d", filepath.Base(name), i+1)
		}
		openings = append(openings, Opening{Name: title, Game: bare(g)})
	}
	return openings, nil
}

// bare returns the moves of a game without what was said about them.
func bare(g *game.Game) *game.Game {
	g = g.Clone()
	g.Tags, g.Comment = nil, ""
	for i := range g.Len() {
		g.Ply(i).Note, g.Ply(i).Comment = nil, ""
	}
	g.Finish(game.Result{})
	return g
}

func loadPositions(name string) ([]Opening, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var openings []Opening
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		epd, err := pgn.ParseEPD(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		title := epd.Operations["id"]
		if title == "" {
			title = fmt.Sprintf("%s:%d", filepath.Base(name), number)
		}
		openings = append(openings, Opening{Name: title, Game: epd.Game})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}
