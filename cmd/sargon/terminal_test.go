//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"

	"sargon78/sargon/must"
)

// terminal is a pseudo-terminal with sargon on it.
type terminal struct {
	*transcript
	pty    *os.File
	tty    *os.File
	cmd    *exec.Cmd
	before *term.State
	screen *emulator // what is written, as it stands there
}

// start runs sargon in a terminal of a size, with the folders of home.
func start(t testing.TB, home string, width, height uint16, args ...string) *terminal {
	t.Helper()
	return startProgram(t, home, width, height, os.Args[0], args...)
}

func startProgram(
	t testing.TB, home string, width, height uint16, program string, args ...string,
) *terminal {
	t.Helper()
	p, tty, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(p, &pty.Winsize{Cols: width, Rows: height}))
	before := must.Have(term.GetState(int(tty.Fd())))
	cmd := exec.Command(program, args...)
	cmd.Env = append((&place{t: t, dir: home}).environment(), "TERM=xterm-256color", "LANG=C.UTF-8",
		"LC_ALL=C.UTF-8", "NO_COLOR=", "TMUX=", "PS1=$ ")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	tm := &terminal{newTranscript(t), p, tty, cmd, before, newEmulator(int(width), int(height))}
	go tm.read()
	go func() {
		_ = cmd.Wait()
		_, _ = tty.WriteString(endMark) // behind all that the program has written
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		p.Close()
		tty.Close()
	})
	return tm
}

const endMark = "\x1b[78z"

func (tm *terminal) read() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := tm.pty.Read(buffer)
		tm.more(func() {
			tm.text.Write(buffer[:n])
			tm.screen.write(string(buffer[:n]))
		})
		if err != nil {
			return
		}
		if strings.Contains(tm.written(), endMark) {
			tm.ends(tm.cmd.ProcessState.ExitCode())
		}
	}
}

// seen is what stands on the terminal.
func (tm *terminal) seen() string {
	tm.mu.Lock()
	defer tm.mu.Unlock()
	return tm.screen.text()
}

// await waits until what stands on the terminal is as wanted.
func (tm *terminal) await(what string, wanted func(seen string) bool) {
	tm.test.Helper()
	tm.until(what, func(string) bool { return wanted(tm.seen()) })
}

// waitFor waits until a text stands on the terminal.
func (tm *terminal) waitFor(text string) {
	tm.test.Helper()
	tm.await(fmt.Sprintf("%q", text), func(seen string) bool { return strings.Contains(seen, text) })
}

func (tm *terminal) resize(width, height int) {
	tm.mu.Lock()
	tm.screen.resize(width, height)
	tm.mu.Unlock()
	require.NoError(tm.test, pty.Setsize(tm.pty, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}))
}

func (tm *terminal) press(keys string) {
	_, err := tm.pty.WriteString(keys)
	require.NoError(tm.test, err)
}

// isBack checks that the terminal is as it was: its modes, the main screen, the cursor.
func (tm *terminal) isBack() {
	tm.test.Helper()
	now, err := term.GetState(int(tm.tty.Fd()))
	require.NoError(tm.test, err)
	assert.Equal(tm.test, tm.before, now, "the modes of the terminal")
	for _, pair := range [][2]string{{"\x1b[?1049h", "\x1b[?1049l"}, {"\x1b[?25l", "\x1b[?25h"}} {
		tm.until(fmt.Sprintf("%q after %q", pair[1], pair[0]), func(all string) bool {
			return strings.LastIndex(all, pair[1]) >= strings.LastIndex(all, pair[0])
		})
	}
}

const (
	keyCtrlC = "\x03"
	keyF2    = "\x1bOQ"
	keyF9    = "\x1b[20~"
	keyF10   = "\x1b[21~"
)

// Whatever ends the program in mid-search, the terminal is put back (by F10: see the scenarios); a
// signal that comes while it waits for a key, too.
func TestTheTerminalIsPutBack(t *testing.T) {
	for name, end := range map[string]func(*terminal){
		"Ctrl-C":  func(tm *terminal) { tm.press(keyCtrlC) },
		"SIGTERM": func(tm *terminal) { _ = tm.cmd.Process.Signal(syscall.SIGTERM) },
		"SIGINT":  func(tm *terminal) { _ = tm.cmd.Process.Signal(syscall.SIGINT) },
		"SIGHUP":  func(tm *terminal) { _ = tm.cmd.Process.Signal(syscall.SIGHUP) },
		"waiting": func(tm *terminal) { _ = tm.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tm := start(t, t.TempDir(), 110, 40,
				"play", "--speed", "max", "--color", "white", "--level", "6")
			tm.waitFor("SARGON DEPTH 6")
			if name != "waiting" {
				tm.press("e2e4")
				tm.waitFor("E7-E5")
				tm.press("g1f3")
				tm.waitFor("Thinking")
			}
			end(tm)
			assert.Equal(t, 0, tm.wait())
			tm.isBack()
		})
	}
}

// A program that runs wild ends with a message, on a terminal that is put back.
func TestAWildProgramOnTheTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wild := filepath.Join(dir, "wild.z80")
	require.NoError(t,
		os.WriteFile(wild, []byte("\tORG\t1000H\nDRIVER:\tRST\t38H\n\tDB\t77H,77H\n"), 0o644))
	tm := start(t, dir, 110, 40, "play", "--rom", wild)
	assert.Equal(t, 1, tm.wait())
	tm.isBack()
	tm.waitFor("the monitor has no call 77 77")
}

