package cores

import (
	"slices"

	"sargon78/emu"
	"sargon78/emu/translator"
)

func init() {
	if translator.Available() {
		all = slices.Insert(all, 0, func() emu.Core { return translator.New() })
	}
}
