package prove

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/roms"
	"sargon78/roms/romstest"
)

func TestRoutinesDoWhatTheRulesSay(t *testing.T) {
	for _, part := range []struct {
		rows []*Row
		most uint64
	}{{Rows[:len(Rows)-len(boardRows)], 100}, {boardRows, 25}} { // whole positions are expensive
		for _, r := range prove(t, romstest.Image(t), part.rows, routine.Options{Workers: 2, MaxCases: part.most, First: true}) {
			require.Nil(t, r.Fault, r.Row.Name)
			require.NotZero(t, r.Cases, r.Row.Name)
		}
	}
}

// All these faults are found. They were invented by hand. An earlier proof overlooked those with "hole",
// because its domains were too small or because it did not check something.
func TestPlantedFaultsAreFound(t *testing.T) {
	for _, f := range []struct{ row, file, old, new, what string }{
		{"LOOK", "board", "LD A,SAME ", "LD A,OTHER ", "no piece is one's own"},
		{"LOOK", "board", "INC A ; only the", "OR A ; the", "no border"},
		{"LOOK", "board", "ADC A,0 ; or", "NOP ; or", "hole: always the first page"},
		{"LOOK", "board", "RLCA ; and now", "LD C,A\n RLCA ; and now", "hole: C is spoiled"},
		{"ROYALT", "board", "SQ_H8-SQ_A1+1", "SQ_H8-SQ_A1", "h8 is not looked at"},
		{"royal_square", "board", "CP QUEEN", "CP ROOK", "rooks are royal"},
		{"INITBD", "board", "BC,119", "BC,118", "a hole in the border"},
		{"store_move", "record", "OR A ; no carry: SBC", "NOP ; SBC", "a flag that nobody has set"},
		{"store_move", "record", "LD (MLLST),DE", "NOP", "the list is not lengthened"},
		{"store_move", "record", "RET C ; MLNXT", "RET Z ; MLNXT", "one record less has room"},
		{"gen_pawn", "record", "LD DE,-RECORD", "LD DE,-RECORD+1", "a pair a byte apart"},
		{"gen_pawn", "generate", "CP 69", "CP 66", "no capture in passing from file f on"},
		{"gen_pawn", "generate", "POP AF\n LD (M1),A ; as it was", "POP AF", "M1 is not put back"},
		{"castle", "generate", "CP SQ_B8", "CP SQ_B1", "b8 must not be attacked"},
		{"castle", "generate", "AND 7FH ", "AND 77H ", "the rook may have moved"},
		{"castle", "generate", "RET NZ ; then not now", "RET Z", "only in check"},
		{"GENMOV", "generate", "CP SQ_H8+1", "CP SQ_H8", "no moves from h8"},
		{"attack_ray", "attack", "CP KING ; anybody", "CP PAWN ; anybody", "pawns on lines, and no king"},
		{"attack_ray", "attack", "SET QUEENED,C", "NOP", "who stands behind a queen does not wait"},
		{"attack_ray", "attack", "LD (T2),A", "LD A,(T2)", "hole: what the last ray has left"},
		{"ATTACK", "attack", "LD (INDX1),A ; the first", "NOP ; the first",
			"hole: the ray where the last scan ended"},
		{"enter_attacker", "attack", "INC HL ; a third", "NOP ; a third", "a third is written over the two"},
		{"enter_attacker", "attack", "BIT 7,E ", "BIT 7,C ", "pins do not misfile"},
		{"enter_attacker", "attack", "CALL pin_forbids", "NOP", "hole: pins are not asked"},
		{"pins_direction", "pins", "CALL ATTACK\n POP", "POP", "hole: old lists are asked"},
		{"pins_direction", "pins", "POP AF ; all as it was\n LD (INDX1),A", "POP AF",
			"hole: the cell of the ray is spoiled"},
		{"pins_direction", "pins", "JR pins_next ; other pins", "NOP ; other pins",
			"hole: after a pin no other ray is looked at"},
		{"pins_direction", "pins", "JR pins_next ; other pins", "PUSH HL\n JR pins_next ; other pins",
			"hole: the stack grows"},
		{"pin_forbids", "pins", "OR A ; no carry: it", "NOP ; it", "hole: right up to square 75"},
		{"pin_forbids", "pins", "JR pin_holds ; across", "JR pin_free ; across", "hole: nobody is held"},
		{"PINFND", "variables", "DB 0FFH", "DB 0FEH", "hole: no end mark in the image"},
		{"PINFND", "pins", "CP 0FFH", "CP 0F0H", "no end"},
		{"next_piece", "exchange", "DEC H ", "NOP ; ", "nobody is ever used up"},
		{"xchng_wait", "exchange", "RET C ; carry: it is; the", "RET NC ; the", "the wrong ones take"},
		{"xchng_wait", "exchange", "JR C,xchng_last ; none left", "NOP ; none left",
			"hole: nobody takes back, and it is not taken"},
		{"points_square", "evaluate", "JR Z,points_next\n LD (P1)", "LD (P1)", "hole: the border is counted"},
		{"XCHNG", "exchange", "EX DE,HL ; Black's", "NOP ; Black's", "White takes its own"},
		{"points_piece", "evaluate", "DEC D ", "NOP ; ", "danger costs nothing"},
		{"points_next", "evaluate", "SRL A ", "NOP ; ", "wins count in full"},
		{"manners", "evaluate", "CP OPENING", "CP OPENING+1", "an opening of seven moves"},
		{"limit", "evaluate", "JR C,limit_back", "JR NC,limit_back", "no limit downwards"},
		{"POINTS", "evaluate", "LD (PTSW2),A ; and their second", "NOP", "old wins"},
		{"UNMOVE, pairs", "make", "RES CASTLED,C", "NOP", "hole: castled forever"},
		{"UNMOVE", "make", "AND 8FH", "AND 87H", "who was taken has not moved"},
		{"MOVE, pairs", "make", "INC HL ; from the value", "NOP ; from the value",
			"a second record a byte too early"},
		{"sort_scan", "sort", "LD A,D ; a high byte of 0?", "LD A,E", "hole: a low byte of 0 ends a list"},
		{"SORTM", "sort", "LD (HL),0 ; the sorted list is empty,", "NOP", "hole: half a head is left"},
		{"EVAL", "sort", "JP UNMOVE", "RET", "moves stay on the board"},
		{"EVAL", "sort", "JP UNMOVE", "CALL UNMOVE\n JP UNMOVE", "hole: and are taken back twice"},
		{"FNDMOV", "search", "JR Z,search_cut ; as much", "NOP ; as much", "no cut if equal"},
		{"FNDMOV", "search", "JP Z,search_next ; no: equal", "NOP ; equal", "the last of equals is played"},
		{"FNDMOV", "search", "SBC A,0 ", "NOP ; ", "the move number goes up and up"},
		{"FNDMOV", "search", "LD (MATEF),A ; no legal", "NOP ; no legal", "never mate"},
		{"FNDMOV", "search", "LD HL,PLYIX-2", "LD HL,PLYIX-1", "hole: heads a byte off"},
		{"FNDMOV", "search", "LD (BC0),A ; control", "NOP ; control", "hole: the root is compared with an old one"},
		{"FNDMOV", "search", "LD (HL),D ; when we", "NOP ; when we", "hole: moves of a ply in two pages"},
		{"FNDMOV", "search", "LD H,(IX-3)", "NOP", "hole: a move in another page"},
		{"FNDMOV", "search", "JP Z,book", "JR NZ,not_the_first\n LD A,7\n LD (COLOR),A\n JP book\nnot_the_first:",
			"hole: what the book goes by was not compared"},
		{"VALMOV", "game", "OR A ; NZ", "NOP", "a refusal without NZ"},
		{"VALMOV", "game", "LD (MLPTRJ),HL\n LD A,2", "LD A,2", "what was refused is taken for the last move"},
		{"VALMOV", "game", "JR C,player_refused", "JR C,player_refused\n BIT 6,(IX+4)\n JR NZ,player_refused",
			"hole: pairs are refused"},
		{"VALMOV", "game", "LD A,2 ", "LD (POSK),A\n LD A,2 ", "hole: a refusal moves the king"},
		{"book", "book", "DB 22,", "DB 23,", "Nc3 is answered e7e5"},
	} {
		t.Run(f.file+": "+f.what, func(t *testing.T) {
			image := romstest.ImageWithChange(t, f.file, f.old, f.new)
			r := prove(t, image, rowNamed(t, Rows, f.row), routine.Options{Workers: 1, MaxCases: 100})[0]
			require.NotNil(t, r.Fault)
			require.Equal(t, "set PC = "+contractOf(r.Row).label, r.Debug[len(r.Debug)-1])
			t.Logf("%s: %s", f.row, r.Fault)
		})
	}
}

