package routine_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/z80"
)

// begun returns the declaration of a routine that makes a word, with some code in front of it.
func begun(code string) *routine.Routine {
	program := have(routine.Assemble("begun.z80", `
	ORG 1000H
BEGIN:
`+code+`
	LD HL,1234H
	LD (BUF),HL
	RET
TABLE:	DB 1,2,3,4,5,6,7,8,9
BUF:	DS 9
CELL:	DS 2
`))
	at := program.At
	return &routine.Routine{
		Name: "BEGIN", Program: program, Entry: at("BEGIN"), Changes: routine.Set("AF", "BC", "DE", "HL", "IX"),
		Memory: []routine.Memory{
			{Use: routine.Constant, At: at("TABLE"), Len: 9}, {Use: routine.Made, At: at("BUF"), Len: 2},
			{Use: routine.Clobbered, At: at("BUF") + 2, Len: 7}, {Use: routine.Read, At: at("CELL"), Len: 1},
		},
		Other: routine.Go(func(s *routine.State) { s.SetWord(at("BUF"), 0x1234) }),
	}
}

// What is not an input has no value, wherever the program reads it. A program that uses it has a fault.
func TestWhatIsNoInputIsNotRead(t *testing.T) {
	for code, fault := range map[string]string{
		" LD A,R\n CP 77H\n RET Z":                                       "LD A,R at BEGIN reads R, which has no value",
		" LD A,R\n CP 77H\n LD BC,118\n JR Z,$+3\n INC BC":               "reads R, which has no value",
		" DEFB 0DDH\n LD A,R\n CP 77H\n RET Z":                           "reads R, which has no value",
		" LD A,I\n CP 77H\n RET Z":                                       "RET Z at BEGIN+4 reads Z, which has no value",
		" LD A,I\n RET PE":                                               "reads P/V, which has no value",
		" LD A,I\n LD (BUF),A\n LD A,(BUF)\n OR A\n RET Z":               "reads Z, which has no value",
		" LD A,I\n LD (BUF),A\n LD HL,BUF\n INC (HL)":                    "reads BUF, which has no value",
		" LD A,I\n LD L,A\n LD A,(HL)":                                   "reads L, which has no value",
		" LD A,I\n PUSH AF\n POP HL\n BIT 0,H\n RET Z":                   "reads Z, which has no value",
		" LD A,I\n PUSH AF\n RET":                                        "which has no value",
		" LD A,I\n ADD A,1":                                              "reads A, which has no value",
		" EX AF,AF'\n RET C":                                             "reads carry, which has no value",
		" EXX\n LD A,B\n EXX\n OR A\n RET Z":                             "reads Z, which has no value",
		" SCF\n PUSH AF\n POP BC\n BIT 3,C\n RET Z":                      "reads Z, which has no value",
		" BIT 0,(HL)":                                                    "reads L, which has no value",
		" LD HL,TABLE\n BIT 0,(HL)\n PUSH AF\n POP BC\n BIT 3,C\n RET Z": "reads Z, which has no value",
		" OR A\n RET Z":                                                  "reads Z, which has no value",
		" DAA":                                                           "reads carry, which has no value",
		" DJNZ $+2":                                                      "reads B, which has no value",
		" LD HL,0\n ADC HL,HL":                                           "reads carry, which has no value",
		" IN A,(0FEH)":                                                   "IN A,(0FEh) at BEGIN reads a port: that cannot be followed",
		" IN F,(C)":                                                      "reads a port",
		" INI":                                                           "reads a port",
		" OTIR":                                                          "writes to a port",
		" OUT (C),0":                                                     "writes to a port",
		" HALT":                                                          "waits for an interrupt",
		" EI":                                                            "lets interrupts in",
		" RETI":                                                          "ends an interrupt",
		" DI":                                                            "DI at BEGIN writes to IFF1, IFF2",
		" IM 1":                                                          "writes to IM",
		" LD A,0\n LD R,A":                                               "writes to R",
		" LD A,0\n LD I,A":                                               "writes to I",
		" JP TABLE":                                                      "runs away to TABLE, which is data",
		" JP 4000H":                                                      "runs away to 4000h",
		" JP BUF":                                                        "which is data",
		" LD A,(BUF)":                                                    "reads BUF, which has no value",
		" LD HL,BUF+2\n INC (HL)":                                        "reads BUF+2, which has no value",
		" LD A,1\n LD (TABLE),A":                                         "writes to TABLE",
		" LD A,1\n LD (CELL),A":                                          "writes to CELL",
		" LD A,(CELL+1)":                                                 "reads CELL+1, which Memory does not name",
		" LD A,1\n LD (BEGIN),A":                                         "writes to BEGIN, which Memory does not name",
		" LD IY,0":                                                       "IY is 0000h and not",
		" LD HL,0FFFFH\n PUSH HL\n RET":                                  "SP is",
		" JR $":                                                          "no end within 100000 T-states",
		" LD A,(CELL)\n CP 5\n RET Z":                                    "BUF",
	} {
		r := have(routine.All(t.Context(), routine.Options{}, begun(code)))[0]
		if assert.NotNil(t, r.Fault, code) {
			assert.Contains(t, r.Fault.What, fault, code)
		}
	}
}

