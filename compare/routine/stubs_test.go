package routine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/z80"
)

const totalSource = `
	ORG 8000H
START:	LD B,3
	CALL TOTAL
	LD B,2
	CALL TOTAL
	RET
TOTAL:	LD HL,0		; HL = the sum of B answers of NEXT; it notes the last one
MORE:	CALL NEXT
	LD E,A
	LD D,0
	ADD HL,DE
	DJNZ MORE
	LD A,E
	LD (LAST),A
	RET
NEXT:	LD A,(SEED)	; A = the next of a row of numbers, carry if it is even
	ADD A,7
	AND 0FH
	LD (SEED),A
	LD (NOISE),A
	LD C,A
	RRA
	CCF
	LD A,C
	RET
SEED:	DB 5
NOISE:	DB 0
LAST:	DB 0
`

// totals returns the declaration of TOTAL in a program, with NEXT as a stub.
func totals(source string) (*routine.Routine, *routine.Stub) {
	program := have(routine.Assemble("total.z80", source))
	seed, noise, last := program.At("SEED"), program.At("NOISE"), program.At("LAST")
	next := &routine.Stub{
		Name: "NEXT", At: program.At("NEXT"), Changes: routine.Set("AF", "C"), Results: routine.Set("A", "carry"),
		Clobbered: []uint16{noise},
		Answers:   func(*routine.State, routine.Args) []uint16 { return routine.Range(0, 15, 1).List },
		Leave: func(s *routine.State, _ routine.Args, answer uint16) {
			s.SetRegister(z80.RegA, answer)
			s.SetRegister(z80.FlagC, answer&1^1)
			s.SetByte(seed, answer)
		},
	}
	return &routine.Routine{
		Name: "TOTAL", Program: program, Entry: program.At("TOTAL"),
		Given: z80.RegB, Changes: routine.Set("AF", "BC", "DE", "HL"), Results: z80.RegHL,
		Memory: []routine.Memory{
			{Use: routine.Changed, At: seed}, {Use: routine.Clobbered, At: noise}, {Use: routine.Made, At: last},
		},
		Inputs: []routine.Input{routine.Register("B", routine.Of(1, 2, 3)), routine.Bytes("seed", seed, 1, routine.Range(0, 15, 1))},
		Calls:  []*routine.Stub{next},
		Other: routine.Go(func(s *routine.State) {
			sum, answer := uint16(0), uint16(0)
			for range s.Register(z80.RegB) {
				answer = s.Call("NEXT")
				if answer != s.Byte(seed) {
					s.Fail("what NEXT has written is not there")
				}
				sum += answer
			}
			s.SetRegister(z80.RegHL, sum)
			s.SetByte(last, answer)
		}),
	}, next
}

// beside runs the program of a routine from START, and returns what was seen of the routine.
func beside(t *testing.T, r *routine.Routine) (routine.Count, error) {
	machine := emu.New()
	machine.SP = 0xF000
	require.NoError(t, machine.Load(r.Program.Origin, r.Program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{}, r))
	err := machine.Call(t.Context(), r.Program.At("START"))
	watch.Close()
	return watch.Counts()[0], err
}

// The same declaration with a stub serves all inputs and a whole program, with the same faults.
func TestStubsInAWholeProgram(t *testing.T) {
	for _, change := range [][3]string{
		{"", "", ""},
		{"LD HL,0\t", "LD HL,1\t", "L: the program"},
		{"\tLD A,E\n", "\tLD A,B\n", "LAST: the program"},
		{"\tDJNZ MORE", "\tDJNZ $+2", "Go calls NEXT(), and the program does not"},
		{"MORE:", "MORE:\tCALL NEXT\n", "the program calls "},
	} {
		r, _ := totals(strings.Replace(totalSource, change[0], change[1], 1))
		result := have(routine.All(t.Context(), routine.Options{}, r))[0]
		count, err := beside(t, r)
		if change[2] == "" {
			require.NoError(t, err)
			assert.Nil(t, result.Fault)
			assert.Equal(t, []uint64{2, 0, 0, 0}, []uint64{count.Calls, count.Undefined, count.Outside, count.Differ})
			continue
		}
		require.ErrorContains(t, err, change[2], change[1])
		if assert.NotNil(t, result.Fault, change[1]) {
			assert.Contains(t, result.Fault.What, change[2])
		}
	}
}

