package game

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Outcome is the result of a game as PGN writes it.
type Outcome string

// The four outcomes.
const (
	Unfinished Outcome = "*"
	WhiteWins  Outcome = "1-0"
	BlackWins  Outcome = "0-1"
	Draw       Outcome = "1/2-1/2"
)

// ParseOutcome reads an outcome as people write it: with dashes of any length, colons or slashes,
// blanks, and halves as 1/2, ½, 0.5 or 0,5, of which one is enough; also "White wins", "draw", the
// + and - of a win without a game, and ? for what is not known. What else there is, like 0-0 where
// both have lost, is none of the four.
func ParseOutcome(text string) (o Outcome, ok bool) {
	switch o := Outcome(text); o {
	case Unfinished, WhiteWins, BlackWins, Draw:
		return o, true
	}
	const longest = 40 // bytes
	if len(text) > longest {
		return "", false
	}
	o, ok = outcomes[outcomeSigns.Replace(strings.ToLower(strings.TrimRight(plain(text), " .,;!")))]
	return o, ok
}

var outcomeSigns = strings.NewReplacer(" ", "", "\t", "", ":", "-", ",", ".", "1/2", ".5", "0.5", ".5",
	"0,5", ".5")

// outcomes are what outcomeSigns makes of the spellings.
var outcomes = func() map[string]Outcome {
	known := map[string]Outcome{}
	for outcome, spellings := range map[Outcome]string{
		Unfinished: "* ?",
		WhiteWins:  "1-0 1/0 1.0-0.0 +- +/- +-- whitewins whitewon",
		BlackWins:  "0-1 0/1 0.0-1.0 -+ -/+ --+ blackwins blackwon",
		Draw:       ".5-.5 5-.5 .5/.5 .5.5 .5 .5- = =-= =/= draw drawn remis",
	} {
		for spelling := range strings.FieldsSeq(spellings) {
			known[spelling] = outcome
		}
	}
	return known
}()

// Win returns the outcome of a game that a side has won.
func Win(side sargon.Color) Outcome {
	if side == sargon.White {
		return WhiteWins
	}
	return BlackWins
}

// Points returns what a side gets: 2 for a win, 1 for a draw, 0 otherwise.
func (o Outcome) Points(side sargon.Color) int {
	switch o {
	case Draw:
		return 1
	case Win(side):
		return 2
	}
	return 0
}

// Reason says why a game is over, in words.
type Reason string

// The reasons that the rules know.
const (
	Checkmate            Reason = "checkmate"
	Stalemate            Reason = "stalemate"
	Repetition           Reason = "threefold repetition"
	FiftyMoves           Reason = "fifty moves"
	InsufficientMaterial Reason = "insufficient material"
)

// The reasons that are outside the board.
const (
	Resignation Reason = "resignation"
	TimeForfeit Reason = "loss on time"
	IllegalMove Reason = "illegal move"
	Crash       Reason = "crash"
)

// Claimed reports whether the game is over only because a player could claim a draw: the
// players may go on.
func (r Reason) Claimed() bool { return r == Repetition || r == FiftyMoves }

// Result is an outcome and its reason. The reason is empty if the game goes on, or if
// it is not known.
type Result struct {
	Outcome Outcome
	Reason  Reason
}

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Outcome != Unfinished }

// Description returns how a game ended: "White wins, checkmate".
func (r Result) Description() string {
	text := map[Outcome]string{
		WhiteWins: "White wins", BlackWins: "Black wins", Draw: "a draw",
	}[r.Outcome]
	if r.Reason != "" {
		text += ", " + string(r.Reason)
	}
	return text
}

// String returns "1-0 (checkmate)".
func (r Result) String() string {
	if r.Reason == "" {
		return string(r.Outcome)
	}
	return fmt.Sprintf("%s (%s)", r.Outcome, r.Reason)
}