// rowNamed returns the row with a name, alone in a slice.
func rowNamed(t *testing.T, rows []*Row, name string) []*Row {
	i := slices.IndexFunc(rows, func(r *Row) bool { return r.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return rows[i : i+1]
}

// prove returns the results of Prove, which must have no error.
func prove(t *testing.T, image *roms.Image, rows []*Row, o routine.Options) []Result {
	results, err := Prove(t.Context(), image, rows, Options{Options: o})
	require.NoError(t, err)
	return results
}

// A program that lacks the label of a row does not differ: the row is not applicable, and the text says so. If
// no row is applicable, nothing was shown.
func TestAProgramWithOtherLabelsDoesNotDiffer(t *testing.T) {
	image := *romstest.Image(t)
	image.Labels, image.Symbols = maps.Clone(image.Labels), maps.Clone(image.Symbols)
	delete(image.Labels, "pins_of")
	maps.DeleteFunc(image.Symbols, func(name string, _ uint16) bool { return strings.EqualFold(name, "pins_of") })
	rows := slices.Concat(rowNamed(t, Rows, "store_move"), rowNamed(t, Rows, "pins_of"))
	results := prove(t, &image, rows, routine.Options{Workers: 2, MaxCases: 10})
	require.Equal(t, "in part", results[0].Verdict())
	require.Equal(t, "not applicable", results[1].Verdict())
	said, ok := Summary(results)
	require.True(t, ok, said)
	require.Contains(t, said, "1 not applicable")
	var text strings.Builder
	Write(&text, results)
	require.Contains(t, text.String(), "pins_of (spec §6) is not applicable: the program has no label pins_of")

	results[0].Fault = &routine.Fault{What: "planted"}
	said, ok = Summary(results)
	require.False(t, ok, said)
	said, ok = Summary(results[1:])
	require.False(t, ok)
	require.Contains(t, said, "the program has none of the labels")
}

// What a routine makes must be compared with something: the other side must make it too.
func TestWhatIsMadeIsCompared(t *testing.T) {
	row := rowNamed(t, Rows, "book")[0]
	r, missing := row.Routine(romstest.Image(t))
	require.Empty(t, missing)
	r.Other = routine.Go(func(*routine.State) {})
	results, err := routine.All(t.Context(), routine.Options{}, r)
	require.NoError(t, err)
	require.Contains(t, results[0].Fault.What, "only ")
}

// Variables are never code, even if the routine does not use them.
func TestVariablesAreNotExecuted(t *testing.T) {
	for code, fault := range map[string]string{
		" JP PLYIX": "runs away to PLYIX, which is data", " LD A,R\n CP 77H\n RET Z": "LD A,R at INITBD reads R, which has no value",
	} {
		image := romstest.ImageWithChange(t, "board", "INITBD:\n", "INITBD:\n"+code+"\n")
		r := prove(t, image, rowNamed(t, Rows, "INITBD"), routine.Options{})[0]
		require.NotNil(t, r.Fault)
		require.Contains(t, r.Fault.What, fault)
	}
}

// Against finds no difference between an image and itself, and finds the change in a changed image.
func TestAgainst(t *testing.T) {
	changed := romstest.ImageWithChange(t, "board", "INC A ; only the", "OR A ; the")
	rows := slices.Concat(rowNamed(t, Rows, "LOOK"), rowNamed(t, Rows, "enter_attacker"), rowNamed(t, Rows, "SORTM"),
		rowNamed(t, Rows, "attack_ray"), rowNamed(t, Rows, "points_piece"))
	o := Options{Options: routine.Options{Workers: 2, MaxCases: 50}}
	results, err := Against(t.Context(), romstest.Image(t), romstest.Image(t), rows, o)
	require.NoError(t, err)
	for i := range results {
		require.Nil(t, results[i].Fault, results[i].Row.Name)
	}
	results, err = Against(t.Context(), romstest.Image(t), changed, rows, o)
	require.NoError(t, err)
	require.NotNil(t, results[0].Fault)
	require.Nil(t, results[1].Fault)
}
