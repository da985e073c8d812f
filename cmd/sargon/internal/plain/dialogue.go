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

// dialogueWords returns the words that the user can type besides keys for the machine.
func (t *textGame) dialogueWords() (all front.Commands) {
	key := func(k byte) func(string) { return func(string) { t.act(session.Type(k)) } }
	all.Add("/board", "", "the pieces", t.questionCommand(board))
	all.Add("/screen", "", "all text on the screen", func(string) {
		t.reportedRows = nil
		t.printChangedRows()
	})
	all.Add("/resign", "", "Control-R, asks first", key(jupiter.KeyControlR))
	all.Add("/status", "", "what it does", t.machineStatus)
	all.Add("/back", "", "Backspace", key(jupiter.KeyBackspace))
	all.Add("/escape", "", "Escape ends the set-up of a position", key(jupiter.KeyEscape))
	all.Add("/return", "", "the key Return, as an empty line is", key(jupiter.KeyReturn))
	all.Add("/help", "", "this list", t.help)
	all.Add("/quit", "", "leave; the game is saved", t.leave)
	return all
}

// reportKeyPrompt prints what the program on the machine has written when it asks for a key. After
// that, or when the program has ended, nothing more is printed until the user types.
func (t *textGame) reportKeyPrompt(state console.State) {
	if t.keyAwaited = state.Waiting; t.leaving || t.keyAwaited && state.Version != t.reportedVersion {
		t.reportedVersion = state.Version
		t.printChangedRows()
	}
}

// errEndless says what the user can still do when no key can reach the program.
var errEndless = fmt.Errorf("%w; --resume goes on before your last move", sargon.ErrEndless)

// pollInterval is the time between two checks whether a program that thinks will ever return.
const pollInterval = time.Second / 10

// machineStatus prints what the machine does.
func (t *textGame) machineStatus(string) {
	if t.Program.State().Thinking {
		t.printProgress()
	} else {
		t.remark("It waits for you.")
	}
}

// printChangedRows prints the texts on the screen that have changed since the last call.
func (t *textGame) printChangedRows() {
	shown := t.Program.Screen()
	rows := strings.Split(screen.Tidy(&shown).Text(0, 0, jupiter.Columns, jupiter.Rows), "\n")
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
		if rows[i] != "" && (i >= len(t.reportedRows) || t.reportedRows[i] != rows[i]) {
			t.say("%s", rows[i])
		}
	}
	t.reportedRows = rows
}

// typeLine types a line at the machine; an empty line is the key Return.
func (t *textGame) typeLine(line string) {
	switch {
	case strings.TrimSpace(line) == "":
		t.act(session.Type(jupiter.KeyReturn))
		return
	case strings.HasPrefix(line, "/"):
		t.remark("%s is no command%s; /help lists them", front.Shorten(line), t.words.Suggestion(line))
		return
	}
	for _, r := range line {
		if r >= ' ' && r < 0x7F {
			t.act(session.Type(byte(r)))
		}
	}
}
