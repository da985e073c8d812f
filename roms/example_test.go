package roms_test

import (
	"fmt"

	"sargon78/roms"
)

func ExampleOpen() {
	image, err := roms.Open("", roms.Options{Load: 0x4000})
	if err != nil {
		fmt.Println(err)
		return
	}
	board, _ := image.Symbol("BOARDA")
	fmt.Printf("%v, at %04X, board at %04X, %d things missing\n", image.Kind, image.Load, board,
		len(roms.Check(image)))

	_, err = roms.Open("", roms.Options{Load: 0x1980})
	fmt.Println(err)
	// Output:
	// embedded, at 4000, board at 40B4, 0 things missing
	// load address 1980h is not the start of a page: want a multiple of 0100h, from 0100h to below the screen at C000h; try 1900h
}
