package debug_test

import (
	"testing"

	"sargon78/cmd/sargon/internal/debug"
	"sargon78/cmd/sargon/internal/debug/debugtest"
)

func TestScriptsInPlainLines(t *testing.T) {
	debugtest.Run(t, func(t *testing.T, s *debugtest.Script) debugtest.Front {
		return debug.PlainFront{D: debugtest.Open(t, s)}
	})
}

func TestScriptsOnTheTerminal(t *testing.T) {
	debugtest.Run(t, func(t *testing.T, s *debugtest.Script) debugtest.Front {
		return debug.NewTerminalFront(t, debugtest.Open(t, s))
	})
}
