package routine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/emu/z80"
)

const inlineSource = `
	ORG 8000H
START:	CALL PRINT
	DB "AB",0
	CALL PRINT
	DB 0
	RET
PRINT:	EX (SP),HL	; prints the text after the CALL, up to a 0
NEXT:	LD A,(HL)
	INC HL
	OR A
	JR Z,DONE
	CALL PUTC
	JR NEXT
DONE:	EX (SP),HL
	RET
PUTC:	LD (LAST),A
	RET
LAST:	DB 0
`

// inline returns the declaration of a routine that prints the text after its CALL.
func inline(source string) *routine.Routine {
	program := have(routine.Assemble("inline.z80", source))
	length := func(c *routine.Case) (n int) {
		for c.Begun().Byte(c.Back()+uint16(n)) != 0 {
			n++
		}
		return n + 1
	}
	return &routine.Routine{
		Name: "PRINT", Program: program, Entry: program.At("PRINT"), Changes: routine.Set("AF"),
		Inline: length, Back: 0x40FE,
		Memory: []routine.Memory{
			{Use: routine.Read, Where: func(c *routine.Case) (uint16, int) { return c.Back(), 4 }},
			{Use: routine.Changed, At: program.At("LAST")},
		},
		Set: func(c *routine.Case) {
			c.May(c.Back(), 3, []uint16{0, 'A', 0xFF})
			c.Set(c.Back()+3, 0)
		},
		Bounded: "up to three characters",
		Calls: []*routine.Stub{{
			Name: "PUTC", At: program.At("PUTC"), Given: z80.RegA,
			Arguments: func(s *routine.State) routine.Args { return routine.Args{s.Register(z80.RegA)} },
			Leave:     func(s *routine.State, args routine.Args, _ uint16) { s.SetByte(program.At("LAST"), args[0]) },
		}},
		Other: routine.Go(func(s *routine.State) {
			for at := s.Case().Back(); s.Byte(at) != 0; at++ {
				s.Call("PUTC", s.Byte(at))
			}
		}),
	}
}

// Arguments stand after the CALL, and the routine returns after them.
func TestInlineArguments(t *testing.T) {
	r := inline(inlineSource)
	second := inline(strings.Replace(inlineSource, "OR A", "AND A", 1))
	second.Name = "second"
	for _, other := range []routine.Other{r.Other, routine.Z80(second)} {
		r.Other = other
		result := have(routine.All(t.Context(), routine.Options{}, r))[0]
		assert.Nil(t, result.Fault)
		assert.Equal(t, uint64(15), result.Cases) // 1 + 2 + 4 + 8 texts
		count, err := beside(t, r)
		require.NoError(t, err)
		assert.Equal(t, []uint64{2, 2, 0, 0}, []uint64{count.Seen, count.Calls, count.Abandoned, count.Differ}, count.OutsideText())
	}
	for change, fault := range map[[2]string]string{
		{"INC HL", "INC L"}:                               "LD A,(HL) at NEXT reads 4000h, which Memory does not name",
		{"DONE:\tEX", "DONE:\tDEC HL\n\tEX"}:              "the program returns to 40FEh, and not to 40FFh",
		{"DONE:\tEX", "DONE:\tINC HL\n\tEX"}:              "the program returns to 4100h, and not to 40FFh",
		{"EX (SP),HL\t;", "NOP\t;"}:                       "reads L, which has no value",
		{"DONE:\tEX (SP),HL", "DONE:\tPOP AF\n\tPUSH HL"}: "HL is",
		{"CALL PUTC", "CALL PUTC\n\tCALL PUTC"}:           "the program calls ",
	} {
		r := inline(strings.Replace(inlineSource, change[0], change[1], 1))
		if result := have(routine.All(t.Context(), routine.Options{}, r))[0]; assert.NotNil(t, result.Fault, change[1]) {
			assert.Contains(t, result.Fault.What, fault, change[1])
		}
	}
	count, _ := beside(t, inline(strings.Replace(inlineSource, "LD (LAST),A", "LD (LAST),A\n\tINC L", 1)))
	assert.Contains(t, count.OutsideText(), "what PUTC leaves is none of its 1 answers: ")

	bare := inline(inlineSource)
	bare.Inline, bare.Back, bare.Memory = nil, 0, bare.Memory[1:]
	result := have(routine.All(t.Context(), routine.Options{}, bare))[0]
	assert.Contains(t, result.Fault.What, "reads FFFFh, which is after the CALL; if there are inline arguments, the declaration needs Inline")
	bare.Back = 0x4000
	_, err := routine.All(t.Context(), routine.Options{}, bare)
	require.EqualError(t, err, "PRINT: the declaration has one of Inline and Back; want both or none")
	r.Inline = func(*routine.Case) int { panic("no end") }
	_, err = beside(t, r)
	require.ErrorContains(t, err, "PRINT: call 1: Inline: panic: no end")
}

const dropSource = `
	ORG 8000H
START:	XOR A
	CALL OUTER
	LD A,7
	CALL OUTER
	RET
OUTER:	CALL CHECK	; A = 2 * A, or 255 if A is 0
	ADD A,A
	RET
ZERO:	LD A,0FFH
	RET
CHECK:	OR A
	RET NZ
	POP HL		; not back to the caller
	JP ZERO
`

