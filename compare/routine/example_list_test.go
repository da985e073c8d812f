package routine_test

import (
	"context"
	"fmt"

	"sargon78/compare/routine"
	"sargon78/emu"
	"sargon78/emu/z80"
)

// A linked list. Each record is where the pointer of the one before it says. So Where follows the pointers,
// and the pointers are inputs, which have their values before.
func ExampleCase_Begun() {
	program := have(routine.Assemble("list.z80", `
	ORG 8000H
START:	LD HL,ONE
	CALL SUM
	RET
TWO:	DW 0
	DB 30
ONE:	DW TWO
	DB 12
SUM:	XOR A		; A = the sum of the list from HL on: the next record or 0, a number
NEXT:	LD B,A
	LD A,H
	OR L
	LD A,B
	RET Z
	LD E,(HL)
	INC HL
	LD D,(HL)
	INC HL
	ADD A,(HL)
	EX DE,HL
	JR NEXT`))
	places := []uint16{0x40FE, 0x50FF, 0x6000} // two of them across the end of a page
	sum := &routine.Routine{
		Name: "SUM", Program: program, Entry: program.At("SUM"),
		Given: routine.Set("HL"), Changes: routine.Set("AF", "B", "DE", "HL"), Results: routine.Set("A"),
		Inputs:  []routine.Input{routine.Register("HL", routine.Of(0, places[0], places[1]))},
		Bounded: "up to three records",
		Set: func(c *routine.Case) {
			for _, at := range places {
				c.May(at+2, 1, []uint16{0, 1, 255})
			}
		},
		Other: routine.Go(func(s *routine.State) {
			sum := uint16(0)
			for at := s.Register(z80.RegHL); at != 0; at = s.Word(at) {
				sum += s.Byte(at + 2)
			}
			s.SetRegister(z80.RegA, sum)
		}),
	}
	for i, at := range places {
		sum.Inputs = append(sum.Inputs, routine.Word(fmt.Sprintf("the record after %04Xh", at), at, routine.Values{
			Name: "0 or a later place",
			Of:   func(*routine.Case) []uint16 { return append([]uint16{0}, places[i+1:]...) },
		}))
		sum.Memory = append(sum.Memory, routine.Memory{Use: routine.Read, Where: func(c *routine.Case) (at uint16, n int) {
			at = c.Register(z80.RegHL)
			for range i {
				if at != 0 {
					at = c.Begun().Word(at)
				}
			}
			if at == 0 {
				return 0, 0
			}
			return at, 3
		}})
	}
	results := have(routine.All(context.Background(), routine.Options{}, sum))
	fmt.Println(&results[0])

	machine := emu.New()
	machine.SP = 0xF000
	check(machine.Load(program.Origin, program.Code))
	watch := have(routine.Beside(machine, routine.BesideOptions{}, sum))
	check(machine.Call(context.Background(), program.At("START")))
	watch.Close()
	count := watch.Counts()[0]
	fmt.Printf("%d call, %d differ, A = %d\n", count.Calls, count.Differ, machine.A)
	fmt.Println(count.OutsideText())
	// Output:
	// SUM: bounded, 102 cases, at most 241 T-states (up to three records)
	// 1 call, 0 differ, A = 42
	// 1 of 1 calls had inputs outside the domain: HL = 32778 of 0 16638 20735, first at call 1
}
