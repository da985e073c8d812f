//go:build unix

package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
)

// terminal is a pseudo-terminal on which sargon runs.
type terminal struct {
	*transcript
	pty    *os.File
	tty    *os.File
	cmd    *exec.Cmd
	before *term.State
	screen *emulator // the screen with all output
}

// terminal runs sargon on a terminal of a size.
func (p *place) terminal(width, height uint16, args ...string) *terminal {
	return p.sitDown(width, height, p.command(args...))
}

// sitDown runs any program on a terminal of a size.
func (p *place) sitDown(width, height uint16, cmd *exec.Cmd, environment ...string) *terminal {
	p.t.Helper()
	side, tty, err := pty.Open()
	require.NoError(p.t, err)
	require.NoError(p.t, pty.Setsize(side, &pty.Winsize{Cols: width, Rows: height}))
	before := must.Have(term.GetState(int(tty.Fd())))
	cmd.Env = append(append(cmd.Env, "TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "NO_COLOR=",
		"TMUX=", "PS1=$ "), environment...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(p.t, cmd.Start())
	tm := &terminal{newTranscript(p.t), side, tty, cmd, before, newEmulator(int(width), int(height))}
	go tm.read()
	go func() {
		_ = cmd.Wait()
		_, _ = tty.WriteString(endMark) // after all that the program has written
	}()
	p.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		side.Close()
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

// seen returns the text on the screen.
func (tm *terminal) seen() string {
	tm.mu.Lock()
	defer tm.mu.Unlock()
	return tm.screen.text()
}

// await waits until the text on the screen is as wanted.
func (tm *terminal) await(what string, wanted func(seen string) bool) {
	tm.test.Helper()
	tm.until(what, func(string) bool { return wanted(tm.seen()) })
}

// types presses keys and waits for a text, for each pair of keys and text.
func (tm *terminal) types(keysAndTexts ...string) {
	tm.test.Helper()
	for i := 0; i < len(keysAndTexts); i += 2 {
		tm.press(keysAndTexts[i])
		tm.waitFor(keysAndTexts[i+1])
	}
}

// waitFor waits until a text is on the screen.
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

// isBack waits for the end of the program with an exit status, and checks that the terminal is as before:
// its modes, the main screen, the cursor.
func (tm *terminal) isBack(status int) {
	tm.test.Helper()
	assert.Equal(tm.test, status, tm.wait())
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
	keyCtrlA     = "\x01"
	keyCtrlC     = "\x03"
	keyCtrlO     = "\x0f"
	keyCtrlR     = "\x12"
	keyEscape    = "\x1b"
	keyBackspace = "\x7f"
	keyDown      = "\x1bOB"
	keyF2        = "\x1bOQ"
	keyF3        = "\x1bOR"
	keyF9        = "\x1b[20~"
	keyF10       = "\x1b[21~"
	keyF12       = "\x1b[24~"
)

// The terminal is restored whatever ends the program, during a search or while it waits for a key. (The
// scenarios leave by F10.)
func TestTheTerminalIsPutBack(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{
		"Ctrl-C": nil, "SIGTERM": syscall.SIGTERM, "SIGINT": syscall.SIGINT, "SIGHUP": syscall.SIGHUP,
		"waiting": syscall.SIGTERM,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tm := newPlace(t).terminal(110, 40, "play", "--speed", "max", "--color", "white", "--level", "6")
			tm.waitFor("SARGON DEPTH 6")
			if name != "waiting" {
				tm.types("e2e4", "E7-E5", "g1f3", "Thinking")
			}
			if signal == nil {
				tm.press(keyCtrlC)
				tm.isBack(0)
			} else {
				require.NoError(t, tm.cmd.Process.Signal(signal))
				tm.isBack(1)
			}
		})
	}
}

// After Ctrl-C in lines, the program says in a line of its own where the game is saved.
func TestInterruptedLines(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	tm := p.terminal(80, 24, "play", "--plain", "--level", "1")
	tm.types("e4\n", "Sargon: e5")
	tm.waitFor("> ")
	tm.press(keyCtrlC)
	tm.waitFor("\nThe game is saved; sargon play --resume goes on.\n")
	tm.isBack(1)
	p.waitUntilSaved(standing{start: game.New().StartFEN(), color: "white", moves: "e2e4 e7e5"})
}