// All other instructions are followed: the package knows what they leave. What they only move need not have a
// value.
func TestAllInstructionsAreFollowed(t *testing.T) {
	for _, code := range []string{
		"", " LD A,I\n CP 77H", " LD A,I\n LD L,A\n LD A,L", " SUB A\n RET NZ", " OR A\n SBC A,A\n SUB A\n RET C",
		" XOR A\n DAA\n RET NZ", " EX (SP),HL\n EX (SP),HL", " EX AF,AF'\n EX AF,AF'", " EXX\n EXX",
		" PUSH IX\n EX (SP),IX\n POP IX", " LD A,1\n SLL A\n RET Z",
		" XOR A\n SCF\n PUSH AF\n POP BC\n BIT 3,C\n RET NZ", " CP A\n RET NZ", " LD A,A\n OR A",
		" LD (BUF),HL\n LD HL,(BUF)", " CALL $+4\n NOP\n POP HL", " DEFB 0DDH\n NOP", " DEFB 0EDH,0",
		" XOR A\n CALL NZ,0\n RET NZ", " XOR A\n RLA\n RET C", " XOR A\n LD HL,BUF\n LD (HL),0\n RLD\n RRD",
		" LD HL,TABLE\n LD A,(HL)\n LD BC,9\n CPIR\n RET NZ", " LD HL,TABLE\n LD BC,1\n CPD",
		" LD HL,TABLE\n LD DE,BUF\n LD BC,4\n LDIR", " LD A,(CELL)\n OR A",
	} {
		r := have(routine.All(t.Context(), routine.Options{}, begun(code)))[0]
		assert.Nil(t, r.Fault, code)
		assert.Equal(t, "proved", r.Verdict(), code)
	}
}

// Code that changes itself is followed if that is declared and the code has been written before it runs.
func TestCodeThatChangesItself(t *testing.T) {
	const code = " LD A,12H\n LD (HERE+1),A\nHERE: LD B,0\n LD A,B\n CP 12H\n RET NZ"
	r := begun(code)
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, r))[0].Fault.What, "HERE+1, which Memory")
	here := routine.Memory{Use: routine.Clobbered, At: r.Program.At("HERE") + 1}
	r.Memory, r.SelfModifying = append(r.Memory, here), true
	assert.Nil(t, have(routine.All(t.Context(), routine.Options{}, r))[0].Fault)
	r.SelfModifying = false
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, r))[0].Fault.What, "which is data")
	unwritten := begun(" JR HERE\nHERE: LD B,0")
	here.At = unwritten.Program.At("HERE") + 1
	unwritten.Memory, unwritten.SelfModifying = append(unwritten.Memory, here), true
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, unwritten))[0].Fault.What,
		"executes HERE+1, which has no value")
}

// The other side may not use what is not declared either.
func TestTheOtherSideIsWatchedToo(t *testing.T) {
	buf, cell := begun(" LD A,5").Program.At("BUF"), begun(" LD A,5").Program.At("CELL")
	var none []int
	for what, f := range map[string]func(s *routine.State){
		"Go reads B, which has no value":             func(s *routine.State) { s.Register(z80.RegB) },
		"Go reads BEGIN, which Memory does not name": func(s *routine.State) { s.Byte(0x1000) },
		"Go writes to CELL":                          func(s *routine.State) { s.SetByte(cell, 1) },
		"Go reads BUF, which has no value":           func(s *routine.State) { s.Word(buf) },
		"BUF: the program 34h, Go 35h":               func(s *routine.State) { s.SetWord(buf, 0x1235) },
		"only the program writes BUF":                func(*routine.State) {},
		"the program returns, Go goes on to BEGIN+6": func(s *routine.State) { s.GoOn(0x1006) },
		"Go calls putc":                              func(s *routine.State) { s.Call("putc") },
		"A: the program 05h, Go 01h":                 func(s *routine.State) { s.SetRegister(z80.RegA, 1); s.SetWord(buf, 0x1234) },
		"panic: runtime error: index out of range":   func(*routine.State) { none[0]++ },
	} {
		r := begun(" LD A,5")
		r.Other = routine.Go(f)
		fault := have(routine.All(t.Context(), routine.Options{}, r))[0].Fault
		if assert.NotNil(t, fault, what) {
			assert.Contains(t, fault.What, what)
		}
	}
}

