package machine

import (
	"errors"
	"strings"

	"sargon78/emu"
	"sargon78/sargon"
	"sargon78/sargon/emulated/debugger"
	"sargon78/sargon/emulated/states"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// Failure is an error in the form in which the page gets it.
type Failure struct {
	Text   string `json:"text"`            // in English
	Kind   string `json:"kind,omitempty"`  // the page's text in each language is "failure.KIND"; empty: it has none
	Number int    `json:"number"`          // a line of PGN, or the version of a file; else 0
	Value  string `json:"value,omitempty"` // a name, an address or a fault of the program, for the text
}

// Errors for which the page has texts in the visitor's language.
var (
	errNotAsked    = errors.New("the program does not ask for a move now")
	errMoveForm    = errors.New("this ROM image takes moves in an unknown form: type the move")
	errNoGame      = errors.New("there is no game to resign")
	errResignLater = errors.New("this ROM image lets you resign on your move only")
	errNoByte      = errors.New("there is no such byte of a board here")
	errNoQuestion  = errors.New("there is no such move to ask about")
)

// kinds are the names of errors that need no number.
var kinds = map[string]error{
	"notAsked": errNotAsked, "moveForm": errMoveForm, "noGame": errNoGame, "resignLater": errResignLater,
	"noByte": errNoByte, "noQuestion": errNoQuestion, "damaged": errDamaged,
	"over": session.ErrOver, "firstMove": session.ErrFirstMove, "notYourTurn": session.ErrNotYourTurn,
	"selfPlay": session.ErrSelfPlay, "noMove": sargon.ErrNoLegalMove, "endless": sargon.ErrEndless,
}

// fileError is the error of a file that is not a saved game.
type fileError struct{ error }

func (e fileError) Unwrap() error { return e.error }

// FailureKinds returns all kinds of failures that FailureOf returns.
func FailureKinds() []string {
	all := []string{"version", "otherImage", "noFile", "pgn", "fen.fields", "fen.check", "fault"}
	for _, kind := range debugger.ProblemKinds() {
		all = append(all, "debug."+kind)
	}
	for kind := range kinds {
		all = append(all, kind)
	}
	for _, part := range sargon.FENParts {
		all = append(all, fenKind(part))
	}
	return all
}

// fenKind returns the kind of an error in a part of a FEN.
func fenKind(part string) string { return "fen." + strings.ReplaceAll(part, " ", "") }

// FailureOf returns the Failure for an error.
func FailureOf(err error) *Failure {
	f := &Failure{Text: err.Error()}
	var (
		version *states.VersionError
		other   *states.ImageError
		fen     *sargon.FENError
		inPGN   *pgn.Error
		file    fileError
		problem *debugger.Problem
		fault   *emu.Fault
	)
	switch {
	case errors.As(err, &version):
		f.Kind, f.Number = "version", version.Version
	case errors.As(err, &other):
		f.Kind = "otherImage"
	case errors.As(err, &file):
		f.Kind = "noFile"
	case errors.As(err, &fen):
		f.Kind = fenKind(fen.Part)
	case errors.As(err, &problem):
		f.Kind, f.Value = "debug."+problem.Kind, problem.Value
	case errors.As(err, &fault):
		f.Kind = "fault"
		f.Value, _, _ = strings.Cut(f.Text, "\n")
	case errors.As(err, &inPGN):
		f.Kind, f.Number = "pgn", inPGN.Line
	default:
		for kind, is := range kinds {
			if errors.Is(err, is) {
				f.Kind = kind
			}
		}
	}
	return f
}
