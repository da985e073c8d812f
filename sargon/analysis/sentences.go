package analysis

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Text returns the answer in a language, a sentence or two to an item: what Sargon expected, which moves
// were next, what tipped the balance, and how far it saw. Another language is taken for English.
func (r *Reasons) Text(l Language) []string {
	s := speaker{language: l, texts: phrases[l]}
	if s.texts == nil {
		s = speaker{language: English, texts: phrases[English]}
	}
	if r.broken {
		return append([]string{s.say("other.search", "number", fmt.Sprint(r.Level))}, s.answer(r)...)
	}
	return s.answer(r)
}

// answer returns the answer without a word on the search that found the move.
func (s *speaker) answer(r *Reasons) []string {
	switch r.kind {
	case fromBook:
		return []string{s.book(r)}
	case notTriedMate:
		return []string{s.say("not.tried.mate", "move", r.Move, "other", r.other.move)}
	case notTriedFull:
		return []string{s.say("not.tried.full", "move", r.Move)}
	case notTriedPromotion:
		return []string{s.say("not.tried.promotion", "move", r.Move)}
	case whyNot:
		instead := ""
		if r.person {
			instead = s.texts["instead"] + " " + s.expected(r, r.other)
		}
		return s.join(instead, s.refused(r), s.then(r), s.weighed(r.order), s.depth(r))
	}
	same := ""
	if r.person {
		same = s.texts["same"]
	}
	return s.join(same, s.expected(r, r.move), s.then(r), s.equals(r), s.next(r), s.weighed(r.order), s.depth(r))
}

// speaker makes sentences in a language.
type speaker struct {
	language Language
	texts    map[string]string
}

// say returns a text with its places filled: names and values take turns.
func (s *speaker) say(key string, places ...string) string {
	for i := range places {
		if i%2 == 0 {
			places[i] = "{" + places[i] + "}"
		}
	}
	return strings.NewReplacer(places...).Replace(s.texts[key])
}

// join returns the sentences that are not empty.
func (s *speaker) join(sentences ...string) (all []string) {
	for _, sentence := range sentences {
		if sentence != "" {
			all = append(all, sentence)
		}
	}
	return all
}

// pawns returns eighths of a pawn as a decimal number, rounded to hundredths.
func (s *speaker) pawns(eighths int) string { return s.decimal("%.2f", eighths) }

// change returns the same with its sign.
func (s *speaker) change(eighths int) string {
	return strings.Replace(s.decimal("%+.2f", eighths), "-", "−", 1)
}