// A result that the other side does not set is a fault. A declaration that makes no sense is an error.
func TestADeclarationThatCannotBeMeantIsRefused(t *testing.T) {
	for what, spoil := range map[string]func(r *routine.Routine){
		"has no program":                        func(r *routine.Routine) { r.Program = nil },
		"the entry 4000h is not in the program": func(r *routine.Routine) { r.Entry = 0x4000 },
		"has no other side":                     func(r *routine.Routine) { r.Other = nil },
		"a Memory has no Use":                   func(r *routine.Routine) { r.Memory[0].Use = 0 },
		"the declaration has no exit":           func(r *routine.Routine) { r.Jumps = true },
		"IY is a result, and not one":           func(r *routine.Routine) { r.Results = z80.RegIY },
		"the input A is not one of the registers that are given": func(r *routine.Routine) {
			r.Inputs = []routine.Input{routine.Register("A", routine.AllBytes)}
		},
	} {
		r := begun("")
		spoil(r)
		_, err := routine.All(t.Context(), routine.Options{}, r)
		assert.ErrorContains(t, err, what)
	}
	r := begun("")
	r.Results = z80.RegHL
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, r))[0].Fault.What, "Go does not say what is in HL")
}

// A routine prints five digits: putc is stubbed, and its calls are compared in their order.
func printing(source string) *routine.Routine {
	program := have(routine.Assemble("print.z80", source))
	return &routine.Routine{
		Name: "PRINT", Program: program, Entry: program.At("PRINT"), Given: routine.Set("A"), Changes: routine.Set("AF", "B"),
		Inputs: []routine.Input{routine.Register("A", routine.AllBytes)},
		Calls: []*routine.Stub{{
			Name: "PUTC", At: program.At("PUTC"), Given: routine.Set("A"), Changes: routine.Set("AF"),
			Arguments: func(s *routine.State) routine.Args { return routine.Args{s.Register(z80.RegA)} },
		}},
		Other: routine.Go(func(s *routine.State) {
			a := s.Register(z80.RegA)
			for _, digit := range []uint16{a / 100, a / 10 % 10, a % 10} {
				s.Call("PUTC", '0'+digit)
			}
		}),
	}
}

const printSource = `
	ORG 100H
PRINT:	LD B,100
	CALL DIGIT
	LD B,10
	CALL DIGIT
	ADD A,'0'
	JP PUTC
DIGIT:	PUSH DE
	LD D,'0'-1
MORE:	INC D
	SUB B
	JR NC,MORE
	ADD A,B
	PUSH AF
	LD A,D
	CALL PUTC
	POP AF
	POP DE
	RET
PUTC:	OUT (1),A
	RET
`

func TestCallsAreCompared(t *testing.T) {
	result := have(routine.All(t.Context(), routine.Options{Workers: 2}, printing(printSource)))[0]
	require.Nil(t, result.Fault)
	require.Equal(t, uint64(256), result.Cases)
	for old, fault := range map[string][2]string{
		"LD B,10\n":       {"LD B,11\n", "the program calls PUTC"},
		"JP PUTC\n":       {"RET\n", "Go calls PUTC"},
		"'0'-1":           {"'0'", "the program calls PUTC"},
		" POP AF\n":       {" POP BC\n", ""},
		"CALL PUTC\n":     {"CALL PUTC\n CALL PUTC\n", "A has no value where PUTC is called"},
		"PRINT:	LD B,100": {"PRINT:	LD B,100\n LD A,B", "the program calls PUTC"},
	} {
		changed := strings.Replace(strings.ReplaceAll(printSource, "\tPOP AF", " POP AF"), old, fault[0], 1)
		r := have(routine.All(t.Context(), routine.Options{}, printing(changed)))[0]
		if assert.NotNil(t, r.Fault, old) {
			assert.Contains(t, r.Fault.What, fault[1], old)
		}
	}
}

// The parts of a run together are the whole run, with any number of workers. The same seed gives the same
// sample, another seed another one.
func TestPartsAndSamples(t *testing.T) {
	r := multiplication(mulSource)
	total := uint64(0)
	for part := range 3 {
		o := routine.Options{Workers: 1 + part, Shard: part, Shards: 3}
		result := have(routine.All(t.Context(), o, r))[0]
		require.False(t, result.Done)
		require.Equal(t, "in part", result.Verdict())
		total += result.Cases
	}
	require.Equal(t, uint64(65536), total)

	broken := multiplication(strings.Replace(mulSource, "RET", "LD A,H\n CP 12H\n RET NZ\n INC L\n RET", 1))
	sample := func(seed uint64) string {
		result := have(routine.Sample(t.Context(), routine.Options{Seed: seed, Cases: 32000}, broken))[0]
		require.NotNil(t, result.Fault)
		return result.Fault.String()
	}
	require.Equal(t, sample(1), sample(1))
	require.Contains(t, sample(2), "L: the program")
	clean := have(routine.Sample(t.Context(), routine.Options{Seed: 1, Cases: 640}, r))[0]
	require.Nil(t, clean.Fault)
	require.Equal(t, uint64(640), clean.Cases)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	result, err := routine.All(ctx, routine.Options{}, r, r)
	require.ErrorIs(t, err, context.Canceled)
	require.EqualError(t, err, "interrupted: 0 of 2 routines done, 0 cases: context canceled")
	require.Equal(t, "interrupted", result[0].Verdict())
}

