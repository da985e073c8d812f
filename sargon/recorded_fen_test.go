package sargon

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A position of the recordings in which the side not to move is in check: the original
// searched it, so it must be readable, but nobody may set it up to play.
func TestRecordedPositionMayBeImpossible(t *testing.T) {
	const fen = "6k1/PP4PP/8/8/8/8/pp4pp/4K3 w - - 0 45"
	p, err := ParseRecordedFEN(fen)
	assert.NoError(t, err)
	assert.True(t, p.InCheck(Black))
	_, err = ParseFEN(fen)
	assert.ErrorContains(t, err, "black is in check")
}
