// Package plain plays in lines of text: for screen readers, scripts and slow connections. It draws
// nothing, repeats nothing, and no line needs a colour.
//
//	in := plain.Read(ctx, os.Stdin)
//	other, err := plain.Play(ctx, plain.Options{Game: game, In: in, Out: os.Stdout})
//
// There are two modes. Usually a line is a move or a short question: "Nf3", "last", "pieces N", "file
// e". With Dialogue the user talks to the program on the machine, in its own words: the typed lines go
// to the machine's keyboard, and the texts that the program writes next to the board are printed.
package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/emu/console"
	"sargon78/sargon/files"
	"sargon78/sargon/session"
)

// Options control what is played, and where.
type Options struct {
	front.Game
	In       *Input
	Out      io.Writer
	Dialogue bool // talk to the program on the machine, at full speed

	// Prompt means that a person types: there is a prompt when it is the user's turn, and the user may
	// type while Sargon thinks. The lines of a script wait until Sargon has moved.
	Prompt bool
	// Progress is the time between two lines about what Sargon thinks; 0 means never.
	Progress time.Duration
	Bell     bool // rings when Sargon has moved
	List     bool // begin with the saved games
}

// Input is text that comes in line by line. Several games may be played with one Input, one after the
// other.
type Input struct {
	lines chan string // closed at the end of the text or of ctx
	err   error       // of reading, once lines is closed
}

