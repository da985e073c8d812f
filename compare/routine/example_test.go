package routine_test

import (
	"context"
	"fmt"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/timeline"
	"sargon78/emu/z80"
)

const mulSource = `
	ORG 8000H
MUL:	LD L,0		; HL = H * E
	LD D,L
	LD B,8
LOOP:	ADD HL,HL
	JR NC,SKIP
	ADD HL,DE
SKIP:	DJNZ LOOP
	RET
`

// multiplication returns the declaration of a routine that leaves H times E in HL.
func multiplication(source string) *routine.Routine {
	program := have(routine.Assemble("mul.z80", source))
	return &routine.Routine{
		Name: "MUL", Program: program, Entry: program.At("MUL"),
		Given:   routine.Set("H", "E"),
		Changes: routine.Set("AF", "BC", "DE", "HL"), Results: routine.Set("HL"),
		Inputs: []routine.Input{
			routine.Register("H", routine.AllBytes), routine.Register("E", routine.AllBytes),
		},
		Other: routine.Go(func(s *routine.State) {
			s.SetRegister(z80.RegHL, s.Register(z80.RegH)*s.Register(z80.RegE))
		}),
	}
}

// A multiplication is compared with Go's for all inputs.
func ExampleAll() {
	results, err := routine.All(context.Background(), routine.Options{Workers: 2}, multiplication(mulSource))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(&results[0])
	// Output: MUL: proved, 65536 cases, at most 359 T-states
}

// A routine with a fault. The result shows the fault with the inputs that matter.
func ExampleAll_fault() {
	const forgetsD = `
	ORG 8000H
MUL:	LD L,0
	LD B,8		; D is forgotten
LOOP:	ADD HL,HL
	JR NC,SKIP
	ADD HL,DE
SKIP:	DJNZ LOOP
	RET`
	results := have(routine.All(context.Background(), routine.Options{}, multiplication(forgetsD)))
	fmt.Println(results[0].Fault)
	// Output:
	// ADD HL,DE at LOOP+3 reads D, which has no value
	//   with H = 40h
}

// Two Z80 routines do the same; the second is faster.
func ExampleZ80() {
	unrolled := multiplication(`
	ORG 8000H
STEP:	MACRO
	ADD HL,HL
	JR NC,$+3
	ADD HL,DE
	ENDM
MUL:	LD L,0
	LD D,L
	STEP
	STEP
	STEP
	STEP
	STEP
	STEP
	STEP
	STEP
	RET`)
	unrolled.Name = "unrolled"
	loop := multiplication(mulSource)
	loop.Other = routine.Z80(unrolled)
	results := have(routine.All(context.Background(), routine.Options{Workers: 2}, loop))
	fmt.Println(&results[0])
	fmt.Println("unrolled: at most", results[0].Other, "T-states")
	// Output:
	// MUL: proved, 65536 cases, at most 359 T-states (the other side 253)
	// unrolled: at most 253 T-states
}

// A routine sums up a buffer. The number of bytes in the domain is bounded, and the result says so.
func ExampleRoutine_bounded() {
	program := have(routine.Assemble("sum.z80", `
	ORG 8000H
SUM:	XOR A		; A = the sum of the bytes of a text that ends with 0
NEXT:	LD B,(HL)
	INC B
	DEC B
	RET Z
	ADD A,B
	INC HL
	JR NEXT`))
	const text = 0x90FF // across the end of a page
	sum := &routine.Routine{
		Name: "SUM", Program: program, Entry: program.At("SUM"),
		Given: routine.Set("HL"), Changes: routine.Set("AF", "B", "HL"), Results: routine.Set("A"),
		Memory: []routine.Memory{{Use: routine.Read, At: text, Len: 4}},
		Inputs: []routine.Input{
			routine.Register("HL", routine.Of(text)),
			routine.Bytes("the last", text+3, 1, routine.Of(0)),
			routine.Bytes("a byte", text, 3, routine.Of(0, 1, 0x7F, 0xFF)),
		},
		Bounded: "texts of up to three bytes of four values",
		Other: routine.Go(func(s *routine.State) {
			sum := uint16(0)
			for at := s.Register(z80.RegHL); s.Byte(at) != 0; at++ {
				sum += s.Byte(at)
			}
			s.SetRegister(z80.RegA, sum)
		}),
	}
	results := have(routine.All(context.Background(), routine.Options{}, sum))
	fmt.Println(&results[0])
	// Output: SUM: bounded, 40 cases, at most 156 T-states (texts of up to three bytes of four values)
}

// A whole program runs, and each of its calls is compared. The multiplication has a fault that few
// inputs show.
func ExampleBeside() {
	program := have(routine.Assemble("squares.z80", `
	ORG 8000H
START:	LD C,0
SQUARE:	LD H,C		; all squares
	LD E,C
	CALL MUL
	INC C
	JR NZ,SQUARE
	RET
MUL:	LD L,0
	LD D,L
	LD B,8
LOOP:	ADD HL,HL
	JR NC,SKIP
	ADD HL,DE
SKIP:	DJNZ LOOP
	LD A,H		; the fault
	CP 7FH
	RET NZ
	INC L
	RET`))
	mul := multiplication(mulSource)
	mul.Program, mul.Entry = program, program.At("MUL")

	machine := emu.New()
	machine.SP = 0xF000
	check(machine.Load(program.Origin, program.Code))
	past := timeline.New(machine)
	watch := have(routine.Beside(machine, routine.BesideOptions{}, mul))
	_, err := past.Call(context.Background(), program.At("START"), nil)
	fmt.Println(err)

	// Time goes back to the moment at which the routine was called.
	watch.Close()
	check(past.Seek(context.Background(), watch.Counts()[0].First.Began))
	fmt.Printf("PC %04Xh, H %d, E %d\n", machine.PC, machine.H, machine.E)
	// Output:
	// at 8007h: MUL: call 182 (E = B5h, H = B5h), made at T-state 69780: L: the program FAh, Go F9h, left by INC L at SKIP+6 (squares.z80:20)
	// PC 800Bh, H 181, E 181
}

// have returns a value, and panics if there is an error.
func have[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
