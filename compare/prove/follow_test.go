package prove

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
)

// begun is INITBD with something in front of it.
func begun(t *testing.T, code string) Result {
	t.Helper()
	image := romstest.ImageWithChange(t, "board", "INITBD:\n", "INITBD:\n"+code+"\n")
	return Prove(t.Context(), image, named(t, Rows, "INITBD"), Options{Workers: 1})[0]
}

// What is no input has no value, wherever it is read from: a program that goes by it is not proved.
func TestWhatIsNoInputIsNotRead(t *testing.T) {
	for code, fault := range map[string]string{
		" LD A,R\n CP 77H\n RET Z":                                        "LD A,R at 1C28h reads R, which has no value",
		" LD A,R\n CP 77H\n LD BC,118\n JR Z,$+3\n INC BC":                "reads R, which has no value",
		" DEFB 0DDH\n LD A,R\n CP 77H\n RET Z":                            "LD A,R at 1C29h reads R, which has no value",
		" LD A,I\n CP 77H\n RET Z":                                        "RET Z at 1C2Ch reads Z, which has no value",
		" LD A,I\n RET PE":                                                "reads P/V, which has no value",
		" LD A,I\n LD (BOARDA),A\n LD A,(BOARDA)\n OR A\n RET Z":          "reads Z, which has no value",
		" LD A,I\n LD (BOARDA),A\n LD HL,BOARDA\n INC (HL)":               "reads BOARDA, which has no value",
		" LD A,I\n LD L,A\n LD A,(HL)":                                    "reads L, which has no value",
		" LD A,I\n PUSH AF\n POP HL\n BIT 0,H\n RET Z":                    "reads Z, which has no value",
		" LD A,I\n PUSH AF\n RET":                                         "RET at 1C2Bh reads 13FBh, which has no value",
		" LD A,I\n ADD A,1":                                               "reads A, which has no value",
		" EX AF,AF'\n RET C":                                              "reads carry, which has no value",
		" EXX\n LD A,B\n EXX\n OR A\n RET Z":                              "reads Z, which has no value",
		" SCF\n PUSH AF\n POP BC\n BIT 3,C\n RET Z":                       "reads Z, which has no value",
		" BIT 0,(HL)":                                                     "reads L, which has no value",
		" LD HL,DIRECT\n BIT 0,(HL)\n PUSH AF\n POP BC\n BIT 3,C\n RET Z": "reads Z, which has no value",
		" OR A\n RET Z":                                                   "reads Z, which has no value",
		" DAA":                                                            "reads carry, which has no value",
		" DJNZ $+2":                                                       "reads B, which has no value",
		" LD HL,0\n ADC HL,HL":                                            "reads carry, which has no value",
		" IN A,(0FEH)":                                                    "IN A,(0FEh) at 1C28h reads a port: that cannot be followed",
		" IN F,(C)":                                                       "reads a port",
		" INI":                                                            "reads a port",
		" OTIR":                                                           "writes to a port",
		" OUT (C),0":                                                      "writes to a port",
		" HALT":                                                           "waits for an interrupt",
		" EI":                                                             "lets interrupts in",
		" RETI":                                                           "ends an interrupt",
		" DI":                                                             "DI at 1C28h writes to IFF1, IFF2",
		" IM 1":                                                           "writes to IM",
		" LD A,0\n LD R,A":                                                "writes to R",
		" LD A,0\n LD I,A":                                                "writes to I",
		" JP PLYIX":                                                       "which is data",
		" JP BOARDA":                                                      "which is data",
	} {
		r := begun(t, code)
		if assert.NotNil(t, r.Fault, code) {
			assert.Contains(t, r.Fault.What, fault, code)
		}
	}
}

// All other instructions are followed: what they leave is known, and what they only move may have no
// value.
func TestAllInstructionsAreFollowed(t *testing.T) {
	for _, code := range []string{
		" LD A,I\n CP 77H", " LD A,I\n LD L,A\n LD A,L", " SUB A\n RET NZ", " OR A\n SBC A,A\n SUB A\n RET C",
		" XOR A\n DAA\n RET NZ", " EX (SP),HL\n EX (SP),HL", " EX AF,AF'\n EX AF,AF'", " EXX\n EXX",
		" PUSH IX\n EX (SP),IX\n POP IX", " LD A,1\n SLL A\n RET Z",
		" XOR A\n SCF\n PUSH AF\n POP BC\n BIT 3,C\n RET NZ", " CP A\n RET NZ", " LD A,A\n OR A",
		" LD (BOARDA),HL\n LD HL,(BOARDA)", " CALL $+4\n NOP\n POP HL", " DEFB 0DDH\n NOP", " DEFB 0EDH,0",
		" XOR A\n CALL NZ,0\n RET NZ", " XOR A\n RLA\n RET C", " XOR A\n LD HL,BOARDA\n LD (HL),0\n RLD\n RRD",
		" LD HL,DIRECT\n LD A,(HL)\n LD BC,9\n CPIR\n RET NZ", " LD HL,DIRECT\n LD BC,1\n CPD",
		" LD HL,DIRECT\n LD DE,BOARDA\n LD BC,4\n LDIR",
	} {
		r := begun(t, code)
		assert.Nil(t, r.Fault, code)
		assert.Equal(t, "proved", r.Verdict(), code)
	}
}

// What a routine makes must be compared with something, also where the engine does not keep it.
func TestWhatIsMadeIsCompared(t *testing.T) {
	row := *named(t, Rows, "book")[0]
	row.run = func(p *pair) {
		p.chip.R = uint8(p.choice("r"))
		p.program()
	}
	r := Prove(t.Context(), romstest.Image(t), []*Row{&row}, Options{Workers: 1})[0]
	require.NotNil(t, r.Fault)
	assert.Equal(t, "SCORE+1 is changed or made, and compared with nothing", r.Fault.What)
}
