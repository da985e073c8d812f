package machine

import (
	"cmp"
	"slices"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// Thought is what the page draws of a search: the moves that took most evaluations, and the tree. It is
// collected from the program's evaluations, which takes almost no time.
type Thought struct {
	Search int      `json:"search"` // its number
	Evals  int      `json:"evals"`
	Line   []string `json:"line"` // the moves up to the present or last evaluation
	Best   []string `json:"best"`
	Arcs   []Arc    `json:"arcs"` // the moves that took most evaluations
	Tree   *Branch  `json:"tree,omitempty"`
	// These are only filled in after RecordSquares(true), in slow motion.
	Square    string   `json:"square"` // the square that is being evaluated; "" between two evaluations
	Attackers []string `json:"attackers"`
}

// Arc is a move of either side, and how many evaluations followed it directly.
type Arc struct {
	Move  string `json:"move"`
	Own   bool   `json:"own"` // a move of the side that thinks
	Evals int    `json:"evals"`
}

// ValuedLine is a position that the search has evaluated: the moves that lead to it, and its value.
type ValuedLine struct {
	Line  []string `json:"line"`
	Value int      `json:"value"` // 1–255 for the thinking side, 128 is even
}

// Branch is a move in the tree of a search, with the answers to it.
type Branch struct {
	Move    string    `json:"move"`
	Evals   int       `json:"evals"`
	Value   int       `json:"value"`   // 1–255 for the thinking side, 128 is even; 0: none yet
	Refutes bool      `json:"refutes"` // it refutes the move before, and the search skips its siblings
	Next    []*Branch `json:"next,omitempty"`
}

// thought collects what a search has examined so far.
type thought struct {
	Thought
	root  Branch
	nodes int
	arcs  map[Arc]int // without their evaluations
	lines []ValuedLine
}

const (
	treeDepth = 3      // plies of the tree that are kept
	maxNodes  = 50_000 // branches of the tree
	maxArcs   = 32     // arcs that are shown
	maxLines  = 4_000  // positions that ValuedLines returns
	thinnest  = 300    // a branch is shown if it took at least one of so many evaluations
)

var none = []string{} // not null in JSON

func newThought() thought {
	return thought{arcs: map[Arc]int{}, Thought: Thought{Line: none, Best: none, Attackers: none}}
}

// child returns the branch of a move, and makes it if necessary. It returns nil if the tree is full.
func (t *thought) child(of *Branch, move string) *Branch {
	for _, b := range of.Next {
		if b.Move == move {
			return b
		}
	}
	if t.nodes >= maxNodes {
		return nil
	}
	t.nodes++
	b := &Branch{Move: move}
	of.Next = append(of.Next, b)
	return b
}

// branchAt returns the branch of the moves that are being tried, down to a ply or to the depth of the
// tree.
func (m *Machine) branchAt(ply uint8) *Branch {
	b := &m.thought.root
	for p := uint8(1); p <= min(ply, treeDepth) && b != nil; p++ {
		move, ok := m.memory.TriedMove(p)
		if !ok {
			return nil
		}
		b = m.thought.child(b, move.String())
	}
	return b
}

// evaluated is called after an evaluation.
func (m *Machine) evaluated(step sargon.Evaluation) {
	t := &m.thought
	m.search.trace = m.search.trace.Add(step)
	move := sargon.Move{From: step.From, To: step.To}
	m.setLine(move, step.Ply)
	t.arcs[Arc{Move: move.String(), Own: step.Ply%2 == 1}]++
	t.root.Evals++
	if len(t.lines) < maxLines {
		t.lines = append(t.lines, ValuedLine{t.Line, forThinker(int(step.Value), step.Ply)})
	}
	if len(t.Line) < int(step.Ply) { // an earlier move of the line is not known
		return
	}
	b := &t.root
	for _, move := range t.Line[:min(step.Ply, treeDepth)] {
		if b = t.child(b, move); b == nil {
			return
		}
		b.Evals++
	}
	if step.Ply <= treeDepth && b.Value == 0 {
		b.Value = forThinker(int(step.Value), step.Ply)
	}
}

// setLine sets Line to the moves being tried, with a move at the last ply.
func (m *Machine) setLine(move sargon.Move, ply uint8) {
	line := []string{}
	for p := uint8(1); p < ply; p++ {
		if before, ok := m.memory.TriedMove(p); ok {
			line = append(line, before.String())
		}
	}
	m.thought.Line = append(line, move.String())
}

// forThinker turns a value, which is low if it is good for the side that made the move of the ply
// (spec §8), into one that is high if it is good for the thinking side.
func forThinker(value int, ply uint8) int {
	if ply%2 == 1 {
		value = 256 - value
	}
	return max(1, min(value, 255))
}

// valued notes the value of the move that was just tried.
func (m *Machine) valued(cpu *emu.Machine) error {
	ply := m.memory.Ply()
	if !m.search.Active || ply < 1 || ply > treeDepth {
		return nil
	}
	if b := m.branchAt(ply); b != nil && b.Evals > 0 { // 0 evaluations: all moves were illegal
		b.Value = forThinker(int(cpu.A), ply)
	}
	return nil
}

// refuted notes that a move refutes the move before it, so that the search skips the rest of its ply.
func (m *Machine) refuted(*emu.Machine) error {
	ply := m.memory.Ply()
	if !m.search.Active || ply > maxPly {
		return nil
	}
	m.search.cuts[ply]++
	if ply > treeDepth {
		return nil
	}
	if b := m.branchAt(ply); b != nil {
		b.Refutes = true
		m.branchAt(ply - 1).Value = b.Value // or worse
	}
	return nil
}

// RecordSquares lets the machine note the square that is being evaluated, and its attackers. At full speed
// that would take too much time.
func (m *Machine) RecordSquares(on bool) {
	m.thought.Square, m.thought.Attackers, m.recordSquares = "", none, on
	if m.image.Kind != roms.Embedded {
		return
	}
	t := &m.thought
	noSquare := func(*emu.Machine) { t.Square = "" } // between two evaluations
	for label, note := range map[string]func(cpu *emu.Machine){
		"search_ply": noSquare, "UNMOVE": noSquare,
		"points_square": func(cpu *emu.Machine) {
			square := sargon.Square(cpu.A)
			t.Square, t.Attackers = square.String(), none
			if square == sargon.A1 && m.memory.Ply() > 0 { // the first square of an evaluation
				m.setLine(m.memory.Position(m.memory.Side()).Previous, m.memory.Ply())
			}
		},
		"enter_slot": func(cpu *emu.Machine) {
			if square := sargon.Square(cpu.HL() - m.at.board); square.OnBoard() {
				t.Attackers = append(t.Attackers, square.String())
			}
		},
	} {
		trap := func(cpu *emu.Machine) error { note(cpu); return nil }
		if !on {
			trap = nil
		}
		m.cpu.Trap(m.image.Labels[label], trap)
	}
}

// Thought returns what the page draws of the running or last search; tree adds the tree, which is large.
func (m *Machine) Thought(tree bool) Thought {
	t := m.thought.Thought
	t.Search, t.Evals, t.Arcs = m.search.Number, m.thought.root.Evals, []Arc{}
	if m.entered {
		t.Line = none
		for _, try := range m.triedPlies(m.viewpoint()) {
			t.Line = append(t.Line, try.Move)
		}
	} else {
		for _, move := range m.program.Thoughts().Line {
			t.Best = append(t.Best, move.String())
		}
	}
	if m.entered || !m.search.Active {
		t.Square, t.Attackers = "", none
	}
	for arc, evals := range m.thought.arcs {
		arc.Evals = evals
		t.Arcs = append(t.Arcs, arc)
	}
	slices.SortFunc(t.Arcs, func(a, b Arc) int {
		return cmp.Or(cmp.Compare(b.Evals, a.Evals), cmp.Compare(a.Move, b.Move))
	})
	t.Arcs = t.Arcs[:min(len(t.Arcs), maxArcs)]
	if tree {
		t.Tree = m.thought.root.with(max(1, t.Evals/thinnest))
	}
	return t
}

// ValuedLines returns the first 4,000 positions that the running or last search has evaluated.
func (m *Machine) ValuedLines() []ValuedLine {
	return append([]ValuedLine{}, m.thought.lines...)
}

// with returns a copy of a tree without the branches that took fewer than least evaluations: they would
// be too thin to be seen.
func (b Branch) with(least int) *Branch {
	all := b.Next
	b.Next = nil
	for _, next := range all {
		if next.Evals >= least {
			b.Next = append(b.Next, next.with(least))
		}
	}
	return &b
}