// What the program leaves at the end of a stubbed routine must be one of the stub's answers. If it is not, or
// if the stubbed routine does not return, the call is counted and not compared.
func TestAnswersThatAStubDoesNotHave(t *testing.T) {
	wrong := func(change func(r *routine.Routine, next *routine.Stub)) (r *routine.Routine) {
		r, next := totals(totalSource)
		change(r, next)
		return r
	}
	changed := func(old, new string) *routine.Routine {
		r, _ := totals(strings.Replace(totalSource, old, new, 1))
		return r
	}
	for want, r := range map[string]*routine.Routine{
		"what NEXT leaves is none of its 3 answers: A = 0Ch and not 00h": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Answers = func(*routine.State, routine.Args) []uint16 { return []uint16{0, 1, 2} }
		}),
		"what NEXT leaves is none of its 16 answers: NOISE = 0Ch and not 00h": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Clobbered = nil
		}),
		"what NEXT leaves is none of its 1 answers: it has no answer": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Do = func(s *routine.State) { s.Choose("nothing", nil) }
		}),
		"what NEXT leaves is none of its 1 answers: it is undefined": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Do = func(s *routine.State) { s.Undefined("here") }
		}),
		"what NEXT leaves is none of its 1 answers: it depends on a choice": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Do = func(s *routine.State) { s.Case().Choose("any", []uint16{0, 1}) }
		}),
		"what NEXT leaves is none of its 1 answers: the stub NEXT goes on to START, which is none of its Exits": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Do = func(s *routine.State) { s.GoOn(0x8000) }
		}),
		"what NEXT leaves is none of its 1 answers: the stub NEXT sets H, which its Changes do not name": wrong(func(_ *routine.Routine, next *routine.Stub) {
			next.Do = func(s *routine.State) { s.SetRegister(z80.RegH, 1) }
		}),
		"what NEXT leaves is none of its 16 answers: H = 0Ch and not 00h": changed("LD C,A\n", "LD C,A\n\tLD H,A\n"),
		"NEXT leaves is nothing: it takes its return address":             changed("\tRRA\n", "\tPOP DE\n\tRET\n"),
	} {
		count, err := beside(t, r)
		require.NoError(t, err, want)
		assert.Contains(t, count.OutsideText(), want)
		assert.Positive(t, count.Undefined, want)
	}
}

// A stub may choose more than once, go on elsewhere, and leave bytes without a value. A second program and a
// process get the same answers as Go.
func TestStubsOfAllKindsInAWholeProgram(t *testing.T) {
	source := `
	ORG 8000H
START:	LD A,9
	CALL TRIES
	XOR A
	CALL TRIES
	RET
TRIES:	CALL TEST
	INC A		; it has returned
	RET
ELSE:	POP HL		; its return address
	LD A,(BYTE)
	RET
TEST:	LD (BYTE),A
	LD (NOISE),A
	LD B,A
	OR A
	JP Z,ELSE
	LD A,5
	LD H,3
	RET
BYTE:	DB 0
NOISE:	DB 0
`
	program := have(routine.Assemble("tries.z80", source))
	exit, byteAt, noise := program.At("ELSE"), program.At("BYTE"), program.At("NOISE")
	test := &routine.Stub{
		Name: "TEST", At: program.At("TEST"), Exits: []uint16{exit}, Given: z80.RegA,
		Changes: routine.Set("AF", "B", "H"), Results: routine.Set("A", "H"),
		Do: func(s *routine.State) {
			given := s.Register(z80.RegA)
			a, h := s.Choose("A", []uint16{5, 6}), s.Choose("H", []uint16{2, 3})
			if given == 0 {
				a, h = 0, 0
			}
			s.Called("TEST", a, given)
			s.Clobber()
			s.ClobberByte(noise)
			s.SetOwn(byteAt, given)
			s.SetRegister(z80.RegA, a)
			if given == 0 {
				s.GoOn(exit)
				return
			}
			s.SetRegister(z80.RegH, h)
		},
	}
	tries := &routine.Routine{
		Name: "TRIES", Program: program, Entry: program.At("TRIES"), Given: routine.Set("A", "H"),
		Changes: routine.Set("AF", "B", "HL"), Results: z80.RegA, Calls: []*routine.Stub{test},
		Memory: []routine.Memory{{Use: routine.Made, At: byteAt}, {Use: routine.Clobbered, At: noise}},
		Inputs: []routine.Input{routine.Register("A", routine.Of(0, 1, 9)), routine.Register("H", routine.Of(0))},
	}
	goSide := routine.Go(func(s *routine.State) {
		a := s.Register(z80.RegA)
		s.SetByte(byteAt, a)
		if answer := s.Call("TEST", a); answer != 0 {
			a = answer + 1
		}
		s.SetRegister(z80.RegA, a)
	})
	other := *tries
	for name, side := range map[string]routine.Other{"Go": goSide, "Z80": routine.Z80(&other)} {
		tries.Other = side
		result := have(routine.All(t.Context(), routine.Options{}, tries))[0]
		assert.Nil(t, result.Fault, name)
		count, err := beside(t, tries)
		require.NoError(t, err, name)
		assert.Equal(t, []uint64{2, 0}, []uint64{count.Calls, count.Undefined}, name+count.OutsideText())
	}
}

