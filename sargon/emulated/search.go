package emulated

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/variables"
)

// Search runs the program's own search (spec §11). Times are in T-states from the first
// instruction of FNDMOV to its return. Royal queen squares, ply table and list area stay as the
// search leaves them: that is part of the game (spec §3, §14.1). A search that was stopped
// leaves nothing.
func (e *Engine) Search(ctx context.Context, options sargon.SearchOptions) (sargon.Result, error) {
	if err := options.Validate(true); err != nil {
		return sargon.Result{}, err
	}
	before := e.machine.Memory
	start := time.Now()
	result, err := e.search(ctx, options, e.refresh(ctx, options))
	if result.Book && options.Callbacks.Best != nil { // it sets BESTM too
		options.Callbacks.Best(sargon.Line{Moves: result.PV})
	}
	result.Duration = time.Since(start)

	e.finalMemory = e.machine.Memory
	e.machine.Memory = before
	if isOriginal(e.image) {
		result.OriginalTStates = result.TStates
	} else {
		position := e.Position()
		result.Estimate(&position)
	}
	switch {
	case err == nil:
		e.retainTables(&e.finalMemory)
	case !errors.Is(err, sargon.ErrNoLegalMove) && !errors.Is(err, sargon.ErrMaxEvals):
		err = e.explain(err, fmt.Sprintf("searching at level %d", options.Level), result.Evals)
	}
	return result, err
}

// isOriginal reports whether the T-states of an image are those of 1978: those of every ROM image
// except the embedded one, which does the same search in fewer.
func isOriginal(image *roms.Image) bool { return image.Kind != roms.Embedded }

// embeddedPercent are the T-states of the embedded ROM for 100 of the original: the median
// of the recorded searches.
const embeddedPercent = 86

// In1978 reports how long a search took in 1978 that takes so many T-states with an image.
// estimate is EstimateTStates of the search, 0 if it was not listened to.
func In1978(image *roms.Image, tStates, estimate uint64) sargon.Time1978 {
	switch {
	case isOriginal(image):
		return sargon.Time1978{Duration: sargon.In1978(tStates)}
	case estimate == 0:
		estimate = tStates * 100 / embeddedPercent
	}
	return sargon.Time1978{Duration: sargon.In1978(estimate), Estimated: true}
}

// retainTables keeps what a finished search leaves for the rest of the game: all memory from the
// attack lists to the ply table (spec §15), and the list area.
func (e *Engine) retainTables(after *[65536]byte) {
	address := &e.memory.address
	attacks, plies := address[variables.ATKLST], address[variables.PLYIX]
	for _, part := range []struct{ addr, length uint16 }{
		{attacks, plies + plyTable - attacks}, {address[variables.MLIST], listBytes},
	} {
		copy(e.machine.Memory[part.addr:][:part.length], after[part.addr:])
	}
}

// listArea returns what the last search has left of PLYIX and MLIST.
func (e *Engine) listArea() (plies, records []uint8, address uint16) {
	of, memory := &e.memory.address, e.machine.Memory[:]
	list := of[variables.MLIST]
	return memory[of[variables.PLYIX]:][:plyTable], memory[list:][:listBytes], list
}

// refresh returns the value of the refresh register with which the book answers with the move that
// options ask for (spec §12). It tries 0; if the book gives White's other move then, it returns 1.
func (e *Engine) refresh(ctx context.Context, options sargon.SearchOptions) uint8 {
	if e.moveNumber != 1 || options.NoBook || e.side == sargon.Black {
		return 0
	}
	before := e.machine.Memory
	defer func() { e.machine.Memory = before }()
	result, err := e.search(ctx, options, 0)
	if isQueenPawn := result.Best.From.File() == 3; err == nil && isQueenPawn != options.QueenPawn {
		return 1
	}
	return 0
}

// prepareSearch fills the variables that FNDMOV reads. It returns the move number.
func (e *Engine) prepareSearch(options sargon.SearchOptions) uint8 {
	e.prepare(e.side)
	e.memory.SetLevel(options.Level)
	e.machine.SetWord(e.memory.address[variables.BESTM], 0)
	moveNumber := e.moveNumber
	if options.NoBook && moveNumber == 1 {
		moveNumber = 2 // only the book and PMATE depend on whether it is 1 or 2
		e.memory.SetMoveNumber(moveNumber)
	}
	return moveNumber
}

// SearchStart returns the machine as Search would start it: about to run FNDMOV, which returns to
// emu.ReturnAddress. The engine stays as it was.
func (e *Engine) SearchStart(ctx context.Context, options sargon.SearchOptions) (s emu.Snapshot, err error) {
	if err := options.Validate(true); err != nil {
		return s, err
	}
	before := e.machine.Memory
	defer func() { e.machine.Memory = before }()
	refresh := e.refresh(ctx, options)
	e.prepareSearch(options)
	e.enter(e.memory.routine.findMove, refresh)
	s = e.machine.Snapshot()
	s.TStates = 0
	r := &s.Registers
	r.PC = e.memory.routine.findMove
	r.SP -= 2
	binary.LittleEndian.PutUint16(s.Memory[r.SP:], emu.ReturnAddress)
	return s, nil
}

// search has the program run one search, with refresh in the register R, and returns its result. If the
// search is stopped, the result holds what was found so far.
func (e *Engine) search(ctx context.Context, options sargon.SearchOptions,
	refresh uint8) (sargon.Result, error) {
	moveNumber := e.prepareSearch(options)
	l := e.spectator.begin(ctx, options)
	defer e.spectator.End()

	started := e.machine.TStates
	err := e.call(ctx, e.memory.routine.findMove, refresh)
	result := l.Result()
	result.TStates = e.machine.TStates - started
	result.MateAt = e.memory.byte(variables.PMATE)
	result.Book = moveNumber == 1 && l.Gens == 0 && err == nil
	if moveNumber != e.moveNumber && result.MateAt > 0 {
		result.MateAt--
	}
	result.Best = sargon.Move{}
	if best := e.memory.word(variables.BESTM); best != 0 {
		result.Best = e.memory.record(best)
	}
	result.Score = e.memory.Score(1)
	if result.Book {
		result.PV = []sargon.Move{result.Best}
	}
	switch {
	case l.stopped != nil:
		return result, l.stopped
	case err != nil:
		return result, err
	case !result.Book && l.tried[1] == 0:
		result.Best, result.PV = sargon.Move{}, nil
		return result, sargon.ErrNoLegalMove
	}
	return result, nil
}