// An interrupted run returns what was done and says how far it came. A run that has done all is not
// interrupted.
func TestInterruptedRuns(t *testing.T) {
	first, second := multiplication(mulSource), multiplication(mulSource)
	for name, way := range map[string]func(context.Context, routine.Options, ...*routine.Routine) ([]routine.Result, error){
		"All": routine.All, "Sample": routine.Sample,
	} {
		ctx, cancel := context.WithCancel(t.Context())
		o := routine.Options{Cases: 65536, Progress: func(r *routine.Routine, cases uint64) {
			if r == second {
				cancel()
			}
		}}
		results, err := way(ctx, o, first, second)
		require.ErrorIs(t, err, context.Canceled, name)
		require.ErrorContains(t, err, "interrupted: 1 of 2 routines done, 6", name)
		assert.False(t, results[0].Interrupted, name)
		assert.True(t, results[1].Interrupted, name)
		assert.Contains(t, results[1].String(), "MUL: interrupted, ", name)
		text := string(have(json.Marshal(&results[1])))
		assert.Contains(t, text, `"Interrupted":true`, name)

		o.Progress = nil
		ctx, cancel = context.WithCancel(t.Context())
		last := multiplication(mulSource)
		done := 0
		last.Set = func(*routine.Case) {
			if done++; done == 65536 { // the last case ends, and so does the run
				cancel()
			}
		}
		results, err = way(ctx, o, last)
		require.NoError(t, err, name)
		assert.False(t, results[0].Interrupted, name)
	}
}

// Undefined cases are counted. If all cases are undefined, nothing has been shown.
func TestUndefinedCasesAreCounted(t *testing.T) {
	r := multiplication(mulSource)
	limit := uint16(250)
	r.Other = routine.Go(func(s *routine.State) {
		h := s.Register(z80.RegH)
		if h >= limit {
			s.Undefined("too large")
		}
		s.SetRegister(z80.RegHL, h*s.Register(z80.RegE))
	})
	result := have(routine.All(t.Context(), routine.Options{}, r))[0]
	require.Equal(t, "proved", result.Verdict())
	require.Equal(t, uint64(6*256), result.Undefined)
	limit = 0
	require.Equal(t, "LEFT OPEN", new(have(routine.All(t.Context(), routine.Options{}, r))[0]).Verdict())
}

// A program calls a routine that takes its return address, one that goes on elsewhere, and one that
// calls itself.
func TestBesideFollowsCalls(t *testing.T) {
	program := have(routine.Assemble("calls.z80", `
	ORG 8000H
START:	LD A,5
	CALL FACT	; A = 1 + 2 + … + A
	CALL LEAVE
	RET
LEAVE:	POP HL		; goes back one call more
	RET
FACT:	OR A
	RET Z
	PUSH AF
	DEC A
	CALL FACT
	POP BC
	ADD A,B
	LD (TOTAL),A
	RET
TOTAL:	DB 0
`))
	sum := &routine.Routine{
		Name: "FACT", Program: program, Entry: program.At("FACT"), Given: routine.Set("A"),
		Changes: routine.Set("AF", "BC"), Results: routine.Set("A"),
		Memory: []routine.Memory{{Use: routine.Changed, At: program.At("TOTAL")}},
		Other: routine.Go(func(s *routine.State) {
			n := s.Register(z80.RegA)
			s.SetRegister(z80.RegA, n*(n+1)/2)
			if n > 0 {
				s.SetByte(program.At("TOTAL"), n*(n+1)/2)
			}
		}),
	}
	leave := &routine.Routine{
		Name: "LEAVE", Program: program, Entry: program.At("LEAVE"), Changes: routine.Set("HL"),
		Other: routine.Go(func(*routine.State) {}),
	}
	run := func(o routine.BesideOptions, routines ...*routine.Routine) ([]routine.Count, error) {
		m := emu.New()
		m.SP = 0xF000
		check(m.Load(program.Origin, program.Code))
		w := have(routine.Beside(m, o, routines...))
		defer w.Close()
		m.SP -= 2
		m.SetWord(m.SP, 0x7000)
		m.PC = program.Origin
		_, err := m.Run(t.Context(), emu.Until{Addresses: []uint16{0x7000}})
		return w.Counts(), err
	}
	counts, err := run(routine.BesideOptions{}, sum, leave)
	require.NoError(t, err)
	require.Equal(t, uint64(6), counts[0].Calls)
	require.Zero(t, counts[0].Differ)
	counts, err = run(routine.BesideOptions{Every: 2}, sum)
	require.NoError(t, err)
	require.Equal(t, uint64(6), counts[0].Calls, "the first 1000 are all compared")

	undeclared := *sum
	undeclared.Memory = nil
	_, err = run(routine.BesideOptions{}, &undeclared)
	require.ErrorContains(t, err, "FACT: call 5")
	require.ErrorContains(t, err, "writes to TOTAL, which Memory")
	undeclared.Other = routine.Go(func(s *routine.State) {
		n := s.Register(z80.RegA)
		s.SetRegister(z80.RegA, n*(n+1)/2)
	})
	_, err = run(routine.BesideOptions{}, &undeclared)
	require.ErrorContains(t, err, "the program writes to TOTAL")
	counts, err = run(routine.BesideOptions{GoOn: true}, &undeclared)
	require.NoError(t, err)
	require.Equal(t, uint64(5), counts[0].Differ)
	require.Equal(t, uint64(5), counts[0].First.Call)

	same := *sum
	same.Other = routine.Z80(sum)
	counts, err = run(routine.BesideOptions{}, &same)
	require.NoError(t, err)
	require.Equal(t, uint64(6), counts[0].Calls)
	require.Zero(t, counts[0].Differ)
}

