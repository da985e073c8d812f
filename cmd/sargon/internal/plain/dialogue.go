package plain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

const dialogueHelp = "What you type goes to the keyboard of the machine: answers and moves. %s " +
	"An empty line is the key Return.\n/board: the pieces. /screen: all text on the screen. " +
	"/resign: Control-R, asks first. /status: what it does. /back: Backspace. " +
	"/escape: Escape ends the set-up of a position. /quit: leave; the game is kept."

// Dialogue is the dialogue of the program on the machine, at full speed: what it writes
// comes out line by line, and each line of the text is typed. It ends with the text, with
// /quit, when the program ends, or with ctx. Errors are those of the machine and of writing, and
// sargon.ErrEndless: nothing that is typed could reach the program any more. The game is kept as
// it was before the last move.
func Dialogue(ctx context.Context, o Options) error {
	d := &dialogue{Options: o, writer: writer{out: o.Out}}
	if o.SetUp {
		if _, err := o.Session.SetUp(o.Program); err != nil {
			return err
		}
	}
	if o.SetUp || o.Resumed {
		d.follower.TakenUp(o.Session, o.Thought)
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	o.Program.SetSpeed(0, 0)
	go func() { ended <- o.Program.Run(ctx) }()
	defer func() {
		stop()
		if !d.left {
			<-ended
		}
	}()
	if o.Message != "" {
		d.say("%s.", o.Message)
	}
	if o.Tip != "" {
		d.say("%s.", o.Tip)
	}
	d.say("Type /help for help.")
	in := o.In
	err := d.talk(ctx, in, ended)
	if ctx.Err() != nil {
		return d.writer.err
	}
	return errors.Join(err, in.err, d.writer.err)
}

// talk types what is read, and tells what the program writes, until one of them ends.
func (d *dialogue) talk(ctx context.Context, in *Input, ended <-chan error) error {
	progress, end := every(d.Progress)
	defer end()
	for d.writer.err == nil {
		changed := d.Program.Changed()
		lines := in.lines
		if asked := d.follow(); !asked && !d.Prompt {
			lines = nil // a script waits until the program asks
		}
		select {
		case line, ok := <-lines:
			if !ok || !d.typed(line) {
				return nil
			}
		case <-changed:
		case <-progress:
			d.tellProgress()
		case <-time.After(glance):
			if d.Program.Endless() {
				d.tell()
				return errEndless
			}
		case err := <-ended:
			d.left = true
			d.tell()
			return err
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// follow takes over what has happened, and tells it when the program asks for a key.
func (d *dialogue) follow() (asked bool) {
	d.follower.Follow(d.Session, d.Program)
	state := d.Program.State()
	if !state.Waiting {
		return false
	}
	if state.Version != d.told {
		d.told = state.Version
		d.tell()
		d.keep()
	}
	return true
}

// tellProgress says in a line what the machine has found so far, if it thinks.
func (d *dialogue) tellProgress() {
	state := d.Program.State()
	if !state.Thinking {
		return
	}
	t := d.Program.Thoughts()
	text := "Thinking for " + front.InWords(d.Session.Elapsed())
	if t.Of > 0 {
		text += fmt.Sprintf(", move %d of %d", t.Number, t.Of)
	}
	if _, san := d.Session.Game().LineFromSargon(t.Line); len(san) > 0 {
		text += fmt.Sprintf(", best so far %s, score %s", strings.Join(san, " "), t.Score)
	}
	in1978 := d.Program.In1978(state.Thought-d.follower.Thought(), t.Original)
	d.say("(%s, %s in 1978.)", text, game.About(in1978))
}

// errEndless tells what can still be done.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// glance is the time between two looks whether a program that thinks still gets somewhere.
const glance = time.Second

type dialogue struct {
	Options
	writer
	follower session.Follower
	shown    []string // rows of text as they were told last
	told     uint64   // version of the state then
	resigns  bool     // /resign was typed once
	left     bool     // the program has ended
}

// tellStatus says what the machine does.
func (d *dialogue) tellStatus() {
	if d.Program.State().Thinking {
		d.tellProgress()
		return
	}
	d.say("(It waits for you.)")
}

func (d *dialogue) keep() {
	if d.Keep == nil || !d.follower.Begun {
		return
	}
	if err := d.KeepMachine(d.follower.Thought()); err != nil {
		d.say("(The game is not kept: %v.)", err)
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
			d.say("%s", row)
		}
	}
	d.shown = rows
}

// typed handles a line; it returns false if that was the last one.
func (d *dialogue) typed(line string) bool {
	word := strings.ToLower(strings.TrimSpace(line))
	asked := d.resigns
	d.resigns = false
	key := map[string]byte{
		"": jupiter.KeyReturn, "/return": jupiter.KeyReturn, "/resign": jupiter.KeyControlR,
		"/back": jupiter.KeyBackspace, "/escape": jupiter.KeyEscape,
	}
	switch {
	case word == "/resign" && !asked && d.follower.Begun && !d.Session.Over():
		d.resigns = true
		d.say("(Resign? Type /resign again to give up.)")
	case word == "/status":
		d.tellStatus()
	case key[word] != 0:
		d.Program.Press(key[word])
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
				d.Program.Press(byte(r))
			}
		}
	}
	return true
}
