package routine_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/compare/routine"
	"sargon78/emu/z80"
)

// All and Sample name the code that no case has run, also with stubs, exits and jumps through a register.
func TestCodeThatNoCaseUses(t *testing.T) {
	program := have(routine.Assemble("low.z80", `
	ORG 8000H
LOW:	CP 10
	JR C,LESS
	CP 20
	RET Z
	CALL NC,BEYOND
	LD A,10
LESS:	LD HL,DONE
	JP (HL)
OTHER:	NOP		; nobody goes there
DONE:	JR NC,AGAIN
	DEFB 0
AGAIN:	RET
BEYOND:	LD A,1
	RET`))
	low := func(values routine.Values) *routine.Routine {
		return &routine.Routine{
			Name: "LOW", Program: program, Entry: program.At("LOW"), Given: z80.RegA,
			Changes: routine.Set("AF", "HL"),
			Inputs:  []routine.Input{routine.Register("A", values)},
			Other:   routine.Go(func(*routine.State) {}),
		}
	}
	unused := func(r *routine.Routine) string {
		results := have(routine.All(t.Context(), routine.Options{Workers: 2}, r))
		sampled := have(routine.Sample(t.Context(), routine.Options{Cases: 3000}, r))
		assert.Equal(t, results[0].Unused.String(), sampled[0].Unused.String())
		return results[0].Unused.String()
	}
	assert.Empty(t, unused(low(routine.AllBytes)))
	assert.Equal(t, "6 of 13 instructions never ran: CP 14h at LOW+4 (low.z80:5), RET Z at LOW+6 (low.z80:6), "+
		"CALL NC,8015h at LOW+7 (low.z80:7) and 3 more; 2 branches went one way only: JR C,800Ch at LOW+2 (low.z80:4) "+
		"was always taken, JR NC,8014h at DONE (low.z80:12) was never taken", unused(low(routine.Of(3, 9))))
	assert.Equal(t, "2 of 13 instructions never ran: LD A,01h at BEYOND (low.z80:15), RET at BEYOND+2 (low.z80:16); "+
		"2 branches went one way only: CALL NC,8015h at LOW+7 (low.z80:7) was never taken, JR NC,8014h at DONE "+
		"(low.z80:12) was never taken", unused(low(routine.Of(9, 10, 20))))
	stubbed := low(routine.AllBytes)
	stubbed.Calls = []*routine.Stub{{Name: "BEYOND", At: program.At("BEYOND")}}
	stubbed.Exits = []uint16{program.At("AGAIN")}
	stubbed.Other = routine.Go(func(s *routine.State) {
		if len(s.Calls("BEYOND")) > 0 {
			s.Call("BEYOND")
		}
		if s.Left().Register(z80.FlagC) == 0 {
			s.GoOn(program.At("AGAIN"))
		}
	})
	assert.Empty(t, unused(stubbed), "what is stubbed and what comes after an exit are not the routine's")

	result := have(routine.All(t.Context(), routine.Options{Shards: 2}, low(routine.Of(1))))[0]
	assert.Nil(t, result.Unused, "only a part was done")
	result = have(routine.All(t.Context(), routine.Options{}, low(routine.Of(1))))[0]
	assert.Contains(t, result.String(), "\n  6 of 13 instructions never ran: ")
	assert.Contains(t, string(have(json.Marshal(result))), `"NeverRan":[32772,`)
}
