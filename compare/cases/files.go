package cases

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	"sargon78/compare/recordings/format"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Files is a Source of the positions and games in files: FEN and EPD, PGN, recordings, and
// cases; .gz too. Each position or game is a case. A file of cases begins with the Heading. Without
// one, as among positions, a line is read as if there were one; a file with another one is refused.
type Files struct {
	Names  []string  // "-" is Stdin
	Stdin  io.Reader // may be nil if no name is "-"
	Levels Levels    // for what has no level of its own
	Seed   uint64    // from which levels are drawn
	Limit  int       // most cases, 0: all
	// WithoutHistory searches positions of games as their FEN says, not as the game was
	// played.
	WithoutHistory bool

	mu     sync.Mutex
	random *rand.Rand
	next   func() (Case, error, bool)
	stop   func()
	number int
	cases  int
}

// Describe names the files.
func (f *Files) Describe() string {
	text := strings.Join(f.Names, " ")
	if f.WithoutHistory {
		text += ", without history"
	}
	return text
}

// Cases is not known before the files were read.
func (f *Files) Cases() int { return f.Limit }

// Next returns the next case of the files.
func (f *Files) Next(shard Shard) (Case, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.next == nil {
		f.random = rand.New(rand.NewPCG(f.Seed, 0))
		f.next, f.stop = iter.Pull2(f.all)
	}
	for f.Limit == 0 || f.cases < f.Limit {
		c, err, more := f.next()
		if !more {
			return Case{}, io.EOF
		}
		c.Number = f.number
		f.number++
		if err == nil {
			f.limitSearches(&c)
		}
		if shard.has(c.Number) {
			return c, err
		}
	}
	f.stop()
	return Case{}, io.EOF
}

// limitSearches counts the searches of a case, and leaves those off that are over the limit.
func (f *Files) limitSearches(c *Case) {
	for i := range c.Plies {
		if c.Plies[i].Level == 0 {
			continue
		}
		if f.cases++; f.cases == f.Limit {
			c.Plies = c.Plies[:i+1]
			return
		}
	}
}

// all reads all files, one after the other.
func (f *Files) all(yield func(Case, error) bool) {
	for _, name := range f.Names {
		for c, err := range f.file(name) {
			c.Origin = filepath.Base(name)
			if !yield(c, err) {
				return
			}
		}
	}
}

// file reads one file: the cases in it, and errors that name it.
func (f *Files) file(name string) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		opened, err := files.Open(name, f.Stdin)
		if err != nil {
			yield(Case{}, err)
			return
		}
		defer opened.Close()
		in := bufio.NewReader(opened)
		const beginning = 1 << 10 // bytes
		head, _ := in.Peek(beginning)
		if kind := files.Kind(name); kind == ".pgn" || kind == "" && pgn.Is(head) {
			f.games(in, name, yield)
		} else {
			f.lines(in, name, yield)
		}
	}
}

// level draws one for what has none of its own.
func (f *Files) level() sargon.Level { return f.Levels.Pick(f.random) }

// maxLine bounds a line, in bytes.
const maxLine = 16 << 20

// lines reads a text of which each line is a case. Empty lines and comments (#) are skipped.
func (f *Files) lines(in io.Reader, name string, yield func(Case, error) bool) {
	for line, err := range files.NonEmptyLines(in, maxLine) {
		if err != nil {
			yield(Case{}, fmt.Errorf("%s: %w", name, err))
			return
		}
		if line.Text[0] == '#' {
			continue
		}
		if is, err := isHeading(line.Text); err != nil {
			yield(Case{}, fmt.Errorf("%s:%d: %w", name, line.Number, err))
			return
		} else if is {
			continue
		}
		c, err := f.fromLine(line.Text)
		if err != nil {
			err = fmt.Errorf("%s:%d: %w", name, line.Number, err)
		}
		c.Note = fmt.Sprintf("line %d", line.Number)
		if !yield(c, err) {
			return
		}
	}
}

// fromLine reads a case, a recording, a FEN or an EPD.
func (f *Files) fromLine(text string) (Case, error) {
	first, _, _ := strings.Cut(text, " ")
	switch {
	case text[0] == '{':
		r, err := format.Parse([]byte(text))
		if err != nil {
			return Case{}, err
		}
		return f.fromRecording(r)
	case isKeyword(first):
		c, err := ParseCase(text)
		if err == nil && first != "level" {
			c.Last().Level = f.level()
		}
		return c, err
	}
	p, err := sargon.ParseFEN(text)
	if err != nil && len(strings.Fields(text)) > 4 && strings.Contains(text, ";") {
		var e *pgn.EPD
		if e, err = pgn.ParseEPD(text); err == nil {
			p = e.Game.Start()
		}
	}
	if err != nil {
		return Case{}, err
	}
	return New(p, f.level()), nil
}

// fromRecording makes a case of a recording: the same search, or all searches of the same
// game.
func (f *Files) fromRecording(r format.Recording) (Case, error) {
	if r.Game == nil {
		_, fen, level := r.Describe()
		if level == 0 { // of an evaluation
			level = f.level()
		}
		p, err := sargon.ParseRecordedFEN(fen)
		return New(p, level), err
	}
	c, last := Case{Start: sargon.StartPosition()}, 0
	for i, ply := range r.Game.Plies {
		m, err := sargon.ParseMove(ply.Move)
		if err != nil {
			return c, err
		}
		p := Ply{Move: m, QueenPawn: ply.Move == "d2d4"}
		if ply.BySargon() {
			p.Level, last = r.Game.Level, i+1
		}
		c.Plies = append(c.Plies, p)
	}
	c.Plies = c.Plies[:last]
	return c, nil
}

// games reads a PGN.
func (f *Files) games(in io.Reader, name string, yield func(Case, error) bool) {
	for g, err := range pgn.Read(in, name) {
		all := []Case{{}}
		if err == nil {
			all = f.fromGame(g)
		}
		for _, c := range all {
			if !yield(c, err) {
				return
			}
		}
	}
}

// fromGame makes a case of a game: a search at every position. A promotion to another piece than a
// queen ends it. Without history it becomes as many cases as it has positions.
func (f *Files) fromGame(g *game.Game) (all []Case) {
	if f.WithoutHistory {
		for n := range g.Len() + 1 {
			if p, err := g.At(n).Position(); err == nil {
				c := New(p, f.level())
				c.Note = fmt.Sprintf("position %d", n)
				all = append(all, c)
			}
		}
		return all
	}
	c := Case{Start: g.Start()}
	c.Note = strings.TrimSpace(g.Tags.Get("White") + " - " + g.Tags.Get("Black"))
	for _, ply := range g.Plies() {
		if ply.Move.Underpromotes() {
			break
		}
		move := sargon.Move{From: ply.Move.From, To: ply.Move.To}
		c.Plies = append(c.Plies, Ply{Level: f.level(), Move: move})
	}
	c.Plies = append(c.Plies, Ply{Level: f.level()})
	return []Case{c}
}
