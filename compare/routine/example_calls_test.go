package routine_test

import (
	"context"
	"fmt"
	"strings"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/z80"
)

// FIND asks MATCH at each place where a word may stand. MATCH is a stub in its declaration, and has a
// declaration of its own, whose buffers are where HL and DE say. Both declarations serve All, Sample and
// Beside. In Beside the program runs MATCH, and the other side of FIND gets what MATCH has answered.
func ExampleStub() {
	program := have(routine.Assemble("find.z80", `
	ORG 8000H
START:	LD HL,TEXT
	LD DE,WORD
	LD BC,206H
	CALL FIND
	LD HL,TEXT
	LD BC,203H
	CALL FIND
	RET
TEXT:	DB "ABBABA"
WORD:	DB "BA"
FIND:	LD A,C		; HL = where the B bytes from DE on stand in the C bytes from HL on,
	SUB B		; or carry
	RET C
	INC A
	LD C,A
TRY:	CALL MATCH
	RET Z
	INC HL
	DEC C
	JR NZ,TRY
	SCF
	RET
MATCH:	PUSH HL		; Z if the B bytes from DE on stand at HL; there is no carry then
	PUSH DE
	PUSH BC
EACH:	LD A,(DE)
	CP (HL)
	JR NZ,NO
	INC HL
	INC DE
	DJNZ EACH
NO:	POP BC
	POP DE
	POP HL
	RET`))
	const text, word = 0x40FE, 0x50FF // both across the end of a page
	find := &routine.Routine{
		Name: "FIND", Program: program, Entry: program.At("FIND"),
		Given:   routine.Set("HL", "DE", "BC"),
		Changes: routine.Set("AF", "C", "HL"), Results: routine.Set("HL", "carry"),
		Inputs: []routine.Input{
			routine.Register("HL", routine.Of(text)), routine.Register("DE", routine.Of(word)),
			routine.Register("B", routine.Range(1, 255, 1)), routine.Register("C", routine.Range(0, 8, 1)),
		},
		Bounded: "texts of up to eight bytes",
		Calls: []*routine.Stub{{
			Name: "MATCH", At: program.At("MATCH"),
			Given:   routine.Set("HL", "DE", "B"),
			Changes: routine.Set("AF"), Results: routine.Set("Z", "carry"),
			Arguments: func(s *routine.State) routine.Args {
				return routine.Args{s.Register(z80.RegHL), s.Register(z80.RegDE), s.Register(z80.RegB)}
			},
			Answers: func(*routine.State, routine.Args) []uint16 {
				return []uint16{z80.FlagZ, 0, z80.FlagC} // the flags
			},
			Leave: func(s *routine.State, _ routine.Args, answer uint16) {
				s.SetRegister(z80.FlagZ, answer/z80.FlagZ)
				s.SetRegister(z80.FlagC, answer&z80.FlagC)
			},
		}},
		Other: routine.Go(func(s *routine.State) {
			from, find := s.Register(z80.RegHL), s.Register(z80.RegDE)
			length := s.Register(z80.RegB)
			for at := from; at+length <= from+s.Register(z80.RegC); at++ {
				if s.Call("MATCH", at, find, length) == z80.FlagZ {
					s.SetRegister(z80.RegHL, at)
					s.SetRegister(z80.FlagC, 0)
					return
				}
			}
			s.SetRegister(z80.FlagC, 1)
			s.SetRegister(z80.RegHL, s.Left().Register(z80.RegHL)) // HL has no meaning then
		}),
	}
	buffer := func(begins z80.RegisterSet) func(*routine.Case) (uint16, int) { // B bytes
		return func(c *routine.Case) (uint16, int) { return c.Register(begins), int(c.Register(z80.RegB)) }
	}
	match := &routine.Routine{
		Name: "MATCH", Program: program, Entry: program.At("MATCH"),
		Given: routine.Set("HL", "DE", "B"), Changes: routine.Set("AF"), Results: routine.Set("Z", "carry"),
		Memory: []routine.Memory{{Use: routine.Read, Where: buffer(z80.RegHL)}, {Use: routine.Read, Where: buffer(z80.RegDE)}},
		Inputs: []routine.Input{
			routine.Register("HL", routine.Of(text, text+1)), routine.Register("DE", routine.Of(word)),
			routine.Register("B", routine.Range(1, 3, 1)),
		},
		Set: func(c *routine.Case) {
			for _, of := range []z80.RegisterSet{z80.RegHL, z80.RegDE} {
				c.May(c.Register(of), 3, []uint16{'A', 'B', 128})
			}
		},
		Bounded: "words of up to three bytes, each of three values",
		Other: routine.Go(func(s *routine.State) {
			set := func(zero, carry uint16) {
				s.SetRegister(z80.FlagZ, zero)
				s.SetRegister(z80.FlagC, carry)
			}
			for i := range s.Register(z80.RegB) {
				stands, looked := s.Byte(s.Register(z80.RegHL)+i), s.Byte(s.Register(z80.RegDE)+i)
				switch {
				case looked < stands:
					set(0, 1)
					return
				case looked > stands:
					set(0, 0)
					return
				}
			}
			set(1, 0)
		}),
	}
	both := []*routine.Routine{find, match}
	results := have(routine.All(context.Background(), routine.Options{}, both...))
	results = append(results, have(routine.Sample(context.Background(), routine.Options{Cases: 500}, both...))...)
	for i := range results {
		fmt.Println(&results[i])
	}
	machine := emu.New()
	machine.SP = 0xF000
	check(machine.Load(program.Origin, program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{}, both...))
	check(machine.Call(context.Background(), program.At("START")))
	watch.Close()
	for _, count := range watch.Counts() {
		fmt.Printf("%s: %d calls, %d differ\n", count.Routine.Name, count.Calls, count.Differ)
	}
	// Output:
	// FIND: bounded, 4231 cases, at most 382 T-states (texts of up to eight bytes)
	// MATCH: bounded, 294 cases, at most 206 T-states (words of up to three bytes, each of three values)
	// FIND: sampled, 500 cases, at most 269 T-states
	// MATCH: sampled, 500 cases, at most 206 T-states
	// FIND: 2 calls, 0 differ
	// MATCH: 5 calls, 0 differ
}