// A program that crashes ends with a message, and the terminal is restored.
func TestAWildProgramOnTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	wild := write(t, p.path("wild.z80"), "\tORG\t1000H\nDRIVER:\tRST\t38H\n\tDB\t77H,77H\n")
	tm := p.terminal(110, 40, "play", "--rom", wild)
	tm.isBack(1)
	tm.waitFor("the monitor has no call 77 77")
}

// Ctrl-Z returns to the shell, and fg continues the game.
func TestStoppedAndContinued(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to continue a program")
	}
	p := newPlace(t)
	shell := p.command("--norc", "--noediting", "-i")
	self := shell.Path
	shell.Path = bash
	tm := p.sitDown(110, 40, shell)
	tm.types("'"+self+"' play --color white --level 1 --speed max\n", "SARGON DEPTH 1",
		"e2", "E2-", "\x1a", "Stopped",
		// No line of modes has -icanon: the terminal is not raw. A prompt may precede the number.
		"stty -a | grep -c -- -icanon; echo over\n", "0\nover",
		"fg\n", "E2-", "e4", "E7-E5", keyCtrlC, "$")
	tm.press("exit\n")
	tm.wait()
}

func TestWindowThatIsResized(t *testing.T) {
	t.Parallel()
	tm := newPlace(t).terminal(60, 20, "play")
	tm.waitFor("This window has 60×20 cells")
	tm.resize(110, 40)
	tm.waitFor("WHITE OR BLACK")
	tm.resize(20, 5)
	tm.waitFor("This window has")
	tm.press(keyF10)
	tm.isBack(0)
}

// The program copies the position and the game to the clipboard of the terminal by OSC 52.
func TestClipboard(t *testing.T) {
	t.Parallel()
	tm := newPlace(t).terminal(140, 45, "play", "--view", "board", "--player", "both")
	tm.types("", "white is to move", ":fen\r", "the position is in the clipboard")
	sent := func(text string) string { return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) }
	tm.until("OSC 52", func(all string) bool { return strings.Contains(all, sent(sargon.StartFEN)) })
	tm.types("f3\r:pgn\r", "the game is in the clipboard")
	tm.waitFor("1. f3 *")
	tm.until("OSC 52", func(all string) bool { return strings.Contains(all, sent("[Event")) })
	tm.press(keyCtrlC)
	tm.isBack(0)
}

// terminals maps kinds of terminals to what they send for F2 (on a VT it is PF2).
var terminals = map[string]string{
	"xterm": keyF2, "xterm-256color": keyF2, "screen-256color": keyF2, "tmux-256color": keyF2, "alacritty": keyF2,
	"foot": keyF2, "vt100": keyF2, "vt220": keyF2, "linux": "\x1b[[B", "rxvt-unicode-256color": "\x1b[12~",
}

// On every kind of terminal one can play on the machine's screen and on the board. At the end the terminal
// is restored.
func TestKindsOfTerminals(t *testing.T) {
	t.Parallel()
	for name, f2 := range terminals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			tm := p.sitDown(100, 40, p.command("play", "--color", "white", "--level", "1", "--speed", "max"),
				"TERM="+name)
			tm.types("", "SARGON DEPTH 1", "e2e4", "E7-E5", f2, "Sargon (", "Nf3\r", "2 Nf3")
			tm.press(keyCtrlC)
			tm.isBack(0)
		})
	}
}

// Windows of every size show the machine's screen, or at least the board, or a message.
func TestSizesOfTerminals(t *testing.T) {
	t.Parallel()
	for size, has := range map[[2]uint16]string{
		{20, 10}: "", {40, 12}: "", {36, 13}: "board", {60, 20}: "board", {64, 33}: "screen", {80, 24}: "screen",
		{100, 40}: "screen", {132, 43}: "screen", {200, 60}: "screen", {300, 100}: "screen",
	} {
		t.Run(fmt.Sprintf("%d×%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			tm := newPlace(t).terminal(size[0], size[1], "play", "--color", "white", "--level", "1", "--speed", "max")
			switch has {
			case "screen":
				tm.types("", "SARGON DEPTH 1", "e2e4", "E7-E5", keyF2, "you are to move", "Nf3\r", "expects")
			case "board":
				tm.types("", "This window has", keyF2, "you are to move", "e4\r", "e5")
			default:
				tm.types("", "This window has", keyF2, "This window has")
			}
			tm.press(keyCtrlC)
			tm.isBack(0)
		})
	}
}

