package uci_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/uci"
)

// deadline is far above what anything here needs: reaching it is a deadlock.
const deadline = 5 * time.Minute

// patient is an engine whose searches end only when they are stopped. At depth 1 it is
// like any other, so that there is a first result.
type patient struct{ sargon.Engine }

func (p patient) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	if o.Level == sargon.MinLevel {
		return p.Engine.Search(ctx, o)
	}
	<-ctx.Done()
	return sargon.Result{}, ctx.Err()
}

// measured is an engine that takes as long as evaluation for each, on the fake clock of a test.
type measured struct{ sargon.Engine }

const evaluation = 50 * time.Microsecond

func (m measured) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	o.Callbacks.Evaluation = func(sargon.Evaluation) { time.Sleep(evaluation) }
	return m.Engine.Search(ctx, o)
}

func openMeasured(name, rom string) (sargon.Engine, error) {
	engine, err := open(name, rom)
	return measured{engine}, err
}

// open stands for the engines of the command: quick ones, whatever the name.
func open(name, rom string) (sargon.Engine, error) {
	if rom != "" {
		return nil, fmt.Errorf("%s: no such file", rom)
	}
	return native.New10x12(), nil
}

// openReal opens the engines themselves.
func openReal(name, _ string) (sargon.Engine, error) {
	switch name {
	case "rom":
		return emulated.New(name, must.Have(roms.Open("", roms.Options{})))
	case "10x12":
		return native.New10x12(), nil
	case "0x88":
		return native.New0x88(), nil
	}
	return native.NewBitboards(), nil
}

func openPatient(name, rom string) (sargon.Engine, error) {
	engine, err := open(name, rom)
	return patient{engine}, err
}

// conversation is a session with a test at the other end.
type conversation struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string // what the session says
	ended chan error  // what Serve returned

	referee referee
	heard   []string
}

func converse(t testing.TB, config uci.Config) *conversation {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c := &conversation{t: t, in: inWriter, lines: make(chan string, 1<<16),
		ended: make(chan error, 1)}
	c.referee.game = game.New()
	if config.Settings.Engine == "" {
		config.Settings = uci.DefaultSettings()
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(c.lines)
		scanner := bufio.NewScanner(outReader)
		for scanner.Scan() {
			c.lines <- scanner.Text()
		}
	})
	go func() {
		err := uci.Serve(context.Background(), inReader, outWriter, config)
		outWriter.Close()
		inReader.CloseWithError(errors.New("the session has ended"))
		reading.Wait()
		c.ended <- err
	}()
	return c
}

// send sends a line.
func (c *conversation) send(line string) {
	c.t.Helper()
	c.heard = append(c.heard, "> "+line)
	c.referee.sent(line)
	timer := time.AfterFunc(deadline, func() { c.in.CloseWithError(errors.New("deadlock")) })
	defer timer.Stop()
	_, err := io.WriteString(c.in, line+"\n")
	require.NoError(c.t, err, "the session does not listen; so far:\n%s", c.transcript())
}

// next returns the next line of the session; ok is false when there is no more.
func (c *conversation) next() (line string, ok bool) {
	c.t.Helper()
	select {
	case line, ok = <-c.lines:
	case <-time.After(deadline):
		require.Fail(c.t, "deadlock", "so far:\n%s", c.transcript())
	}
	if ok {
		c.heard = append(c.heard, "< "+line)
		require.NoError(c.t, c.referee.said(line), "so far:\n%s", c.transcript())
	}
	return line, ok
}

// await reads up to a line that the test is waiting for.
func (c *conversation) await(what string, matches func(string) bool) string {
	c.t.Helper()
	for {
		line, ok := c.next()
		require.True(c.t, ok, "the session ended before %s; so far:\n%s", what, c.transcript())
		if matches(line) {
			return line
		}
	}
}

func (c *conversation) awaitPrefix(prefix string) string {
	c.t.Helper()
	return c.await(prefix, func(line string) bool { return strings.HasPrefix(line, prefix) })
}

// end waits for the session to end and returns its error.
func (c *conversation) end() error {
	c.t.Helper()
	for {
		if _, ok := c.next(); !ok {
			break
		}
	}
	require.Empty(c.t, c.referee.searches, "a search without its best move; so far:\n%s",
		c.transcript())
	return <-c.ended
}

// close ends the input.
func (c *conversation) close() { c.in.Close() }

// transcript is the end of the conversation.
func (c *conversation) transcript() string {
	return strings.Join(c.heard[max(0, len(c.heard)-60):], "\n")
}

// referee holds a conversation against the rules: each go has one bestmove, which is legal
// where it was asked for and begins the last line told, and so is every move of every principal
// variation.
type referee struct {
	game     *game.Game
	refused  bool
	searches []search // asked for and not answered yet
}

type search struct {
	game    *game.Game
	refused bool   // there was no position
	line    string // the first move of the last line told
}

