package routine_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/z80"
)

// port is the environment variable that makes the test binary act as a port.
const port = "SARGON_TEST_PORT"

// exitOfGreets is the environment variable with the address at which GREETS may go on.
const exitOfGreets = "SARGON_TEST_EXIT"

func TestMain(m *testing.M) {
	if which := os.Getenv(port); which != "" {
		answerLines(which)
		return
	}
	os.Exit(m.Run())
}

// answerLines acts as a port, as one would write it in another language: of the multiplication, or of a
// routine that sums up a text. which says what else it does.
func answerLines(which string) {
	in := bufio.NewScanner(os.Stdin)
	ask := func(format string, args ...any) string {
		fmt.Printf(format+"\n", args...)
		in.Scan()
		return in.Text()
	}
	for in.Scan() {
		words := strings.Fields(in.Text())
		given := map[string]int{}
		for _, word := range words[1:] {
			var v int
			name, value, _ := strings.Cut(word, "=")
			if _, err := fmt.Sscanf(value, "%x", &v); err == nil {
				given[name] = v
			}
		}
		switch {
		case words[0] == "quit":
			return
		case words[0] == "routine" && which == "unknown":
			fmt.Println("what?")
			continue
		case words[0] == "routine":
			fmt.Println("# a port for tests\nok")
			continue
		case words[1] == "SUM":
			var sum, v int
			for at := given["HL"]; ; at++ {
				_, _ = fmt.Sscanf(ask("read %X 1", at), "%x", &v)
				if v == 0 {
					break
				}
				sum += v
			}
			fmt.Printf("set A=%X\ndone\n", sum&0xFF)
			continue
		case words[1] == "GREETS":
			fmt.Printf("write 9000 %s %s\n", ask("read 8FFF"), ask("stub PUT_C %02X", given["A"])[2:])
			if given["A"] == 0 { // then the bytes there have no meaning
				fmt.Println("write 9001 ?\nset A=?")
			}
			goesOn := "return"
			if given["A"] == 0 {
				goesOn = "goto " + os.Getenv(exitOfGreets)
			}
			fmt.Println(goesOn)
			fmt.Println("done")
			continue
		}
		product := given["H"] * given["E"]
		switch hot := given["H"] == 0x40 && given["E"] == 2; {
		case which == "wrong" && hot:
			product++
		case which == "dies" && hot:
			fmt.Fprintln(os.Stderr, "index out of range")
			os.Exit(3)
		case which == "hangs" && hot:
			time.Sleep(time.Hour)
		case which == "refuses" && hot:
			fmt.Println("error overflow of my register")
			continue
		case which == "undefined" && hot:
			fmt.Println("undefined too hot")
			continue
		case which == "reads" && hot:
			ask("read 1234")
		case strings.Contains(which, " ") && hot:
			fmt.Println(which)
		}
		fmt.Printf("set HL=%04X\ndone\n", product)
	}
}

// ported returns the declaration of the multiplication with a port in a process of its own.
func ported(t testing.TB, which string, timeout time.Duration) *routine.Routine {
	t.Setenv(port, which)
	mul := multiplication(mulSource)
	mul.Inputs = []routine.Input{
		routine.Register("H", routine.Of(0, 3, 0x40, 0xFF)), routine.Register("E", routine.Range(0, 40, 1)),
	}
	mul.Other = routine.Process(`"`+have(os.Executable())+`"`, timeout)
	return mul
}

// A port that answers lines is compared like a Go function: with all inputs, or with a sample.
func TestPortInAProcess(t *testing.T) {
	results, err := routine.All(t.Context(), routine.Options{Workers: 2}, ported(t, "good", 0))
	require.NoError(t, err)
	assert.Equal(t, "MUL: proved, 164 cases, at most 359 T-states", results[0].String())

	results, err = routine.Sample(t.Context(), routine.Options{Cases: 64}, ported(t, "wrong", 0))
	require.NoError(t, err)
	assert.EqualValues(t, 64, results[0].Cases)
}