// On a terminal without a screen, play uses lines of text, and debug says that it needs --plain.
func TestTerminalsWithoutAScreen(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, name := range []string{"dumb", "", "no-such-terminal"} {
		tm := p.sitDown(200, 24, p.command("play"), "TERM="+name)
		tm.waitFor("played in lines of text")
		tm.press("e4\nquit\n")
		assert.Equal(t, 0, tm.wait(), name)
		tm = p.sitDown(200, 24, p.command("debug"), "TERM="+name)
		tm.waitFor("--plain takes commands")
		assert.Equal(t, 1, tm.wait(), name)
	}
}

// sargon spec lays out a page for the width of the terminal, and shows it in the user's pager.
func TestSpecOnATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, test := range []struct {
		pager         string
		width, height uint16
		args, want    string
	}{
		{"", 40, 30, "spec 12", "## 12. Book\n\n`MOVENO` = 1 only. As White: e2e4, or\nd2d4 if bit 0"},
		{"", 90, 160, "spec", "\n  guide      Guide to this page\n  1          Board\n"},
		{"sed s/MOVENO/paged/", 90, 30, "spec 12",
			"## 12. Book\n\n`paged` = 1 only. As White: e2e4, or d2d4 if bit 0"},
		{"there-is-no-such-pager", 90, 30, "spec 12", "`MOVENO` = 1 only."},
	} {
		tm := p.sitDown(test.width, test.height, p.command(strings.Fields(test.args)...), "PAGER="+test.pager)
		assert.Equal(t, 0, tm.wait())
		tm.waitFor(test.want)
	}
	less, err := exec.LookPath("less")
	if err != nil {
		t.Skip("there is no less to page with")
	}
	tm := p.sitDown(80, 20, p.command("spec", "11"), "PAGER="+less)
	tm.waitFor("## 11. Search")
	for range 2 { // Ctrl-C is for less, which continues
		require.NoError(t, tm.cmd.Process.Signal(syscall.SIGINT))
		tm.types("G", "0xFF: it mates.", "g", "## 11. Search")
	}
	tm.press("q")
	tm.isBack(0)
}

// A short game with the program for CP/M on a terminal, to mate and to the end of the program.
func TestTheCommandPlaysToMateOnATerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	com := p.path("sargon.com")
	ok(t, "", "rom", "export", com)
	tm := p.terminal(80, 40, "play", "--rom", com, "--speed", "max")
	tm.types("", "(W/B)?", "w", "(1-6)?", "1", "(N/P)?")
	tm.press("x\x7fn") // keys that mean nothing here are ignored
	tm.types("e2e4", "E7-E5", "h2h4", "G8-F6", "c2c4", "F6XE4", "b1c3", "E4XC3", "d2c3", "F8-E7",
		"d1g4", "0-0", "c1h6", "F7-F5",
		"g4\x7f\x7fg4g7", "YOU BEAT A Z80!", // Backspace deletes keys
		"n", "FAREWELL.")
	tm.isBack(0)
}

// A saved state is in the list on the terminal. It continues from there, in the middle of a search.
func TestAStateOnTheTerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	tm := p.terminal(110, 40, "play", "--speed", "0.1", "--color", "white", "--level", "2")
	tm.types("", "SARGON DEPTH 2", "e2e4", " 1 E2-E4 E7-E5", "g1f3", "Thinking",
		keyF12, "save this one as>", "in thought\r", "SARGON DEPTH 2", keyF10, "The game is saved")
	tm.isBack(0)
	tm = p.terminal(110, 40, "play", "--speed", "max")
	tm.types("", "WHITE OR BLACK", keyF12, "in thought", keyDown+"\r", " 2 G1-F3 B8-C6",
		"d2d4", " 3 D2-D4 F8-B4", keyF10, "The game is saved")
	tm.isBack(0)
}
