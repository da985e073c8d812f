package analysis

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/must"
)

// searches is how many searches TestReasonsAreTrue looks at. All the tests of this repository take few;
// with a thousand it takes some minutes:
//
//	go test ./sargon/analysis -run TestReasonsAreTrue -searches 1000 -timeout 1h
var searches = flag.Int("searches", 40, "how many searches TestReasonsAreTrue looks at")

// trace is a search as another engine does it, evaluation by evaluation.
type trace struct {
	steps  []sargon.Evaluation
	states []sargon.State
}

func traceOf(t *testing.T, engine sargon.Engine, level sargon.Level) (tr trace) {
	t.Helper()
	must.Have(engine.Search(t.Context(), sargon.SearchOptions{Level: level, Callbacks: sargon.Callbacks{
		Evaluation: func(e sargon.Evaluation) { tr.steps = append(tr.steps, e) },
		State:      func(s *sargon.State) { tr.states = append(tr.states, *s) },
	}}))
	return tr
}

// truth checks what is said of one search against the search of another engine.
type truth struct {
	t       *testing.T
	engine  sargon.Engine
	root    sargon.Position
	level   sargon.Level
	trace   trace
	current *Reasons
	numbers map[string]bool // that may be said
	counts  map[string]int
}

// TestReasonsAreTrue takes positions of documented and of random games. Of what is said of each search,
// every number comes from the trace, every piece stands where it is said to, every line can be played,
// every other move is worth no more than it is said to be, and without what tips the balance the other
// move would be played.
func TestReasonsAreTrue(t *testing.T) {
	counts := map[string]int{}
	random := rand.New(rand.NewPCG(1978, 3))
	documented := documentedGames(t)
	for i := range *searches {
		g := documented[random.IntN(len(documented))]
		g = g.At(random.IntN(g.Len()))
		if i%2 == 1 {
			g = randomGame(random)
		}
		level := sargon.Level(1 + random.IntN(3))
		study, err := NewStudy(t.Context(), native.NewBitboards(), g, sargon.SearchOptions{Level: level})
		require.NoError(t, err, "%s level %d", g.FEN(), level)
		if study.Result.Book {
			continue
		}
		engine := native.New0x88() // not the one that gave the reasons
		must.Have(game.NewMirror(engine).Sync(t.Context(), g))
		c := &truth{t: t, engine: engine, root: engine.Position(), level: level, counts: counts}
		c.trace = traceOf(t, engine, level)
		c.check(study, must.Have(study.Why(t.Context())))
		legal := g.Legal()
		m := legal[random.IntN(len(legal))]
		r, err := study.WhyNot(t.Context(), m)
		if !m.Underpromotes() && m.From == study.Result.Best.From && m.To == study.Result.Best.To {
			require.Error(t, err)
		} else {
			require.NoError(t, err)
			c.check(study, r)
		}
		c.check(study, must.Have(study.About(t.Context(), legal[random.IntN(len(legal))])))
	}
	t.Log(counts)
	for _, seen := range []string{"because", "sum", "exact", "bound", "pieces", "lines", "equals", "person"} {
		assert.Positive(t, counts[seen], seen)
	}
}

func documentedGames(t *testing.T) (all []*game.Game) {
	t.Helper()
	for g, err := range pgn.Read(must.Have(os.Open("../spec/games.pgn")), "games.pgn") {
		require.NoError(t, err)
		all = append(all, g)
	}
	return all
}

// randomGame returns a game of random moves that is not over.
func randomGame(random *rand.Rand) *game.Game {
	g := game.New()
	for range 10 + random.IntN(60) {
		legal := g.Legal()
		before := g.Clone()
		if err := g.Play(legal[random.IntN(len(legal))]); err != nil || g.Result().Over() {
			return before
		}
	}
	return g
}