func (s *speaker) decimal(format string, eighths int) string {
	text := fmt.Sprintf(format, float64(eighths)/8)
	if s.language == German {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// side returns the name of a side in the language of the speaker.
func (s *speaker) side(c sargon.Color) string { return s.texts[c.String()] }

// piece returns a piece with its owner.
func (s *speaker) piece(p sargon.Piece) string {
	return s.texts[p.Color().String()+"."+p.Type().String()]
}

// byAmount returns the ending of a key: a gain, a loss, or neither.
func byAmount(eighths int) string {
	switch {
	case eighths > 0:
		return ".gain"
	case eighths < 0:
		return ".loss"
	}
	return ".even"
}

func (s *speaker) book(r *Reasons) string {
	switch {
	case r.other != nil:
		return s.say("book.not", "move", r.Move, "other", r.other.move)
	case r.side == sargon.White:
		return s.say("book.white", "move", r.Move)
	}
	return s.say("book.black", "move", r.Move)
}

// line returns the line that a prospect expects.
func (s *speaker) line(p *prospect) string {
	if p.leaf.end == stalemate {
		return s.say("stalemate", "line", p.line)
	}
	return p.line
}

func isMate(value int) bool { return value == int(sargon.Mates) }

func isMated(value int) bool { return value == int(sargon.Mated) }

// expected returns the sentence about what Sargon expected of the best move.
func (s *speaker) expected(r *Reasons, p *prospect) string {
	gain := p.value - evenValue
	text := ""
	switch {
	case isMate(p.value) && p.line == "":
		text = s.say("mates.now", "move", p.move)
	case isMate(p.value):
		text = s.say("mates", "move", p.move, "line", p.line)
	case isMated(p.value):
		text = s.say("mated", "move", p.move, "line", p.line)
	case p.line == "" && p.leaf.end == stalemate:
		text = s.say("stalemate.now", "move", p.move)
	case p.line == "":
		text = s.say("alone"+byAmount(gain), "move", p.move, "side", s.side(r.side), "pawns", s.pawns(max(gain, -gain)))
	default:
		text = s.say("expects"+byAmount(gain), "move", p.move, "line", s.line(p), "side", s.side(r.side),
			"pawns", s.pawns(max(gain, -gain)))
	}
	if r.sole {
		text += " " + s.texts["only"]
	}
	return text
}

// equals returns the sentence that names the other moves that are at best equal to the best one; "" if there
// are none.
func (s *speaker) equals(r *Reasons) string {
	const most = 3
	switch n := len(r.equals); {
	case n == 0 || isMated(r.move.value):
		return ""
	case n > most:
		return s.say("equal.more", "moves", s.list(r.equals[:most-1], "list"), "number", fmt.Sprint(n-most+1))
	}
	return s.say("equal.one", "moves", s.list(r.equals, "list.and"))
}

// list joins items, the last one in its own way.
func (s *speaker) list(items []string, last string) (text string) {
	for i, item := range items {
		switch {
		case i == 0:
			text = item
		case i == len(items)-1 && last == "list.and":
			text = s.say(last, "first", text, "last", item)
		default:
			text = s.say("list", "first", text, "next", item)
		}
	}
	return text
}

// next returns the sentence about the next best move, and how far it is behind.
func (s *speaker) next(r *Reasons) string {
	if r.other == nil {
		return ""
	}
	return s.behind("next", r.move.value-r.other.value, r.move, r.other, "other", r.other.move)
}

// refused returns the sentence that compares a move with the best one.
func (s *speaker) refused(r *Reasons) string {
	return s.behind("not", r.other.value-r.move.value, r.other, r.move, "move", r.move.move, "other", r.other.move)
}

// behind returns the sentence about how far a move is behind the best one. key is the beginning of the key of
// the sentence.
func (s *speaker) behind(key string, eighths int, best, p *prospect, places ...string) string {
	alone := ""
	if p.line == "" {
		alone = ".alone"
	}
	switch {
	case isMated(p.value):
		key += ".mated"
	case isMate(best.value) && alone == "":
		key += ".mates"
	case eighths == 0:
		key += ".equal" + alone
	case alone != "":
		key += ".alone"
	case p.exact:
		key += ".exact"
	default:
		key += ".bound"
	}
	return s.say(key, append(places, "line", s.line(p), "pawns", s.pawns(eighths))...)
}

// depth returns the sentence about how far Sargon saw.
func (s *speaker) depth(r *Reasons) string {
	key := "depth"
	switch {
	case r.move.leaf.end != evaluated:
		key = "depth.end"
	case r.move.plies > int(r.Level):
		key = "depth.check"
	case r.Level == 1:
		key = "depth.one"
	}
	return s.say(key, "number", fmt.Sprint(r.Level), "evals", fmt.Sprint(r.evals), "last", r.move.last)
}

// weighed returns the sentence about what decided between two moves.
func (s *speaker) weighed(b *balance) string {
	if b == nil {
		return ""
	}
	places := []string{"better", b.better.move, "worse", b.worse.move}
	if b.parts == nil {
		terms := s.sum(b)
		key := "balance.sum"
		if len(terms) == 1 {
			key = "balance.only"
		}
		return s.say(key, append(places, "sum", s.list(terms, "list"))...) + s.limits(b)
	}
	key := "balance.because"
	if b.ahead == 0 {
		key = "balance.tie"
	}
	return s.say(key, append(places, "parts", s.names(b.parts), "gain", s.clauses(b.better.parts, b.parts),
		"lack", s.clauses(b.worse.parts, b.parts), "pawns", s.pawns(b.ahead))...) + s.limits(b)
}

// limits returns the sentence about what the limits of the evaluation cut off, where they matter.
func (s *speaker) limits(b *balance) (text string) {
	var points, squares []string
	cut := func(cuts *[]string, p *prospect, eighths int) {
		if eighths != 0 {
			*cuts = append(*cuts, s.say("cut", "pawns", s.pawns(max(eighths, -eighths)), "move", p.move))
		}
	}
	for _, p := range []*prospect{b.better, b.worse} {
		ofPoints, ofSquares := p.parts.limits()
		cut(&points, p, ofPoints)
		cut(&squares, p, ofSquares)
	}
	if len(points) > 0 {
		text += " " + s.say("limit.points", "cuts", s.list(points, "list"))
	}
	position := b.parts == nil || contains(b.parts, control) || contains(b.parts, development)
	if len(squares) > 0 && position {
		text += " " + s.say("limit.control", "cuts", s.list(squares, "list"))
	}
	return text
}

// then returns the sentence about what was taken and what hangs at the end of the line, unless another
// sentence says it.
func (s *speaker) then(r *Reasons) string {
	a := r.move.parts
	if a == nil {
		return ""
	}
	var clauses []string
	for _, p := range []part{material, atStake, secondLoss} {
		there := a.parts[p] != 0 || p == material && a.exchanged()
		if there && (r.order == nil || !contains(r.order.parts, p)) {
			clauses = append(clauses, s.clause(a, p))
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	key := "then"
	if r.move.line == "" {
		key = "then.alone"
	}
	return s.say(key, "clauses", strings.Join(clauses, "; "))
}

var partNames = [parts]string{"material", "atStake", "secondLoss", "loose", "control", "development"}

// names returns the name of a set of parts.
func (s *speaker) names(set partSet) string {
	switch {
	case len(set) == 1 && set[0] == loose:
		return s.texts["parts.loose"]
	case len(set) == 1:
		return s.texts["part."+partNames[set[0]]]
	case len(set) > 2:
		return s.texts["parts.points"]
	case set[0] == material:
		return s.texts["parts.exchange"]
	}
	return s.texts["parts.position"]
}

// sum returns the differences of all parts, those that are not 0. Parts that a limit cut off are added
// up first.
func (s *speaker) sum(b *balance) (terms []string) {
	add := func(name string, set ...part) {
		if eighths := b.difference(set); eighths != 0 {
			terms = append(terms, s.say("term", "part", s.texts[name], "pawns", s.change(eighths)))
		}
	}
	each := func(set ...part) {
		for _, p := range set {
			add("part."+partNames[p], p)
		}
	}
	points, squares := b.better.parts.limits()
	otherPoints, otherSquares := b.worse.parts.limits()
	if points != 0 || otherPoints != 0 {
		add("parts.points", material, atStake, secondLoss, loose)
	} else {
		each(material, atStake, secondLoss, loose)
	}
	if squares != 0 || otherSquares != 0 {
		add("parts.position", control, development)
	} else {
		each(control, development)
	}
	return terms
}

// clauses returns the sentences about some parts of the value of a leaf.
func (s *speaker) clauses(a *account, set partSet) (text string) {
	for i, p := range set { // the last one is said if all are 0
		if len(set) > 1 && a.eighths(p) == 0 && (i < len(set)-1 || text != "") {
			continue // there is more to say
		}
		if p == control && len(set) == 1 && a.hanging == sargon.NoSquare && a.parts[control] != 0 {
			return s.say("control.only", "pawns", s.change(a.eighths(control)))
		}
		clause := s.clause(a, p)
		if p == loose && len(set) > 1 {
			clause = s.say("loose.sum", "pawns", s.change(a.eighths(loose)))
		}
		switch {
		case text == "":
			text = clause
		case !strings.HasSuffix(text, clause): // control and development may both not count
			text = s.say("clause.and", "first", text, "next", clause)
		}
	}
	return text
}

// clause returns the sentence about one part of an account.
func (s *speaker) clause(a *account, p part) string {
	hangs := func(key string) string {
		return s.say(key, "piece", s.piece(a.moved), "square", a.hanging.String())
	}
	switch p {
	case material:
		return s.material(a)
	case atStake:
		if a.stake.square == sargon.NoSquare {
			return s.say("stake.none", "side", s.side(a.mover))
		}
		return s.say("stake", "piece", s.piece(a.stake.piece), "square", a.stake.square.String(),
			"side", s.side(a.mover), "pawns", s.pawns(halfPawn*a.stake.loss))
	case secondLoss:
		switch {
		case a.second.square != sargon.NoSquare:
			return s.say("second", "side", s.side(a.mover.Other()), "piece", s.piece(a.second.piece),
				"square", a.second.square.String(),
				"pawns", s.pawns(halfPawn*a.second.loss))
		case a.hanging != sargon.NoSquare:
			return hangs("second.hanging")
		}
		return s.say("second.none", "side", s.side(a.mover.Other()))
	case loose:
		change := s.texts["change.none"]
		if eighths := a.eighths(loose); eighths != 0 {
			change = s.say("change", "pawns", s.change(eighths))
		}
		var pieces []string
		for _, o := range a.others {
			pieces = append(pieces, s.say("on", "piece", s.piece(o.piece), "square", o.square.String()))
		}
		const most = 3
		key, last := "loose.count", "list.and"
		switch n := len(pieces); {
		case n == 0 && a.stake.square == sargon.NoSquare:
			key = "loose.nothing"
		case n == 0:
			key = "loose.none"
		case n == 1:
			key = "loose.one"
		case n > most:
			key, last, pieces = "loose.more", "list", pieces[:most-1]
		}
		return s.say(key, "pieces", s.list(pieces, last), "number", fmt.Sprint(len(a.others)-len(pieces)),
			"change", change)
	case control:
		switch {
		case a.hanging != sargon.NoSquare:
			return hangs("control.hanging")
		case a.parts[control] == 0:
			return s.say("control.same")
		}
		return s.say("control.count", "pawns", s.change(a.eighths(control)))
	}
	return s.development(a)
}

// development returns the sentence about what castling and unmoved pieces have changed.
func (s *speaker) development(a *account) string {
	if a.hanging != sargon.NoSquare {
		return s.clause(a, control)
	}
	var items []string
	for _, item := range []struct {
		key   string
		units int
	}{{"item.castling", a.kings}, {"item.minors", a.minors}, {"item.early", a.early}} {
		if item.units != 0 {
			items = append(items, s.say(item.key, "pawns", s.change(controlUnit*item.units)))
		}
	}
	if len(items) == 0 {
		return s.say("development.same")
	}
	return s.say("development.count", "items", s.list(items, "list.and"))
}

// material returns the sentence about what was taken and given.
func (s *speaker) material(a *account) string {
	taken, given := a.taken, a.given
	var clauses []string
	for _, of := range []struct {
		side    sargon.Color
		missing *[sargon.King + 1]int
	}{{a.own, &given}, {a.own.Other(), &taken}} {
		for ; of.missing[sargon.Queen] < 0; of.missing[sargon.Queen]++ {
			of.missing[sargon.Pawn]--
			clauses = append(clauses, s.say("promotes", "side", s.side(of.side)))
		}
	}
	equal := false
	for t := range taken {
		both := min(taken[t], given[t])
		equal = equal || both > 0
		taken[t] -= both
		given[t] -= both
	}
	side, wins, loses := s.side(a.own), s.pieces(&taken), s.pieces(&given)
	switch {
	case wins != "" && loses != "":
		clauses = append(clauses, s.say("trades", "side", side, "pieces", wins, "others", loses))
	case wins != "":
		clauses = append(clauses, s.say("wins", "side", side, "pieces", wins))
	case loses != "":
		clauses = append(clauses, s.say("loses", "side", side, "pieces", loses))
	case len(clauses) > 0:
	case equal:
		clauses = append(clauses, s.say("even.exchange"))
	default:
		clauses = append(clauses, s.say("nothing.taken"))
	}
	return s.list(clauses, "list.and")
}

// pieces returns a list of pieces by how many there are of each type.
func (s *speaker) pieces(count *[sargon.King + 1]int) string {
	var items []string
	for t := sargon.King; t >= sargon.Pawn; t-- {
		switch n := count[t]; {
		case n == 1:
			items = append(items, s.texts["one."+t.String()])
		case n > 1:
			items = append(items, s.say("many."+t.String(), "number", fmt.Sprint(n)))
		}
	}
	return s.list(items, "list.and")
}
