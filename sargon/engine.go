package sargon

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Engine plays Sargon's chess. An engine holds one game. All engines answer alike, except for
// their names and for what only a machine has (T-states). An engine that is a program on an
// emulated machine also implements emulated.Machine.
//
// An engine is not safe for use by several goroutines at once; two engines share nothing.
type Engine interface {
	// Name returns the name that selects the engine: "rom", "10x12", "0x88",
	// "bitboards". The machine's may be followed by the name of its CPU core: "rom@library".
	Name() string

	// SetPosition sets up a position: board, royal squares, side to move, move number
	// and previous move are taken as they are (ParseFEN fills them by spec §16).
	SetPosition(Position) error

	// Position returns the position of the game.
	Position() Position

	// Play makes a move of the side to move: the first one generated that goes from
	// from to to, castling as the king's move (spec §13). Afterwards it is the
	// previous move, and after Black's move the move number goes up by one. An
	// illegal move returns an *IllegalMoveError and changes nothing.
	Play(from, to Square) error

	// Search thinks for the side to move (spec §11) and leaves the position as it
	// found it, but for the royal queen squares: those stay where a finished search
	// leaves them, and are part of the game (spec §14.1). So are the ply table and the
	// list area (spec §3), which SetPosition clears and a finished search leaves as they
	// are. The program itself looks for no legal move first; Search returns
	// ErrNoLegalMove if there is none. When ctx ends it returns promptly with what it
	// has so far (Best may be none) and an error that wraps ctx.Err(); when MaxEvals is
	// reached, with ErrMaxEvals. A machine whose program never ends gives an error that
	// wraps ErrEndless, here as in Play and Examine. An engine that has no memory of 1978 to go on in
	// where the search leaves the specification gives an error that wraps ErrUndefined.
	Search(ctx context.Context, options SearchOptions) (Result, error)

	// Examine returns the root of a search in parts: what the program sees in the
	// position before it looks ahead (spec §4–10). It changes nothing. If ctx ends, the
	// error wraps ctx.Err().
	Examine(ctx context.Context) (Examination, error)

	// Capabilities returns what the engine shows and does beyond this interface.
	Capabilities() Capabilities
}

// EngineNames are the names by which people ask for engines: the embedded ROM on the emulated
// machine, and the native ones by their boards; the last is the fastest.
var EngineNames = []string{"rom", "10x12", "0x88", "bitboards"}

// FastestEngine is the one to take where nothing else matters.
const FastestEngine = "bitboards"

// SearchOptions say how to search. Only Level has no useful zero value.
type SearchOptions struct {
	Level Level // PLYMAX, MinLevel…MaxLevel, with NoLimits up to MaxDepth

	// NoLimits lifts the limits of the 2 KB list area: no move is dropped. Equal to
	// 1978 wherever that area does not overflow. A machine returns ErrUnsupported.
	NoLimits bool

	// NoBook searches at move number 1 too, where the program answers from its book
	// (spec §12).
	NoBook bool

	// QueenPawn chooses d2d4 as White's book move, as bit 0 of the refresh register R
	// would (spec §12); otherwise it is e2e4.
	QueenPawn bool

	// MaxEvals stops the search at this many static evaluations, the root's
	// included; 0 means no limit.
	MaxEvals uint64

	// Root restricts the search to root moves for which it returns true; nil keeps all. The
	// program of 1978 cannot do this. The other moves are removed from the list of ply 1 as soon as
	// it is generated.
	Root func(Move) bool

	// Callbacks are called for what happens during the search.
	Callbacks Callbacks
}

// Callbacks holds functions called during a search, on the searching goroutine; nil ones are
// skipped. They must not call the engine.
type Callbacks struct {
	// Enter is called when the search enters a ply, from 1, just before it generates the moves there:
	// previous is the move that led to it, at ply 1 the opponent's last one (spec §11).
	Enter func(ply uint8, previous Move)
	// Evaluation is called after each static evaluation but the root's (spec §17).
	Evaluation func(Evaluation)
	// State is called just before Evaluation with everything an evaluation rests on. The
	// pointed-to value is valid during the call only.
	State func(*State)
	// Best is called each time the best move changes, BESTM (spec §11).
	Best func(Line)
	// Root is called when the search turns to a move at ply 1: the move, its place
	// in the list from 1, and how many records the list has.
	Root func(move Move, number, of int)
}

// Line is the best line so far.
type Line struct {
	Moves []Move // the first one is the best move; valid during the call only
	Score Score
	Evals uint64 // static evaluations so far, the root's included
}

// State is what the program holds right after a static evaluation (spec §6, §8).
type State struct {
	Board  [BoardSize]Piece
	Royal  [4]Square // in the order of POSK and POSQ
	Pins   []Pin     // valid during the call only
	Totals Totals
}

// Totals are the variables of the static evaluation (spec §8).
type Totals struct {
	BoardControl int8   `json:"brdc"`  // White positive
	Material     int8   `json:"mtrl"`  // doubled points less one for each loss, White positive
	PointsLost   uint8  `json:"ptsl"`  // doubled: the most that the side that moved may lose
	PointsWon1   uint8  `json:"ptsw1"` // doubled: the most it may win
	PointsWon2   uint8  `json:"ptsw2"` // doubled: the second most
	HangingMover Square `json:"ptsck"` // the piece just moved, if it hangs
	Value        Value  `json:"valm"`
}

