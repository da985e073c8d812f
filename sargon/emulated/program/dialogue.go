package program

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"sargon78/emu"
	"sargon78/emu/console"
	"sargon78/emu/jupiter"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// The questions of the embedded ROM are known. Those of any other ROM image are found out on
// a scratch machine: its dialogue is started at DRIVER, and keys are tried until the first turn of
// a game begins (PLYRMV or CPTRMV) with the side and the level wanted.

// MoveForm is how a program takes a move from the keyboard. The zero value is that of the
// embedded ROM: two squares and nothing else.
type MoveForm struct{ Between, After string }

// moveForms are the forms to try, in this order.
var moveForms = []MoveForm{
	{"", ""}, {"-", ""}, {" ", ""}, {"", "\r"}, {"-", "\r"}, {" ", "\r"},
}

// Keys returns the keys of a move.
func (f MoveForm) Keys(from, to sargon.Square) []byte {
	return []byte(strings.ToUpper(from.String()+f.Between+to.String()) + f.After)
}

// String returns an example, and how many keys that are: "five keys: E2-E4".
func (f MoveForm) String() string {
	if f.After != "" {
		return "E2" + f.Between + "E4 and Return"
	}
	number := [...]string{"four", "five"}[len(f.Between)]
	return number + " keys: E2" + f.Between + "E4"
}

// MoveForm reports how a move is typed; ok is false if that could not be found out.
func (p *Program) MoveForm() (form MoveForm, ok bool) {
	switch {
	case p.image.Kind == roms.Embedded:
		return MoveForm{}, true
	case !p.CanFollow():
		return MoveForm{}, false
	}
	return p.form()
}

// MoveHelp returns sentences that explain how moves are typed.
func (p *Program) MoveHelp() string {
	form, ok := p.MoveForm()
	if !ok {
		return "A move is two squares as this ROM image wants them: E2E4, or E2-E4."
	}
	castling := strings.TrimSpace(string(form.Keys(sargon.SquareAt(4, 0), sargon.SquareAt(6, 0))))
	help := "A move is " + form.String() + ". Castling is the king's move: " + castling + "."
	if p.image.Kind == roms.Embedded {
		help += " Backspace takes a key back."
	}
	return help
}

// EngineLabel returns the name of an engine for people: for the engine rom the file name of the ROM
// image that it runs.
func (p *Program) EngineLabel(engine string) string {
	if engine == "rom" && p != nil && p.image.Kind != roms.Embedded {
		return filepath.Base(p.image.Name)
	}
	return engine
}

// gameOptions is how a game is to begin.
type gameOptions struct {
	player sargon.Color
	level  sargon.Level
}

// answers returns the keys that begin a game. The first call finds them out.
func (p *Program) answers(o gameOptions) ([]byte, error) {
	if p.image.Kind == roms.Embedded {
		return []byte{sideKey(o.player), levelKey(o.level), 'N'}, nil
	}
	p.learning.Lock()
	defer p.learning.Unlock()
	keys, known := p.answersByGame[o]
	if !known {
		keys = p.findAnswers(o)
		p.answersByGame[o] = keys
	}
	if keys == nil {
		return nil, errors.New("its questions before a game are not understood")
	}
	return keys, nil
}

func sideKey(side sargon.Color) byte {
	if side == sargon.Black {
		return 'B'
	}
	return 'W'
}

func levelKey(level sargon.Level) byte { return '0' + byte(level) }

// findAnswers tries the keys that are likely first, then all letters and digits. Answers
// that lead to a game of another side or level are better than none: SetUp then changes
// side and level in memory. nil means that no game began.
func (p *Program) findAnswers(o gameOptions) (answers []byte) {
	likely := []byte{
		sideKey(o.player), levelKey(o.level), 'N', 'Y', jupiter.KeyReturn, sideKey(o.player.Other()), ' ',
	}
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\r "
	for _, keys := range [][]byte{likely, []byte(all)} {
		s, err := p.newScratch(reached)
		if err != nil {
			return nil
		}
		found, exact := s.search(keys, o)
		if exact {
			return found
		}
		if answers == nil {
			answers = found
		}
	}
	return answers
}

// scratch is a second machine with the program, on which keys are tried.
type scratch struct {
	*jupiter.Computer
	memory *emulated.Memory
	turn   func(m *emu.Machine, player bool) error // at PLYRMV and CPTRMV
	spent  uint64                                  // T-states of all tries
}

