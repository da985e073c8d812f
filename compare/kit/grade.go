package kit

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Grade is the result of checking the answers of a port.
type Grade struct {
	Steps       []Step  // in the order in which a port is written; those without an answer too
	Right       []*Case // cases with right answers
	Wrong       []Mistake
	Exact       sargon.Level // the searches up to this level are answered, and all answers are right
	LikelyRules []string     // lines on the rules of the specification that the port probably breaks
}

// Step is a kind of cases; the searches are a step for each level.
type Step struct {
	Name                   string
	Level                  sargon.Level // of searches; 0 for other kinds
	Cases, Answered, Right int
	First                  *Mistake // the first wrong answer, or nil
}

// Mistake is a wrong answer.
type Mistake struct {
	Case  *Case
	Where string // says which value differs
}

// Check grades the answers of a port. An answer "error" is a mistake of the port too. If ctx ends, LikelyRules
// may be missing.
func Check(ctx context.Context, kit []Case, given Answers) *Grade {
	g := &Grade{}
	for i := range kit {
		c := &kit[i]
		s := g.step(c)
		s.Cases++
		if given[c.ID] == nil {
			continue
		}
		s.Answered++
		if where := difference(c, given[c.ID]); where != "" {
			g.Wrong = append(g.Wrong, Mistake{c, where})
			s.First = cmp.Or(s.First, &Mistake{c, where})
			continue
		}
		s.Right++
		g.Right = append(g.Right, c)
	}
	for _, s := range g.Steps {
		// One case in fifty may be without an answer: there is a position that FEN cannot express.
		if s.Level == g.Exact+1 && s.Right == s.Answered && 50*s.Answered >= 49*s.Cases {
			g.Exact = s.Level
		}
	}
	if len(g.Wrong) > 0 {
		g.LikelyRules = g.diagnose(ctx, given)
	}
	return g
}

// step returns the step of a case: that of the case before, or a new one.
func (g *Grade) step(c *Case) *Step {
	own := Step{Name: fmt.Sprintf("%s (spec §%d)", c.Kind, c.Section)}
	switch c.Kind {
	case Search:
		own = Step{Name: fmt.Sprintf("searches, level %d", c.Level), Level: c.Level}
	case Game, Count:
		own.Name = string(c.Kind) + "s"
	}
	if n := len(g.Steps); n == 0 || g.Steps[n-1].Name != own.Name {
		g.Steps = append(g.Steps, own)
	}
	return &g.Steps[len(g.Steps)-1]
}

// difference returns a sentence on the first value of an answer that is wrong; "" if all are right. Values
// that explain more come first.
func difference(c *Case, given Values) string {
	if text, failed := given["error"]; failed {
		return fmt.Sprint("it fails: ", text)
	}
	all := slices.Sorted(maps.Keys(given))
	first := []string{"evals", "score", "best", "first"} // each explains those before it
	slices.SortStableFunc(all, func(a, b string) int {
		return cmp.Compare(slices.Index(first, b), slices.Index(first, a))
	})
	for _, name := range all {
		if text := valueDiffers(name, c.Want[name], given[name]); text != "" {
			return text
		}
	}
	return ""
}

// valueDiffers returns how the value given differs from the value wanted, "" if it does not. Of lists it
// names the first item that differs.
func valueDiffers(name string, want, given any) string {
	right, isList := want.([]any)
	came, listGiven := given.([]any)
	if !isList || !listGiven {
		if sameValue(want, given) {
			return ""
		}
		return fmt.Sprintf("%s is %v, want %v", name, given, want)
	}
	for i := range max(len(right), len(came)) {
		switch {
		case i >= len(came):
			return fmt.Sprintf("%s ends after %d, want %v", name, i, right[i])
		case i >= len(right):
			return fmt.Sprintf("%s %d is %v, want an end", name, i+1, came[i])
		case !(came[i] == unsupportedMove && i < bookPlies) && !sameValue(right[i], came[i]) &&
			!(name == "plies" && strings.HasPrefix(fmt.Sprint(right[i]), fmt.Sprint(came[i], " "))):
			return fmt.Sprintf("%s %d is %v, want %v", name, i+1, came[i], right[i])
		}
	}
	return ""
}

// sameValue compares two values; hexadecimal digits may be capitals, and numbers in quotes.
func sameValue(a, b any) bool { return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b)) }

// Passed reports whether there are answers, and all are right.
func (g *Grade) Passed() bool { return len(g.Right) > 0 && len(g.Wrong) == 0 }

// Write writes the grade for a person: a line for each step, then the verdict.
func (g *Grade) Write(w io.Writer) {
	for _, s := range g.Steps {
		said := "not answered"
		if s.Answered > 0 {
			said = fmt.Sprintf("%d of %d right", s.Right, s.Answered)
		}
		if s.Answered > 0 && s.Answered < s.Cases {
			said += fmt.Sprintf(", %d not answered", s.Cases-s.Answered)
		}
		fmt.Fprintf(w, "%-24s %s\n", s.Name, said)
		if m := s.First; m != nil {
			what := ""
			if m.Case.Position != "" {
				what = fmt.Sprintf(", level %d %s", m.Case.Level, m.Case.Position)
			}
			fmt.Fprintf(w, "    case %d%s: %s\n", m.Case.ID, what, m.Where)
		}
	}
	fmt.Fprintln(w, g.Verdict())
	for _, line := range g.LikelyRules {
		fmt.Fprintf(w, "    %s\n", line)
	}
}

// Verdict returns the grade in a line.
func (g *Grade) Verdict() string {
	verdict := ""
	switch {
	case g.Exact == 1:
		verdict = "level 1 exact; "
	case g.Exact > 1:
		verdict = fmt.Sprintf("levels 1–%d exact; ", g.Exact)
	}
	switch {
	case len(g.Right)+len(g.Wrong) == 0:
		return "nothing was answered"
	case len(g.Wrong) == 0:
		return fmt.Sprintf("%sall %d answers are right", verdict, len(g.Right))
	}
	verdict += fmt.Sprintf("%d of %d answers are wrong, the first at case %d", len(g.Wrong),
		len(g.Right)+len(g.Wrong), g.Wrong[0].Case.ID)
	if len(g.LikelyRules) > 0 {
		verdict += "; it looks as if"
	}
	return verdict
}