// Read begins to read a text, until the text or ctx ends.
func Read(ctx context.Context, in io.Reader) *Input {
	i := &Input{lines: make(chan string)}
	go func() {
		defer close(i.lines)
		scanner := bufio.NewScanner(files.Interruptible(ctx, in))
		for scanner.Scan() {
			select {
			case i.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		i.err = scanner.Err()
	}()
	return i
}

// textGame is a game in lines.
type textGame struct {
	Options
	words    front.Commands
	err      error // ends the game
	writeErr error // the first error of writing to Out
	leaving  bool
	prompted bool   // a prompt was printed, and nothing after it
	nextGame string // the game to continue

	list  []store.Saved  // as it was printed last
	text  string         // lines of a game that is being pasted
	offer session.Action // the pasted text, until the user accepts or refuses it

	keyAwaited      bool     // the program on the machine asks for a key
	reportedVersion uint64   // version of the program's state at the last report
	reportedRows    []string // of the program's screen, as they were printed last
}

// Play plays until the text ends, the user leaves, the program on the machine ends, or ctx ends. Errors
// come from reading, writing, the engine and the machine. If something cannot be done, Play prints a
// line, and the game goes on. If the user wants to continue another game, its name is returned.
func Play(ctx context.Context, o Options) (other string, err error) {
	t := &textGame{Options: o}
	t.words = t.commands()
	if o.Dialogue {
		t.words = t.dialogueWords()
		if err := o.Session.Do(session.UseMachine); err != nil {
			return "", err
		}
	}
	t.begin()
	var progress <-chan time.Time
	if o.Progress > 0 {
		progress = time.Tick(o.Progress)
	}
	t.reportChanges()
	for !t.leaving && t.err == nil && t.writeErr == nil && t.waitForEvent(ctx, progress) {
		t.reportChanges()
	}
	t.Session.Close()
	t.reportChanges()
	if ctx.Err() != nil {
		if t.prompted { // the next text begins a new line
			t.say("")
		}
		return "", t.writeErr
	}
	return t.nextGame, errors.Join(t.err, t.writeErr)
}

// begin prints what the user should know before the game.
func (t *textGame) begin() {
	if t.Message != "" {
		t.say("%s.", t.Message)
	}
	if t.offer = t.Offer; t.offer != nil && !t.Dialogue {
		t.say("Type yes to go on with it.")
	}
	if t.Tip != "" {
		t.say("%s.", t.Tip)
	}
	if t.Dialogue {
		t.say("Type /help for help.")
		return
	}
	v := t.Session.View()
	t.say("%s. Type a move, or help.", t.players(&v))
	if v.White != nil {
		t.questionCommand(clock)("")
	}
	if v.Game.Len() > 0 {
		t.questionCommand(last)("")
	}
	t.over()
	if t.List {
		t.games("")
	}
}

// players returns who plays against whom.
func (t *textGame) players(v *session.View) string {
	text := front.Opponent(v, t.Program.EngineLabel(v.Engine))
	if !v.Both {
		text += fmt.Sprintf(". You play %v", v.Player)
	}
	return capital(text)
}

// waitForEvent waits for the next event. It reports whether there is more text to read.
func (t *textGame) waitForEvent(ctx context.Context, progress <-chan time.Time) (more bool) {
	lines, v := t.In.lines, t.Session.View()
	var look <-chan time.Time
	switch {
	case t.Dialogue && !t.keyAwaited:
		look = time.After(pollInterval)
		if !t.Prompt {
			lines = nil // a script waits until the program asks
		}
	case t.Dialogue:
	case (v.Search != nil || v.Asked) && !t.Prompt:
		lines = nil // the next line of a script waits for Sargon's move
	case v.Search == nil && !v.EngineToMove && t.Prompt:
		t.prompt()
	}
	select {
	case line, ok := <-lines:
		if !ok {
			t.err = t.In.err
			return false
		}
		t.do(line)
	case <-t.Session.News():
	case <-progress:
		t.printProgress()
	case <-look:
		if t.Program.Endless() {
			t.printChangedRows()
			t.err = errEndless
		}
	case <-ctx.Done():
		return false
	}
	return true
}

// prompt prints a prompt, once.
func (t *textGame) prompt() {
	if !t.prompted && t.writeErr == nil {
		_, t.writeErr = io.WriteString(t.Out, "> ")
		t.prompted = true
	}
}

func (t *textGame) say(format string, args ...any) {
	if t.writeErr == nil {
		_, t.writeErr = fmt.Fprintf(t.Out, format+"\n", args...)
	}
}

// word returns a command as it is typed.
func (t *textGame) word(name string) string {
	if t.Dialogue {
		return "/" + name
	}
	return name
}

// remark prints a text that does not come from the program on the machine.
func (t *textGame) remark(format string, args ...any) {
	if t.Dialogue {
		format = "(" + format + ")"
	}
	t.say(format, args...)
}

// reportChanges prints what has happened in the session. In a dialogue the program prints everything
// else itself.
func (t *textGame) reportChanges() {
	var state console.State
	if t.Dialogue {
		state = t.Program.State() // first, so that the changes include everything before it
	}
	for _, c := range t.Session.Changes() {
		switch {
		case c.Kind == session.MachineEnded:
			t.leaving, t.err = true, c.Err
		case c.Kind == session.NotSaved:
			t.remark("%s.", capital(front.ChangeText(c)))
		case t.Dialogue:
		case c.Kind == session.EngineBroken: // this ends the game
			t.err = c.Err
		case c.Kind == session.Moved:
			t.moved(c)
		case c.Kind == session.Explained && c.Err == nil:
			t.explained(c)
		case c.Kind == session.PremoveAdded:
			t.say("Premove, for when Sargon has moved: %s. Type now to hurry it, cancel to forget it.",
				strings.Join(t.Session.View().Premoves, ", "))
		case c.Kind == session.PremoveMade:
			t.say("Premove: %s.", c.Text)
		default:
			t.say("%s.", capital(front.ChangeText(c)))
		}
		if all := t.Session.View().Candidates; c.Kind == session.Hinted && len(all) > 1 {
			for i, move := range all {
				t.say("%d: %s, %s.", i+1, strings.Join(move.Line, " "), front.ScoreText(move.Score, "you"))
			}
		}
	}
	if t.Dialogue {
		t.reportKeyPrompt(state)
	}
}

// capital returns a text with its first letter as a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// moved prints the move that Sargon has played, and its consequences.
func (t *textGame) moved(c session.Change) {
	v := t.Session.View()
	g, who := v.Game, "You"
	if v.Both {
		who = capital(g.Ply(c.Ply).Side.String())
	}
	after, bell := t.after(c.Ply), ""
	if c.ByEngine {
		who = "Sargon"
		if t.Bell {
			bell = "\a" // the character that rings
		}
	}
	if c.ByEngine || after != "" {
		t.say("%s: %s%s%s", who, g.Ply(c.Ply).SAN, after, bell)
	}
}

// after returns the consequences of a half-move: check, the end of the game, a draw to claim.
func (t *textGame) after(ply int) string {
	v := t.Session.View()
	g := v.Game.At(ply + 1)
	switch r := v.Game.Result(); {
	case g.Len() == v.Game.Len() && v.Over:
		return ", " + r.Description()
	case g.Len() == v.Game.Len() && r.Over():
		return fmt.Sprintf(", %s: you may claim a draw", r.Reason)
	case g.InCheck():
		return ", check"
	}
	return ""
}

// explained prints an answer of Why, a sentence on each line, and the command of the debugger that
// leads there.
func (t *textGame) explained(c session.Change) {
	answer := front.NewAnswer(t.Session.View().Game, c.Ply, c.Reasons)
	for _, sentence := range answer.Sentences {
		t.say("%s", sentence)
	}
	if command := answer.Command(); command != "" {
		t.say("Look inside: %s", command)
	}
}

// printProgress prints a line with what Sargon has found so far, if it thinks.
func (t *textGame) printProgress() {
	if p := t.Session.View().Search; p != nil {
		t.remark("%s.", front.ProgressText(p))
	}
}
