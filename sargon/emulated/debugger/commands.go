package debugger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// command is a command that the user can type.
type command struct {
	names string // the full name, then short ones; a beginning of the full name works too
	args  string
	help  string
	run   func(*call) (string, error) // returns the output; nil: it is the motion of that name, ahead
}

// name returns the full name.
func (c *command) name() string {
	name, _, _ := strings.Cut(c.names, " ")
	return name
}

// call is one use of a command.
type call struct {
	*Debugger
	ctx  context.Context
	args string
}

var (
	// ErrQuit is the result of the command that ends a session.
	ErrQuit = errors.New("quit")
	// ErrInterrupted is that of a command which the context has ended.
	ErrInterrupted = errors.New("interrupted; where says how far it came")
)

// Commands returns the full names of all commands of Do, in the order in which help shows them.
func Commands() (names []string) {
	for i := range commands {
		names = append(names, commands[i].name())
	}
	return names
}

var commands []command // filled below: help lists it

// init fills commands, which cannot be initialized where it is declared: help, one of them, reads it.
func init() {
	commands = []command{
		{"step s si", "[N]", "one instruction, or N", nil},
		{"over n next", "", "one instruction; a call with all that it calls", nil},
		{"out o finish", "", "until the routine has returned", nil},
		{"run c r continue", "", "to a breakpoint or watchpoint, or the end", nil},
		{"to t until", "PLACE [if EXPR] [count N]", "to a place: an address, a symbol or file:line; " +
			"with count, when it is there again", nil},
		{"eval e", "", "to the end of the next evaluation", nil},
		{"move m", "", "to the next move that is made on the board", nil},
		{"ply", "", "until the search goes down or comes up a ply", nil},
		{"root", "", "to the next move at ply 1", nil},
		{"back <", "[WHAT]", "back by one instruction; or back step N, over, out, run, " +
			"to PLACE, eval, move, ply, root; back write ADDRESS or back read ADDRESS to the last write or read",
			backCommand},
		{"rs", "[N]", "back step", motionCommand(Back, "step")},
		{"rn", "", "back over", motionCommand(Back, "over")},
		{"ro", "", "back out: to the call of the routine", motionCommand(Back, "out")},
		{"rc", "", "back run", motionCommand(Back, "run")},
		{"goto g", "T | eval N", "to a moment in T-states, or the end of evaluation N", goToCommand},
		{"break b", "PLACE [if EXPR] [count N]", "a breakpoint", pointCommand((*Debugger).SetBreakpoint)},
		{"watch", "[r|w|rw] ADDRESS[,ADDRESS] [= VALUE] [if EXPR] [count N]", "a watchpoint",
			pointCommand((*Debugger).SetWatchpoint)},
		{"delete d", "N | all", "remove a breakpoint or watchpoint", deleteCommand},
		{"on", "N", "let it stop again", toggleCommand(false)},
		{"off", "N", "let it no longer stop", toggleCommand(true)},
		{"points", "", "all breakpoints and watchpoints", textCommand((*Debugger).pointsText)},
		{"where w", "", "the place, the time and the line of moves", textCommand((*Debugger).Where)},
		{"count", "", "count T-states from here", countCommand},
		{"registers regs", "", "with a star at what has changed", textCommand((*Debugger).registersText)},
		{"variables", "", "the variables of the program by name", textCommand((*Debugger).variablesText)},
		{"memory x", "ADDRESS [N]", "N bytes, 64 if none is given", memory},
		{"list l", "[PLACE] [N]", "lines of source", list},
		{"disassemble u", "[PLACE] [N]", "instructions", disassemble},
		{"stack bt k", "", "the routines that have been called", textCommand((*Debugger).stackText)},
		{"board", "", "the board as it is in the machine", chessCommand((*Debugger).boardText)},
		{"search", "", "ply, line, record, scores, totals and pins", chessCommand((*Debugger).searchText)},
		{"square sq", "E4", "attackers, exchange and pin of a square", square},
		{"print p", "EXPR", "the value of an expression, or what a variable holds", printCommand},
		{"symbols", "PART", "names that have the part in them", symbols},
		{"set", "WHAT = EXPR", "change a register, a variable, [address] or [address].w, and so the future",
			setCommand},
		{"type", "KEYS", "keys for the program's questions; \\r is Return", typeCommand},
		{"screen", "", "the machine's screen", screen},
		{"other", "", "what the other engine has, side by side", otherCommand},
		{"origin", "", "back to the instruction that first wrote another value; " +
			"again: to the one that made registers differ", originCommand},
		{"save", "NAME", "save this state under a name", stateCommand("save")},
		{"load", "NAME", "go on from a saved state", stateCommand("load")},
		{"states", "", "the saved states", stateCommand("states")},
		{"help h ?", "[COMMAND]", "all commands, or how expressions are written: help expressions", help},
		{"quit q exit", "", "end", func(*call) (string, error) { return "", ErrQuit }},
	}
}

