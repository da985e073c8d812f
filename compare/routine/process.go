package routine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/lines"
	"sargon78/emu/z80"
)

// Process returns a program of the operating system that does what the routine does: a port in any
// language. It reads lines from its standard input and answers with lines, which page "sargon spec
// routine" describes. The command is split into words at spaces outside quotes. The program is started
// once for each routine and worker, and must answer a call within the timeout; 0 is ten seconds. If the
// program ends, is too slow, or does not answer in these lines, All, Sample and Beside end with an error
// that quotes the line it was sent.
func Process(command string, timeout time.Duration) Other {
	return process{command, cmp.Or(timeout, 10*time.Second)}
}

type process struct {
	command string
	timeout time.Duration
}

func (p process) open(_ *Case, s *side) other {
	s.name = "the port"
	return &port{process: p}
}

// A broken ends a run: the other side cannot answer. It is thrown as a panic.
type broken struct{ error }

// port is a program of the operating system, which is started with the first call.
type port struct {
	process
	program *lines.Process
	s       *State
	fault   func() // ends the case as the program's answer says; nil if the answer was "done"
}

// run lets the program do one call.
func (p *port) run(s *State) {
	answered := false
	defer func() {
		if !answered { // the rest of this answer could be taken for the next one
			p.end((*lines.Process).Kill)
		}
	}()
	if err := p.start(); err != nil {
		panic(broken{fmt.Errorf("%s: %w", p.command, err)})
	}
	p.s, p.fault = s, nil
	call := callLine(s)
	if err := p.ask(call, p.answer); err != nil {
		panic(broken{fmt.Errorf("%s: %s: %w", p.command, call, err)})
	}
	if answered = true; p.fault != nil {
		p.fault()
	}
}

// start starts the program if it does not run.
func (p *port) start() (err error) {
	if p.program != nil {
		return nil
	}
	if p.program, err = lines.Start(p.command); err != nil {
		return err
	}
	const hello = "routine 1"
	err = p.ask(hello, func(words []string) (done bool, err error) {
		if len(words) == 1 && words[0] == "ok" {
			return true, nil
		}
		return false, fmt.Errorf("it answers %.200q; want ok", strings.Join(words, " "))
	})
	if err != nil {
		return fmt.Errorf("%s: %w", hello, err)
	}
	return nil
}

// ask sends a line and calls answer with each line that comes back, until it is done. It leaves out comments.
func (p *port) ask(line string, answer func(words []string) (done bool, err error)) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.timeout)
	defer cancel()
	err := p.program.Ask(ctx, line, func(words []string) (bool, error) {
		if strings.HasPrefix(words[0], "#") {
			return false, nil
		}
		return answer(words)
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("it did not answer within %v%s", p.timeout, p.program.Stderr())
	}
	return err
}

// end ends the program, if it runs.
func (p *port) end(how func(*lines.Process)) {
	if p.program != nil {
		how(p.program)
		p.program = nil
	}
}

// close asks the program to quit.
func (p *port) close() { p.end(func(program *lines.Process) { _ = program.Close() }) }

// callLine returns the line with which a call begins: "call MUL H=40 E=02".
func callLine(s *State) string {
	r := s.c.r
	line := "call " + lineName(r.Name)
	for _, one := range r.givenRegisters() {
		if one&^portRegisters == 0 {
			line += fmt.Sprintf(" %s=%s", lineName(one.String()), hex(s.Register(one), one))
		}
	}
	return line
}

// givenRegisters returns the registers of Given, each pair as a whole, unless an input is a half of it.
func (r *Routine) givenRegisters() (all []z80.RegisterSet) {
	if r.Given == 0 {
		return nil
	}
	half := func(one z80.RegisterSet) bool {
		for _, inputs := range append([][]Input{r.Inputs}, r.Alternatives...) {
			for i := range inputs {
				if is := inputs[i].Register & one; is != 0 && is != one {
					return true
				}
			}
		}
		return false
	}
	for _, name := range strings.Split(r.Given.String(), ", ") {
		one, _ := z80.RegistersNamed(name)
		if one.Len() == 2 && half(one) {
			upper := one &^ (one & -one)
			all = append(all, upper, one&-one)
		} else {
			all = append(all, one)
		}
	}
	return all
}

// lineName returns a name as one word.
func lineName(name string) string { return strings.ReplaceAll(name, " ", "_") }

// portRegisters are the registers that a port is given and may set.
const portRegisters = z80.RegAF | z80.RegBC | z80.RegDE | z80.RegHL | z80.RegIX | z80.RegIY |
	z80.RegAFAlt | z80.RegBCAlt | z80.RegDEAlt | z80.RegHLAlt | z80.RegI | z80.RegR

// most returns the highest value of a pair, register or flag.
func most(one z80.RegisterSet) uint16 {
	switch {
	case one.Len() == 1 && one&(z80.RegF|z80.RegFAlt) != 0:
		return 1
	case one == z80.RegF, one == z80.RegFAlt, one.Len() == 1:
		return 0xFF
	}
	return 0xFFFF
}

