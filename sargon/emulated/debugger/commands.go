package debugger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// Command is what can be asked for in words.
type Command struct {
	Names []string // the first is the full one; its beginning will do if no other has it
	Args  string
	Help  string
	run   func(*call) error
}

// call is one use of a command.
type call struct {
	d    *Debugger
	ctx  context.Context
	out  io.Writer
	args string
}

// ErrQuit is the result of the command that ends a session.
var ErrQuit = errors.New("quit")

// Commands returns all that Do understands, in the order in which help shows them.
func Commands() []Command { return commands }

var commands []Command // filled below: help lists it

func init() {
	commands = []Command{
		{[]string{"step", "s", "si"}, "[N]",
			"one instruction, or N", moves(Ahead, "step")},
		{[]string{"over", "n", "next"}, "",
			"one instruction; a call with all that it calls", moves(Ahead, "over")},
		{[]string{"out", "o", "finish"}, "",
			"until the routine has returned", moves(Ahead, "out")},
		{[]string{"run", "c", "r", "continue"}, "",
			"to a breakpoint or watch point, or the end", moves(Ahead, "run")},
		{[]string{"to", "t", "until"}, "PLACE [if EXPR] [count N]",
			"to a place: an address, a symbol or file:line; with count, when it is there again",
			moves(Ahead, "to")},
		{[]string{"eval", "e"}, "",
			"to the end of the next evaluation", moves(Ahead, "eval")},
		{[]string{"move", "m"}, "",
			"to the next move that is made on the board", moves(Ahead, "move")},
		{[]string{"ply"}, "",
			"until the search goes down or comes up a ply", moves(Ahead, "ply")},
		{[]string{"root"}, "",
			"to the next move at ply 1", moves(Ahead, "root")},
		{[]string{"back", "<"}, "[WHAT]", "back by one instruction; or back step N, over, out, run, " +
			"to PLACE, eval, move, ply, root; back write CELL or back read CELL to the last write or read",
			movesBack},
		{[]string{"rs"}, "[N]", "back step", moves(Back, "step")},
		{[]string{"rn"}, "", "back over", moves(Back, "over")},
		{[]string{"ro"}, "",
			"back out: to the call of the routine", moves(Back, "out")},
		{[]string{"rc"}, "", "back run", moves(Back, "run")},
		{[]string{"goto", "g"}, "T | eval N",
			"to a moment in T-states, or the end of evaluation N", goTo},
		{[]string{"break", "b"}, "PLACE [if EXPR] [count N]", "a breakpoint", breaks},
		{[]string{"watch"}, "[r|w|rw] CELL[,CELL] [= VALUE] [if EXPR] [count N]",
			"a watch point", watches},
		{[]string{"delete", "d"}, "N | all", "remove a breakpoint or watch point", deletes},
		{[]string{"on"}, "N", "let it stop again", switched(false)},
		{[]string{"off"}, "N", "let it no longer stop", switched(true)},
		{[]string{"points"}, "", "all breakpoints and watch points", points},
		{[]string{"where", "w"}, "",
			"the place, the time and the line of moves", shown((*Debugger).Where)},
		{[]string{"count"}, "",
			"count T-states from here", func(c *call) error { c.d.count(); return nil }},
		{[]string{"registers", "regs"}, "",
			"with a star at what has changed", shown((*Debugger).registersText)},
		{[]string{"cells"}, "",
			"the cells of the program by name", shown((*Debugger).cellsText)},
		{[]string{"memory", "x"}, "CELL [N]", "N bytes, 64 if none is given", memory},
		{[]string{"list", "l"}, "[PLACE] [N]", "lines of source", list},
		{[]string{"disassemble", "u"}, "[PLACE] [N]", "instructions", disassemble},
		{[]string{"stack", "bt", "k"}, "",
			"the routines that have been called", shown((*Debugger).stackText)},
		{[]string{"board"}, "",
			"the board as it is in the machine", shown((*Debugger).boardText)},
		{[]string{"search"}, "",
			"ply, line, record, scores, totals and pins", shown((*Debugger).searchText)},
		{[]string{"square", "sq"}, "E4", "attackers, exchange and pin of a square", square},
		{[]string{"print", "p"}, "EXPR", "the value of an expression", prints},
		{[]string{"symbols"}, "PART", "names that have the part in them", symbols},
		{[]string{"set"}, "WHAT = EXPR",
			"change a register, [address] or [address].w, and so the future", sets},
		{[]string{"type"}, "KEYS", "keys for the program's questions; \\r is Return", types},
		{[]string{"screen"}, "", "the machine's screen", screenText},
		{[]string{"other"}, "", "what the other engine has, side by side", other},
		{[]string{"origin"}, "", "back to the instruction that first wrote another value; " +
			"again: to the one that made registers differ", origin},
		{[]string{"save"}, "NAME", "save this state under a name", inFolder("save")},
		{[]string{"load"}, "NAME", "go on from a saved state", inFolder("load")},
		{[]string{"states"}, "", "the saved states", inFolder("states")},
		{[]string{"help", "h", "?"}, "[COMMAND]",
			"all commands, or how expressions are written: help expressions", help},
		{[]string{"quit", "q", "exit"}, "", "end", func(*call) error { return ErrQuit }},
	}
}

