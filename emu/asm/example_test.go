package asm_test

import (
	"fmt"
	"os"

	"sargon78/emu/asm"
)

func ExampleAssemble() {
	source := `
SIZE    EQU  120
        ORG  1000H
START:  LD   HL,BOARD
        LD   B,SIZE
LOOP:   LD   (HL),0
        INC  HL
        DJNZ LOOP
        RET
BOARD:  DS   SIZE
`
	program, err := asm.Assemble("clear.z80", []byte(source), asm.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	last := program.Symbols[len(program.Symbols)-1]
	fmt.Printf("%d bytes from %04X, %s at %04X\n", len(program.Image), program.Origin, last.Name,
		last.Value)
	program.WriteListing(os.Stdout)

	_, err = asm.Assemble("wrong.z80", []byte("        LD   A,SIDE\nSIZE    EQU  120\n"),
		asm.Options{})
	fmt.Println(err)
	// Output:
	// 131 bytes from 1000, BOARD at 100B
	//                           ; clear.z80
	//                       1
	//       = 0078          2  SIZE    EQU  120
	//                       3          ORG  1000H
	// 1000  21 0B 10        4  START:  LD   HL,BOARD
	// 1003  06 78           5          LD   B,SIZE
	// 1005  36 00           6  LOOP:   LD   (HL),0
	// 1007  23              7          INC  HL
	// 1008  10 FB           8          DJNZ LOOP
	// 100A  C9              9          RET
	// 100B                 10  BOARD:  DS   SIZE
	// wrong.z80:1:16: SIDE is not defined (did you mean SIZE?)
	//         LD   A,SIDE
	//                ^
}