func (c *truth) check(s *Study, r *Reasons) {
	c.current = r
	where := fmt.Sprintf("%s level %d: %v", s.game.FEN(), c.level, r)
	for language := range phrases {
		text := strings.Join(r.Text(language), " ")
		require.NotContains(c.t, text, "{", where)
		require.NotContains(c.t, text, "  ", where)
	}
	if r.move == nil {
		return
	}
	c.numbers = map[string]bool{}
	played := []*prospect{r.move}
	if r.other != nil {
		played = append(played, r.other)
	}
	for _, p := range played {
		c.checkProspect(s, p, where)
	}
	c.checkBounds(s, r, where)
	if r.order != nil {
		c.checkOrder(r.order, where)
	}
	c.say(r.move.value, evenValue)
	if r.person {
		c.counts["person"]++
		if r.other != nil {
			c.say(r.other.value, evenValue)
		}
	}
	if r.other != nil {
		c.say(r.move.value, r.other.value)
	}
	for _, number := range regexp.MustCompile(`\d+\.\d\d`).FindAllString(r.String(), -1) {
		if number != "0.75" { // the limit
			assert.True(c.t, c.numbers[number], "%s is said: %s", number, where)
			c.counts["numbers"]++
		}
	}
	for _, piece := range regexp.MustCompile(`(White|Black)'s (\w+) on (\w\d)`).FindAllStringSubmatch(r.String(), -1) {
		stands := false
		for _, p := range played {
			if p.leaf.end == evaluated {
				at := p.leaf.state.Board[must.Have(sargon.ParseSquare(piece[3]))]
				stands = stands || nameOf(at) == strings.ToLower(piece[1])+" "+piece[2]
			}
		}
		assert.True(c.t, stands, "%s: %s", piece[0], where)
		c.counts["pieces"]++
	}
	evals, _ := strconv.Atoi(regexp.MustCompile(`at (\d+) positions`).FindStringSubmatch(r.String())[1])
	assert.Equal(c.t, len(c.trace.steps)+1, evals, where)
}

// say allows a difference between two numbers of the trace to be said.
func (c *truth) say(a, b int) {
	c.numbers[fmt.Sprintf("%.2f", float64(max(a-b, b-a))/8)] = true
}

// checkProspect checks a leaf against the trace, and that its line can be played.
func (c *truth) checkProspect(s *Study, p *prospect, where string) {
	g := s.game.Clone()
	for _, m := range p.leaf.line {
		played, ok := g.FromSargon(m)
		if !ok || g.Play(played) != nil {
			c.counts["lines against the rules"]++ // spec §14
			break
		}
		c.counts["lines"]++
	}
	n := len(p.leaf.line)
	if p.leaf.end != evaluated {
		assert.Zero(c.t, p.leaf.eval)
		assert.Equal(c.t, p.leaf.end == mate, g.InCheck(), where)
		assert.Empty(c.t, g.Legal(), where)
		return
	}
	step, state := c.trace.steps[p.leaf.eval-1], c.trace.states[p.leaf.eval-1]
	last := p.leaf.line[n-1]
	require.Equal(c.t, sargon.Evaluation{Ply: uint8(n), From: last.From, To: last.To, Value: p.leaf.value}, step, where)
	require.Equal(c.t, state.Board, p.leaf.state.Board, where)
	require.Equal(c.t, state.Totals, p.leaf.state.Totals, where)
	value := int(step.Value)
	if n%2 == 1 {
		value = 256 - value
	}
	require.Equal(c.t, value, p.value, where)
	x := c.partsOf(p.leaf)
	for part := range x {
		c.say(x[part], 0)
	}
	c.say(x[material]+x[atStake]+x[secondLoss]+x[loose], 8*15)
	c.say(x[material]+x[atStake]+x[secondLoss]+x[loose], -8*15)
	c.say(x[control]+x[development], 6)
	c.say(x[control]+x[development], -6)
	for _, units := range []int{p.parts.kings, p.parts.minors, p.parts.early} {
		c.say(units, 0)
	}
	assert.Equal(c.t, x[development], p.parts.eighths(development), where)
	if p.parts.hanging == sargon.NoSquare {
		assert.Equal(c.t, x[development], p.parts.kings+p.parts.minors+p.parts.early, where)
	}
}

// checkBounds checks what the other moves are worth by a search of each alone, whose value is exact.
func (c *truth) checkBounds(s *Study, r *Reasons, where string) {
	for i := range s.tree.tried {
		tried := &s.tree.tried[i]
		require.NoError(c.t, c.engine.SetPosition(c.root))
		alone, err := c.engine.Search(c.t.Context(), sargon.SearchOptions{
			Level: c.level, Root: func(m sargon.Move) bool { return m.Same(tried.Move) },
		})
		require.NoError(c.t, err, where)
		if alone.Dropped+s.Result.Dropped > 0 {
			return // a full list area depends on what is tried
		}
		value := int(alone.Score)
		assert.LessOrEqual(c.t, tried.low.value, value, "%v %s", tried.Move, where)
		assert.GreaterOrEqual(c.t, tried.high.value, value, "%v %s", tried.Move, where)
		kind := "bound"
		if tried.exact() {
			kind = "exact"
		}
		c.counts[kind]++
		if r.kind == why && slices.Contains(r.equals, s.san(tried.Move)) {
			assert.LessOrEqual(c.t, value, r.move.value, "%v %s", tried.Move, where)
			assert.Greater(c.t, i, r.move.place, "%v %s", tried.Move, where)
			c.counts["equals"]++
		}
		if r.kind == why && r.other != nil && !slices.Contains(r.equals, s.san(tried.Move)) &&
			!tried.Same(s.Result.Best) {
			assert.LessOrEqual(c.t, value, r.other.value, "%v %s", tried.Move, where)
		}
	}
}

