package literal

import "sargon78/sargon"

// PreviousValue returns the value in the record of the opponent's last move: that of the
// root, after a search (spec §14.9).
func (e *Engine) PreviousValue() sargon.Value {
	return sargon.Value(e.memory.value(previousRecord))
}
