package prove

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms/romstest"
)

func TestRoutinesDoWhatTheRulesSay(t *testing.T) {
	for _, part := range []struct {
		rows []*Row
		most uint64
	}{{Rows[:len(Rows)-len(boardRows)], 100}, {boardRows, 25}} { // whole positions are expensive
		o := Options{Workers: 2, MaxCases: part.most, First: true}
		for _, r := range Prove(t.Context(), romstest.Image(t), part.rows, o) {
			require.Nil(t, r.Fault, r.Row.Name)
			require.NotZero(t, r.Cases, r.Row.Name)
		}
	}
}

// Faults invented by hand, by their files; those with "hole" are what a proof has once overlooked, as
// its domains were too small, or because nobody looked.
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
			r := Prove(t.Context(), image, named(t, Rows, f.row), Options{Workers: 1, MaxCases: 100})[0]
			require.NotNil(t, r.Fault)
			require.Equal(t, "set PC = "+contractOf(r.Row).label, r.Fault.Debug[len(r.Fault.Debug)-1])
			t.Logf("%s: %s; %s", f.row, r.Fault.What, r.Fault.Path)
		})
	}
}

// named is the row with a name.
func named(t *testing.T, rows []*Row, name string) []*Row {
	i := slices.IndexFunc(rows, func(r *Row) bool { return r.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return rows[i : i+1]
}

// A row of which too much is left open, or of which nothing was done, has shown nothing.
func TestWhatIsLeftOpenIsLimited(t *testing.T) {
	piece, bounded := &Row{}, &Row{Bounded: "in part"}
	for _, test := range []struct {
		result Result
		want   string
	}{
		{Result{Row: piece, Cases: 100, Left: 10, Done: true}, "proved"},
		{Result{Row: piece, Cases: 100, Left: 11, Done: true}, "LEFT OPEN"},
		{Result{Row: bounded, Cases: 100, Left: 15, Done: true}, "bounded"},
		{Result{Row: bounded, Cases: 100, Left: 16, Done: true}, "LEFT OPEN"},
		{Result{Row: piece, Cases: 100, Left: 99}, "in part"},
		{Result{Row: piece, Cases: 100, Left: 100}, "LEFT OPEN"},
		{Result{Row: piece}, "in part"},
		{Result{Row: piece, Cases: 100, Left: 100, Fault: &Fault{}}, "DIFFERS"},
		{Result{Row: piece, Missing: "pins_of"}, "not applicable"},
	} {
		require.Equal(t, test.want, test.result.Verdict(), test.result)
		_, ok := Summary([]Result{test.result})
		applicable := test.result.Missing == ""
		require.Equal(t, applicable && strings.ToLower(test.want) == test.want, ok, test.result)
	}
}

// A program whose labels have other names does not differ: what it has no label for is not
// applicable, and said to be so. Where nothing is applicable, nothing was shown.
func TestAProgramWithOtherLabelsDoesNotDiffer(t *testing.T) {
	image := *romstest.Image(t)
	image.Labels, image.Symbols = maps.Clone(image.Labels), maps.Clone(image.Symbols)
	delete(image.Labels, "pins_of")
	maps.DeleteFunc(image.Symbols, func(name string, _ uint16) bool { return strings.EqualFold(name, "pins_of") })
	rows := slices.Concat(named(t, Rows, "store_move"), named(t, Rows, "pins_of"))
	results := Prove(t.Context(), &image, rows, Options{Workers: 2, MaxCases: 10})
	require.Equal(t, "in part", results[0].Verdict())
	require.Equal(t, "not applicable", results[1].Verdict())
	said, ok := Summary(results)
	require.True(t, ok, said)
	require.Contains(t, said, "1 not applicable")
	var text strings.Builder
	Write(&text, results)
	require.Contains(t, text.String(), "pins_of (spec §6) is not applicable: the program has no label pins_of")

	said, ok = Summary(results[1:])
	require.False(t, ok)
	require.Contains(t, said, "the program has none of the labels")
}
