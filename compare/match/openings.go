package match

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Opening is where games begin: a position, and moves from there.
type Opening struct {
	Name  string
	start string // FEN
	moves []game.Move
}

// Game returns a new game with the opening played.
func (o Opening) Game() *game.Game {
	g, err := game.FromFEN(o.start)
	for _, m := range o.moves {
		err = errors.Join(err, g.Play(m))
	}
	if err != nil {
		panic(err) // it was taken from a game
	}
	return g
}

// openingOf takes the opening from a game: at most so many half-moves, 0 for all. The game must not
// be over then.
func openingOf(name string, g *game.Game, plies int) (Opening, error) {
	g.Finish(game.Result{})
	if plies > 0 {
		g.TakeBack(g.Len() - plies)
	}
	o := Opening{Name: name, start: g.StartFEN()}
	for _, ply := range g.Plies() {
		o.moves = append(o.moves, ply.Move)
	}
	if r := g.Result(); r.Over() {
		return o, fmt.Errorf("opening %s is over: %v", name, r)
	}
	return o, nil
}

// Openings says which openings are played, and in which order.
type Openings struct {
	File   string // PGN, or lines of FEN or EPD, also packed (.gz); "" for the built-in ones
	Plies  int    // at most so many half-moves of a game, 0 for all
	Random bool   // in an order drawn from Seed, not in that of the file
	Seed   uint64
	Start  int // with which of this order they begin, from 1
	Count  int // at most so many, 0 for all

	// Skipped is told of each opening left out because it cannot be played; it may be nil.
	Skipped func(error)
}

//go:embed openings.txt
var builtIn string

// Choose reads the openings. Of a file of any size only what is chosen is kept in memory. It is an
// error if nothing can be played.
func (c Openings) Choose() (chosen []Opening, err error) {
	total := 0
	for _, err := range c.all() {
		if err != nil {
			return nil, err
		}
		total++
	}
	if total == 0 {
		return nil, fmt.Errorf("%s: no openings in it", c.File)
	}
	order := c.order(total)
	wanted := cmp.Or(c.Count, total)
	var first error
	// Look further to replace those that cannot be played.
	for tried := 0; len(order) > 0 && len(chosen) < wanted; { // each time twice as far
		turn := order[:min(max(wanted, tried), len(order))]
		order, tried = order[len(turn):], tried+len(turn)
		found := map[int]Opening{}
		for _, number := range turn {
			found[number] = Opening{}
		}
		number := 0
		for read, err := range c.all() {
			if err != nil {
				return nil, err
			}
			if _, ok := found[number]; ok {
				if found[number], err = read(); err != nil {
					delete(found, number)
					first = cmp.Or(first, err)
					if c.Skipped != nil {
						c.Skipped(err)
					}
				}
			}
			number++
		}
		for _, number := range turn {
			if o, ok := found[number]; ok {
				chosen = append(chosen, o)
			}
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no opening can be played: %w", first)
	}
	return chosen[:min(wanted, len(chosen))], nil
}

// order returns the numbers of so many openings, from 0, in the order of play.
func (c Openings) order(total int) []int {
	order := make([]int, total)
	for i := range order {
		order[i] = i
	}
	if c.Random {
		order = rand.New(rand.NewPCG(c.Seed, 0)).Perm(total)
	}
	start := (max(c.Start, 1) - 1) % total
	return slices.Concat(order[start:], order[:start])
}

// all goes through all openings; each is read if it is called. An error is that of the file.
func (c Openings) all() iter.Seq2[func() (Opening, error), error] {
	return func(yield func(func() (Opening, error), error) bool) {
		in, err := io.NopCloser(strings.NewReader(builtIn)), error(nil)
		if c.File != "" {
			in, err = files.Open(c.File, nil)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		defer in.Close()
		name := filepath.Base(c.File)
		if strings.EqualFold(filepath.Ext(strings.TrimSuffix(c.File, ".gz")), ".pgn") {
			for raw, err := range pgn.Split(in) {
				read := func() (Opening, error) {
					g, err := raw.Parse(c.File)
					if err != nil {
						return Opening{}, err
					}
					title := cmp.Or(g.Tags.Get("Opening"), fmt.Sprintf("%s %d", name, raw.Number))
					return openingOf(title, g, c.Plies)
				}
				if !yield(read, c.named(err)) {
					return
				}
			}
			return
		}
		const most = 1 << 20 // bytes of a line
		for line, err := range files.NotEmpty(in, most) {
			if err == nil && line.Text[0] == '#' {
				continue
			}
			read := func() (Opening, error) {
				if c.File == "" {
					return parseLine(line.Text)
				}
				o, err := parsePosition(fmt.Sprintf("%s:%d", name, line.Number), line.Text)
				if err != nil {
					err = fmt.Errorf("%s:%d: %w", c.File, line.Number, err)
				}
				return o, err
			}
			if !yield(read, c.named(err)) {
				return
			}
		}
	}
}

// named adds the file to an error.
func (c Openings) named(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", c.File, err)
	}
	return err
}

// parseLine reads a name, a colon and moves.
func parseLine(line string) (Opening, error) {
	name, moves, _ := strings.Cut(line, ":")
	g := game.New()
	for _, move := range strings.Fields(moves) {
		if err := g.PlayText(move); err != nil {
			return Opening{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return openingOf(strings.TrimSpace(name), g, 0)
}

// parsePosition reads a FEN or EPD.
func parsePosition(name, text string) (Opening, error) {
	epd, err := pgn.ParseEPD(text)
	if err != nil {
		return Opening{}, err
	}
	return openingOf(cmp.Or(epd.Operations["id"], name), epd.Game, 0)
}
