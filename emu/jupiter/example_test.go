package jupiter_test

import (
	"context"
	"fmt"

	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
)

func Example() {
	program, err := asm.Assemble("greet.z80", []byte(`
        ORG  1000H
        RST  38H            ; monitor: print a text and a new line
        DB   0B2H,1AH
        DW   NAME,9
        RST  38H            ; wait for a key
        DB   81H,00H
        LD   (0C040H),A     ; into the second row of the screen
        RST  38H            ; back to the monitor
        DB   1FH
NAME    DB   'YOUR KEY?'
`), asm.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := jupiter.New(
		jupiter.Program{Load: program.Origin, Code: program.Image, Start: program.Origin},
		console.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Press('S')
	if err := m.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	screen := m.Screen()
	fmt.Print(screen.Text(0, 0, jupiter.Columns, 2))
	// Output:
	// YOUR KEY?
	// S
}
