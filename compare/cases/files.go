package cases

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// Files is a Source of the positions and games in files: FEN and EPD, PGN, recordings, and
// cases; .gz too. Each position or game is a batch.
type Files struct {
	Names  []string  // "-" is Stdin
	Stdin  io.Reader // may be nil if no name is "-"
	Levels Levels    // for what has no level of its own
	Seed   uint64    // from which levels are drawn
	Limit  int       // most cases, 0: all
	// WithoutHistory searches positions of games as their FEN says, not as the game was
	// played.
	WithoutHistory bool

	random *rand.Rand
	next   func() (item, bool)
	stop   func()
	number int
	cases  int
}

// item is a game, or an input that cannot be read.
type item struct {
	game Game
	err  error
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

// Next returns the next game of the files.
func (f *Files) Next() (Maker, bool, error) {
	if f.next == nil {
		f.random = rand.New(rand.NewPCG(f.Seed, 0))
		f.next, f.stop = iter.Pull(f.items)
	}
	if f.Limit > 0 && f.cases >= f.Limit {
		f.stop()
		return nil, false, nil
	}
	i, ok := f.next()
	if !ok || i.err != nil {
		return nil, ok, i.err
	}
	number := f.number
	f.number++
	f.cut(&i.game)
	b := Batch{Number: number, Games: []Game{i.game}}
	return func(*Tools) Batch { return b }, true, nil
}

// cut counts the cases of a game, and leaves those off that are over the limit.
func (f *Files) cut(g *Game) {
	for i := range g.Plies {
		if g.Plies[i].Level == 0 {
			continue
		}
		if f.cases++; f.Limit > 0 && f.cases > f.Limit {
			g.Plies[i].Level = 0
		}
	}
}

// items reads all files, one after the other.
func (f *Files) items(yield func(item) bool) {
	for _, name := range f.Names {
		if !f.file(name, yield) {
			return
		}
	}
}

// level draws one for what has none of its own.
func (f *Files) level() sargon.Level { return f.Levels.Pick(f.random) }

// file reads one file; it returns false if no more is wanted.
func (f *Files) file(name string, yield func(item) bool) bool {
	opened, err := files.Open(name, f.Stdin)
	if err != nil {
		return yield(item{err: err})
	}
	defer opened.Close()
	in := io.Reader(opened)
	base := filepath.Base(name)
	kind := extension(name)
	if kind == "" {
		in, kind = guess(in)
	}
	switch kind {
	case ".pgn":
		for g, err := range pgn.Read(in, name) {
			items := []item{{err: err}}
			if err == nil {
				items = f.games(g, base)
			}
			for _, i := range items {
				if !yield(i) {
					return false
				}
			}
		}
	case ".jsonl", ".json":
		for r, err := range sargon.ReadRecordings(in) {
			i := item{err: err}
			if err == nil {
				i.game, i.err = f.fromRecording(r)
			}
			if i.err != nil {
				i.err = fmt.Errorf("%s: %w", name, i.err)
			}
			i.game.Origin, i.game.Note = base, fmt.Sprintf("line %d", r.Line)
			if !yield(i) {
				return false
			}
		}
	default:
		return f.lines(name, in, yield)
	}
	return true
}

// guess tells the kind of a text without a name: a PGN begins with a tag.
func guess(in io.Reader) (io.Reader, string) {
	r := bufio.NewReader(in)
	if first, _ := r.Peek(1); len(first) > 0 && first[0] == '[' {
		return r, ".pgn"
	}
	return r, ""
}

// lines reads FEN, EPD and cases, a line each. Empty lines and comments (#) are skipped.
func (f *Files) lines(name string, in io.Reader, yield func(item) bool) bool {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		var i item
		i.game, i.err = f.fromLine(text)
		if i.err != nil {
			i.err = fmt.Errorf("%s:%d: %w", name, number, i.err)
		}
		i.game.Origin, i.game.Note = filepath.Base(name), fmt.Sprintf("line %d", number)
		if !yield(i) {
			return false
		}
	}
	if err := lines.Err(); err != nil {
		return yield(item{err: fmt.Errorf("%s: %w", name, err)})
	}
	return true
}

// fromLine reads a case, a FEN or an EPD.
func (f *Files) fromLine(text string) (Game, error) {
	switch first, _, _ := strings.Cut(text, " "); first {
	case "level", "startpos", "fen":
		c, err := ParseCase(text)
		if first != "level" {
			c.Level = f.level()
		}
		return c.Game(""), err
	}
	p, err := sargon.ParseFEN(text)
	if err != nil && len(strings.Fields(text)) > 4 && strings.Contains(text, ";") {
		var epd pgn.EPD
		if epd, err = pgn.ParseEPD(text); err == nil {
			p, err = sargon.ParseFEN(epd.Game.FEN())
		}
	}
	if err != nil {
		return Game{}, err
	}
	return Case{Start: p, Level: f.level()}.Game(""), nil
}

// games makes a game of a PGN: a search at every position. A promotion to another piece
// than a queen ends it. Without history it becomes as many games as it has positions.
func (f *Files) games(g *game.Game, origin string) (all []item) {
	p, err := sargon.ParseFEN(g.StartFEN())
	if err != nil {
		return nil
	}
	if f.WithoutHistory {
		for n := range g.Len() + 1 {
			if p, err := sargon.ParseFEN(g.At(n).FEN()); err == nil {
				one := Case{Start: p, Level: f.level()}.Game(origin)
				one.Note = fmt.Sprintf("position %d", n)
				all = append(all, item{game: one})
			}
		}
		return all
	}
	note := strings.TrimSpace(g.Tags.Get("White") + " - " + g.Tags.Get("Black"))
	whole := Game{Origin: origin, Note: note, Start: p}
	for _, ply := range g.Plies() {
		if ply.Move.Underpromotes() {
			break
		}
		move := sargon.Move{From: ply.Move.From, To: ply.Move.To}
		whole.Plies = append(whole.Plies, Ply{Level: f.level(), Move: move})
	}
	whole.Plies = append(whole.Plies, Ply{Level: f.level()})
	return []item{{game: whole}}
}

// fromRecording makes a game of a recording: the same search, or all searches of the same
// game.
func (f *Files) fromRecording(r sargon.Recording) (Game, error) {
	fen, depth := "", sargon.Level(0)
	switch {
	case r.Search != nil:
		fen, depth = r.Search.FEN, r.Search.Depth
	case r.Steps != nil:
		fen, depth = r.Steps.FEN, r.Steps.Depth
	case r.Eval != nil:
		fen, depth = r.Eval.FEN, f.level()
	case r.Game != nil:
		g := Game{Start: sargon.StartPosition()}
		for _, ply := range r.Game.Plies {
			m, err := sargon.ParseMove(ply.Move)
			if err != nil {
				return g, err
			}
			p := Ply{Move: m, QueenPawn: ply.Move == "d2d4"}
			if ply.BySargon() {
				p.Level = r.Game.Level
			}
			g.Plies = append(g.Plies, p)
		}
		return g, nil
	}
	p, err := sargon.ParseRecordedFEN(fen)
	return Case{Start: p, Level: depth}.Game(""), err
}

// extension returns the extension of a name, that of the compressed file for .gz.
func extension(name string) string {
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(name, ".gz")))
}