// sent follows what goes to the session.
func (r *referee) sent(line string) {
	words := strings.Fields(line)
	const commands = " uci debug isready setoption register ucinewgame position go stop " +
		"ponderhit quit "
	for len(words) > 0 && !strings.Contains(commands, " "+words[0]+" ") {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "ucinewgame":
		r.game, r.refused = game.New(), false
	case "position":
		g, err := positionOf(words[1:])
		r.refused = err != nil
		if err == nil {
			r.game = g
		}
	case "go":
		r.searches = append(r.searches, search{game: r.game.Clone(), refused: r.refused})
	}
}

// positionOf understands a position command, independently of the session.
func positionOf(words []string) (*game.Game, error) {
	text, moves, _ := strings.Cut(" "+strings.Join(words, " ")+" ", " moves ")
	text = strings.TrimSpace(text)
	g := game.New()
	if fen, ok := strings.CutPrefix(text, "fen "); ok {
		var err error
		if g, err = game.FromFEN(fen); err != nil {
			return nil, err
		}
	} else if !strings.HasPrefix(text, "startpos") {
		return nil, errors.New("neither startpos nor fen")
	}
	for _, text := range strings.Fields(moves) {
		m, err := game.ParseUCI(text)
		if err != nil {
			return nil, err
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// said checks a line of the session.
func (r *referee) said(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return errors.New("an empty line")
	}
	switch words[0] {
	case "bestmove":
		if len(r.searches) == 0 {
			return fmt.Errorf("%q, without a question", line)
		}
		s := r.searches[0]
		r.searches = r.searches[1:]
		if s.refused || len(s.game.Legal()) == 0 {
			if line != "bestmove 0000" {
				return fmt.Errorf("%q where there is no move", line)
			}
			return nil
		}
		if s.line != "" && s.line != words[1] {
			return fmt.Errorf("%q, but the last line began with %s", line, s.line)
		}
		moves := []string{words[1]}
		if len(words) == 4 && words[2] == "ponder" {
			moves = append(moves, words[3])
		} else if len(words) != 2 {
			return fmt.Errorf("%q is malformed", line)
		}
		_, err := playLine(s.game, moves)
		return err
	case "info":
		if len(words) < 2 || words[1] == "string" {
			return nil
		}
		if len(r.searches) == 0 {
			return fmt.Errorf("%q without a search", line)
		}
		rank := slices.Index(words, "multipv")
		if i := slices.Index(words, "pv"); i >= 0 && i+1 < len(words) &&
			(rank < 0 || words[rank+1] == "1") {
			r.searches[0].line = words[i+1]
		}
		return checkInfo(r.searches[0].game, words[1:])
	case "id", "option", "uciok", "readyok":
		return nil
	}
	return fmt.Errorf("%q is not UCI", line)
}

func playLine(g *game.Game, moves []string) (*game.Game, error) {
	g = g.Clone()
	for i, text := range moves {
		m, err := game.ParseUCI(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d of %v: %w", i+1, moves, err)
		}
	}
	return g, nil
}

// checkInfo checks the words of an info line: whole numbers, a legal principal variation that ends
// with the game, and fits the distance of a mate.
func checkInfo(g *game.Game, words []string) (err error) {
	mate := 0
	for i := 0; i < len(words) && err == nil; i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch words[i] {
		case "depth", "seldepth", "multipv", "nodes", "nps", "time", "currmovenumber", "cp":
			_, err = strconv.Atoi(next)
			i++
		case "mate":
			mate, err = strconv.Atoi(next)
			i++
		case "score":
			if next != "cp" && next != "mate" {
				err = fmt.Errorf("score %s", next)
			}
		case "lowerbound":
		case "currmove":
			_, err = playLine(g, []string{next})
			i++
		case "pv":
			line := words[i+1:]
			before, err := playLine(g, line[:len(line)-1])
			if err != nil || len(line) > 1 && before.Result().Over() {
				return fmt.Errorf("the line goes on after the end of the game (%v)", err)
			}
			end, err := playLine(g, line)
			if err != nil {
				return err
			}
			return checkMate(end, mate, len(line))
		default:
			err = fmt.Errorf("%q is not known in info", words[i])
		}
	}
	return err
}

// checkMate holds the end of a line against the mate that was announced. The line may be
// cut short, but then it does not end in a mate of another distance.
func checkMate(end *game.Game, mate, plies int) error {
	want := 2*mate - 1
	if mate < 0 {
		want = -2 * mate
	}
	isMate := end.Result().Reason == game.Checkmate
	switch {
	case mate == 0 && isMate:
		return errors.New("a line that ends in mate, but no score of mate")
	case mate != 0 && plies > want:
		return fmt.Errorf("mate %d, but a line of %d plies", mate, plies)
	case mate != 0 && isMate != (plies == want):
		return fmt.Errorf("mate %d, but the line of %d plies contradicts it", mate, plies)
	}
	return nil
}