// checkOrder checks that without what tips the balance the other move would be played.
func (c *truth) checkOrder(b *balance, where string) {
	better, worse := c.partsOf(b.better.leaf), c.partsOf(b.worse.leaf)
	require.Greater(c.t, worth(better, nil), worth(worse, nil), where)
	for _, set := range append(decisive, partSet{material}, partSet{control, development}) {
		c.say(worth(better, nil)-worth(better, set), worth(worse, nil)-worth(worse, set))
	}
	if b.parts == nil {
		c.counts["sum"]++
		return
	}
	c.counts["because"]++
	with, without := worth(better, b.parts), worth(worse, b.parts)
	c.say(with, without)
	if with == without {
		c.counts["because tried first"]++
		assert.Less(c.t, b.worse.place, b.better.place, where)
		return
	}
	assert.Less(c.t, with, without, where)
}

// worth returns the score of parts in eighths of a pawn without some of them (spec §8).
func worth(x [parts]int, without partSet) int {
	for _, p := range without {
		x[p] = 0
	}
	points := min(max(x[material]+x[atStake]+x[secondLoss]+x[loose], -120), 120)
	return 128 + points + min(max(x[control]+x[development], -6), 6)
}

// partsOf takes a leaf apart by the numbers of the engine of the test: spec §8 from the other end, from the
// totals of the trace and the pieces on the board.
func (c *truth) partsOf(l *leaf) (x [parts]int) {
	p := c.root
	require.NoError(c.t, c.engine.SetPosition(p))
	before := must.Have(c.engine.Examine(context.Background())).Totals
	totals := c.trace.states[l.eval-1].Totals
	sign, mover := 1, 1 // of White for the side that searched, and of the side that moved
	if c.root.Side == sargon.Black {
		sign = -1
	}
	if len(l.line)%2 == 0 {
		mover = -1
	}
	points, moved := 0, 0
	for s, now := range l.state.Board {
		for _, at := range []struct {
			piece sargon.Piece
			sign  int
		}{{now, 1}, {c.root.Board[s], -1}} {
			if at.piece == sargon.Border || at.piece == sargon.Empty {
				continue
			}
			white := sign * at.sign
			if at.piece.Color() == sargon.Black {
				white = -white
			}
			points += white * 8 * int(at.piece.Type().Value())
			number := c.root.MoveNumber
			if at.sign == 1 {
				for n := range len(l.line) - 1 {
					if (n%2 == 0) == (c.root.Side == sargon.Black) {
						number++
					}
				}
			}
			term := int(pieceTerm(at.piece, number))
			if at.piece.Color() == sargon.Black {
				term = -term // as pieceTerm has it for White
			}
			moved += white * term
		}
	}
	x[material] = points
	x[development] = moved
	x[control] = sign*(int(totals.BoardControl)-int(before.BoardControl)) - moved
	if totals.HangingMover != sargon.NoSquare {
		x[control], x[development] = 0, 0
	}
	all := 4 * sign * (int(totals.Material) - int(before.Material))
	if lost := int(totals.PointsLost); lost > 0 {
		x[atStake] = -4 * mover * lost
		all += 4 * mover // L is one less than the loss; the piece itself counts one less
		all -= 4 * mover * lost
	}
	if totals.PointsWon1 != 0 && totals.PointsWon2 != 0 {
		x[secondLoss] = 4 * mover * ((int(totals.PointsWon2) - 1) / 2)
		all += x[secondLoss]
	}
	x[loose] = all - x[material] - x[atStake] - x[secondLoss]
	return x
}

// Both languages have the same texts with the same places.
func TestLanguagesSayTheSame(t *testing.T) {
	places := regexp.MustCompile(`\{\w+\}`)
	for key, text := range english {
		translated, ok := german[key]
		assert.True(t, ok, key)
		want, got := places.FindAllString(text, -1), places.FindAllString(translated, -1)
		slices.Sort(want)
		slices.Sort(got)
		assert.Equal(t, want, got, key)
	}
	assert.Len(t, german, len(english))
}

// studyOf searches a position.
func studyOf(t *testing.T, engine sargon.Engine, fen string, level sargon.Level) *Study {
	t.Helper()
	return must.Have(NewStudy(t.Context(), engine, must.Have(game.FromFEN(fen)), sargon.SearchOptions{Level: level}))
}

func whyNotText(t *testing.T, s *Study, move string) string {
	t.Helper()
	r, err := s.WhyNot(t.Context(), must.Have(s.game.ParseMove(move)))
	if err != nil {
		return err.Error()
	}
	return r.String()
}

const (
	backRank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30"
	doomed   = "k7/8/1K6/8/8/8/8/7R b - - 0 60"
	example  = "3r2k1/8/2p2n2/3b4/4P3/P4B2/3R2n1/3R2K1 w - - 0 30"
)