// Do obeys a line of words, and writes what it has to say. An empty line does nothing.
func (d *Debugger) Do(ctx context.Context, out io.Writer, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, ";") {
		return nil
	}
	name, args, _ := strings.Cut(line, " ")
	c, err := find(name)
	if err != nil {
		return err
	}
	args = strings.TrimSpace(args)
	if err := c.check(args); err != nil {
		return err
	}
	return c.run(&call{d, ctx, out, args})
}

// check refuses words after a command that takes none.
func (c *Command) check(args string) error {
	if c.Args == "" && args != "" {
		return fmt.Errorf("unexpected %q", args)
	}
	return nil
}

// find finds a command by one of its names, or by the beginning of a full one.
func find(name string) (*Command, error) {
	name = strings.ToLower(name)
	var found []*Command
	for i := range commands {
		c := &commands[i]
		for _, n := range c.Names {
			if n == name {
				return c, nil
			}
		}
		if strings.HasPrefix(c.Names[0], name) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, fmt.Errorf("there is no command %q: help lists all", name)
	}
	var names []string
	for _, c := range found {
		names = append(names, c.Names[0])
	}
	return nil, fmt.Errorf("%q may be %s", name, strings.Join(names, " or "))
}

func (c *call) say(text string) error {
	_, err := fmt.Fprintln(c.out, text)
	return err
}

// arrived says where a motion ended.
func (c *call) arrived(_ Stop, err error) error {
	if err != nil {
		return err
	}
	return c.say(c.d.Where())
}

