package plain

import (
	"fmt"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/screen"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// dialogueWords are what can be typed besides what goes to the keyboard of the machine.
func (s *textGame) dialogueWords() (all front.Commands) {
	key := func(k byte) func(string) { return func(string) { s.act(session.Type(k)) } }
	all.Add("/board", "", "the pieces", s.questionCommand(board))
	all.Add("/screen", "", "all text on the screen", func(string) {
		s.reportedRows = nil
		s.printChangedRows()
	})
	all.Add("/resign", "", "Control-R, asks first", key(jupiter.KeyControlR))
	all.Add("/status", "", "what it does", s.machineStatus)
	all.Add("/back", "", "Backspace", key(jupiter.KeyBackspace))
	all.Add("/escape", "", "Escape ends the set-up of a position", key(jupiter.KeyEscape))
	all.Add("/return", "", "the key Return, as an empty line is", key(jupiter.KeyReturn))
	all.Add("/help", "", "this list", s.help)
	all.Add("/quit", "", "leave; the game is saved", s.leave)
	return all
}

// reportKeyPrompt tells what the program on the machine writes when it asks for a key. Then, or if it
// has left, nothing more comes by itself.
func (s *textGame) reportKeyPrompt(state console.State) {
	if s.keyAwaited = state.Waiting; s.leaving || s.keyAwaited && state.Version != s.reportedVersion {
		s.reportedVersion = state.Version
		s.printChangedRows()
	}
}

// errEndless tells what can still be done when nothing that is typed could reach the program.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// pollInterval is the time between two looks whether a program that thinks still gets somewhere.
const pollInterval = time.Second / 10

// machineStatus says what the machine does.
func (s *textGame) machineStatus(string) {
	if s.Program.State().Thinking {
		s.printProgress()
	} else {
		s.remark("It waits for you.")
	}
}

// printChangedRows says the texts on the screen that are not as they were told last.
func (s *textGame) printChangedRows() {
	shown := s.Program.Screen()
	rows := strings.Split(screen.Tidy(&shown).Text(0, 0, jupiter.Columns, jupiter.Rows), "\n")
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
		if rows[i] != "" && (i >= len(s.reportedRows) || s.reportedRows[i] != rows[i]) {
			s.say("%s", rows[i])
		}
	}
	s.reportedRows = rows
}

// typeLine types a line at the machine; an empty one is the key Return.
func (s *textGame) typeLine(line string) {
	switch {
	case strings.TrimSpace(line) == "":
		s.act(session.Type(jupiter.KeyReturn))
		return
	case strings.HasPrefix(line, "/"):
		s.remark("%s is no command%s; /help lists them", front.Shorten(line), s.words.Suggestion(line))
		return
	}
	for _, r := range line {
		if r >= ' ' && r < 0x7F {
			s.act(session.Type(byte(r)))
		}
	}
}
