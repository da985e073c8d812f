package machine

import (
	"cmp"
	"sort"

	"sargon78/emu"
	"sargon78/roms"
	"sargon78/sargon"
)

// thought is what a search has looked at, to be drawn: where it went, and its tree. It is filled
// from the program's evaluations, so it costs next to nothing.
type thought struct {
	arcs  map[arc]int
	root  branch
	nodes int

	line []sargon.Move // the line valued last, or now
	// Only when watched closely, in slow motion.
	square    sargon.Square // being valued; NoSquare between two evaluations
	attackers []sargon.Square
}

// arc is a move, whoever makes it.
type arc struct {
	from, to sargon.Square
	own      bool // of the thinking side
}

// branch is a move in the tree of a search, with the answers to it.
type branch struct {
	move    sargon.Move
	evals   int
	value   int // for the thinking side: 1 to 255, 128 is even; 0: none yet
	refutes bool
	next    []*branch
}

const (
	treeDepth = 3      // plies of the tree that are kept
	mostNodes = 50_000 // of the tree
	mostArcs  = 32     // shown
	thinnest  = 300    // a branch is shown if it took this part of all evaluations
)

func newThought() thought {
	return thought{arcs: map[arc]int{}, square: sargon.NoSquare}
}

// child finds or makes the branch of a move; nil if the tree is full.
func (t *thought) child(of *branch, move sargon.Move) *branch {
	for _, b := range of.next {
		if b.move.From == move.From && b.move.To == move.To {
			return b
		}
	}
	if t.nodes >= mostNodes {
		return nil
	}
	t.nodes++
	b := &branch{move: move}
	of.next = append(of.next, b)
	return b
}

// tried follows the moves being tried, down to a ply, and returns the last one that is in the tree.
func (m *Machine) tried(ply uint8) *branch {
	b := &m.thought.root
	for p := uint8(1); p <= min(ply, treeDepth); p++ {
		move, ok := m.memory.Tried(p)
		if !ok {
			return nil
		}
		if b = m.thought.child(b, move); b == nil {
			return nil
		}
	}
	return b
}

// think notes an evaluation.
func (m *Machine) think(step sargon.Evaluation) {
	t := &m.thought
	m.follows(sargon.Move{From: step.From, To: step.To}, step.Ply)
	t.arcs[arc{step.From, step.To, step.Ply%2 == 1}]++
	t.root.evals++
	if len(t.line) < int(step.Ply) { // a move before it is not known
		return
	}
	b := &t.root
	for _, move := range t.line[:min(step.Ply, treeDepth)] {
		if b = t.child(b, move); b == nil {
			return
		}
		b.evals++
	}
	if step.Ply <= treeDepth && b.value == 0 {
		b.value = max(1, min(forThinker(int(step.Value), step.Ply), 255))
	}
}

// follows notes the line that ends with a move at a ply.
func (m *Machine) follows(move sargon.Move, ply uint8) {
	t := &m.thought
	t.line = t.line[:0]
	for p := uint8(1); p < ply; p++ {
		if before, ok := m.memory.Tried(p); ok {
			t.line = append(t.line, before)
		}
	}
	t.line = append(t.line, move)
}

// forThinker turns a value, which is low if it is good for the side that made the move of the ply
// (spec §8), into one that is high if it is good for the thinking side.
func forThinker(value int, ply uint8) int {
	if ply%2 == 1 {
		return 256 - value
	}
	return value
}

// valued notes the value of the move just tried.
func (m *Machine) valued(cpu *emu.Machine) error {
	ply := m.memory.Ply()
	if !m.search.Active || ply < 1 || ply > treeDepth {
		return nil
	}
	if b := m.tried(ply); b != nil && b.evals > 0 { // 0 evaluations: all moves were illegal
		b.value = max(1, min(forThinker(int(cpu.A), ply), 255))
	}
	return nil
}

// refuted notes that a move makes the rest of its ply needless: the move before it is bad.
func (m *Machine) refuted(*emu.Machine) error {
	ply := m.memory.Ply()
	if !m.search.Active || ply > maxPly {
		return nil
	}
	m.search.cuts[ply]++
	if ply > treeDepth {
		return nil
	}
	if b := m.tried(ply); b != nil {
		b.refutes = true
		m.tried(ply - 1).value = b.value // or worse
	}
	return nil
}