// The package is for every Z80 program, so it imports nothing about chess.
func TestThePackageKnowsNoChess(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	for dep := range strings.FieldsSeq(string(deps)) {
		if path, ours := strings.CutPrefix(dep, "sargon78/"); ours && path != "compare/routine" {
			assert.True(t, path == "compare/lines" || path == "emu" || strings.HasPrefix(path, "emu/"), dep)
		}
	}
}

func TestValuesAreWritten(t *testing.T) {
	for text, v := range map[string]routine.Values{
		"0..255": {}, "0..30/2": routine.Range(0, 30, 2), "5 128": routine.Of(5, 128), "1 2 7..9": routine.Of(1, 2, 7, 8, 9),
		"both colours: 0 128": {Name: "both colours", List: []uint16{0, 128}}, "the type of P1": {Name: "the type of P1", Of: func(*routine.Case) []uint16 { return nil }},
	} {
		assert.Equal(t, text, v.String())
	}
}

// If too many cases are undefined, or no case was done, nothing has been shown.
func TestWhatIsLeftOpenIsLimited(t *testing.T) {
	piece, bounded := &routine.Routine{}, &routine.Routine{Bounded: "in part", MaxUndefined: 15}
	for _, test := range []struct {
		result routine.Result
		want   string
	}{
		{routine.Result{Routine: piece, Cases: 100, Undefined: 10, Done: true}, "proved"},
		{routine.Result{Routine: piece, Cases: 100, Undefined: 11, Done: true}, "LEFT OPEN"},
		{routine.Result{Routine: bounded, Cases: 100, Undefined: 15, Done: true}, "bounded"},
		{routine.Result{Routine: bounded, Cases: 100, Undefined: 16, Done: true}, "LEFT OPEN"},
		{routine.Result{Routine: piece, Cases: 100, Undefined: 99}, "in part"},
		{routine.Result{Routine: piece, Cases: 100, Undefined: 100}, "LEFT OPEN"},
		{routine.Result{Routine: piece}, "in part"},
		{routine.Result{Routine: piece, Cases: 100, Undefined: 100, Fault: &routine.Fault{}}, "DIFFERS"},
	} {
		require.Equal(t, test.want, test.result.Verdict(), test.result)
	}
}

// A declaration that would show less than it says is an error.
func TestDeclarationsThatAreWrong(t *testing.T) {
	b, c := routine.Register("H", routine.AllBytes), routine.Register("E", routine.AllBytes)
	for want, inputs := range map[string][]routine.Input{
		"MUL: E is given, and neither Inputs nor Set says which values it may hold": {b},
		"MUL: E is in two inputs: E and E":                                          {b, c, c},
		"MUL: the input E cannot be 256: want 0 to 255":                             {b, routine.Register("E", routine.Of(1, 256))},
		"MUL: the input X cannot be 300: want 0 to 255":                             {b, c, routine.Bytes("X", 0x9000, 1, routine.Of(300))},
		"MUL: a value depends on E, which has none yet":                             {routine.Register("H", dependingOn(z80.RegE)), c},
		"MUL: the input H has no values in a case":                                  {c, routine.Register("H", routine.Values{Of: func(*routine.Case) []uint16 { return nil }})},
		"MUL: the input A is not one of the registers":                              {b, c, routine.Register("A", routine.AllBytes)},
	} {
		mul := multiplication(mulSource)
		mul.Inputs = inputs
		_, err := routine.All(t.Context(), routine.Options{}, mul)
		require.ErrorContains(t, err, want)
	}
	_, err := routine.All(t.Context(), routine.Options{Shard: 3, Shards: 3}, multiplication(mulSource))
	require.EqualError(t, err, "shard 3 of 3: want 0 to 2")
	_, err = routine.All(t.Context(), routine.Options{}, nil)
	require.EqualError(t, err, "a routine is nil")
}