// Pin is a pinned piece: its square, and the direction from the royal piece to it, as
// the step of spec §2.
type Pin struct {
	Square    Square
	Direction int8
}

// String returns "d2+9".
func (p Pin) String() string { return fmt.Sprintf("%v%+d", p.Square, p.Direction) }

// AttackList is the 14 bytes of the attackers of one square: 7 for White, then 7 for
// Black; a count, then a slot each for pawn … king with two values as half-bytes
// (spec §6).
type AttackList [14]uint8

// Attacker is a piece in an attack list: the type of its slot, and its value.
type Attacker struct {
	Type  PieceType
	Value uint8
}

// Attackers returns the count of a side, and its attackers from pawn to king.
func (l AttackList) Attackers(side Color) (count uint8, attackers []Attacker) {
	half := l[:len(l)/2]
	if side == Black {
		half = l[len(l)/2:]
	}
	for slot, both := range half[1:] {
		for _, value := range []uint8{both & 0x0F, both >> 4} {
			if value != 0 {
				attackers = append(attackers, Attacker{PieceType(slot + 1), value})
			}
		}
	}
	return half[0], attackers
}

// Examination is what the program sees in a position before it looks ahead.
type Examination struct {
	Check     bool        // CKFLG: the side to move is in check
	Generated []Move      // records in memory order, second halves of pairs included (spec §4)
	Sorted    []RatedMove // the list after ordering, at depth 2 (spec §10)
	Totals    Totals      // of the root's own evaluation (spec §8)
	Pins      []Pin       // in the order found (spec §6)

	Attacks   [BoardSize]AttackList // by square (spec §6)
	Exchanges [BoardSize]int8       // what the owner of the piece would lose (spec §7)
}

// Result is what a search found.
type Result struct {
	Best  Move  // BESTM; the zero Move if none was found before the search was stopped
	Score Score // SCORE[1]; 0 for a book move
	Book  bool  // the book answered, nothing was searched (spec §12)

	Evals   uint64      // static evaluations, the root's included
	Trace   Fingerprint // of all of them but the root's (spec §17)
	PV      []Move      // principal variation: Best first; the program of 1978 did not keep it
	Root    []RatedMove // the list at ply 1 as it was tried; values are 0 at level 1
	Gens    uint64      // calls of the move generator
	Records int         // most records in the list area, counted whenever a ply starts
	Dropped uint64      // records dropped because the list area was full (spec §3)
	MateAt  uint8       // PMATE: move number of the last mate met in the tree (spec §14.7)

	// UndefinedReason says how the search left what the specification describes, as far as the engine
	// itself can tell; "" if it did not. DefinedEvals is how many evaluations were over by then, the
	// root's included; 0 if the engine does not count them. An engine may go on, or end the search with
	// ErrUndefined.
	UndefinedReason string
	DefinedEvals    uint64

	// OriginalTStates is how many T-states the program of 1978 took for this search: measured
	// where such a program has run, otherwise Estimated (EstimateTStates).
	OriginalTStates uint64
	Estimated       bool

	TStates  uint64        // clock periods of the search, 0 if the engine is not a machine
	Duration time.Duration // by the clock on the wall
}

// Errors of engines.
var (
	ErrNoLegalMove = errors.New("no legal move: the side to move is mated or stalemated")
	ErrMaxEvals    = errors.New("stopped at the given number of evaluations")
	// ErrEndless is the error of a machine whose program runs for ever, as that of 1978 could:
	// looking for attackers after the end of its lists where all is 0 (spec §7), or round a list of old
	// records (spec §3). It is wrapped with the position and how far the program came.
	ErrEndless = errors.New("the program never returns from this position")
	// ErrUndefined is the error of a search that ended where it left what the specification describes
	// (spec, appendix): see Result.UndefinedReason.
	ErrUndefined   = errors.New("the search leaves the specification")
	ErrUnsupported = errors.New("not supported by this engine")
)

// IllegalMoveError says which move was refused, in which position and, as far as it is known, why.
type IllegalMoveError struct {
	Move   string // as it was written, or from and to
	FEN    string
	Reason string
}

func (e *IllegalMoveError) Error() string {
	text := fmt.Sprintf("%q is not a legal move", e.Move)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text + " (in " + e.FEN + ")"
}

// Validate checks the options for an engine with the limits of 1978 (machine = true) or
// one that can lift them.
func (o SearchOptions) Validate(machine bool) error {
	limit := MaxLevel
	if o.NoLimits {
		if machine {
			return fmt.Errorf("a search without the limits of 1978: %w; a native engine can",
				ErrUnsupported)
		}
		limit = MaxDepth
	}
	if o.Level < MinLevel || o.Level > limit {
		return fmt.Errorf("level %d is out of range: want %d–%d", o.Level, MinLevel, limit)
	}
	return nil
}
