package plain_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/native"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
)

// patient is an engine that, above level 1, thinks until it is stopped, once it has a move to show.
type patient struct{ sargon.Engine }

func (e patient) Search(ctx context.Context, o sargon.SearchOptions) (sargon.Result, error) {
	root := o.Callbacks.Root
	o.Callbacks.Root = func(m sargon.Move, number, of int) {
		root(m, number, of)
		if o.Level > 1 && number > 1 {
			<-ctx.Done()
		}
	}
	return e.Engine.Search(ctx, o)
}

// person types lines, and reads what comes. The clock is that of synctest: it moves on only when
// all wait, so a test that hangs fails at once.
type person struct {
	t     *testing.T
	typed *io.PipeWriter
	lines chan string
	ended chan error
}

func newSession(machine *program.Program) *session.Session {
	return session.New(session.Options{
		Open:   func(string) (sargon.Engine, error) { return patient{native.New10x12()}, nil },
		Engine: "10x12", Level: 2, Player: sargon.White, Machine: machine,
	})
}

func begin(t *testing.T, change func(*plain.Options)) *person {
	in, typed := io.Pipe()
	out, written := io.Pipe()
	o := plain.Options{
		Game: front.Game{Session: newSession(nil)},
		In:   plain.Read(t.Context(), in), Out: written, Prompt: true,
	}
	change(&o)
	p := &person{t, typed, make(chan string, 1000), make(chan error, 1)}
	go func() {
		_, err := plain.Play(context.Background(), o)
		p.ended <- err
		written.Close()
	}()
	go func() {
		defer close(p.lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			p.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() { typed.Close() })
	return p
}

func (p *person) types(line string) {
	_, err := io.WriteString(p.typed, line+"\n")
	require.NoError(p.t, err)
}

// hears reads up to a line with some words in it.
func (p *person) hears(words string) {
	p.t.Helper()
	heard := ""
	for line := range p.lines {
		if strings.Contains(line, words) {
			return
		}
		heard += line + "\n"
	}
	p.t.Fatalf("%q does not come, but:\n%s", words, heard)
}

// What is typed, and what is heard then.
func TestAConversation(t *testing.T) {
	games, another := &store.Folder{Dir: t.TempDir()}, &store.Folder{}
	for _, text := range []string{"1. d4 *", "1. c4 *"} {
		require.NoError(t, games.New())
		require.NoError(t, games.Save(&states.State{Game: &states.Game{PGN: text}}, nil))
		require.NoError(t, games.Close())
	}
	another.Dir = games.Dir
	must.Have(another.Open("")) // the newest
	defer another.Close()
	const fen = "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 20"
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, func(o *plain.Options) { o.Games, o.Message, o.Offer = games, "A game", session.SetUp(fen) })
		for _, said := range []struct{ typed, heard string }{
			{"no", "no is neither a command nor a move"}, {"fen", "rnbqkbnr/"}, {"yes", "yes is neither a command nor a move"},
			{"level 1", "Level 1."}, {"e4", "Sargon: e5"}, {"Nf3", "Sargon: Nc6"},
			{"last", "2, white: Nf3, knight from g1 to f3."}, {"pieces N", "knight: white b1 f3, black c6 g8."},
			{"clock", "Sargon: 0:00 now, about 0:10 in 1978. You: 0:27."},
			{"legal N", "7 moves: Na3 Nc3 Nd4 Ng1 Ng5 Nh4 Nxe5."}, {"legal h2", "2 moves: h3 h4."},
			{"resign", "Resign? Type resign again"}, {"status", "You are to move. Move 3."},
			{"resign", "Resign? Type resign again"}, {"resign", "You have resigned."},
			{"back", "The resignation is taken back"},
			{"self-play", "Sargon plays itself"}, {"self-play", "You play white again."},
			{"fen " + fen, "The position is set"}, {"captured", "Black is ahead by 2."},
			{"fen 4k3/8/8/8/4r3/8/8/4K3 w - - 0 40", "The position is set"},
			{"status", "You are to move, and in check."},
			{"fen 4k3/8/8/8/8/8/8/4K2Q w - - 0 20", "The position is set"}, {"Qh8", "You: Qh8+, check"},
			{"fen 4k3/8/8/8/8/8/R7/4K3 w - - 99 80", "The position is set"},
			{"Ra3", "You: Ra3, fifty moves: you may claim a draw"},
			{"games", "2: "}, {"open 1", "another sargon is playing this game"},
			{"delete 2", "Type: delete 2 yes"}, {"delete 2 yes", "Deleted."},
			{"delete 1 yes", "no game 1"},
		} {
			time.Sleep(3 * time.Second) // of the bubble's clock
			p.types(said.typed)
			p.hears(said.heard)
		}
		require.NoError(t, p.typed.Close())
		assert.NoError(t, <-p.ended)
	})
}