// A routine calls itself, and this call is a stub.
func TestAStubThatIsTheRoutineItself(t *testing.T) {
	program := have(routine.Assemble("fact.z80", `
	ORG 8000H
START:	LD A,4
FACT:	OR A		; A = 1 + 2 + … + A
	RET Z
	PUSH AF
	DEC A
	CALL FACT
	POP BC
	ADD A,B
	RET`))
	fact := &routine.Routine{
		Name: "FACT", Program: program, Entry: program.At("FACT"), Given: z80.RegA,
		Changes: routine.Set("AF", "BC"), Results: z80.RegA,
		Inputs: []routine.Input{routine.Register("A", routine.Range(0, 20, 1))},
		Calls: []*routine.Stub{{
			Name: "FACT", At: program.At("FACT"), Given: z80.RegA, Changes: routine.Set("AF", "BC"), Results: z80.RegA,
			Arguments: func(s *routine.State) routine.Args { return routine.Args{s.Register(z80.RegA)} },
			Answers:   func(_ *routine.State, a routine.Args) []uint16 { return []uint16{a[0] * (a[0] + 1) / 2 & 0xFF} },
			Leave:     func(s *routine.State, _ routine.Args, answer uint16) { s.SetRegister(z80.RegA, answer) },
		}},
		Other: routine.Go(func(s *routine.State) {
			if a := s.Register(z80.RegA); a > 0 {
				s.SetRegister(z80.RegA, s.Call("FACT", a-1)+a)
			} else {
				s.SetRegister(z80.RegA, 0)
			}
		}),
	}
	assert.Nil(t, have(routine.All(t.Context(), routine.Options{}, fact))[0].Fault)
	count, err := beside(t, fact)
	require.NoError(t, err)
	assert.Equal(t, []uint64{5, 0}, []uint64{count.Calls, count.Undefined}, count.OutsideText())
}

// In a whole program a port in a process answers the same lines as with all inputs.
func TestStubsOfAPortInAWholeProgram(t *testing.T) {
	greets := greeting(t, `
START:	LD A,0FFH
	CALL GREETS
	XOR A
	CALL GREETS
	RET
`)
	greets.Other = routine.Process(`"`+have(os.Executable())+`"`, 0)
	assert.Nil(t, have(routine.All(t.Context(), routine.Options{}, greets))[0].Fault)
	count, err := beside(t, greets)
	require.NoError(t, err)
	assert.Equal(t, []uint64{2, 0}, []uint64{count.Calls, count.Undefined}, count.OutsideText())
}