// hex returns the value of a pair, register or flag in hexadecimal, with all its digits.
func hex(v uint16, one z80.RegisterSet) string {
	switch most(one) {
	case 1:
		return fmt.Sprint(v)
	case 0xFF:
		return fmt.Sprintf("%02X", v)
	}
	return fmt.Sprintf("%04X", v)
}

// answer does what a line of the program asks for. done reports whether the call has ended.
func (p *port) answer(words []string) (done bool, err error) {
	s, word, rest := p.s, words[0], words[1:]
	text := strings.Join(rest, " ")
	switch word {
	case "done":
		done = true
	case "undefined":
		p.fault = func() { s.Undefined(text) }
		return true, nil
	case "error":
		p.fault = func() { s.Fail("%s fails: %s", s.side.name, text) }
		return true, nil
	case "read":
		return false, p.read(rest)
	case "write":
		err = p.write(rest)
	case "set":
		err = p.set(rest)
	case "stub":
		return false, p.stub(rest)
	case "goto":
		var to []uint16
		if to, err = numbers(rest, 0xFFFF); err == nil && len(to) != 1 {
			err = errors.New("want an address")
		}
		if err == nil {
			s.GoOn(to[0])
		}
	case "return":
		s.Return()
	default:
		return false, fmt.Errorf("it answers %.200q; want read, write, set, stub, goto, return, undefined, "+
			"error or done", strings.Join(words, " "))
	}
	if err != nil {
		err = fmt.Errorf("it answers %.200q: %w", strings.Join(words, " "), err)
	}
	return done, err
}

// numbers returns the values of hexadecimal numbers up to the given one.
func numbers(words []string, most uint16) (all []uint16, err error) {
	for _, word := range words {
		v, err := strconv.ParseUint(word, 16, 16)
		if err != nil || v > uint64(most) {
			return nil, fmt.Errorf("%q: want a hexadecimal number up to %X", word, most)
		}
		all = append(all, uint16(v))
	}
	return all, nil
}

// read answers "read ADDRESS [COUNT]".
func (p *port) read(words []string) error {
	all, err := numbers(words, 0xFFFF)
	if err == nil && (len(all) != 1 && len(all) != 2 || len(all) == 2 && (all[1] == 0 || all[1] > 0x100)) {
		err = errors.New("want an address and a count from 1 to 100h")
	}
	if err != nil {
		return fmt.Errorf("it answers %.200q: %w", "read "+strings.Join(words, " "), err)
	}
	var bytes []string
	for i := range append(all, 1)[1] {
		bytes = append(bytes, fmt.Sprintf("%02X", p.s.Byte(all[0]+i)))
	}
	return p.program.Send("%s", strings.Join(bytes, " "))
}

// anyValue is what a port writes for a result that has no meaning. It is taken for what the program has left.
const anyValue = "?"

// write does "write ADDRESS BYTE…".
func (p *port) write(words []string) error {
	if len(words) < 2 {
		return errors.New("want an address and bytes")
	}
	at, err := numbers(words[:1], 0xFFFF)
	if err != nil {
		return err
	}
	for i, word := range words[1:] {
		to := at[0] + uint16(i)
		if word == anyValue {
			p.s.SetByte(to, p.s.Left().Byte(to))
			continue
		}
		v, err := numbers([]string{word}, 0xFF)
		if err != nil {
			return err
		}
		p.s.SetByte(to, v[0])
	}
	return nil
}

// set does "set REGISTER=VALUE…".
func (p *port) set(words []string) error {
	if len(words) == 0 {
		return errors.New("want registers, like HL=1234")
	}
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		one, ok := z80.RegistersNamed(strings.ReplaceAll(name, "_", " "))
		if !ok || one&^portRegisters != 0 {
			return fmt.Errorf("%q: there is no register %s; want one like A, HL, carry", word, name)
		}
		if value == anyValue {
			p.s.SetRegister(one, p.s.Left().Register(one))
			continue
		}
		v, err := numbers([]string{value}, most(one))
		if err != nil {
			return err
		}
		p.s.SetRegister(one, v[0])
	}
	return nil
}

// stub answers "stub NAME ARGUMENT…".
func (p *port) stub(words []string) error {
	var args []uint16
	err := errors.New("want the name of a stub of the declaration, and its arguments")
	names := func(stub *Stub) bool { return len(words) > 0 && lineName(stub.Name) == words[0] }
	i := slices.IndexFunc(p.s.c.r.Calls, names)
	if i >= 0 {
		args, err = numbers(words[1:], 0xFFFF)
	}
	if err == nil && len(args) > len(Args{}) {
		err = fmt.Errorf("want at most %d arguments", len(Args{}))
	}
	if err != nil {
		return fmt.Errorf("it answers %.200q: %w", "stub "+strings.Join(words, " "), err)
	}
	return p.program.Send("%04X", p.s.Call(p.s.c.r.Calls[i].Name, args...))
}
