package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// Reasons are what a search can say of one move: why Sargon played it, or why it did not. Text puts
// them into words. Every number comes from the trace of the search.
type Reasons struct {
	Move string // with its number, "12... Nxe4"
	// Evaluation is the number of the static evaluation that decided the value of the move: the command
	// goto eval of the debugger goes there. It is 0 if the line ends with mate or stalemate, or if
	// nothing was searched.
	Evaluation uint64
	Level      sargon.Level // of the search
	// Other is the move that Move is compared with, with its number: why the best move, the next one; why
	// not another move, the best one. It is empty if there is none.
	Other string

	kind   kind
	side   sargon.Color // that searched
	evals  uint64
	move   *prospect
	other  *prospect // the move that it is compared with; nil for none
	equals []string  // other moves that were not better
	order  *balance  // what decided between move and other; nil if nothing can be said
	sole   bool      // there was no other legal move
	person bool      // the answer is about a move that another search, or a person, has chosen
	broken bool      // a search that cannot be done again
}

// kind is what is asked.
type kind int

const (
	why               kind = iota // why the best move
	whyNot                        // why not another
	fromBook                      // the book answered
	notTriedMate                  // the search had found a mate before it came to the move
	notTriedFull                  // the move list was full
	notTriedPromotion             // to another piece than a queen
)

// prospect is what the search knows of a move.
type prospect struct {
	move  string // with its number
	line  string // what follows, up to the leaf
	last  string // the last move of both
	plies int
	value int  // for the side that searched, 128 is even
	exact bool // otherwise the move is worth at most that
	leaf  *leaf
	parts *account // nil for mate and stalemate
	place int      // in the order in which the moves were tried
}

// balance is what decides between two moves, better and worse: some parts of the evaluation without
// which the order would be the other way round. Without parts no such set was found.
type balance struct {
	better, worse *prospect
	parts         partSet
	ahead         int // by which worse would be ahead, in eighths of a pawn; 0: equal, and tried earlier
}

// Sets of parts that may decide, the simplest first.
var decisive = []partSet{
	{material}, {atStake}, {secondLoss}, {loose}, {control}, {development},
	{material, atStake}, {control, development}, {material, atStake, secondLoss, loose},
}

// Why returns why the search chose its move.
func (s *Study) Why(ctx context.Context) (*Reasons, error) {
	best, _ := s.game.FromSargon(s.Result.Best)
	r := s.reasons(best)
	if s.Result.Book {
		r.kind = fromBook
		return r, nil
	}
	r.sole = len(s.tree.tried) == 1 && len(s.game.Legal()) == 1
	chosen := s.tree.find(s.Result.Best)
	next := (*triedMove)(nil)
	for i := range s.tree.tried {
		switch m := &s.tree.tried[i]; {
		case m.Same(chosen.Move):
		case m.high.value >= chosen.low.value:
			r.equals = append(r.equals, s.san(m.Move))
		case next == nil || m.high.value > next.high.value:
			next = m
		}
	}
	return r, s.compare(ctx, r, chosen, next)
}

// About returns what the search thinks of a move that a person made: why Sargon would play it too, or what
// it would play in its place, and by how much the person's move is worse. It is an error if the move is illegal.
func (s *Study) About(ctx context.Context, m game.Move) (r *Reasons, err error) {
	if best, _ := s.game.FromSargon(s.Result.Best); m == best {
		r, err = s.Why(ctx)
	} else {
		r, err = s.WhyNot(ctx, m)
	}
	if err == nil {
		r.person = true
	}
	return r, err
}

// AboutOther returns what About does of a move of Sargon's that was found by a search that cannot be done
// again, see ErrOtherSearch.
func (s *Study) AboutOther(ctx context.Context, m game.Move) (*Reasons, error) {
	r, err := s.About(ctx, m)
	if err == nil {
		r.broken = true
	}
	return r, err
}

// WhyNot returns why the search did not choose a move. It is an error if the move is illegal, or if it is
// the one that was chosen.
func (s *Study) WhyNot(ctx context.Context, m game.Move) (*Reasons, error) {
	record := sargon.Move{From: m.From, To: m.To}
	switch {
	case !s.game.IsLegal(m):
		return nil, &sargon.IllegalMoveError{Move: m.String(), FEN: s.game.FEN(), Reason: "it is not legal here"}
	case record.Same(s.Result.Best) && !m.Underpromotes():
		return nil, fmt.Errorf("%s is the move that Sargon plays: ask why", s.numbered(m))
	}
	r := s.reasons(m)
	r.kind = whyNot
	tried := s.tree.find(record)
	switch {
	case m.Underpromotes():
		r.kind = notTriedPromotion
	case s.Result.Book:
		r.kind = fromBook
	case tried == nil && s.Result.Score == sargon.Mates:
		r.kind = notTriedMate
	case tried == nil:
		r.kind = notTriedFull
	}
	if r.kind != whyNot {
		best, _ := s.game.FromSargon(s.Result.Best)
		r.other = &prospect{move: s.numbered(best)}
		return r, nil
	}
	return r, s.compare(ctx, r, tried, s.tree.find(s.Result.Best))
}

