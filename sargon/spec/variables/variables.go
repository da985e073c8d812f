// Package variables has the addresses of the variables and tables of the program of 1978 (spec §15),
// for all packages that read the memory of a machine.
//
//	offset := variables.BOARDA             // from the load address
//	v, ok := variables.Named("PLYIX")      // 40 bytes at 15Fh
//
// It is not a part of package spec, so that a small program need not contain all pages.
package variables

import "slices"

// Offsets of the variables in bytes from the load address (spec §15). They are the same in every ROM
// image. No other place in this project states them.
const (
	M1     = 0x000
	M2     = 0x002
	M3     = 0x004
	M4     = 0x006
	T1     = 0x008
	T2     = 0x00A
	T3     = 0x00C
	INDX1  = 0x00E
	INDX2  = 0x010
	NPINS  = 0x012
	MLPTRI = 0x014
	MLPTRJ = 0x016
	SCRIX  = 0x018
	BESTM  = 0x01A
	MLLST  = 0x01C
	MLNXT  = 0x01E
	KOLOR  = 0x020
	COLOR  = 0x021
	P1     = 0x022
	P2     = 0x023
	P3     = 0x024
	PMATE  = 0x025
	MOVENO = 0x026
	PLYMAX = 0x027
	NPLY   = 0x028
	CKFLG  = 0x029
	MATEF  = 0x02A
	VALM   = 0x02B
	BRDC   = 0x02C
	PTSL   = 0x02D
	PTSW1  = 0x02E
	PTSW2  = 0x02F
	MTRL   = 0x030
	BC0    = 0x031
	MV0    = 0x032
	PTSCK  = 0x033
	BMOVES = 0x034
	DIRECT = 0x080
	DPOINT = 0x098
	DCOUNT = 0x09F
	PVALUE = 0x0A6
	PIECES = 0x0AC
	BOARDA = 0x0B4
	TBASE  = 0x100 // no variable: the indices count from here
	ATKLST = 0x12C
	PLISTA = 0x13A
	POSK   = 0x14E
	POSQ   = 0x150
	SCORE  = 0x153
	PLYIX  = 0x15F
	STACK  = 0x2FF
	MLIST  = 0x300
)

// Kind says what a variable holds.
type Kind string

// The kinds of variables.
const (
	Byte     Kind = "byte"
	Index    Kind = "index" // a word whose high byte stays the page of TBASE
	Word     Kind = "word"  // an address
	Table    Kind = "table"
	StackTop Kind = "top" // of the stack, which grows downwards
)

// Variable is one of the variables and tables through which the parts of the program exchange data.
type Variable struct {
	Name   string
	Offset uint16 // from the load address
	Size   int    // in bytes
	Kind   Kind
}

// All are all variables in the order of their addresses.
var All = []Variable{
	{"M1", M1, 2, Index}, {"M2", M2, 2, Index}, {"M3", M3, 2, Index}, {"M4", M4, 2, Index},
	{"T1", T1, 2, Index}, {"T2", T2, 2, Index}, {"T3", T3, 2, Index},
	{"INDX1", INDX1, 2, Index}, {"INDX2", INDX2, 2, Index}, {"NPINS", NPINS, 2, Index},
	{"MLPTRI", MLPTRI, 2, Word}, {"MLPTRJ", MLPTRJ, 2, Word}, {"SCRIX", SCRIX, 2, Word},
	{"BESTM", BESTM, 2, Word}, {"MLLST", MLLST, 2, Word}, {"MLNXT", MLNXT, 2, Word},
	{"KOLOR", KOLOR, 1, Byte}, {"COLOR", COLOR, 1, Byte},
	{"P1", P1, 1, Byte}, {"P2", P2, 1, Byte}, {"P3", P3, 1, Byte},
	{"PMATE", PMATE, 1, Byte}, {"MOVENO", MOVENO, 1, Byte}, {"PLYMAX", PLYMAX, 1, Byte},
	{"NPLY", NPLY, 1, Byte}, {"CKFLG", CKFLG, 1, Byte}, {"MATEF", MATEF, 1, Byte},
	{"VALM", VALM, 1, Byte}, {"BRDC", BRDC, 1, Byte}, {"PTSL", PTSL, 1, Byte},
	{"PTSW1", PTSW1, 1, Byte}, {"PTSW2", PTSW2, 1, Byte}, {"MTRL", MTRL, 1, Byte},
	{"BC0", BC0, 1, Byte}, {"MV0", MV0, 1, Byte}, {"PTSCK", PTSCK, 1, Byte},
	{"BMOVES", BMOVES, 12, Table}, {"DIRECT", DIRECT, 24, Table}, {"DPOINT", DPOINT, 7, Table},
	{"DCOUNT", DCOUNT, 7, Table}, {"PVALUE", PVALUE, 6, Table}, {"PIECES", PIECES, 8, Table},
	{"BOARDA", BOARDA, 120, Table}, {"ATKLST", ATKLST, 14, Table}, {"PLISTA", PLISTA, 20, Table},
	{"POSK", POSK, 2, Table}, {"POSQ", POSQ, 3, Table}, {"SCORE", SCORE, 12, Table},
	{"PLYIX", PLYIX, 40, Table}, {"STACK", STACK, 0, StackTop}, {"MLIST", MLIST, 2048, Table},
}

// Named returns a variable by its name in capitals.
func Named(name string) (Variable, bool) {
	i := slices.IndexFunc(All, func(c Variable) bool { return c.Name == name })
	if i < 0 {
		return Variable{}, false
	}
	return All[i], true
}

// Names returns the names of all variables, followed by those of the entry points.
func Names() (names []string) {
	for _, c := range All {
		names = append(names, c.Name)
	}
	return append(names, EntryPoints...)
}

// EntryPoints are the routines that every ROM image names (spec §15), and MVEMSG, the variable in which
// VALMOV takes its move.
var EntryPoints = []string{
	"ATTACK", "CPTRMV", "DRIVER", "EVAL", "FNDMOV", "GENMOV", "INCHK", "INITBD",
	"MOVE", "MVEMSG", "PINFND", "PLYRMV", "POINTS", "ROYALT", "SORTM", "UNMOVE", "VALMOV", "XCHNG",
}