// newScratch returns a machine on which keys can be tried. It calls turn whenever a turn begins, of the
// player or the program.
func (p *Program) newScratch(turn func(m *emu.Machine, player bool) error) (*scratch, error) {
	machine, err := jupiter.New(Loadable(p.image), console.Options{})
	if err != nil {
		return nil, err
	}
	s := &scratch{Computer: machine, turn: turn}
	s.Do(func(m *emu.Machine) {
		s.memory, err = emulated.NewMemory(m, p.image)
		m.Trap(p.dialogue.playerMoves, func(m *emu.Machine) error { return s.turn(m, true) })
		m.Trap(p.dialogue.machineMoves, func(m *emu.Machine) error { return s.turn(m, false) })
	})
	return s, err
}

// reached ends the run of a scratch machine at the first turn.
func reached(*emu.Machine, bool) error { return errReached }

// Limits of trying, in T-states: for one key, and for all. A dialogue that draws a board
// needs a few million.
var (
	keyPatience   uint64 = 60_000_000
	totalPatience uint64 = 1_000_000_000
)

var errEndless = errors.New("it neither asks for a key nor ends")

// run runs the machine until the program waits for a key or has ended: then it returns nil. Otherwise
// it returns errReached, a fault of the machine, or errEndless after patience T-states.
func (s *scratch) run(patience uint64) error {
	begun := s.State().TStates
	defer func() { s.spent += s.State().TStates - begun }()
	for {
		err := s.RunFor(context.Background(), emu.CheckInterval)
		switch now := s.State(); {
		case err != nil:
			return err
		case now.Waiting, now.Ended:
			return nil
		case now.TStates >= begun+patience:
			return errEndless
		}
	}
}

// try types keys where a state was saved, and runs on.
func (s *scratch) try(state []byte, keys ...byte) error {
	if err := s.Load(state); err != nil {
		return err
	}
	s.Press(keys...)
	return s.run(keyPatience)
}

// search finds the shortest answers that lead to a game: exactly the one wanted, or else any. It tries
// the candidates at the start, and in each new state in which the program asks for a key. nil means
// that no game began.
func (s *scratch) search(candidates []byte, o gameOptions) (answers []byte, exact bool) {
	type attempt struct {
		keys  []byte
		state []byte // before the last of them
	}
	start, err := s.Save()
	queue := []attempt{{[]byte{}, start}}
	seen := map[uint64]bool{}
	for err == nil && len(queue) > 0 && s.spent < totalPatience {
		keys, state := queue[0].keys, queue[0].state
		queue = queue[1:]
		came := s.try(state, keys[max(0, len(keys)-1):]...)
		switch {
		case errors.Is(came, errReached) && s.startsGame(o):
			return keys, true
		case errors.Is(came, errReached) && answers == nil:
			answers = keys
		case came == nil && !s.State().Ended && !seen[s.identity()]:
			seen[s.identity()] = true
			state, err = s.Save()
			for _, key := range candidates {
				queue = append(queue, attempt{append(slices.Clip(keys), key), state})
			}
		}
	}
	return answers, false
}

// startsGame reports whether the first turn is that of the game wanted.
func (s *scratch) startsGame(o gameOptions) (yes bool) {
	s.Do(func(*emu.Machine) {
		yes = s.memory.ProgramSide() == o.player.Other() && s.memory.Level() == o.level
	})
	return yes
}

// identity is a hash, the same for states in which the same keys will do the same. The screen
// does not count, nor what is left below the top of the stack.
func (s *scratch) identity() uint64 {
	const unusedStack = 128
	h := fnv.New64a()
	s.Do(func(m *emu.Machine) {
		r := m.Registers
		below := max(0, int(r.SP)-unusedStack)
		_, _ = h.Write(m.Memory[:below]) // a hash takes everything
		_, _ = h.Write(m.Memory[r.SP:max(r.SP, jupiter.VideoMemory)])
		fmt.Fprint(h, r.SP, r.BC(), r.DE(), r.HL(), r.IX, r.IY)
	})
	return h.Sum64()
}

// findForm types the move E2 E4 at the first turn of a game, in one form after the other, until
// the program makes it.
func (p *Program) findForm() (MoveForm, bool) {
	keys, err := p.answers(gameOptions{sargon.White, sargon.MinLevel})
	if err != nil {
		return MoveForm{}, false
	}
	from, to := sargon.SquareAt(4, 1), sargon.SquareAt(4, 3)
	var s *scratch
	s, err = p.newScratch(func(_ *emu.Machine, player bool) error {
		if !player && s.memory.Board()[to] != sargon.Empty {
			return errReached
		}
		return nil
	})
	if err != nil {
		return MoveForm{}, false
	}
	s.Press(keys...)
	if s.run(keyPatience) != nil {
		return MoveForm{}, false
	}
	turn, err := s.Save()
	for _, form := range moveForms {
		if err == nil && errors.Is(s.try(turn, form.Keys(from, to)...), errReached) {
			return form, true
		}
	}
	return MoveForm{}, false
}
