// Package routine compares one routine of a Z80 program with a function that does the same: with its
// port to Go or to another language, or with another Z80 routine. A routine is declared once, and run in
// three ways:
//
//	program, err := routine.Assemble("mul.z80", `
//	        ORG 8000H
//	MUL:    LD L,0          ; HL = H * E
//	        LD D,L
//	        LD B,8
//	LOOP:   ADD HL,HL
//	        JR NC,SKIP
//	        ADD HL,DE
//	SKIP:   DJNZ LOOP
//	        RET`)
//	mul := &routine.Routine{
//		Name: "MUL", Program: program, Entry: program.At("MUL"),
//		Given:   routine.Set("H", "E"),
//		Changes: routine.Set("F", "B", "D", "HL"), Results: routine.Set("HL"),
//		Inputs: []routine.Input{
//			routine.Register("H", routine.AllBytes), routine.Register("E", routine.AllBytes),
//		},
//		Other: routine.Go(func(s *routine.State) {
//			s.SetRegister(z80.RegHL, s.Register(z80.RegH)*s.Register(z80.RegE))
//		}),
//	}
//	results, err := routine.All(ctx, routine.Options{Workers: 2}, mul)
//	fmt.Println(&results[0]) // MUL: proved, 65536 cases, at most 359 T-states
//
// All goes through all inputs of the domain. The method is bounded exhaustive testing with demand-driven
// enumeration (as in Lazy SmallCheck and Korat): nothing has a value when a case begins; the first time
// that either side reads a byte, it gets one, and the cases that follow give it all others that it may
// hold. Only registers and words get theirs as the case begins. A byte that neither side reads is never
// varied, so a domain may have 2 to the power of 112 inputs.
// One processor core does about half a million cases of 300 T-states in a second. A routine with three
// bytes of input, which is 16 million cases, takes about half a minute.
//
// Sample draws inputs from the domain at random, from a seed.
//
// Beside compares the calls of routines while the whole program runs, on the inputs that really occur.
// Somebody who ports an old program begins with it: it shows inputs that a domain has left out.
//
// Each case checks that both sides read and write only what the declaration lets them; that they leave the
// same in registers and memory; and that the routine ends in time, with the right SP, and keeps the
// registers that it may not change. Registers, flags and bytes that are not given have no value: an
// instruction may move them, but to calculate or decide by them is a fault. The table of package z80 says
// what each instruction reads and writes. It is a fault to touch anything that is not declared; the fault
// names it. Faults are also ports, HALT, EI and RETI, which cannot be followed; code that changes itself,
// unless that is declared; and a program that does not end. A fault is shown with as few inputs as
// possible. A result names the code of the routine that no case has run.
//
// A declaration whose called routines are Stubs, and whose buffers have a Where, serves All, Sample and
// Beside alike.
//
// A loop can be cut into steps: one declaration is for a step, with Exits where the next step begins,
// another for the loop around it, in which the step is a Stub. Page "sargon spec routine" has advice.
//
// A port in another language is a Process, which answers lines.
//
// The package imports only packages emu (the machine), emu/z80, emu/asm and compare/lines. It knows no
// chess.
package routine