// A byte that neither the program nor the port reads is not varied.
func TestPortThatReads(t *testing.T) {
	t.Setenv(port, "sum")
	program := have(routine.Assemble("sum.z80", `
	ORG 8000H
SUM:	XOR A
NEXT:	LD B,(HL)
	INC B
	DEC B
	RET Z
	ADD A,B
	INC HL
	JR NEXT`))
	sum := &routine.Routine{
		Name: "SUM", Program: program, Entry: program.At("SUM"),
		Given: routine.Set("HL"), Changes: routine.Set("AF", "B", "HL"), Results: routine.Set("A"),
		Memory: []routine.Memory{{Use: routine.Read, At: 0x90FF, Len: 4}},
		Inputs: []routine.Input{
			routine.Register("HL", routine.Of(0x90FF)), routine.Bytes("the last", 0x9102, 1, routine.Of(0)),
			routine.Bytes("a byte", 0x90FF, 3, routine.Of(0, 1, 0x7F, 0xFF)),
		},
		Other: routine.Process(`"`+have(os.Executable())+`"`, 0),
	}
	results, err := routine.All(t.Context(), routine.Options{}, sum)
	require.NoError(t, err)
	assert.Equal(t, "SUM: proved, 40 cases, at most 156 T-states", results[0].String())
}

// For a fault of a port the inputs that show it are found too. A case that the port calls undefined is not a
// fault.
func TestFaultOfAPort(t *testing.T) {
	for which, want := range map[string]string{
		"wrong":   "L: the program 80h, the port 81h\n  with H = 40h, E = 02h",
		"refuses": "the port fails: overflow of my register\n  with H = 40h, E = 02h",
		"reads":   "the port reads 1234h, which Memory does not name\n  with H = 40h, E = 02h",
	} {
		results, err := routine.All(t.Context(), routine.Options{}, ported(t, which, 0))
		require.NoError(t, err)
		require.NotNil(t, results[0].Fault, which)
		assert.Equal(t, want, results[0].Fault.String())
	}
	results, err := routine.All(t.Context(), routine.Options{}, ported(t, "undefined", 0))
	require.NoError(t, err)
	assert.EqualValues(t, 1, results[0].Undefined)
	assert.Equal(t, "proved", results[0].Verdict())
}

// A port that cannot answer ends the run with an error, which quotes the line.
func TestPortThatDoesNotAnswer(t *testing.T) {
	const call = "call MUL E=02 H=40: "
	for which, want := range map[string]string{
		"dies":          call + "the program has ended: exit status 3 (standard error: index out of range)",
		"hangs":         call + "it did not answer within 2s",
		"unknown":       `routine 1: it answers "what?"; want ok`,
		"I like it":     call + `it answers "I like it"; want read, write, set, stub, goto, return, undefined, error or done`,
		"read nowhere ": call + `it answers "read nowhere": "nowhere": want a hexadecimal number up to FFFF`,
		"read 1 0":      call + `it answers "read 1 0": want an address and a count from 1 to 100h`,
		"write 1":       `it answers "write 1": want an address and bytes`,
		"write 1 123":   `it answers "write 1 123": "123": want a hexadecimal number up to FF`,
		"set L=100":     `it answers "set L=100": "100": want a hexadecimal number up to FF`,
		"set carry=2":   `"2": want a hexadecimal number up to 1`,
		"set SP=1":      `"SP=1": there is no register SP; want one like A, HL, carry`,
		"set ":          "want registers, like HL=1234",
		"stub PUTC 1":   `it answers "stub PUTC 1": want the name of a stub of the declaration, and its arguments`,
		"goto 1 2":      "want an address",
	} {
		timeout := time.Duration(0)
		if which == "hangs" {
			timeout = 2 * time.Second
		}
		r := ported(t, which, timeout)
		_, err := routine.All(t.Context(), routine.Options{}, r)
		require.ErrorContains(t, err, want, which)
		require.ErrorContains(t, err, "MUL: ", which)
	}
	_, err := routine.All(t.Context(), routine.Options{}, withOther(routine.Process("/no/such/port", 0)))
	require.ErrorContains(t, err, "/no/such/port")
}