// A declaration is refused before the program runs if a place in it depends on a Choice, or is not in the
// program.
func TestPlacesThatAreRefused(t *testing.T) {
	r, next := totals(totalSource)
	r.Inputs = append(r.Inputs, routine.Choice("place", routine.Of(0x9000, 0xA000)))
	r.Memory = append(r.Memory, routine.Memory{Use: routine.Read, Where: func(c *routine.Case) (uint16, int) {
		return c.Choice("place"), 4
	}})
	assert.Nil(t, have(routine.All(t.Context(), routine.Options{}, r))[0].Fault)
	_, err := routine.Beside(emu.New(), routine.BesideOptions{}, r)
	require.EqualError(t, err, "TOTAL: Where of Memory[3] depends on a Choice, and in a whole program nothing is chosen")

	r.Memory[3].Where = func(c *routine.Case) (uint16, int) { return 0x9000 + c.First(), 4 }
	_, err = routine.Beside(emu.New(), routine.BesideOptions{}, r)
	require.ErrorContains(t, err, "TOTAL: Where of Memory[3] depends on a Choice")

	for want, spoil := range map[string]func(){
		"TOTAL: the exit 1234h is not in the program (8000h to 8030h), and none of its Labels": func() { r.Exits = []uint16{0x1234} },
		"TOTAL: the stub NEXT at 0000h is not in the program":                                  func() { next.At = 0 },
		"TOTAL: the stub NEXT with the exit 9000h is not in the program":                       func() { next.Exits = []uint16{0x9000} },
		"TOTAL: the stub NEXT: DE is a result, and not one of the registers":                   func() { next.Results |= z80.RegDE },
	} {
		r, next = totals(totalSource)
		spoil()
		_, err := routine.All(t.Context(), routine.Options{}, r)
		require.ErrorContains(t, err, want)
	}
	r, next = totals(totalSource)
	next.At, r.Program.Labels["BDOS"] = 5, 5 // a routine outside the program
	_, err = routine.All(t.Context(), routine.Options{}, r)
	require.NoError(t, err)
}

// In each case a buffer is where a register says. The bytes next to it are not declared.
func TestMemoryThatIsWhereAnInputSays(t *testing.T) {
	sum := func(more string) *routine.Routine {
		program := have(routine.Assemble("sum.z80", `
	ORG 8000H
START:	LD HL,DATA
	LD B,3
SUM:	XOR A		; A = the sum of the B bytes from HL on
NEXT:	ADD A,(HL)
	INC HL
	DJNZ NEXT
`+more+`	RET
DATA:	DB 1,2,3`))
		return &routine.Routine{
			Name: "SUM", Program: program, Entry: program.At("SUM"), Given: routine.Set("HL", "B"),
			Changes: routine.Set("AF", "HL", "B"), Results: z80.RegA,
			Inputs: []routine.Input{routine.Register("HL", routine.Of(0x9000, 0xFFFF)), routine.Register("B", routine.Of(1, 2))},
			Memory: []routine.Memory{{Use: routine.Read, Where: func(c *routine.Case) (uint16, int) {
				return c.Register(z80.RegHL), int(c.Register(z80.RegB))
			}}},
			Other: routine.Go(func(s *routine.State) {
				sum := uint16(0)
				for i := range s.Register(z80.RegB) {
					sum += s.Byte(s.Register(z80.RegHL) + i)
				}
				s.SetRegister(z80.RegA, sum)
			}),
		}
	}
	result := have(routine.All(t.Context(), routine.Options{}, sum("")))[0]
	assert.Equal(t, "SUM: proved, 131584 cases, at most 61 T-states", result.String())
	count, err := beside(t, sum(""))
	require.NoError(t, err)
	assert.Equal(t, []uint64{1, 0}, []uint64{count.Calls, count.Differ})

	result = have(routine.All(t.Context(), routine.Options{}, sum("\tADD A,(HL)\n")))[0]
	assert.Contains(t, result.Fault.What, "which Memory does not name")
	result = have(routine.All(t.Context(), routine.Options{}, sum("\tXOR 1\n")))[0]
	assert.Contains(t, result.Fault.What, "A: the program 01h, Go 00h")
	assert.Contains(t, result.Fault.Known, routine.Byte{At: 0x9000})
}