// moves does a motion in a direction.
func moves(way Direction, name string) func(*call) error {
	return func(c *call) error { return c.arrived(c.d.Move(c.ctx, way, name, c.args)) }
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

func shown(f func(*Debugger) string) func(*call) error {
	return func(c *call) error { return c.say(f(c.d)) }
}

// movesBack does the motion that its words name.
func movesBack(c *call) error {
	name, words, _ := strings.Cut(c.args, " ")
	if _, err := strconv.Atoi(name); err == nil || name == "" {
		name, words = "step", c.args
	}
	name = strings.ToLower(name)
	if motions[name] == nil {
		if command, err := find(name); err == nil {
			name = command.Names[0]
		}
	}
	if motions[name] == nil {
		return fmt.Errorf("back %q: want step, over, out, run, to PLACE, eval, move, ply, root, "+
			"write CELL or read CELL", name)
	}
	return c.arrived(c.d.Move(c.ctx, Back, name, strings.TrimSpace(words)))
}

func goTo(c *call) error {
	if number, ok := strings.CutPrefix(c.args, "eval "); ok {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil {
			return fmt.Errorf("goto eval %q: want its number", number)
		}
		return c.arrived(c.d.GoToEvaluation(c.ctx, n))
	}
	t, err := strconv.ParseUint(c.args, 10, 64)
	if err != nil {
		return fmt.Errorf("goto %q: want T-states, or eval and a number", c.args)
	}
	return c.arrived(c.d.GoTo(c.ctx, t))
}

func breaks(c *call) error { return c.pointed(c.d.Break(c.args)) }

func watches(c *call) error { return c.pointed(c.d.Watch(c.args)) }

func (c *call) pointed(p *Point, err error) error {
	if err != nil {
		return err
	}
	where := c.d.PlaceName(p.From)
	if p.Read || p.Write {
		where = fmt.Sprintf("%04X", p.From)
		if p.To != p.From {
			where += fmt.Sprintf(" to %04X", p.To)
		}
	}
	return c.say(fmt.Sprintf("%v, at %s", p, where))
}

func deletes(c *call) error {
	if c.args == "all" {
		c.d.points = nil
		return nil
	}
	p, err := c.point()
	if err != nil {
		return err
	}
	return c.d.Delete(p.Number)
}

func switched(off bool) func(*call) error {
	return func(c *call) error {
		p, err := c.point()
		if err == nil {
			p.Off = off
		}
		return err
	}
}

// point returns the point whose number the words are.
func (c *call) point() (*Point, error) {
	for _, p := range c.d.points {
		if strconv.Itoa(p.Number) == c.args {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no breakpoint or watch point %q: points shows all", c.args)
}

func points(c *call) error {
	if len(c.d.points) == 0 {
		return c.say("no breakpoints and no watch points")
	}
	for _, p := range c.d.points {
		if err := c.say(fmt.Sprintf("%v, hit %d times", p, p.hits)); err != nil {
			return err
		}
	}
	return nil
}

// placeAndCount reads [PLACE] [N].
func (c *call) placeAndCount(place uint16, none int) (uint16, int, error) {
	words := strings.Fields(c.args)
	n := none
	if len(words) > 1 {
		var err error
		if n, err = countOf(words[len(words)-1], none); err != nil {
			return 0, 0, err
		}
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return place, n, nil
	}
	addr, err := c.d.Place(strings.Join(words, " "))
	return addr, n, err
}

// maxLines and maxBytes limit what is written at once.
const (
	maxLines = 1000
	maxBytes = 1 << 16
)

func memory(c *call) error {
	if c.args == "" {
		return errors.New("which? Want an address or the name of a cell")
	}
	const shown, row = 64, 16
	addr, n, err := c.placeAndCount(0, shown)
	if err != nil {
		return err
	}
	return c.say(c.d.MemoryText(addr, min(n, maxBytes), row))
}

func list(c *call) error {
	const before, after = 4, 12
	addr, n, err := c.placeAndCount(c.d.machine.PC, after)
	if err != nil {
		return err
	}
	return c.lines(c.d.listing(addr, before, min(n, maxLines)))
}

func disassemble(c *call) error {
	const shown = 12
	addr, n, err := c.placeAndCount(c.d.machine.PC, shown)
	if err != nil {
		return err
	}
	return c.lines(c.d.Disassembly(addr, min(n, maxLines)))
}

func (c *call) lines(lines []Line) error {
	for _, l := range lines {
		if err := c.say(l.String()); err != nil {
			return err
		}
	}
	return nil
}

func square(c *call) error {
	s, err := sargon.ParseSquare(c.args)
	if err != nil {
		return err
	}
	found, err := c.d.Inspect(c.ctx, s)
	if err != nil {
		return err
	}
	return c.say(found.String())
}

func prints(c *call) error {
	v, err := c.d.Evaluate(c.args)
	if err != nil {
		return err
	}
	return c.say(ValueText(v))
}

// ValueText writes a value for people.
func ValueText(v int) string {
	if v < 0 || v > 0xFFFF {
		return strconv.Itoa(v)
	}
	width := 4
	if v <= 0xFF {
		width = 2
	}
	return fmt.Sprintf("%d = %0*Xh", v, width, v)
}

func symbols(c *call) error {
	names := c.d.SymbolsWith(c.args)
	if len(names) == 0 {
		return fmt.Errorf("no name has %q in it", c.args)
	}
	for _, name := range names[:min(len(names), maxLines)] {
		addr, _ := c.d.image.Symbol(name)
		if err := c.say(fmt.Sprintf("%04X  %s", addr, name)); err != nil {
			return err
		}
	}
	return nil
}

func sets(c *call) error {
	what, value, ok := strings.Cut(c.args, "=")
	if !ok {
		return errors.New("set what? Want set A = 5 or set [MTRL] = 0")
	}
	return c.d.Set(what, value)
}

func types(c *call) error {
	if c.args == "" {
		return errors.New("which keys?")
	}
	keys := strings.NewReplacer(`\r`, "\r", `\e`, "\x1b", `\b`, "\b").Replace(c.args)
	return c.d.Type([]byte(strings.ToUpper(keys))...)
}

func screenText(c *call) error {
	s, ok := c.d.Screen()
	if !ok {
		return errors.New("a search alone has no screen: board draws its board")
	}
	return c.say(strings.TrimRight(s.String(), "\n "))
}

func help(c *call) error {
	if strings.HasPrefix("expressions", c.args) && c.args != "" {
		return c.say(expressionHelp)
	}
	if c.args != "" {
		command, err := find(c.args)
		if err != nil {
			return err
		}
		names := strings.Join(command.Names, ", ")
		return c.say(strings.TrimSpace(names+" "+command.Args) + ": " + command.Help)
	}
	for _, command := range commands {
		names := strings.Join(command.Names, ", ")
		words := strings.TrimSpace(names + " " + command.Args)
		if err := c.say(fmt.Sprintf("%-26s %s", words, command.Help)); err != nil {
			return err
		}
	}
	return nil
}