// Do executes a line, and writes the output. An empty line does nothing.
func (d *Debugger) Do(ctx context.Context, out io.Writer, line string) error {
	name, args, _ := strings.Cut(strings.TrimSpace(line), " ")
	if name == "" || strings.HasPrefix(name, ";") {
		return nil
	}
	c, err := find(name)
	if err != nil {
		return err
	}
	args = strings.TrimSpace(args)
	if err := c.check(args); err != nil {
		return err
	}
	run := c.run
	if run == nil {
		run = motionCommand(Ahead, c.name())
	}
	said, err := run(&call{d, ctx, args})
	switch {
	case errors.Is(err, context.Canceled):
		return ErrInterrupted
	case err == nil && said != "":
		_, err = fmt.Fprintln(out, said)
	}
	return err
}

// check returns an error for words after a command that takes none.
func (c *command) check(args string) error {
	if c.args == "" && args != "" {
		return fmt.Errorf("unexpected %q", args)
	}
	return nil
}

// find returns the command with a name, or with a full name that begins so.
func find(name string) (*command, error) {
	name = strings.ToLower(name)
	var found []*command
	var names []string
	for i := range commands {
		c := &commands[i]
		if slices.Contains(strings.Fields(c.names), name) {
			return c, nil
		}
		if strings.HasPrefix(c.names, name) {
			found, names = append(found, c), append(names, c.name())
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, &Problem{
			Kind: "command", Value: name, text: fmt.Sprintf("there is no command %q: help lists all", name),
		}
	}
	return nil, fmt.Errorf("%q may be %s", name, strings.Join(names, " or "))
}

// describeStop returns a text about the place where a motion ended, or the error of the motion.
func (c *call) describeStop(_ Stop, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return c.Where(), nil
}

// motionCommand returns a command that does a motion in a direction.
func motionCommand(way Direction, name string) func(*call) (string, error) {
	return func(c *call) (string, error) { return c.describeStop(c.Move(c.ctx, way, name, c.args)) }
}

// backCommand does the motion that its words name, back in time.
func backCommand(c *call) (string, error) {
	name, words, _ := strings.Cut(c.args, " ")
	if _, err := strconv.Atoi(name); err == nil || name == "" {
		name, words = "step", c.args
	}
	return c.describeStop(c.Move(c.ctx, Back, name, strings.TrimSpace(words)))
}

func goToCommand(c *call) (string, error) {
	if number, ok := strings.CutPrefix(c.args, "eval "); ok {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil {
			return "", fmt.Errorf("goto eval %q: want its number", number)
		}
		return c.describeStop(c.GoToEvaluation(c.ctx, n))
	}
	t, err := strconv.ParseUint(c.args, 10, 64)
	if err != nil {
		return "", fmt.Errorf("goto %q: want T-states, or eval and a number", c.args)
	}
	return c.describeStop(c.GoTo(c.ctx, t))
}

// pointCommand sets a breakpoint or a watchpoint.
func pointCommand(set func(*Debugger, string) (*Point, error)) func(*call) (string, error) {
	return func(c *call) (string, error) {
		p, err := set(c.Debugger, c.args)
		if err != nil {
			return "", err
		}
		where := c.PlaceName(p.From)
		if !p.isBreak() {
			where = fmt.Sprintf("%04X", p.From)
		}
		if p.To != p.From {
			where += fmt.Sprintf(" to %04X", p.To)
		}
		return fmt.Sprintf("%v, at %s", p, where), nil
	}
}

func deleteCommand(c *call) (string, error) {
	if c.args == "all" {
		c.points = nil
		return "", nil
	}
	p, err := c.point(c.args)
	if err == nil {
		c.Delete(p.Number)
	}
	return "", err
}

func toggleCommand(off bool) func(*call) (string, error) {
	return func(c *call) (string, error) {
		p, err := c.point(c.args)
		if err == nil {
			p.Off = off
		}
		return "", err
	}
}

func countCommand(c *call) (string, error) {
	now := c.time.Now()
	c.counted = &now
	return "", nil
}

// textCommand returns a command that prints the text of a function.
func textCommand(text func(*Debugger) string) func(*call) (string, error) {
	return func(c *call) (string, error) { return text(c.Debugger), nil }
}

// chessCommand returns a command that prints a text about the search. It fails if the program has no
// names of variables.
func chessCommand(text func(*Debugger) string) func(*call) (string, error) {
	return func(c *call) (string, error) {
		if c.memory == nil {
			return "", errNames
		}
		return text(c.Debugger), nil
	}
}

func countOf(text string, none int) (int, error) {
	if text == "" {
		return none, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q: want a number from 1", text)
	}
	return n, nil
}

// placeAndCount reads [PLACE] [N]. A number greater than most becomes most.
func (c *call) placeAndCount(none, most int) (addr uint16, n int, err error) {
	words, number := strings.Fields(c.args), ""
	if last := len(words) - 1; last > 0 {
		words, number = words[:last], words[last]
	}
	if n, err = countOf(number, none); err != nil {
		return 0, 0, err
	}
	if addr = c.machine.PC; len(words) > 0 {
		addr, err = c.Place(strings.Join(words, " "))
	}
	return addr, min(n, most), err
}

// maxLines and maxBytes limit what one command prints.
const (
	maxLines = 1000
	maxBytes = 1 << 16
)

func memory(c *call) (string, error) {
	if c.args == "" {
		return "", errors.New("which? Want an address or the name of a variable")
	}
	const shown, row = 64, 16
	addr, n, err := c.placeAndCount(shown, maxBytes)
	return c.MemoryText(addr, n, row), err
}

func list(c *call) (string, error) {
	const before, after = 4, 12
	addr, n, err := c.placeAndCount(after, maxLines)
	return joined(c.listing(addr, before, n)), err
}

func disassemble(c *call) (string, error) {
	const shown = 12
	addr, n, err := c.placeAndCount(shown, maxLines)
	return joined(c.Disassembly(addr, n)), err
}

// joined returns values as text, a line each.
func joined[T fmt.Stringer](values []T) string {
	lines := make([]string, len(values))
	for i, v := range values {
		lines[i] = v.String()
	}
	return strings.Join(lines, "\n")
}

func square(c *call) (string, error) {
	s, err := sargon.ParseSquare(c.args)
	if err != nil {
		return "", err
	}
	found, err := c.Inspect(c.ctx, s)
	return found.String(), err
}

func printCommand(c *call) (string, error) {
	return c.Print(c.args)
}

// ValueText formats a value for the user.
func ValueText(v int) string {
	switch {
	case v < 0 || v > 0xFFFF:
		return strconv.Itoa(v)
	case v > 0xFF:
		return fmt.Sprintf("%d = %04Xh", v, v)
	}
	return fmt.Sprintf("%d = %02Xh", v, v)
}

func symbols(c *call) (string, error) {
	names := c.SymbolsWith(c.args)
	if len(names) == 0 {
		return "", fmt.Errorf("no name has %q in it", c.args)
	}
	lines := names[:min(len(names), maxLines)]
	for i, name := range lines {
		addr, _ := c.image.Symbol(name)
		lines[i] = fmt.Sprintf("%04X  %s", addr, name)
	}
	return strings.Join(lines, "\n"), nil
}

func setCommand(c *call) (string, error) {
	what, value, ok := strings.Cut(c.args, "=")
	if !ok {
		return "", errors.New("set what? Want set A = 5, set MTRL = 0 or set [PVALUE+2] = 9")
	}
	what = strings.TrimSpace(what)
	was, err := c.Evaluate(c.reading(what))
	if err == nil {
		err = c.Set(what, value)
	}
	if err != nil {
		return "", err
	}
	is, err := c.Evaluate(c.reading(what))
	return fmt.Sprintf("%s is %s, was %s", what, ValueText(is), ValueText(was)), err
}

func typeCommand(c *call) (string, error) {
	if c.args == "" {
		return "", errors.New("which keys?")
	}
	keys := strings.NewReplacer(`\r`, "\r", `\e`, "\x1b", `\b`, "\b").Replace(c.args)
	return "", c.Type([]byte(strings.ToUpper(keys))...)
}

func screen(c *call) (string, error) {
	s, ok := c.Screen()
	if !ok {
		return "", errors.New("a search alone has no screen: board draws its board")
	}
	return strings.TrimRight(s.String(), "\n "), nil
}

func help(c *call) (string, error) {
	switch {
	case c.args == "":
		var lines []string
		for i := range commands {
			lines = append(lines, fmt.Sprintf("%-26s %s", commands[i].usage(), commands[i].help))
		}
		return strings.Join(lines, "\n"), nil
	case strings.HasPrefix("expressions", c.args):
		return expressionHelp, nil
	}
	command, err := find(c.args)
	if err != nil {
		return "", err
	}
	return command.usage() + ": " + command.help, nil
}

// usage returns how to write a command.
func (c *command) usage() string {
	return strings.TrimSpace(strings.ReplaceAll(c.names, " ", ", ") + " " + c.args)
}
