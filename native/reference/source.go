package reference

import (
	"embed"
	"errors"
	"regexp"
	"strings"
	"sync"
)

// The source is there to be read next to that of the ROM.
//
//go:embed attack.go engine.go evaluate.go exchange.go generate.go list.go make.go memory.go pins.go
//go:embed search.go
var source embed.FS

// Function is a function of this package, as text.
type Function struct {
	Name string // of a method of memory: memory.at
	File string
	Text string // with its comment
}

// functionsOfRoutine names the functions that do what a routine of roms/src does, the nearest first.
var functionsOfRoutine = map[string]string{
	"square_address": "memory.at memory.setAt",
	"LOOK":           "classifySquare isEmpty",
	"INITBD":         "SetPosition setBoard",
	"ROYALT":         "SetRoyals",
	"royal_address":  "royalAddress queenAddress",

	"open_list":  "openList startCell headCell",
	"store_move": "add",
	"close_pair": "addPair",
	"end_link":   "memory.setWord",

	"INCHK":          "inCheck",
	"king_attacked":  "inCheck",
	"ATTACK":         "attack attackAlong attackThrough attackJumps endsTest attacks pawnAttacks",
	"clear_lists":    "attack memory.clearLists",
	"enter_attacker": "enter",

	"PINFND":      "findPins",
	"pins_of":     "findPin pins addPin",
	"count_sides": "pins",
	"pin_forbids": "pinAllows",

	"XCHNG":       "exchange exchangeRound",
	"xchng_count": "exchangeRound",
	"next_piece":  "ask take",

	"POINTS":       "evaluate evaluateSquare value points materialPart controlPart",
	"manners":      "development",
	"white_view":   "development addMaterial",
	"points_piece": "evaluateSquare addMaterial lose win",
	"limit":        "clamp",

	"GENMOV":       "generate",
	"gen_piece":    "generatePiece",
	"gen_ray":      "generatePiece",
	"gen_store":    "add",
	"gen_pawn":     "generatePawn",
	"pawn_capture": "generatePawn",
	"pawn_store":   "generatePawn",
	"en_passant":   "generateEnPassant",
	"castle":       "generateCastling",
	"castle_side":  "generateCastling castlingPath",
	"gen_second":   "addPair",

	"MOVE":           "make",
	"make_one":       "makeHalf put",
	"UNMOVE":         "unmake",
	"undo_one":       "unmakeHalf put",
	"read_move":      "memory.move",
	"read_move_more": "second memory.move",
	"note_royal":     "royalAddress",
	"note_captured":  "isQueen queenAddress",

	"SORTM": "order insert",
	"EVAL":  "rate evaluateTraced",

	"FNDMOV":      "begin searchRoot evaluateRoot searchPly try descend handleValue noLegalMove",
	"compare_ply": "try",
	"ascend":      "descend",
	"book":        "bookMove",

	"VALMOV":    "Play generateGame playListed",
	"find_move": "playListed",
}

// FunctionsOf returns the functions that do what a routine of the ROM's source does, the nearest first;
// none if the routine is no part of the engine. The Text of one that is not there is empty.
func FunctionsOf(routine string) (found []Function) {
	for name := range strings.FieldsSeq(functionsOfRoutine[routine]) {
		f := functions()[name]
		f.Name = name
		found = append(found, f)
	}
	return found
}

var (
	reading sync.Once
	byName  = map[string]Function{}
)

// functions returns all functions by their names. It reads them when it is first called, not when the
// program starts: so a program that shows no source, like the page's, contains no regular expressions.
func functions() map[string]Function {
	reading.Do(readFunctions)
	return byName
}

// readFunctions fills byName with the functions of this package: the file and the text of each, with its
// comment.
func readFunctions() {
	whole := regexp.MustCompile(`(?m)(?:^//.*\n)*^func (?:\(\w+ \*?(\w+)\) )?(\w+)\(` +
		`(?:.*\}\n|(?s:.*?)\n\}\n)`) // on one line, or up to a brace at the margin
	entries, err := source.ReadDir(".")
	for _, entry := range entries {
		text, failed := source.ReadFile(entry.Name())
		err = errors.Join(err, failed)
		for _, m := range whole.FindAllStringSubmatch(string(text), -1) {
			name := m[2]
			if m[1] == "memory" {
				name = "memory." + name
			}
			if _, known := byName[name]; !known {
				byName[name] = Function{File: entry.Name(), Text: m[0]}
			}
		}
	}
	if err != nil {
		panic(err) // they are embedded
	}
}