// A checksum of up to 65535 bytes. One round of its loop is declared, from NEXT to NEXT. The cases go through
// all lengths, and also through all sums with all bytes.
func ExampleRoutine_round() {
	program := have(routine.Assemble("crc.z80", `
	ORG 8000H
NEXT:	LD A,B		; D = the CRC-8 of D and of the BC bytes from HL on
	OR C
	RET Z
	LD A,(HL)
	XOR D
	LD E,8
BIT:	ADD A,A
	JR NC,LOW
	XOR 7
LOW:	DEC E
	JR NZ,BIT
	LD D,A
	INC HL
	DEC BC
	JR NEXT`))
	const buffer = 0x40FF // the last byte of a page
	at := routine.Register("HL", routine.Of(buffer))
	round := &routine.Routine{
		Name: "NEXT", Program: program, Entry: program.At("NEXT"), Exits: []uint16{program.At("NEXT")},
		Given:   routine.Set("HL", "BC", "D"),
		Changes: routine.Set("AF", "BC", "DE", "HL"), Results: routine.Set("HL", "BC", "D"),
		Memory: []routine.Memory{{Use: routine.Read, At: buffer}},
		Alternatives: [][]routine.Input{
			{
				at, routine.Register("BC", routine.Range(0, 65535, 1)), routine.Register("D", routine.Of(0xFF)),
				routine.Bytes("the byte", buffer, 1, routine.Of(0x5A)),
			},
			{
				at, routine.Register("BC", routine.Of(1)), routine.Register("D", routine.AllBytes),
				routine.Bytes("the byte", buffer, 1, routine.AllBytes),
			},
		},
		Bounded: "one place, not all lengths with all sums",
		Other: routine.Go(func(s *routine.State) {
			length, at, sum := s.Register(z80.RegBC), s.Register(z80.RegHL), s.Register(z80.RegD)
			if length > 0 {
				sum ^= s.Byte(at)
				for range 8 {
					if sum <<= 1; sum > 0xFF {
						sum ^= 0x107
					}
				}
				length, at = length-1, at+1
				s.GoOn(program.At("NEXT"))
			}
			s.SetRegister(z80.RegBC, length)
			s.SetRegister(z80.RegHL, at)
			s.SetRegister(z80.RegD, sum)
		}),
	}
	results := have(routine.All(context.Background(), routine.Options{}, round))
	fmt.Println(&results[0])
	// Output: NEXT: bounded, 131072 cases, at most 326 T-states (one place, not all lengths with all sums)
}

