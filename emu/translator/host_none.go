//go:build !amd64 && !arm64 && !(js && wasm)

package translator

import (
	"errors"

	"sargon78/emu/chip"
)

// Available tells whether programs can be translated on this computer.
func Available() bool { return false }

func where(*chip.State) (layout, memory) { return layout{}, memory{} }

func compile([]byte) (host, error) { return nil, errors.ErrUnsupported }
