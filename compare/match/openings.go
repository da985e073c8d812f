package match

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Opening is the beginning of games: a position, and moves from there.
type Opening struct {
	Name string
	game *game.Game
}

// Game returns a new game with the opening played.
func (o Opening) Game() *game.Game { return o.game.Clone() }

// openingOf takes the opening from a game, without its comments: at most plies half-moves, 0 for all.
// The game must not be over after them.
func openingOf(name string, g *game.Game, plies int) (Opening, error) {
	opening, err := game.FromFEN(g.StartFEN())
	for i, ply := range g.Plies() {
		if err == nil && (plies == 0 || i < plies) {
			err = opening.Play(ply.Move)
		}
	}
	if err == nil && opening.Result().Over() {
		err = fmt.Errorf("opening %s is over: %v", name, opening.Result())
	}
	return Opening{name, opening}, err
}

// Openings controls which openings are played, and in which order.
type Openings struct {
	File   string // PGN, or lines of FEN or EPD, also packed (.gz); "" for the built-in ones
	Plies  int    // at most so many half-moves of a game, 0 for all
	Random bool   // in an order chosen by Seed, not in that of the file
	Seed   uint64
	Start  int // the first one in this order, from 1; 0 is 1
	Count  int // at most so many, 0 for all

	// OnSkipped is called for each opening left out because it cannot be played. OnOdd is called for
	// problems of an opening that is played: a wrong tag, or a game that is damaged at the end of the
	// opening. They may be nil.
	OnSkipped, OnOdd func(error)
}

// odd calls OnOdd with the problems of an opening. Damage to the game counts only if it is within the
// opening.
func (c Openings) odd(damage error, g *game.Game) {
	if c.OnOdd == nil {
		return
	}
	for _, warning := range g.Warnings() {
		c.OnOdd(errors.New(warning))
	}
	if damage != nil && (c.Plies == 0 || g.Len() < c.Plies) {
		c.OnOdd(fmt.Errorf("%w; the opening ends there", damage))
	}
}

//go:embed openings.pgn
var builtIn string

// Choose reads the openings. It returns an error if none can be played, or if Start is beyond the last.
func (c Openings) Choose() (chosen []Opening, err error) {
	all, err := c.read()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no openings in it", c.File)
	}
	if c.Random {
		dice := rand.New(rand.NewPCG(c.Seed, 0))
		dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	start := cmp.Or(c.Start, 1) - 1
	if start < 0 || start >= len(all) {
		return nil, fmt.Errorf("opening %d: want 1 to %d, the number of openings", c.Start, len(all))
	}
	var first error
	for _, parse := range slices.Concat(all[start:], all[:start]) {
		o, err := parse()
		if err != nil { // the next one replaces it
			first = cmp.Or(first, err)
			if c.OnSkipped != nil {
				c.OnSkipped(err)
			}
			continue
		}
		if chosen = append(chosen, o); len(chosen) == c.Count {
			break
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no opening can be played: %w", first)
	}
	return chosen, nil
}

// read reads the texts of all openings; each function parses one.
func (c Openings) read() (all []func() (Opening, error), err error) {
	in := io.NopCloser(strings.NewReader(builtIn))
	if c.File != "" {
		if in, err = files.Open(c.File, nil); err != nil {
			return nil, err
		}
	}
	defer in.Close()
	name := filepath.Base(c.File)
	text := bufio.NewReader(in)
	const beginning = 1 << 10 // bytes
	head, _ := text.Peek(beginning)
	if kind := files.Kind(c.File); c.File == "" || kind == ".pgn" || kind != ".epd" && kind != ".fen" && pgn.Is(head) {
		for raw, err := range pgn.Split(text) {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.File, err)
			}
			raw.Text = bytes.Clone(raw.Text)
			all = append(all, func() (Opening, error) {
				g, damage := raw.Parse(c.File)
				g, err := pgn.UpTo(g, damage)
				if err == nil && g.Len() == 0 { // not even a first move
					err = damage
				}
				if err != nil {
					return Opening{}, err
				}
				c.odd(damage, g)
				title := cmp.Or(g.Tags.Get("Opening"), fmt.Sprintf("%s %d", name, raw.Number))
				return openingOf(title, g, c.Plies)
			})
		}
		return all, nil
	}
	for e, err := range pgn.ReadEPD(text, c.File) {
		if err != nil && !errors.As(err, new(*pgn.Error)) {
			return nil, err
		}
		all = append(all, func() (Opening, error) {
			if err != nil {
				return Opening{}, err
			}
			c.odd(nil, e.Game)
			return openingOf(cmp.Or(e.ID(), fmt.Sprintf("%s:%d", name, e.Line)), e.Game, 0)
		})
	}
	return all, nil
}