// While Sargon thinks it tells what it has found, and does what it is told.
func TestTypingWhileItThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, func(o *plain.Options) { o.Progress = 10 * time.Millisecond })
		p.types("e4")
		p.hears("Sargon: e5")
		p.types("d4")
		p.hears("best so far")
		p.types("status")
		p.hears("Thinking for")
		p.types("cancl")
		p.hears("cancl is neither a command nor a move (did you mean cancel?)")
		p.types("a3")
		p.hears("Premove, for when Sargon has moved: a3.")
		p.types("cancel")
		p.hears("No premove any more.")
		p.types("cancel")
		p.hears("Not possible: there is no premove.")
		p.types("Nf3")
		p.hears("Premove, for when Sargon has moved: Nf3.")
		p.types("now")
		p.hears("Sargon: ")
		p.hears("Premove: Nf3.")
		p.types("back")
		p.hears("Took back one move.")
		p.types("redo")
		p.hears("Again: Nf3")
		p.types("back")
		p.hears("Took back one move.")
		p.types("Nf3")
		p.hears("Thinking for")
		require.NoError(t, p.typed.Close()) // Control-D
		assert.NoError(t, <-p.ended)
	})
}

func TestTheProgressIsASwitch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, func(*plain.Options) {})
		p.types("e4")
		p.hears("Sargon: e5")
		p.types("d4")
		time.Sleep(time.Hour) // of the bubble's clock
		p.types("status")
		p.types("quit")
		said := 0
		for line := range p.lines {
			said += strings.Count(line, "Thinking")
		}
		assert.Equal(t, 1, said, "only where it is asked")
		assert.NoError(t, <-p.ended)
	})
}

// The dialogue of the machine is told while it thinks too. It thinks slowly, for minutes, which
// the test does not wait for: not by the clock of synctest, which takes a machine that sleeps for one at
// work.
func TestTheDialogueWhileItThinks(t *testing.T) {
	image := romstest.Image(t)
	machine := must.Have(program.New(image, program.Options{Chance: func() byte { return 0 }}))
	p := begin(t, func(o *plain.Options) {
		o.Dialogue = true
		o.Session, o.Program, o.Progress = newSession(machine), machine, 10*time.Millisecond
		o.Session.SetSpeed(0, 1e5)
	})
	for _, answer := range []string{"w", "2", "n", "e2e4"} {
		p.types(answer)
	}
	p.hears("1 E2-E4 E7-E5")
	p.types("g1f3")
	p.hears("(Thinking for")
	p.types("/status")
	require.NoError(t, p.typed.Close())
	for line := range p.lines {
		assert.NotContains(t, line, "It waits for you")
	}
	assert.NoError(t, <-p.ended)
}

// A script waits for the answer to why, which is said sentence by sentence.
func TestWhy(t *testing.T) {
	table := session.New(session.Options{
		Open:   func(string) (sargon.Engine, error) { return native.New10x12(), nil },
		Engine: "10x12", Level: 2, Player: sargon.White,
	})
	var out strings.Builder
	_, err := plain.Play(t.Context(), plain.Options{
		Game: front.Game{Session: table}, Out: &out,
		In: plain.Read(t.Context(), strings.NewReader("why\ne4\nNf3\nwhy\nwhy not d6\nwhy not Nc6\nwhy me\nstatus\n")),
	})
	require.NoError(t, err)
	said := out.String()
	for _, line := range []string{
		"Not possible: no move of Sargon to ask about yet.\n",
		"\n2... Nc6: Sargon expects 3. d4, and that Black gains 0.38 pawns by then.\n",
		"\nLook inside: sargon debug --to 'eval 47' --case 'level 2 startpos moves e2e4 e7e5 g1f3'\n" +
			"2... d6 is at least 0.12 pawns worse than 2... Nc6, as 3. Na3 shows.\n",
		"\n2... Nc6 is the move that Sargon plays: ask why.\n",
		"\nNot possible: why me: want why, or why not and a move, like why not Nf3.\nYou are to move",
	} {
		assert.Contains(t, said, line)
	}
}