func dependingOn(one z80.RegisterSet) routine.Values {
	return routine.Values{Of: func(c *routine.Case) []uint16 { return []uint16{c.Register(one), 1} }}
}

// A loop over many stubbed calls can be declared as a whole, up to a limit that the fault names.
func TestManyCallsOfAStub(t *testing.T) {
	program := have(routine.Assemble("loop.z80", `
	ORG 8000H
FILL:	CALL PUTC
	DEC BC
	LD A,B
	OR C
	JR NZ,FILL
	RET
PUTC:	RET`))
	fill := &routine.Routine{
		Name: "FILL", Program: program, Entry: program.At("FILL"),
		Given: routine.Set("BC"), Changes: routine.Set("AF", "BC"), Budget: 1_000_000,
		Inputs: []routine.Input{routine.Register("BC", routine.Of(1, 3000))},
		Calls:  []*routine.Stub{{Name: "PUTC", At: program.At("PUTC")}},
		Other: routine.Go(func(s *routine.State) {
			for range s.Register(z80.RegBC) {
				s.Call("PUTC")
			}
		}),
	}
	result := have(routine.All(t.Context(), routine.Options{}, fill))[0]
	require.Equal(t, "FILL: proved, 2 cases, at most 129005 T-states", result.String())
	fill.Inputs[0] = routine.Register("BC", routine.Of(0))
	result = have(routine.All(t.Context(), routine.Options{}, fill))[0]
	require.Contains(t, result.Fault.What, "has called stubs 4000 times before")
}

// A function that panics is a fault, which names the place.
func TestPanicsHaveAPlace(t *testing.T) {
	mul := withOther(routine.Go(func(s *routine.State) {
		var none []int
		_ = none[s.Register(z80.RegH)]
	}))
	result := have(routine.All(t.Context(), routine.Options{}, mul))[0]
	require.Regexp(t, `^panic: runtime error: index out of range \[0\] with length 0 at routine_test.go:\d+$`, result.Fault.What)
	require.Equal(t, "sampled", new(have(routine.Sample(t.Context(), routine.Options{Cases: 5}, multiplication(mulSource)))[0]).Verdict())
}

// Calls with inputs outside the domain are compared, and counted.
func TestInputsOutsideTheDomain(t *testing.T) {
	program := have(routine.Assemble("squares.z80", `
	ORG 8000H
START:	LD C,0
SQUARE:	LD H,C		; all squares
	LD E,C
	CALL MUL
	INC C
	JR NZ,SQUARE
	RET
`+strings.Replace(mulSource, "ORG 8000H", "", 1)))
	half, low := routine.Range(0, 127, 1), routine.Range(0, 9, 1)
	for want, change := range map[string]func(r *routine.Routine){
		"": func(r *routine.Routine) {},
		"128 of 256 calls had inputs outside the domain: E = 128 of 0..127, first at call 129": func(r *routine.Routine) {
			r.Inputs[1] = routine.Register("E", half)
		},
		"246 of 256 calls had inputs outside the domain: H = 10 of 0..9, first at call 11; E = 10 of 0..9, first at call 11": func(r *routine.Routine) {
			r.Inputs = []routine.Input{routine.Register("H", low), routine.Register("E", low)}
		},
		"118 of 256 calls had inputs outside the domain: E = 10 of 0..9, first at call 11": func(r *routine.Routine) {
			r.Alternatives = [][]routine.Input{{routine.Register("E", low)}, {routine.Register("H", routine.Range(128, 255, 1))}}
		},
		"255 of 256 calls had inputs outside the domain: E = 1 of 0, first at call 2": func(r *routine.Routine) {
			r.Inputs = r.Inputs[:1]
			r.Set = func(c *routine.Case) { c.SetRegister(z80.RegE, c.Register(z80.RegH)>>8) }
		},
		"251 of 256 calls had inputs outside the domain: H = 0 of 1..5/2 6 8, first at call 1; E = 0 of those after H, first at call 1": func(r *routine.Routine) {
			r.Inputs[1] = routine.Register("E", routine.Values{Name: "those after H", Of: func(c *routine.Case) []uint16 {
				return []uint16{c.Register(z80.RegH) | 1, 6, 8}
			}})
			r.Inputs[0] = routine.Register("H", routine.Of(1, 3, 5, 6, 8))
			r.Set = func(c *routine.Case) { c.Choose("what is no place", []uint16{1}) }
		},
	} {
		mul := multiplication(mulSource)
		mul.Program, mul.Entry = program, program.At("MUL")
		change(mul)
		machine := emu.New()
		machine.SP = 0xF000
		require.NoError(t, machine.Load(program.Origin, program.Code))
		watch := have(routine.Beside(machine, routine.BesideOptions{}, mul))
		require.NoError(t, machine.Call(t.Context(), program.At("START")))
		count := watch.Counts()[0]
		watch.Close()
		assert.EqualValues(t, 256, count.Calls)
		assert.Equal(t, want, count.OutsideText())
	}
}

