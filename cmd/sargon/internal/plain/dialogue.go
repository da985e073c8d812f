package plain

import (
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// key is the command that presses a key of the machine.
func key(k byte) func(*talk, string) {
	return func(s *talk, _ string) { s.act(session.Type(k)) }
}

// dialogueWords are what can be typed besides what goes to the keyboard of the machine.
var dialogueWords front.Commands[*talk]

func init() { // the table and help refer to each other
	dialogueWords = front.Commands[*talk]{
		front.Word("/board", "", "the pieces", (*talk).boardText),
		front.Word("/screen", "", "all text on the screen", func(s *talk, _ string) {
			s.rows = nil
			s.tellRows()
		}),
		front.Word("/resign", "", "Control-R, asks first", key(jupiter.KeyControlR)),
		front.Word("/status", "", "what it does", (*talk).machineStatus),
		front.Word("/back", "", "Backspace", key(jupiter.KeyBackspace)),
		front.Word("/escape", "", "Escape ends the set-up of a position", key(jupiter.KeyEscape)),
		front.Word("/return", "", "the key Return, as an empty line is", key(jupiter.KeyReturn)),
		front.Word("/help", "", "this list", (*talk).help),
		front.Word("/quit", "", "leave; the game is saved", (*talk).leave),
	}
}

// hearMachine tells what the program on the machine writes when it asks for a key. Then, or if it
// has left, nothing more comes by itself.
func (s *talk) hearMachine() {
	state := s.Program.State() // first, so that all that led to it is followed
	for _, c := range s.Table.Changes() {
		switch c.Kind {
		case session.MachineEnded:
			s.leaving, s.err = true, c.Err
		case session.NotSaved:
			s.remark("The game is not saved: %v.", c.Err)
		}
	}
	if s.asked = state.Waiting; s.leaving || s.asked && state.Version != s.told {
		s.told = state.Version
		s.tellRows()
	}
}

// errEndless tells what can still be done when nothing that is typed could reach the program.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// glance is the time between two looks whether a program that thinks still gets somewhere.
const glance = time.Second / 10

// machineStatus says what the machine does.
func (s *talk) machineStatus(string) {
	if s.Program.State().Thinking {
		s.tellProgress()
		return
	}
	s.remark("It waits for you.")
}

// tellRows says the texts on the screen that are not as they were told last.
func (s *talk) tellRows() {
	shown := s.Program.Screen()
	rows := strings.Split(screen.Tidy(&shown).Text(0, 0, jupiter.Columns, jupiter.Rows), "\n")
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
		if rows[i] != "" && (i >= len(s.rows) || s.rows[i] != rows[i]) {
			s.say("%s", rows[i])
		}
	}
	s.rows = rows
}

// typeLine types a line at the machine; an empty one is the key Return.
func (s *talk) typeLine(line string) {
	switch {
	case strings.TrimSpace(line) == "":
		s.act(session.Type(jupiter.KeyReturn))
		return
	case strings.HasPrefix(line, "/"):
		s.help("")
		return
	}
	for _, r := range line {
		if r >= ' ' && r < 0x7F {
			s.act(session.Type(byte(r)))
		}
	}
}