// dropping returns the declarations of a routine that takes its return address off the stack before it jumps,
// and of its caller, in which it is a stub.
func dropping(source string) (check, outer *routine.Routine) {
	program := have(routine.Assemble("drop.z80", source))
	zero := program.At("ZERO")
	check = &routine.Routine{
		Name: "CHECK", Program: program, Entry: program.At("CHECK"), Exits: []uint16{zero}, Drops: true,
		Given: z80.RegA, Changes: routine.Set("F", "HL"),
		Inputs: []routine.Input{routine.Register("A", routine.AllBytes)},
		Other: routine.Go(func(s *routine.State) {
			if s.Register(z80.RegA) == 0 {
				s.GoOn(zero)
			}
		}),
	}
	outer = &routine.Routine{
		Name: "OUTER", Program: program, Entry: program.At("OUTER"), Given: z80.RegA, Changes: routine.Set("AF", "HL"),
		Results: z80.RegA, Inputs: check.Inputs,
		Calls: []*routine.Stub{{
			Name: "CHECK", At: check.Entry, Exits: check.Exits, Drops: true, Given: z80.RegA, Changes: check.Changes,
			Answers: func(s *routine.State, _ routine.Args) []uint16 { return []uint16{s.Register(z80.RegA)} },
			Leave: func(s *routine.State, _ routine.Args, answer uint16) {
				if answer == 0 {
					s.GoOn(zero)
				}
			},
		}},
		Other: routine.Go(func(s *routine.State) {
			a := s.Call("CHECK") * 2
			if a == 0 {
				a = 0xFF
			}
			s.SetRegister(z80.RegA, a)
		}),
	}
	return check, outer
}

// A routine may go on elsewhere without its return address. That it has taken it is compared.
func TestExitsWithoutTheReturnAddress(t *testing.T) {
	check, outer := dropping(dropSource)
	for _, r := range []*routine.Routine{check, outer} {
		result := have(routine.All(t.Context(), routine.Options{}, r))[0]
		assert.Nil(t, result.Fault, r.Name)
		assert.Equal(t, uint64(256), result.Cases, r.Name)
		count, err := beside(t, r)
		require.NoError(t, err)
		assert.Equal(t, []uint64{2, 0, 0, 0}, []uint64{count.Calls, count.Abandoned, count.Undefined, count.Differ}, r.Name)
	}
	check.Drops = false
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, check))[0].Fault.What,
		"SP is FF00 and not FEFE as the program ends: it has taken its return address off the stack, and Drops does not say so")
	outer.Calls[0].Drops = false // the stub goes on with two bytes too many
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, outer))[0].Fault.What, "A: the program FEh, Go FFh")
	keeps, _ := dropping(strings.Replace(dropSource, "POP HL", "NOP", 1))
	assert.Contains(t, have(routine.All(t.Context(), routine.Options{}, keeps))[0].Fault.What, "SP is FEFE and not FF00")
}

// A routine may find arguments above its return address, and may take them off the stack.
func TestArgumentsOnTheStack(t *testing.T) {
	for _, c := range []struct {
		caller, code string
		takes        uint16
		fault        string
	}{
		{"POP BC", "LD HL,2\n ADD HL,SP\n LD A,(HL)\n INC HL\n ADD A,(HL)\n RET", 0, ""},
		{"", "POP HL\n POP BC\n PUSH HL\n LD A,B\n ADD A,C\n RET", 2, ""},
		{"", "POP HL\n POP BC\n PUSH HL\n LD A,B\n SUB C\n RET", 2, "A: the program"},
		{"", "POP HL\n POP BC\n LD A,B\n ADD A,C\n JP (HL)", 2, ""},
		{"", "POP HL\n POP BC\n LD A,B\n ADD A,C\n PUSH BC\n JP (HL)", 2, "SP is FF00 and not FF02"},
		{"POP BC", "LD HL,4\n ADD HL,SP\n LD A,(HL)\n RET", 0, "LD A,(HL) at ADDS+4 reads FF02h, which is above the return address"},
	} {
		program := have(routine.Assemble("adds.z80", "START: LD BC,204H\n PUSH BC\n CALL ADDS\n "+c.caller+"\n RET\nADDS: "+c.code))
		argument := func(c *routine.Case) uint16 { return c.Register(z80.RegSP) + 2 }
		adds := &routine.Routine{
			Name: "ADDS", Program: program, Entry: program.At("ADDS"), Takes: c.takes,
			Changes: routine.Set("AF", "BC", "HL"), Results: z80.RegA,
			Memory: []routine.Memory{{Use: routine.Private, Where: func(c *routine.Case) (uint16, int) { return argument(c), 2 }}},
			Set:    func(c *routine.Case) { c.May(argument(c), 2, []uint16{0, 1, 254, 255}) },
			Other: routine.Go(func(s *routine.State) {
				at := s.Register(z80.RegSP) + 2
				s.SetRegister(z80.RegA, s.Byte(at)+s.Byte(at+1))
			}),
		}
		result := have(routine.All(t.Context(), routine.Options{}, adds))[0]
		if c.fault != "" {
			if assert.NotNil(t, result.Fault, c.code) {
				assert.Contains(t, result.Fault.What, c.fault, c.code)
			}
			continue
		}
		assert.Nil(t, result.Fault, c.code)
		assert.Equal(t, uint64(16), result.Cases, c.code)
		count, err := beside(t, adds)
		require.NoError(t, err, c.code)
		assert.Equal(t, []uint64{1, 0, 0}, []uint64{count.Calls, count.Abandoned, count.Differ}, c.code)
	}
}