// Bytes of an alternative are varied only if a side reads them. An input without values, or with a value that
// does not fit, is an error that names it.
func TestValuesOfBytes(t *testing.T) {
	program := have(routine.Assemble("first.z80", `
	ORG 8000H
FIRST:	LD A,(9000H)
	RET`))
	first := &routine.Routine{
		Name: "FIRST", Program: program, Entry: program.At("FIRST"), Changes: z80.RegA, Results: z80.RegA,
		Memory: []routine.Memory{{Use: routine.Read, At: 0x9000, Len: 16}},
		Alternatives: [][]routine.Input{
			{routine.Bytes("small", 0x9000, 16, routine.Of(1, 2, 3))}, {routine.Bytes("large", 0x9000, 16, routine.Range(100, 119, 1))},
		},
		Other: routine.Go(func(s *routine.State) { s.SetRegister(z80.RegA, s.Byte(0x9000)) }),
	}
	result := have(routine.All(t.Context(), routine.Options{}, first))[0]
	assert.Equal(t, "FIRST: proved, 23 cases, at most 23 T-states", result.String())
	first.Alternatives = nil
	for want, set := range map[string]func(c *routine.Case){
		"FIRST: 9000h has no values in a case":            func(c *routine.Case) { c.May(0x9000, 1, nil) },
		"FIRST: 9001h has no values in a case":            func(c *routine.Case) { c.InOf(0x9001, nil) },
		"FIRST: the choice place has no values in a case": func(c *routine.Case) { c.Choose("place", nil) },
		"FIRST: 9000h cannot be 300: want 0 to 255":       func(c *routine.Case) { c.May(0x9000, 1, []uint16{300}) },
		"FIRST: 9001h cannot be 256: want 0 to 255":       func(c *routine.Case) { c.InOf(0x9001, []uint16{256, 257}) },
	} {
		first.Set = set
		_, err := routine.All(t.Context(), routine.Options{}, first)
		assert.EqualError(t, err, want)
	}
}

// The pieces of work are alike in size, also if the first inputs have few values.
func TestPiecesAreAlike(t *testing.T) {
	program := have(routine.Assemble("adds.z80", "ADDS: ADD A,B\n ADD A,C\n RET"))
	adds := &routine.Routine{
		Name: "ADDS", Program: program, Entry: program.At("ADDS"), Given: routine.Set("A", "BC"),
		Changes: routine.Set("AF"), Results: z80.RegA,
		Other: routine.Go(func(s *routine.State) {
			s.SetRegister(z80.RegA, s.Register(z80.RegA)+s.Register(z80.RegB)+s.Register(z80.RegC))
		}),
	}
	for _, values := range [][3]int{{1, 2, 1}, {3, 5, 100}, {2, 255, 2}, {100, 7, 1}} {
		a, b, c := values[0], values[1], values[2]
		adds.Inputs = nil
		for i, name := range []string{"A", "B", "C"} {
			adds.Inputs = append(adds.Inputs, routine.Register(name, routine.Range(1, uint16(values[i]), 1)))
		}
		sum, least, most := 0, a*b*c, 0
		for shard := range 64 {
			result := have(routine.All(t.Context(), routine.Options{Shard: shard, Shards: 64}, adds))[0]
			require.Nil(t, result.Fault)
			cases := int(result.Cases)
			sum, least, most = sum+cases, min(least, cases), max(most, cases)
		}
		assert.Equal(t, a*b*c, sum, values)
		assert.LessOrEqual(t, most-least, 8, values)
	}
}

// A run of long cases can be interrupted after each of them.
func TestInterruptedAfterALongCase(t *testing.T) {
	program := have(routine.Assemble("waits.z80", `
	ORG 8000H
WAITS:	LD BC,0
MORE:	DEC BC
	LD A,B
	OR C
	JR NZ,MORE
	RET`))
	ctx, cancel := context.WithCancel(t.Context())
	waits := &routine.Routine{
		Name: "WAITS", Program: program, Entry: program.At("WAITS"), Given: z80.RegD, Changes: routine.Set("AF", "BC"),
		Inputs: []routine.Input{routine.Register("D", routine.AllBytes)}, Budget: 2_000_000,
		Set:   func(*routine.Case) { cancel() },
		Other: routine.Go(func(*routine.State) {}),
	}
	results, err := routine.All(ctx, routine.Options{}, waits)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "WAITS: interrupted, 1 case, at most 1703951 T-states", results[0].String())
}

