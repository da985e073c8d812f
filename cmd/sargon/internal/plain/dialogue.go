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
	"sargon78/sargon/session"
)

const dialogueHelp = "What you type goes to the keyboard of the machine: answers and moves. %s " +
	"An empty line is the key Return.\n/board: the pieces. /screen: all text on the screen. " +
	"/resign: Control-R, asks first. /status: what it does. /back: Backspace. " +
	"/escape: Escape ends the set-up of a position. /quit: leave; the game is saved."

// Dialogue is the dialogue of the program on the machine, at full speed: what it writes
// comes out line by line, and each line of the text is typed. It ends with the text, with
// /quit, when the program ends, or with ctx. Errors are those of the machine and of writing, and
// sargon.ErrEndless: nothing that is typed could reach the program any more. The game is saved as
// it was before the last move.
func Dialogue(ctx context.Context, o Options) error {
	d := &dialogue{Options: o, writer: writer{out: o.Out}}
	if err := o.Table.Do(session.UseMachine); err != nil {
		return err
	}
	defer o.Table.Close()
	if o.Message != "" {
		d.say("%s.", o.Message)
	}
	if o.Tip != "" {
		d.say("%s.", o.Tip)
	}
	d.say("Type /help for help.")
	in := o.In
	err := d.talk(ctx, in)
	if ctx.Err() != nil {
		return d.writer.err
	}
	return errors.Join(err, in.failure(), d.writer.err)
}

// talk types what is read, and tells what the program writes, until one of them ends.
func (d *dialogue) talk(ctx context.Context, in *Input) error {
	progress, end := every(d.Progress)
	defer end()
	for d.writer.err == nil {
		asked, left, err := d.follow()
		if left {
			d.tell()
			return err
		}
		lines := in.lines
		if !asked && !d.Prompt {
			lines = nil // a script waits until the program asks
		}
		select {
		case line, ok := <-lines:
			if !ok || !d.typed(line) {
				return nil
			}
		case <-d.Table.News():
		case <-progress:
			d.tellProgress()
		case <-time.After(glance):
			if d.Program.Endless() {
				d.tell()
				return errEndless
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// follow takes over what has happened, and tells it when the program asks for a key. Then, or if
// the program has left, nothing more comes by itself.
func (d *dialogue) follow() (asked, left bool, err error) {
	state := d.Program.State() // first, so that all that led to it is followed
	for _, c := range d.Table.Changes() {
		switch c.Kind {
		case session.MachineEnded:
			left, err = true, c.Err
		case session.NotSaved:
			d.say("(The game is not saved: %v.)", c.Err)
		}
	}
	if state.Waiting && state.Version != d.told {
		d.told = state.Version
		d.tell()
	}
	return state.Waiting, left, err
}

// tellProgress says in a line what the machine has found so far, if it thinks.
func (d *dialogue) tellProgress() {
	if p := d.Table.View().Search; p != nil {
		d.say("(%s.)", thinking(p))
	}
}

// errEndless tells what can still be done.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// glance is the time between two looks whether a program that thinks still gets somewhere.
const glance = time.Second / 10

type dialogue struct {
	Options
	writer
	shown []string // rows of text as they were told last
	told  uint64   // version of the state then
}

// tellStatus says what the machine does.
func (d *dialogue) tellStatus() {
	if d.Program.State().Thinking {
		d.tellProgress()
		return
	}
	d.say("(It waits for you.)")
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
			d.say("%s", row)
		}
	}
	d.shown = rows
}

// typed handles a line; it returns false if that was the last one.
func (d *dialogue) typed(line string) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	if word != "/resign" && d.Table.View().Resigning {
		_ = d.Table.Do(session.Dismiss) // which is always possible
	}
	key := map[string]byte{
		"": jupiter.KeyReturn, "/return": jupiter.KeyReturn, "/resign": jupiter.KeyControlR,
		"/back": jupiter.KeyBackspace, "/escape": jupiter.KeyEscape,
	}
	switch {
	case word == "/status":
		d.tellStatus()
	case key[word] != 0:
		d.press(key[word])
	case word == "/quit":
		return false
	case word == "/board":
		s := talk{Options: d.Options, writer: d.writer}
		s.boardText("")
		d.writer = s.writer
	case word == "/screen":
		d.shown = nil
		d.tell()
	case strings.HasPrefix(word, "/"):
		d.say(dialogueHelp, d.Program.MoveHelp())
	default:
		for _, r := range line {
			if r >= ' ' && r < 0x7F {
				d.press(byte(r))
			}
		}
	}
	return true
}

func (d *dialogue) press(key byte) {
	if err := d.Table.Do(session.Type(key)); err != nil {
		d.say("(Not possible: %v.)", err)
	}
	if d.Table.View().Resigning {
		d.say("(Resign? Type /resign again to give up.)")
	}
}
