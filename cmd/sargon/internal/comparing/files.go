package comparing

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"sargon78/compare"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// files is a compare.Source of the positions and games in files: FEN and EPD, PGN,
// recordings, and cases. Each position or game is a batch.
type fileSource struct {
	names  []string
	stdin  io.Reader
	levels compare.Levels
	seed   uint64
	limit  int // most cases, 0: all
	plain  bool

	next   func() (item, bool)
	stop   func()
	number int
	cases  int
}

// item is a game, or an input that cannot be read.
type item struct {
	game compare.Game
	err  error
}

// Describe names the files.
func (f *fileSource) Describe() string {
	text := strings.Join(f.names, " ")
	if f.plain {
		text += ", without history"
	}
	return text
}

// Cases is not known before the files were read.
func (f *fileSource) Cases() int { return f.limit }

// Next returns the next game of the files.
func (f *fileSource) Next() (compare.BatchMaker, bool, error) {
	if f.next == nil {
		f.next, f.stop = iter.Pull(f.items())
	}
	if f.limit > 0 && f.cases >= f.limit {
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
	return func(*compare.Tools) compare.Batch {
		return compare.Batch{Number: number, Games: []compare.Game{i.game}}
	}, true, nil
}

// cut counts the cases of a game, and leaves those off that are over the limit.
func (f *fileSource) cut(g *compare.Game) {
	for i := range g.Plies {
		if g.Plies[i].Level == 0 {
			continue
		}
		if f.cases++; f.limit > 0 && f.cases > f.limit {
			g.Plies[i].Level = 0
		}
	}
}

// items reads all files, one after the other.
func (f *fileSource) items() iter.Seq[item] {
	return func(yield func(item) bool) {
		random := rand.New(rand.NewPCG(f.seed, 0))
		for _, name := range f.names {
			if !f.file(name, random, yield) {
				return
			}
		}
	}
}

// file reads one file; it returns false if no more is wanted.
func (f *fileSource) file(name string, random *rand.Rand, yield func(item) bool) bool {
	opened, err := files.Open(name, f.stdin)
	if err != nil {
		return yield(item{err: err})
	}
	defer opened.Close()
	in := io.Reader(opened)
	level := func() sargon.Level { return f.levels.Pick(random) }
	base := filepath.Base(name)
	kind := extension(name)
	if kind == "" {
		in, kind = guess(in)
	}
	switch kind {
	case ".pgn":
		for g, err := range pgn.Read(in, name) {
			if err != nil {
				if !yield(item{err: err}) {
					return false
				}
				continue
			}
			for _, g := range f.games(g, level) {
				g.Origin = base
				if !yield(item{game: g}) {
					return false
				}
			}
		}
	case ".jsonl", ".json":
		for r, err := range sargon.ReadRecordings(in) {
			i := item{err: err}
			if err == nil {
				i.game, i.err = fromRecording(r, level)
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
		return f.lines(name, in, level, yield)
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
func (f *fileSource) lines(name string, in io.Reader, level func() sargon.Level, yield func(item) bool) bool {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		var i item
		i.game, i.err = fromLine(text, level)
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
func fromLine(text string, level func() sargon.Level) (compare.Game, error) {
	switch first, _, _ := strings.Cut(text, " "); first {
	case "level", "startpos", "fen":
		c, err := compare.ParseCase(text)
		if first != "level" {
			c.Level = level()
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
		return compare.Game{}, err
	}
	return compare.Case{Start: p, Level: level()}.Game(""), nil
}

// games makes a game of a PGN: a search at every position. A promotion to another piece
// than a queen ends it. Without history it becomes as many games as it has positions.
func (f *fileSource) games(g *game.Game, level func() sargon.Level) (all []compare.Game) {
	p, err := sargon.ParseFEN(g.StartFEN())
	if err != nil {
		return nil
	}
	whole := compare.Game{Start: p}
	if f.plain {
		for n := range g.Len() + 1 {
			if p, err := sargon.ParseFEN(g.At(n).FEN()); err == nil {
				one := compare.Case{Start: p, Level: level()}.Game("")
				one.Note = fmt.Sprintf("position %d", n)
				all = append(all, one)
			}
		}
		return all
	}
	for _, ply := range g.Plies() {
		if ply.Move.Underpromotes() {
			break
		}
		whole.Plies = append(whole.Plies, compare.Ply{Level: level(), Move: sargon.Move{From: ply.Move.From, To: ply.Move.To}})
	}
	whole.Plies = append(whole.Plies, compare.Ply{Level: level()})
	whole.Note = strings.TrimSpace(g.Tags.Get("White") + " - " + g.Tags.Get("Black"))
	return []compare.Game{whole}
}

// fromRecording makes a game of a recording: the same search, or all searches of the same
// game.
func fromRecording(r sargon.Recording, level func() sargon.Level) (compare.Game, error) {
	fen, depth := "", sargon.Level(0)
	switch {
	case r.Search != nil:
		fen, depth = r.Search.FEN, r.Search.Depth
	case r.Steps != nil:
		fen, depth = r.Steps.FEN, r.Steps.Depth
	case r.Eval != nil:
		fen, depth = r.Eval.FEN, level()
	case r.Game != nil:
		g := compare.Game{Start: sargon.StartPosition()}
		for _, ply := range r.Game.Plies {
			m, err := sargon.ParseMove(ply.Move)
			if err != nil {
				return g, err
			}
			p := compare.Ply{Move: m, QueenPawn: ply.Move == "d2d4"}
			if ply.BySargon() {
				p.Level = r.Game.Level
			}
			g.Plies = append(g.Plies, p)
		}
		return g, nil
	}
	p, err := sargon.ParseRecordedFEN(fen)
	return compare.Case{Start: p, Level: depth}.Game(""), err
}

// extension returns the extension of a name, that of the compressed file for .gz.
func extension(name string) string {
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(name, ".gz")))
}
