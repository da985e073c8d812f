//go:build !amd64 && !arm64 && !(js && wasm)

package translator

import (
	"errors"

	"sargon78/emu/z80"
)

const firstWait = never

func hosted() bool { return false }

func where(*z80.Chip) (layout, memory) { return layout{}, memory{} }

func compile([]byte) (host, error) { return nil, errors.ErrUnsupported }
