package library

import "sargon78/emu/instruction"

// The clock periods (T-states) of every instruction by its opcode, as the loop in execute.go wants
// them.
var (
	mainTStates       = tStates(&instruction.Main) // without jumping
	indexedTStates    = tStates(&instruction.Indexed)
	bitTStates        = tStates(&instruction.Bits)
	indexedBitTStates = tStates(&instruction.IndexedBits)
	extendedTStates   = tStates(&instruction.Extended) // without repeating
	blockRepeated     = uint64(instruction.Extended[0xB0].Taken)

	// takenTStates returns what an instruction takes more when it jumps.
	takenTStates = table(func(op uint8) uint8 { return instruction.Main[op].Taken })
)

func tStates(page *[256]instruction.Opcode) [256]uint8 {
	return table(func(op uint8) uint8 {
		if page == &instruction.Extended && page[op].Text == "" {
			return instruction.UndefinedTStates
		}
		return page[op].TStates
	})
}
