package machine

import (
	"encoding/hex"
	"errors"

	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Search is the running search, or the last one.
type Search struct {
	Number  int
	Active  bool
	Book    bool
	Level   sargon.Level
	Score   sargon.Score
	TStates uint64 // when it has ended

	position    sargon.Position
	began       uint64
	sp, back    uint16 // the stack and the return address at its start
	original    uint64 // estimated T-states of 1978
	evals       uint64
	trace       sargon.Fingerprint
	line        []sargon.Move
	lineScore   sargon.Score
	root        sargon.Move
	number, of  int
	evaluated   bool
	rootChanged bool
	cuts        [maxPly + 1]int
}

const maxPly = 10

func (s *Search) step(step sargon.Step) {
	s.evals++
	s.trace = s.trace.Add(step)
	s.evaluated = true
}

func (s *Search) bestLine(l sargon.Line) {
	s.line = append(s.line[:0], l.Moves...)
	s.lineScore = l.Score
}

func (s *Search) rootMove(move sargon.Move, number, of int) {
	s.root, s.number, s.of, s.rootChanged = move, number, of, true
}

func (s *Search) cut(ply uint8) {
	if s.Active && ply <= maxPly {
		s.cuts[ply]++
	}
}

func (s *Search) end(tStates uint64) {
	s.Active, s.TStates = false, tStates-s.began
}

// estimate updates the original's estimated time for the search so far.
func (m *Machine) estimate() {
	evals, gens, records := m.spectator.Counts()
	m.search.original = sargon.EstimateTStates(&m.search.position, evals, gens, records)
}

// in1978 converts to seconds.
func (m *Machine) in1978(tStates, original uint64) float64 {
	return emulated.In1978(m.image, tStates, original).Seconds()
}

// Status is the machine's state, for a page that asks many times a second.
type Status struct {
	TStates  uint64   `json:"tstates"`
	Thinking bool     `json:"thinking"`
	Waiting  bool     `json:"waiting"` // for a key
	Left     bool     `json:"left"`
	CatchUp  bool     `json:"catchUp"` // repeating what was done before a reload
	SelfPlay bool     `json:"selfPlay"`
	Version  int      `json:"version"`
	Search   int      `json:"search"` // number of the search
	Book     bool     `json:"book"`
	Thought  uint64   `json:"thought"` // T-states of the search
	Seconds  float64  `json:"seconds"` // of the search in 1978, about
	Evals    uint64   `json:"evals"`
	Trace    string   `json:"trace"`
	Score    string   `json:"score"`
	Trying   string   `json:"trying"`
	Number   int      `json:"number"`
	Of       int      `json:"of"`
	Line     []string `json:"line"` // the best line, in notation
	Fault    string   `json:"fault"`
}

// Status returns the machine's status.
func (m *Machine) Status() Status {
	state := m.jupiter.State()
	s := &m.search
	status := Status{
		TStates: state.TStates, Thinking: s.Active, Waiting: state.Waiting, Left: state.Left,
		CatchUp: m.catchingUp(), SelfPlay: m.selfPlay, Version: m.record.version,
		Search: s.Number, Book: s.Book, Thought: s.TStates, Evals: s.evals,
		Trace: s.trace.String(), Number: s.number, Of: s.of, Line: []string{},
	}
	if s.Active {
		status.Thought = state.TStates - s.began
		m.estimate()
	}
	status.Seconds = m.in1978(status.Thought, s.original)
	if len(s.line) > 0 {
		status.Score = s.lineScore.String()
		g := m.record.game
		if !s.Active && g.Len() > 0 && g.Side() != s.position.Side {
			g = g.At(g.Len() - 1)
		}
		_, line := g.LineFromSargon(s.line)
		status.Line = append(status.Line, line...)
	}
	if !s.root.IsZero() {
		status.Trying = s.root.String()
	}
	if m.fault != nil {
		status.Fault = m.fault.Error()
	}
	if m.entered {
		m.debugged(&status)
	}
	return status
}

// Problem returns what the running or last search was asked: position and level, as text that
// ParseProblem reads. It is empty if there was none, or if the book answered.
func (m *Machine) Problem() string {
	s := &m.search
	if s.Number == 0 || s.Book || s.Level == 0 {
		return ""
	}
	p := &s.position
	data := make([]byte, 0, problemBytes)
	for _, piece := range p.Board {
		data = append(data, byte(piece))
	}
	for _, royal := range p.Royal {
		data = append(data, byte(royal))
	}
	data = append(data, byte(p.Side), p.MoveNumber,
		byte(p.Previous.From), byte(p.Previous.To), byte(p.Previous.Flags), byte(s.Level))
	return hex.EncodeToString(data)
}

const problemBytes = sargon.BoardSize + 4 + 6

// ParseProblem reads what Problem writes.
func ParseProblem(text string) (p sargon.Position, level sargon.Level, err error) {
	data, err := hex.DecodeString(text)
	if err != nil || len(data) != problemBytes {
		return p, 0, errors.New("this is not a position of the machine")
	}
	for i := range p.Board {
		p.Board[i] = sargon.Piece(data[i])
	}
	rest := data[sargon.BoardSize:]
	for i := range p.Royal {
		p.Royal[i] = sargon.Square(rest[i])
	}
	p.Side, p.MoveNumber = sargon.Color(rest[4]), rest[5]
	p.Previous = sargon.Move{
		From: sargon.Square(rest[6]), To: sargon.Square(rest[7]), Flags: sargon.Flags(rest[8]),
	}
	level = sargon.Level(rest[9])
	return p, level, nil
}
