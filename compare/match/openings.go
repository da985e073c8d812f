package match

import (
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
func (c Openings) Choose() ([]Opening, error) {
	total := 0
	if err := c.each(func(int, reader) bool { total++; return true }); err != nil {
		return nil, err
	}
	if total == 0 {
		return nil, fmt.Errorf("%s: no openings in it", c.File)
	}
	places := c.places(total)
	wanted := c.Count
	if wanted == 0 {
		wanted = total
	}
	type placed struct {
		Opening
		place int
	}
	var chosen []placed
	var first error
	// Look further to replace those that cannot be played.
	for from, to := 0, wanted; from < total && len(chosen) < wanted; from, to = to, 2*to {
		err := c.each(func(number int, read reader) bool {
			place := places[number]
			if place < from || place >= to {
				return true
			}
			o, err := read()
			if err == nil {
				chosen = append(chosen, placed{o, place})
				return true
			}
			first = cmp.Or(first, err)
			if c.Skipped != nil {
				c.Skipped(err)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no opening can be played: %w", first)
	}
	slices.SortFunc(chosen, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	openings := make([]Opening, min(wanted, len(chosen)))
	for i := range openings {
		openings[i] = chosen[i].Opening
	}
	return openings, nil
}

// places returns for each opening, from 0, its place in the order of play.
func (c Openings) places(total int) []int {
	places := make([]int, total)
	start := (max(c.Start, 1) - 1) % total
	for i := range places {
		places[i] = (i + total - start) % total
	}
	if c.Random {
		order := rand.New(rand.NewPCG(c.Seed, 0)).Perm(total)
		for turn, i := range order {
			places[i] = (turn + total - start) % total
		}
	}
	return places
}

// reader reads one opening.
type reader func() (Opening, error)

// each goes through all openings, numbered from 0; yield reads those that it wants.
func (c Openings) each(yield func(number int, read reader) bool) error {
	if c.File == "" {
		return eachLine(strings.NewReader(builtIn), func(number, _ int, line string) bool {
			return yield(number, func() (Opening, error) { return parseLine(line) })
		})
	}
	in, err := files.Open(c.File, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	name := filepath.Base(c.File)
	if !strings.EqualFold(filepath.Ext(strings.TrimSuffix(c.File, ".gz")), ".pgn") {
		err := eachLine(in, func(number, line int, text string) bool {
			return yield(number, func() (Opening, error) {
				o, err := parsePosition(fmt.Sprintf("%s:%d", name, line), text)
				if err != nil {
					err = fmt.Errorf("%s:%d: %w", c.File, line, err)
				}
				return o, err
			})
		})
		if err != nil {
			err = fmt.Errorf("%s: %w", c.File, err)
		}
		return err
	}
	for raw, err := range pgn.Split(in) {
		if err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		read := func() (Opening, error) {
			g, err := raw.Parse(c.File)
			if err != nil {
				return Opening{}, err
			}
			title := cmp.Or(g.Tags.Get("Opening"), fmt.Sprintf("%s %d", name, raw.Number))
			return openingOf(title, g, c.Plies)
		}
		if !yield(raw.Number-1, read) {
			return nil
		}
	}
	return nil
}

// eachLine goes through the lines of a text that are neither empty nor a comment (#):
// number counts them from 0, line counts all from 1.
func eachLine(in io.Reader, yield func(number, line int, text string) bool) error {
	const most = 1 << 20 // bytes of a line
	number := 0
	for line, err := range files.NotEmpty(in, most) {
		switch {
		case err != nil:
			return err
		case line.Text[0] == '#':
			continue
		case !yield(number, line.Number, line.Text):
			return nil
		}
		number++
	}
	return nil
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