func TestReasonsInWords(t *testing.T) {
	for _, test := range []struct {
		fen   string
		level sargon.Level
		want  string
	}{
		{sargon.StartFEN, 2, "1. e4 is from the opening book: Sargon begins with e4 or d4, by chance, and does not search."},
		{"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", 2,
			"1... d5 is from the opening book: Sargon does not search at the first move. It answers moves of the pawns " +
				"on d2, f2, g2 and h2 and of the knights with d5, and all others with e5."},
		{backRank, 2, "30. Ra8#: that is mate. It looked 2 half-moves ahead, at 21 positions."},
		{doomed, 2, "60... Kb8: Sargon is mated whatever it plays; here by 61. Rh8#. It is the only legal move. " +
			"It looked 2 half-moves ahead, at 20 positions."},
		{"1k6/1P6/1K6/8/8/8/7P/8 w - - 0 62", 3, "62. h3: that is stalemate. At best equal, and tried later: h4 and " +
			"Kc6. Next best is 62. Ka6, at least 0.75 pawns worse, as 62... Kc7 63. h3 shows. It looked 3 half-moves ahead, at 54 positions."},
	} {
		s := studyOf(t, native.NewBitboards(), test.fen, test.level)
		assert.Equal(t, test.want, must.Have(s.Why(t.Context())).String())
	}
}

func TestWhyNotInWords(t *testing.T) {
	for _, test := range []struct {
		fen   string
		level sargon.Level
		move  string
		want  string
	}{
		{sargon.StartFEN, 2, "d4", "1. d4 was not searched: Sargon plays 1. e4 from its opening book."},
		{backRank, 2, "Ra7", "30. Ra7 was not tried: 30. Ra8# mates, and the search ends with the first mate that it finds."},
		{backRank, 2, "Ra8", "30. Ra8# is the move that Sargon plays: ask why"},
		{"8/4P3/8/8/8/2k5/8/K7 w - - 0 60", 1, "e8=N", "60. e8=N was not searched: Sargon promotes to a queen only"},
	} {
		assert.Contains(t, whyNotText(t, studyOf(t, native.NewBitboards(), test.fen, test.level), test.move), test.want)
	}
	s := studyOf(t, native.NewBitboards(), example, 2)
	_, err := s.WhyNot(t.Context(), game.Move{From: sargon.A1, To: sargon.A8})
	require.ErrorContains(t, err, "it is not legal here")
}

// Every engine does the same search, so it gives the same reasons; and a search that shows nothing gives
// none.
func TestEnginesGiveTheSameReasons(t *testing.T) {
	for _, level := range []sargon.Level{1, 2, 3} {
		want := must.Have(studyOf(t, native.NewBitboards(), example, level).Why(t.Context())).String()
		rom := must.Have(emulated.New("rom", romstest.Image(t)))
		for _, engine := range []sargon.Engine{native.New10x12(), native.New0x88(), rom} {
			assert.Equal(t, want, must.Have(studyOf(t, engine, example, level).Why(t.Context())).String())
		}
	}
	_, err := NewStudy(t.Context(), mute{native.New10x12()}, game.New(), sargon.SearchOptions{Level: 1})
	require.ErrorIs(t, err, sargon.ErrUnsupported)
}

// A move of a game is explained by the search that found it, whatever its level was.
func TestRepeat(t *testing.T) {
	g := game.New()
	for i, level := range []sargon.Level{1, 3, 2, 1} {
		s := must.Have(NewStudy(t.Context(), native.NewBitboards(), g, sargon.SearchOptions{Level: level}))
		best, _ := g.FromSargon(s.Result.Best)
		require.NoError(t, g.Play(best))
		g.Ply(i).Note = game.NoteOf(s.Result)
	}
	require.NoError(t, g.PlayText("a3"))
	for i, level := range []sargon.Level{2, 2, 2, 1} { // the first two are from the book
		s := must.Have(Repeat(t.Context(), native.New0x88(), g, i, 2))
		assert.Equal(t, i < 2, s.Result.Book)
		assert.Equal(t, level, s.Level)
	}
	_, err := Repeat(t.Context(), native.New0x88(), g, 4, 2)
	require.EqualError(t, err, "3. a3 was not searched by Sargon")
	g.Ply(3).Note.Evals--
	_, err = Repeat(t.Context(), native.New0x88(), g, 3, 2)
	require.ErrorContains(t, err, "a search by the clock, or one broken off, or that of another program, of ")
	require.ErrorIs(t, err, ErrOtherSearch)
}

// mute is an engine that shows nothing of its search.
type mute struct{ sargon.Engine }

func (mute) Capabilities() sargon.Capabilities { return sargon.Capabilities{} }
