package z80

//go:generate go run generate.go

// Interpreter is the core that a new machine has: a switch over all opcodes, written by generate.go. It
// records the jumps that History needs, and has no state of its own.
type Interpreter struct{}

// Name returns "interpreter".
func (Interpreter) Name() string { return "interpreter" }

// Run lets instructions pass, as Core.Run describes.
func (Interpreter) Run(c *Chip, end uint64) Reason {
	c.jumps.begin(c.PC)
	c.AfterEI, c.AfterLDAI = false, false
	for why := runOne(c); ; why = fast(c, end) {
		for why == afterPrefix && c.TStates < end+MaxPrefixRun {
			why = runOne(c)
		}
		if why == needsStep {
			step(c)
		}
		c.jumps.lastPC = c.PC
		if reason := c.StopReason(end, c.ReportWrites()); reason != GoesOn {
			return reason
		}
	}
}

// departure is the reason why fast has returned.
type departure uint8

const (
	ended       departure = iota // the clock, a mark, or a write to a watched address
	needsStep                    // step must execute the next instruction
	afterPrefix                  // after a prefix that does not change the instruction at PC
)

// runOne calls fast for one instruction, whatever its mark: for the first of a run, or for one after a
// prefix.
func runOne(c *Chip) departure {
	pc, mark := c.PC, c.Marks[c.PC]
	c.Marks[pc] = mark &^ Stopping
	why := fast(c, c.TStates+1)
	c.Marks[pc] = mark
	return why
}
