package plain_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/plain"
	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated/program"
	"sargon78/sargon/session"
)

func commands(ctx context.Context, o plain.Options) error {
	_, err := plain.Commands(ctx, o)
	return err
}

// person types lines, and reads what comes.
type person struct {
	t     *testing.T
	typed *io.PipeWriter
	lines chan string
	ended chan error
}

func begin(
	t *testing.T, run func(context.Context, plain.Options) error, change func(*plain.Options),
) *person {
	in, typed := io.Pipe()
	out, written := io.Pipe()
	o := plain.Options{
		Game: front.Game{Session: session.New(session.Options{
			Open:   func(string) (sargon.Engine, error) { return native.New10x12(), nil },
			Engine: "10x12", Level: 5, Player: sargon.White,
		})},
		In: plain.Read(context.Background(), in), Out: written, Prompt: true,
	}
	change(&o)
	p := &person{t, typed, make(chan string, 1000), make(chan error, 1)}
	go func() {
		p.ended <- run(context.Background(), o)
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
	timeout := time.After(30 * time.Second)
	for {
		select {
		case line, ok := <-p.lines:
			require.True(p.t, ok, "%q does not come", words)
			if strings.Contains(line, words) {
				return
			}
		case <-timeout:
			p.t.Fatalf("%q does not come", words)
		}
	}
}

// While Sargon thinks it tells what it has found, and does what it is told.
func TestTypingWhileItThinks(t *testing.T) {
	p := begin(t, commands, func(o *plain.Options) { o.Progress = 10 * time.Millisecond })
	p.types("e4")
	p.hears("Sargon: e5")
	p.types("d4")
	p.hears("best so far")
	p.types("status")
	p.hears("Thinking for")
	p.types("Nf3")
	p.hears("Kept until Sargon has moved: Nf3.")
	p.types("now")
	p.hears("Sargon: ")
	p.hears("Typed ahead: Nf3.")
	p.types("back")
	p.hears("One move taken back.")
	p.types("Nf3")
	p.hears("Thinking for")
	require.NoError(t, p.typed.Close()) // Control-D
	assert.NoError(t, <-p.ended)
}

func TestTheProgressIsASwitch(t *testing.T) {
	p := begin(t, commands, func(*plain.Options) {})
	p.types("e4")
	p.types("d4")
	p.types("status")
	p.types("quit")
	said := 0
	for line := range p.lines {
		said += strings.Count(line, "Thinking")
	}
	assert.LessOrEqual(t, said, 1, "only where somebody asks")
	assert.NoError(t, <-p.ended)
}

func TestResigningAsks(t *testing.T) {
	p := begin(t, commands, func(*plain.Options) {})
	p.types("resign")
	p.hears("Type resign again")
	p.types("clock")
	p.types("resign")
	p.hears("Type resign again")
	p.types("resign")
	p.hears("You have resigned.")
	p.types("back")
	p.hears("The resignation is taken back")
}

func TestSargonAgainstItself(t *testing.T) {
	p := begin(t, commands, func(o *plain.Options) { require.NoError(t, o.Session.SetLevel(1)) })
	p.types("watch")
	p.hears("Sargon: e4")
	p.hears("Sargon: ")
	p.types("watch")
	p.hears("You play white again.")
}

// The dialogue of the machine is told while it thinks too.
func TestTheDialogueWhileItThinks(t *testing.T) {
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	machine, err := program.New(image, program.Options{Chance: func() byte { return 0 }})
	require.NoError(t, err)
	p := begin(t, plain.Dialogue, func(o *plain.Options) {
		o.Program, o.Progress = machine, 10*time.Millisecond
	})
	for _, answer := range []string{"w", "3", "n", "e2e4"} {
		p.types(answer)
	}
	p.hears("1 E2-E4 E7-E5")
	p.types("g1f3")
	p.hears("best so far")
	p.types("/status")
	p.hears("(Thinking for")
	require.NoError(t, p.typed.Close())
	assert.NoError(t, <-p.ended)
}