// WatchClosely has the machine note the square being valued, and its attackers. At full speed that
// would cost too much.
func (m *Machine) WatchClosely(on bool) {
	m.thought.square, m.thought.attackers, m.closely = sargon.NoSquare, nil, on
	if m.image.Kind != roms.Embedded {
		return
	}
	for label, note := range map[string]func(cpu *emu.Machine){
		"search_ply": func(*emu.Machine) { m.thought.square = sargon.NoSquare }, // none is valued
		"points_square": func(cpu *emu.Machine) {
			t := &m.thought
			t.square, t.attackers = sargon.Square(cpu.A), t.attackers[:0]
			if t.square == sargon.A1 && m.memory.Ply() > 0 { // the first one
				m.follows(m.memory.Position(m.memory.Side()).Previous, m.memory.Ply())
			}
		},
		"enter_slot": func(cpu *emu.Machine) {
			square := sargon.Square(cpu.HL() - m.at.board)
			m.thought.attackers = append(m.thought.attackers, square)
		},
	} {
		trap := func(cpu *emu.Machine) error { note(cpu); return nil }
		if !on {
			trap = nil
		}
		m.cpu.Trap(m.image.Labels[label], trap)
	}
}

// Thought is a search as the page draws it.
type Thought struct {
	Search    int      `json:"search"` // its number
	Evals     int      `json:"evals"`
	Line      []string `json:"line"` // the moves being tried
	Best      []string `json:"best"`
	Square    string   `json:"square"` // being valued
	Attackers []string `json:"attackers"`
	Arcs      []Arc    `json:"arcs"` // most looked at
	Tree      *Branch  `json:"tree,omitempty"`
}

// Arc is a move, and the part of all evaluations that followed it directly.
type Arc struct {
	Move  string  `json:"move"`
	Own   bool    `json:"own"` // of the thinking side
	Share float64 `json:"share"`
}

// Branch is a move of the tree with the answers that took most evaluations.
type Branch struct {
	Move    string   `json:"move"`
	Evals   int      `json:"evals"`
	Value   int      `json:"value"`   // 1–255 for the thinking side, 128 is even; 0: none yet
	Refutes bool     `json:"refutes"` // so that its siblings are skipped
	Next    []Branch `json:"next,omitempty"`
}

// Thought returns the running or last search; tree adds the tree, which is large.
func (m *Machine) Thought(tree bool) Thought {
	t := &m.thought
	out := Thought{
		Search: m.search.Number, Evals: t.root.evals, Line: []string{}, Best: []string{},
		Attackers: []string{}, Arcs: t.drawn(),
	}
	if m.entered {
		for _, try := range m.tries(m.eye()) {
			out.Line = append(out.Line, try.Move)
		}
		return out.grown(t, tree)
	}
	for _, move := range t.line {
		out.Line = append(out.Line, move.String())
	}
	for _, move := range m.program.Thoughts().Line {
		out.Best = append(out.Best, move.String())
	}
	if t.square.OnBoard() && m.search.Active {
		out.Square = t.square.String()
		for _, square := range t.attackers {
			if square.OnBoard() {
				out.Attackers = append(out.Attackers, square.String())
			}
		}
	}
	return out.grown(t, tree)
}

// grown adds the tree.
func (out Thought) grown(t *thought, tree bool) Thought {
	if tree {
		b := t.root.drawn(max(1, t.root.evals/thinnest))
		out.Tree = &b
	}
	return out
}

// drawn returns the arcs most looked at.
func (t *thought) drawn() []Arc {
	arcs := []Arc{}
	for a, n := range t.arcs {
		share := float64(n) / float64(t.root.evals)
		arcs = append(arcs, Arc{a.from.String() + a.to.String(), a.own, share})
	}
	sort.Slice(arcs, func(i, j int) bool {
		a, b := arcs[i], arcs[j]
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Move, b.Move)) < 0
	})
	return arcs[:min(len(arcs), mostArcs)]
}

// drawn copies the branches that took at least so many evaluations.
func (b *branch) drawn(least int) Branch {
	out := Branch{Evals: b.evals, Value: b.value, Refutes: b.refutes}
	if !b.move.IsZero() {
		out.Move = b.move.String()
	}
	for _, next := range b.next {
		if next.evals >= least {
			out.Next = append(out.Next, next.drawn(least))
		}
	}
	return out
}

// After returns, as FEN, the position in which a search was begun, after moves of its tree.
func (m *Machine) After(moves []string) (string, error) {
	g, _, err := replay(m.search.position.FEN(), moves)
	if err != nil {
		return "", err
	}
	return g.FEN(), nil
}