// A decompressor. Which values a byte may have depends on the bytes before it, so Set chooses the bytes. The
// domain is made to show a fault that small outputs hide: a length that is counted in one byte.
func ExampleRoutine_unpack() {
	const source = `
	ORG 8000H
UNPACK:	LD BC,0		; BC = the length of what is unpacked from HL to DE
NEXT:	LD A,(HL)	; 0 ends; n up to 127: n bytes follow; else the next byte comes n-125 times
	INC HL
	OR A
	RET Z
	JP M,RUN
COPY:	PUSH AF
	LD A,(HL)
	LD (DE),A
	INC HL
	INC DE
	INC BC
	POP AF
	DEC A
	JR NZ,COPY
	JR NEXT
RUN:	SUB 125
	PUSH AF
	LD A,(HL)
	INC HL
	EX (SP),HL
AGAIN:	LD (DE),A
	INC DE
	INC BC
	DEC H
	JR NZ,AGAIN
	POP HL
	JR NEXT`
	const from, to = 0x40FD, 0x60FD
	unpack := func(source string) *routine.Routine {
		program := have(routine.Assemble("unpack.z80", source))
		return &routine.Routine{
			Name: "UNPACK", Program: program, Entry: program.At("UNPACK"),
			Given:   routine.Set("HL", "DE"),
			Changes: routine.Set("AF", "BC", "DE", "HL"), Results: routine.Set("BC", "DE", "HL"),
			Memory: []routine.Memory{
				{Use: routine.Read, At: from, Len: 16},
				{Use: routine.Made, At: to, Len: 600},
			},
			Inputs: []routine.Input{
				routine.Register("HL", routine.Of(from, from+1)), // so that each INC HL crosses the page once
				routine.Register("DE", routine.Of(to)),
			},
			Bounded: "three pieces at most",
			Set: func(c *routine.Case) {
				at := c.Register(z80.RegHL)
				for range 3 {
					// 250 and 255 make 255 bytes: with the next piece the length does not fit a byte.
					length := c.InOf(at, []uint16{0, 1, 2, 3, 128, 250, 255})
					at++
					switch {
					case length == 0:
						return
					case length > 127:
						length = 1
					}
					for range length {
						c.Set(at, at&0xFF) // all bytes are different
						at++
					}
				}
				c.Set(at, 0)
			},
			Other: routine.Go(func(s *routine.State) {
				from, to := s.Register(z80.RegHL), s.Register(z80.RegDE)
				begin := to
				for {
					n := s.Byte(from)
					from++
					if n == 0 {
						break
					}
					step, times := uint16(1), n
					if n > 127 {
						step, times = 0, n-125
					}
					for range times {
						s.SetByte(to, s.Byte(from))
						from, to = from+step, to+1
					}
					from += 1 - step
				}
				s.SetRegister(z80.RegBC, to-begin)
				s.SetRegister(z80.RegDE, to)
				s.SetRegister(z80.RegHL, from)
			}),
		}
	}
	copies, runs, _ := strings.Cut(source, "RUN:")
	results := have(routine.All(context.Background(), routine.Options{},
		unpack(source),
		unpack(strings.Replace(copies, "INC BC", "INC C", 1)+"RUN:"+runs),
		unpack(copies+"RUN:"+strings.Replace(runs, "INC BC", "INC C", 1)),
	))
	fmt.Println(&results[0])
	fmt.Println(results[1].Fault)
	fmt.Println(results[2].Fault)
	// Output:
	// UNPACK: bounded, 518 cases, at most 13985 T-states (three pieces at most)
	// B: the program 00h, Go 01h
	//   with 40FDh = FFh, 40FFh = FAh, 4101h = 01h
	// B: the program 00h, Go 01h
	//   with HL = 40FEh, 40FEh = 80h, 4100h = FFh, 4102h = FAh
}