// A loop that goes back to the entry of its routine makes no call, whether the call is compared or not. A call
// that has not ended is counted as open.
func TestALoopToTheEntryIsNoCall(t *testing.T) {
	program := have(routine.Assemble("zeros.z80", `
	ORG 8000H
START:	LD HL,DATA
	CALL ZEROS
	LD DE,1500
MORE:	LD HL,DATA
	CALL ZEROS
	DEC DE
	LD A,D
	OR E
	JR NZ,MORE
	RET
ZEROS:	INC HL		; HL = the next byte that is not 0
	LD A,(HL)
	OR A
	JR Z,ZEROS
	RET
DATA:	DB 1,0,0,0,5`))
	zeros := &routine.Routine{
		Name: "ZEROS", Program: program, Entry: program.At("ZEROS"), Given: z80.RegHL,
		Changes: routine.Set("AF", "HL"), Results: routine.Set("A", "HL"),
		Memory: []routine.Memory{{Use: routine.Read, Where: func(c *routine.Case) (uint16, int) { return program.At("DATA"), 5 }}},
		Other: routine.Go(func(s *routine.State) {
			if s.Register(z80.RegHL) != program.At("DATA") {
				s.Fail("this is no call")
			}
			s.SetRegister(z80.RegHL, program.At("DATA")+4)
			s.SetRegister(z80.RegA, s.Byte(program.At("DATA")+4))
		}),
	}
	machine := emu.New()
	machine.SP = 0xF000
	require.NoError(t, machine.Load(program.Origin, program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{Every: 50}, zeros))
	require.NoError(t, machine.Call(t.Context(), program.At("START")))
	count := watch.Counts()[0]
	assert.EqualValues(t, 1501, count.Seen)
	assert.Less(t, count.Calls, uint64(1100))
	assert.Zero(t, count.Open)
	watch.Close()
	watch = have(routine.Beside(machine, routine.BesideOptions{}, zeros))
	machine.PC = program.At("ZEROS")
	require.NoError(t, machine.Step())
	assert.EqualValues(t, 1, watch.Counts()[0].Open)
	watch.Close()
	assert.EqualValues(t, 1, watch.Counts()[0].Open)
}

// After the first 1000 calls only some are compared, and these are not evenly spaced.
func TestOneInSoManyCalls(t *testing.T) {
	program := have(routine.Assemble("many.z80", `
	ORG 8000H
START:	LD BC,11000
MORE:	CALL KEEPS
	DEC BC
	LD A,B
	OR C
	JR NZ,MORE
	RET
KEEPS:	RET`))
	odd := 0
	keeps := &routine.Routine{
		Name: "KEEPS", Program: program, Entry: program.At("KEEPS"), Given: z80.RegBC,
		Other: routine.Go(func(s *routine.State) { odd += int(s.Register(z80.RegC) & 1) }),
	}
	machine := emu.New()
	machine.SP = 0xF000
	require.NoError(t, machine.Load(program.Origin, program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{Every: 10}, keeps))
	require.NoError(t, machine.Call(t.Context(), program.At("START")))
	count := watch.Counts()[0]
	watch.Close()
	require.EqualValues(t, 11000, count.Seen)
	require.InDelta(t, 2000, count.Calls, 100)
	require.InDelta(t, 1000, odd, 200)
}

// A byte outside the domain counts if the other side reads it.
func TestBytesOutsideTheDomain(t *testing.T) {
	program := have(routine.Assemble("bytes.z80", `
	ORG 8000H
START:	LD A,3
	LD (9000H),A
	LD (9001H),A
	CALL FIRST
	LD A,200
	LD (9000H),A
	CALL FIRST
	RET
FIRST:	LD A,(9000H)
	RET`))
	first := &routine.Routine{
		Name: "FIRST", Program: program, Entry: program.At("FIRST"), Changes: z80.RegA, Results: z80.RegA,
		Memory: []routine.Memory{{Use: routine.Read, At: 0x9000, Len: 2}},
		Inputs: []routine.Input{routine.Bytes("the first", 0x9000, 1, routine.Of(1, 2)), routine.Bytes("unread", 0x9001, 1, routine.Of(1))},
		Set: func(c *routine.Case) {
			if len(c.Domain(0x9000)) == 2 {
				c.May(0x9000, 1, []uint16{3, c.In(0x9001)})
			}
		},
		Other: routine.Go(func(s *routine.State) { s.SetRegister(z80.RegA, s.Byte(0x9000)) }),
	}
	machine := emu.New()
	machine.SP = 0xF000
	require.NoError(t, machine.Load(program.Origin, program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{}, first))
	require.NoError(t, machine.Call(t.Context(), program.At("START")))
	assert.Equal(t, "1 of 2 calls had inputs outside the domain: 9000h = 200 of 3 3, first at call 2", new(watch.Counts()[0]).OutsideText())
	watch.Close()
}
