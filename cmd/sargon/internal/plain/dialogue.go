package plain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/session"
)

const dialogueHelp = `What you type goes to the keyboard of the machine: answers and moves. %s An empty line is the key Return.
/board: the pieces. /screen: all text on the screen. /resign: Control-R. /back: Backspace. /escape: Escape ends the set-up of a position. /quit: leave; the game is kept.`

// Dialogue is the dialogue of the program on the machine, at full speed: what it writes
// comes out line by line, and each line of the text is typed. It ends with the text, with
// /quit, when the program ends, or with ctx. Errors are those of the machine and of writing, and
// sargon.ErrEndless: nothing that is typed could reach the program any more. The game is kept as
// it was before the last move.
func Dialogue(ctx context.Context, o Options) error {
	d := &dialogue{Options: o, w: writer{out: o.Out}}
	switch {
	case o.Resumed:
		d.follower.TakenUp(o.Session, o.Thought)
	case o.SetUp:
		if _, err := o.Session.SetUp(o.Program); err != nil {
			return err
		}
		d.follower.TakenUp(o.Session, 0)
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	o.Program.SetSpeed(0, 0)
	go func() { ended <- o.Program.Run(ctx) }()
	running := true
	defer func() {
		stop()
		if running {
			<-ended
		}
	}()
	if o.Message != "" {
		d.w.say("%s.", o.Message)
	}
	d.w.say("Type /help for help.")
	input, readError := files.Lines(ctx, o.In, nil)
	for {
		if err := d.untilAsked(ctx, ended); err != nil || d.left {
			running = running && !d.left
			return d.finish(ctx, err)
		}
		select {
		case line, ok := <-input:
			if !ok {
				return d.finish(ctx, *readError)
			}
			if !d.typed(line) {
				return d.finish(ctx, nil)
			}
		case <-ctx.Done():
			return d.finish(ctx, nil)
		}
	}
}

// errEndless tells what can still be done.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// glance is how often a program that thinks is asked whether it still gets somewhere.
const glance = time.Second

type dialogue struct {
	Options
	w        writer
	follower session.Follower
	shown    []string // rows of text as they were told last
	left     bool     // the program has ended
}

// untilAsked returns when the program wants a key, and tells what it has written.
func (d *dialogue) untilAsked(ctx context.Context, ended <-chan error) error {
	for {
		changed := d.Program.Changed()
		d.follower.Follow(d.Session, d.Program)
		if state := d.Program.State(); state.Waiting {
			d.tell()
			d.keep()
			return d.w.err
		}
		select {
		case <-changed:
		case <-time.After(glance):
			if d.Program.Endless() {
				d.tell()
				return errors.Join(errEndless, d.w.err)
			}
		case err := <-ended:
			d.left = true
			d.tell()
			return errors.Join(err, d.w.err)
		case <-ctx.Done():
			return nil
		}
	}
}

func (d *dialogue) finish(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = nil
	}
	return errors.Join(err, d.w.err)
}

func (d *dialogue) keep() {
	if d.Keep == nil || !d.follower.Begun {
		return
	}
	if err := d.Keep(d.follower.Thought()); err != nil {
		d.w.say("(The game is not kept: %v.)", err)
	}
}

// rows are the texts on the screen.
func (d *dialogue) rows() []string {
	shown := d.Program.Screen()
	rows := strings.Split(screen.Tidy(&shown).Text(0, 0, jupiter.Columns, jupiter.Rows), "\n")
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
	}
	return rows[:jupiter.Rows]
}

// tell says the rows that are not as they were told last.
func (d *dialogue) tell() {
	rows := d.rows()
	for i, row := range rows {
		if row != "" && (i >= len(d.shown) || d.shown[i] != row) {
			d.w.say("%s", row)
		}
	}
	d.shown = rows
}

// typed handles a line; it returns false if that was the last one.
func (d *dialogue) typed(line string) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	key := map[string]byte{
		"": jupiter.KeyReturn, "/return": jupiter.KeyReturn, "/resign": jupiter.KeyControlR,
		"/back": jupiter.KeyBackspace, "/escape": jupiter.KeyEscape,
	}
	switch {
	case key[word] != 0:
		d.Program.Press(key[word])
	case word == "/quit":
		return false
	case word == "/board":
		s := talk{Options: d.Options, w: d.w}
		s.boardText("")
		d.w = s.w
	case word == "/screen":
		d.shown = nil
		d.tell()
	case strings.HasPrefix(word, "/"):
		d.w.say(dialogueHelp, d.Program.MoveHelp())
	default:
		for _, r := range line {
			if r >= ' ' && r < 0x7F {
				d.Program.Press(byte(r))
			}
		}
	}
	return true
}
