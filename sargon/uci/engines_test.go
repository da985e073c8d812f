package uci_test

import (
	"fmt"

	"sargon78/native"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// openReal opens the engines themselves.
func openReal(name, _ string) (sargon.Engine, error) {
	switch name {
	case "rom":
		image, err := roms.Open("", roms.Options{})
		if err != nil {
			return nil, err
		}
		return emulated.New(name, image)
	case "10x12":
		return native.New10x12(), nil
	case "0x88":
		return native.New0x88(), nil
	case "sets":
		return native.NewSets(), nil
	}
	return nil, fmt.Errorf("no engine %q", name)
}