func withOther(o routine.Other) *routine.Routine {
	mul := multiplication(mulSource)
	mul.Other = o
	return mul
}

// greeting returns the declaration of a routine that reads and writes memory, calls a stub, and has an exit.
// more is code in front of it in the program.
func greeting(t *testing.T, more string) *routine.Routine {
	t.Setenv(port, "memory")
	program := have(routine.Assemble("greets.z80", `
	ORG 8000H
`+more+`
GREETS:	OR A
	PUSH AF
	CALL PUTC
	LD (9001H),A
	LD A,(8FFFH)
	LD (9000H),A
	POP AF
	JP Z,OUT
	RET
OUT:	RET
PUTC:	LD A,7
	RET`))
	t.Setenv(exitOfGreets, fmt.Sprintf("%X", program.At("OUT")))
	putc := &routine.Stub{
		Name: "PUT C", At: program.At("PUTC"), Given: z80.RegA, Changes: z80.RegAF, Results: z80.RegA,
		Arguments: func(s *routine.State) routine.Args { return routine.Args{s.Register(z80.RegA)} },
		Answers:   func(*routine.State, routine.Args) []uint16 { return []uint16{7, 0xA9} },
		Leave:     func(s *routine.State, _ routine.Args, answer uint16) { s.SetRegister(z80.RegA, answer) },
	}
	return &routine.Routine{
		Name: "GREETS", Program: program, Entry: program.At("GREETS"), Exits: []uint16{program.At("OUT")},
		Given: z80.RegA, Changes: z80.RegAF, Calls: []*routine.Stub{putc},
		Memory: []routine.Memory{{Use: routine.Read, At: 0x8FFF}, {Use: routine.Made, At: 0x9000, Len: 2}},
		Inputs: []routine.Input{
			routine.Register("A", routine.Of(0, 1, 255)), routine.Bytes("before", 0x8FFF, 1, routine.Of(3, 0xFE)),
		},
	}
}

// A port reads and writes memory, calls a stub, and says where the routine goes on.
func TestPortWithMemory(t *testing.T) {
	greets := greeting(t, "")
	greets.Other = routine.Process(`"`+have(os.Executable())+`"`, 0)
	results, err := routine.All(t.Context(), routine.Options{}, greets)
	require.NoError(t, err)
	assert.Equal(t, "GREETS: proved, 12 cases, at most 101 T-states", results[0].String())

	greets.Calls[0].Arguments = func(s *routine.State) routine.Args { return routine.Args{s.Register(z80.RegA) + 1} }
	results, err = routine.All(t.Context(), routine.Options{}, greets)
	require.NoError(t, err)
	assert.Contains(t, results[0].Fault.String(), "the program calls PUT C(01h), the port PUT C(00h)")
}

// Each call in a whole program is compared with the port. A port that dies ends the run.
func TestPortBeside(t *testing.T) {
	program := have(routine.Assemble("calls.z80", `
	ORG 8000H
START:	LD H,3FH
AGAIN:	INC H
	LD C,H
	LD E,2
	CALL MUL
	LD H,C
	LD A,H
	CP 43H
	JR NZ,AGAIN
	RET
`+strings.Replace(mulSource, "ORG 8000H", "", 1)))
	for which, want := range map[string]string{
		"good":  "",
		"wrong": "MUL: call 1 (E = 02h, H = 40h), made at T-state 39: L: the program 80h, the port 81h",
		"dies":  "MUL: call 1: ",
	} {
		r := ported(t, which, 0)
		r.Program, r.Entry = program, program.At("MUL")
		machine := emu.New()
		machine.SP = 0xF000
		require.NoError(t, machine.Load(program.Origin, program.Code))
		watch := have(routine.Beside(machine, routine.BesideOptions{}, r))
		err := machine.Call(context.Background(), program.At("START"))
		watch.Close()
		if want == "" {
			require.NoError(t, err)
			assert.EqualValues(t, 4, watch.Counts()[0].Calls)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