// Ctrl-Z gives the terminal back to the shell, and fg takes the game up again.
func TestStoppedAndContinued(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to continue a program")
	}
	tm := startProgram(t, t.TempDir(), 110, 40, bash, "--norc", "--noediting", "-i")
	tm.press("'" + os.Args[0] + "' play --color white --level 1 --speed max\n")
	tm.waitFor("SARGON DEPTH 1")
	tm.press("e2")
	tm.waitFor("E2-")
	tm.press("\x1a")
	tm.waitFor("Stopped")
	tm.press("stty -a | grep -c -- -icanon; echo over\n")
	// No line of modes says -icanon: the terminal is not raw. A prompt may stand before the number.
	tm.waitFor("0\nover")
	tm.press("fg\n")
	tm.waitFor("E2-")
	tm.press("e4")
	tm.waitFor("E7-E5")
	tm.press(keyCtrlC)
	tm.waitFor("$")
	tm.press("exit\n")
	tm.wait()
}

func TestWindowThatIsResized(t *testing.T) {
	t.Parallel()
	tm := start(t, t.TempDir(), 60, 20, "play")
	tm.waitFor("This window has 60×20 cells")
	tm.resize(110, 40)
	tm.waitFor("WHITE OR BLACK")
	tm.resize(20, 5)
	tm.waitFor("This window has")
	tm.press(keyF10)
	assert.Equal(t, 0, tm.wait())
	tm.isBack()
}

// Where there can be no screen the game is played in lines, and the debugger says what it can do.
func TestTerminalsWithoutAScreen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dumb", "", "no-such-terminal"} {
		tm := startProgram(t, t.TempDir(), 200, 24, "env", "TERM="+name, os.Args[0], "play")
		tm.waitFor("played in lines of text")
		tm.press("e4\nquit\n")
		assert.Equal(t, 0, tm.wait(), name)
		tm = startProgram(t, t.TempDir(), 200, 24, "env", "TERM="+name, os.Args[0], "debug")
		tm.waitFor("--plain takes commands")
		assert.Equal(t, 1, tm.wait(), name)
	}
}

// A page is laid out for the width of the terminal, and goes through the pager of the person.
func TestSpecOnATerminal(t *testing.T) {
	for _, test := range []struct {
		pager         string
		width, height uint16
		args, want    string
	}{
		{"", 40, 30, "spec 12", "## 12. Book\n\n`MOVENO` = 1 only. As White: e2e4, or\nd2d4 if bit 0"},
		{"", 90, 120, "spec", "\n  guide      Guide to this page\n  1          Board\n"},
		{"sed s/MOVENO/paged/", 90, 30, "spec 12",
			"## 12. Book\n\n`paged` = 1 only. As White: e2e4, or d2d4 if bit 0"},
		{"there-is-no-such-pager", 90, 30, "spec 12", "`MOVENO` = 1 only."},
	} {
		t.Setenv("PAGER", test.pager)
		tm := start(t, t.TempDir(), test.width, test.height, strings.Fields(test.args)...)
		assert.Equal(t, 0, tm.wait())
		tm.waitFor(test.want)
	}
	less, err := exec.LookPath("less")
	if err != nil {
		t.Skip("there is no less to page with")
	}
	t.Setenv("PAGER", less)
	tm := start(t, t.TempDir(), 80, 20, "spec", "11")
	tm.waitFor("## 11. Search")
	for range 2 { // Ctrl-C is for less, which goes on
		require.NoError(t, tm.cmd.Process.Signal(syscall.SIGINT))
	}
	tm.press("G")
	tm.waitFor("0xFF: it mates.")
	tm.press("q")
	assert.Equal(t, 0, tm.wait())
	tm.isBack()
}

// A short game at the program for CP/M on a terminal: to mate, and out.
func TestTheCommandPlaysToMateOnATerminal(t *testing.T) {
	t.Parallel()
	com := filepath.Join(t.TempDir(), "sargon.com")
	ok(t, "", "rom", "export", com)
	tm := start(t, t.TempDir(), 80, 40, "play", "--rom", com, "--speed", "max")
	tm.waitFor("(W/B)?")
	tm.press("w")
	tm.waitFor("(1-6)?")
	tm.press("1")
	tm.waitFor("(N/P)?")
	tm.press("x\x7fn") // keys that mean nothing here are ignored
	for _, turn := range strings.Fields("e2e4:e7-e5 h2h4:g8-f6 c2c4:f6xe4 b1c3:e4xc3 d2c3:f8-e7 " +
		"d1g4:0-0 c1h6:f7-f5") {
		move, answer, _ := strings.Cut(turn, ":")
		tm.press(move)
		tm.waitFor(strings.ToUpper(answer))
	}
	tm.press("g4\x7f\x7fg4g7") // Backspace takes keys back
	tm.waitFor("YOU BEAT A Z80!")
	tm.press("n")
	tm.waitFor("FAREWELL.")
	assert.Equal(t, 0, tm.wait())
	tm.isBack()
}

// A state is in the list of the terminal, and goes on from there: its machine is in thought.
func TestAStateOfOldOnTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.copy(saved(t, "states", "in thought.state.gz"), p.games("states", "in thought.state"))
	tm := start(t, p.dir, 110, 40, "play", "--speed", "max")
	tm.waitFor("WHITE OR BLACK")
	tm.press(keyF12)
	tm.waitFor("in thought")
	tm.press(keyDown + "\r")
	tm.waitFor(" 2 G1-F3 B8-C6")
	tm.press("d2d4")
	tm.waitFor(" 3 D2-D4 F8-B4")
	tm.press(keyF10)
	assert.Equal(t, 0, tm.wait())
}

const (
	keyF12  = "\x1b[24~"
	keyDown = "\x1bOB"
)