// reasons returns what is the same in all answers about a move.
func (s *Study) reasons(m game.Move) *Reasons {
	return &Reasons{
		Move: s.numbered(m), side: s.game.Side(), Level: s.Level, evals: s.Result.Evals,
	}
}

// compare fills in what is known of a move and of another, nil for none, and what decides between them.
func (s *Study) compare(ctx context.Context, r *Reasons, move, other *triedMove) (err error) {
	if r.move, err = s.prospect(ctx, move, r.kind == why); err != nil {
		return err
	}
	if r.Evaluation = r.move.leaf.eval; other == nil {
		return nil
	}
	if r.other, err = s.prospect(ctx, other, r.kind != why); err != nil {
		return err
	}
	r.Other = r.other.move
	better, worse := r.move, r.other
	if r.kind == whyNot {
		better, worse = worse, better
	}
	if better.parts != nil && worse.parts != nil && better.value > worse.value {
		r.order = weigh(better, worse)
	}
	return nil
}

// prospect returns what is known of a move. Of the best move of a search both bounds are the same.
func (s *Study) prospect(ctx context.Context, m *triedMove, best bool) (p *prospect, err error) {
	from := m.high
	if best {
		from = m.low // the leaf of the principal variation
	}
	if from.leaf == nil {
		return nil, fmt.Errorf("%v: its value is not known: %w", m.Move, errTree)
	}
	p = &prospect{value: from.value, exact: m.exact(), leaf: from.leaf, plies: len(from.leaf.line)}
	p.place = slices.IndexFunc(s.tree.tried, func(t triedMove) bool { return t.Same(m.Move) })
	moves, last := s.moves(from.leaf.line)
	p.move, p.last, p.line = moves[0], last, strings.Join(moves[1:], " ")
	if p.leaf.end == evaluated {
		p.parts, err = s.accountOf(ctx, p.leaf)
	}
	return p, err
}

// weigh looks for what decides between two leaves: of the sets of parts without which the order is the
// other way round, that which makes up the difference best. What else differs then nearly cancels out. A
// set of fewer parts, which is said in fewer words, may be half a pawn further off for each.
func weigh(better, worse *prospect) *balance {
	b := &balance{better: better, worse: worse}
	nearest := 0
	for _, set := range decisive {
		if !b.turns(set) || b.halfOfExchange(set) || better.parts.sum(set) <= worse.parts.sum(set) {
			continue // the limits alone may turn it
		}
		rest := b.difference(set) - (better.value - worse.value)
		if rest = max(rest, -rest) + halfPawn*(len(set)-1); b.parts == nil || rest < nearest {
			nearest, b.parts = rest, set
			b.ahead = worse.parts.value(set...) - better.parts.value(set...)
		}
	}
	return b
}

// halfOfExchange reports whether a set has what is lost in an exchange and not what is won, or the other way
// round, by a pawn or more: of one of them alone nothing can be said.
func (b *balance) halfOfExchange(set partSet) bool {
	missing := partSet{material}
	if contains(set, material) {
		missing = partSet{atStake}
	}
	single := contains(set, material) != contains(set, atStake)
	return single && b.worse.parts.sum(missing)-b.better.parts.sum(missing) >= 2*halfPawn
}

// difference returns how much more some parts count for the better move, in eighths of a pawn.
func (b *balance) difference(set partSet) (eighths int) {
	return b.better.value - b.better.parts.value(set...) - b.worse.value + b.worse.parts.value(set...)
}

// turns reports whether the other move would be played without some parts.
func (b *balance) turns(set partSet) bool {
	better, worse := b.better.parts.value(set...), b.worse.parts.value(set...)
	return worse > better || worse == better && b.worse.place < b.better.place
}

// san returns a move of the root in notation.
func (s *Study) san(m sargon.Move) string {
	played, _ := s.game.FromSargon(m)
	return s.game.SAN(played)
}

// numbered returns a move of the root with its number.
func (s *Study) numbered(m game.Move) string {
	after := s.game.Clone()
	if after.Play(m) != nil {
		return m.String()
	}
	return game.Numbered(after.Ply(after.Len() - 1))
}

// moves returns a line in notation. White's moves have their numbers, and so have the first two and last.
// From the first move on that the rules do not know (spec §14) they are written by their squares.
func (s *Study) moves(line []sargon.Move) (moves []string, last string) {
	after := s.game.Clone()
	for i, m := range line {
		played, ok := after.FromSargon(m)
		if !ok || after.Play(played) != nil {
			for _, rest := range line[i:] {
				moves, last = append(moves, rest.UCI()), rest.UCI()
			}
			break
		}
		ply := after.Ply(after.Len() - 1)
		last = game.Numbered(ply)
		if i <= 1 || ply.Side == sargon.White {
			moves = append(moves, last)
		} else {
			moves = append(moves, ply.SAN)
		}
	}
	return moves, last
}

// Brief returns the answer in a language without how far Sargon saw.
func (r *Reasons) Brief(l Language) []string {
	text := r.Text(l)
	if r.move != nil {
		text = text[:len(text)-1]
	}
	return text
}

// String returns the answer in English.
func (r *Reasons) String() string { return strings.Join(r.Text(English), " ") }
