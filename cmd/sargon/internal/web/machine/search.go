package machine

import (
	"time"

	"sargon78/sargon"
	"sargon78/sargon/session"
)

// Search is the running search, or the last one.
type Search struct {
	Number  int
	Active  bool
	Book    bool
	Level   sargon.Level // 0 if the search was loaded in its middle
	TStates uint64       // of the search, when it has ended

	position sargon.Position
	began    uint64
	sp, back uint16 // stack pointer and return address at the start of the search
	trace    sargon.Fingerprint
	cuts     [maxPly + 1]int
	busy     time.Duration // how long the search has taken on this computer
}

const maxPly = 10

// followSearch notes that a search has begun or ended. A run of the program ends when that happens.
func (m *Machine) followSearch() {
	thinks := m.program.State().Thinking
	if thinks == m.search.Active {
		return
	}
	m.takeChanges() // the session knows the cost of a move between two searches
	cpu := m.cpu
	if !thinks {
		m.search.Active, m.search.TStates = false, cpu.TStates-m.search.began
		m.begun = nil
		m.halt, m.atMove = m.halt || m.atMove, false
		return
	}
	m.search = Search{
		Number: m.search.Number + 1, Active: true, began: cpu.TStates, sp: cpu.SP,
		back: cpu.Word(cpu.SP), trace: sargon.EmptyTrace,
	}
	if cpu.PC == m.at.findMove {
		m.search.Level, m.search.Book = m.memory.Level(), m.memory.InBook()
		m.search.position = m.memory.Position(m.memory.ProgramSide())
	}
	m.thought = newThought()
	m.begun, m.fault = m.program.Save()
	m.past = [2]checkpoint{1: {state: m.begun, tStates: cpu.TStates}}
}

// Status is the state of the machine. The page asks for it many times a second.
type Status struct {
	TStates  uint64   `json:"tstates"`
	Thinking bool     `json:"thinking"`
	Waiting  bool     `json:"waiting"` // for a key
	Exited   bool     `json:"exited"`
	CatchUp  bool     `json:"catchUp"` // repeating what was done before a reload
	SelfPlay bool     `json:"selfPlay"`
	Version  int      `json:"version"`
	Search   int      `json:"search"` // number of the search
	Book     bool     `json:"book"`
	Thought  uint64   `json:"thought"` // T-states of the search
	Seconds  float64  `json:"seconds"` // of the search in 1978, estimated
	Evals    uint64   `json:"evals"`
	Trace    string   `json:"trace"`
	Score    string   `json:"score"`
	Trying   string   `json:"trying"`
	Number   int      `json:"number"`
	Total    int      `json:"total"`
	Line     []string `json:"line"`                      // the best line, in notation
	Fault    *Failure `json:"fault" ts:"Failure | null"` // why the machine cannot run on; nil if it can
	Busy     float64  `json:"busy"`                      // seconds that the search has taken on this computer
}

// Status returns the machine's status.
func (m *Machine) Status() Status {
	state, thoughts, v := m.program.State(), m.program.Thoughts(), m.session.View()
	s := &m.search
	status := Status{
		TStates: state.TStates, Thinking: s.Active, Waiting: state.Waiting, Exited: state.Ended,
		CatchUp: m.catchingUp(), SelfPlay: v.State == session.SelfPlaying, Version: m.shown.version,
		Search: s.Number, Book: s.Book, Thought: s.TStates, Evals: uint64(m.thought.root.Evals),
		Number: thoughts.Number, Total: thoughts.Total, Line: []string{}, Busy: s.busy.Seconds(),
	}
	if s.Level > 0 {
		status.Trace = s.trace.String()
	}
	if s.Active {
		status.Thought = state.TStates - s.began
	}
	status.Seconds = m.program.In1978(status.Thought, thoughts.OriginalTStates).Seconds()
	if len(thoughts.Line) > 0 {
		status.Score = thoughts.Score.String()
		g := v.Game
		if !s.Active && g.Len() > 0 && g.Side() != s.position.Side {
			g = g.At(g.Len() - 1)
		}
		_, line := g.LineFromSargon(thoughts.Line)
		status.Line = append(status.Line, line...)
	}
	if !thoughts.Trying.IsZero() {
		status.Trying = thoughts.Trying.String()
	}
	if m.fault != nil {
		status.Fault = FailureOf(m.fault)
	}
	if m.entered {
		m.debugged(&status)
	}
	return status
}

// Problem is the task of a search.
type Problem struct {
	Position sargon.Position
	Level    sargon.Level
}

// Problem returns the task of the running or last search. It returns nil if there was no search, or if
// the book answered.
func (m *Machine) Problem() *Problem {
	s := &m.search
	if s.Number == 0 || s.Book || s.Level == 0 {
		return nil
	}
	return &Problem{s.position, s.Level}
}

// ProblemOf returns the task of a search at a level, in the position after moves: see SetUp.
func ProblemOf(fen string, moves []string, level sargon.Level) (p Problem, err error) {
	g, _, err := replay(fen, moves)
	if err == nil {
		p.Level = level
		p.Position, err = g.Position()
	}
	return p, err
}
