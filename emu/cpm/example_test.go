package cpm_test

import (
	"context"
	"fmt"
	"os"

	"sargon78/emu/asm"
	"sargon78/emu/console"
	"sargon78/emu/cpm"
)

func Example() {
	program, err := asm.Assemble("hello.z80", []byte(`
        ORG  100H
        LD   DE,TEXT
        LD   C,9            ; print up to the dollar
        CALL 5
        RET
TEXT    DB   'THE YEAR IS 1978.$'
`), asm.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := cpm.New(program.Image, console.Options{Output: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := m.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output: THE YEAR IS 1978.
}
