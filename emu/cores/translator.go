package cores

import (
	"sargon78/emu"
	"sargon78/emu/translator"
)

func init() {
	if translator.Available() {
		all = append(all, func() emu.Core { return translator.New() })
	}
}
