package kit

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sargon78/sargon"
)

// Grade is what the answers of a port are worth.
type Grade struct {
	Steps    []Step // as a port grows; those without an answer too
	Wrong    []Mistake
	Answered int
	Exact    sargon.Level // the searches up to this level are answered, and right
	Looks    []string     // what it looks like: the likely rules of the specification, in words
}

// Step is a kind of cases; the searches are a step for each level.
type Step struct {
	Name                   string
	Level                  sargon.Level // of searches, 0 of others
	Cases, Answered, Right int
	First                  *Mistake // the first case that is wrong
}

// Mistake is a wrong answer.
type Mistake struct {
	Case  *Case
	Given Values
	Where string // the first value that differs, in words
}

// Check grades the answers of a port. Whatever else goes wrong is a mistake of the port; when ctx
// ends the rules that are likely broken may be missing.
func Check(ctx context.Context, kit []Case, answers []Answer) *Grade {
	g := &Grade{}
	given := map[int]Values{}
	for _, a := range answers {
		given[a.ID] = a.Values
	}
	for i := range kit {
		g.add(&kit[i], given[kit[i].ID])
	}
	for i := range g.Steps {
		s := &g.Steps[i]
		if s.Level == g.Exact+1 && s.exact() {
			g.Exact = s.Level
		}
	}
	if len(g.Wrong) > 0 {
		g.Looks = (&diagnosis{kit: kit, given: given, wrong: g.Wrong}).looks(ctx)
	}
	return g
}

// exact tells whether all answers are right, and all but an odd case in fifty is answered: one
// position is such as no FEN can say.
func (s *Step) exact() bool { return s.Right == s.Answered && 50*s.Answered >= 49*s.Cases }

// step is the step of a case, without answers.
func step(c *Case) Step {
	switch c.Kind {
	case Search:
		return Step{Name: fmt.Sprintf("searches, level %d", c.Level), Level: c.Level}
	case Game:
		return Step{Name: "games"}
	case Count:
		return Step{Name: "counts"}
	}
	return Step{Name: fmt.Sprintf("%s (spec §%d)", c.Kind, c.Section)}
}

func (g *Grade) add(c *Case, given Values) {
	own := step(c)
	at := slices.IndexFunc(g.Steps, func(s Step) bool { return s.Name == own.Name })
	if at < 0 {
		at = len(g.Steps)
		g.Steps = append(g.Steps, own)
	}
	s := &g.Steps[at]
	s.Cases++
	if len(given) == 0 {
		return
	}
	s.Answered++
	g.Answered++
	where := difference(c, given)
	if where == "" {
		s.Right++
		return
	}
	m := Mistake{c, given, where}
	g.Wrong = append(g.Wrong, m)
	s.First = cmp.Or(s.First, &m)
}

// difference says in words which value of an answer is not as it should be, the first one that
// matters; "" if all are right.
func difference(c *Case, given Values) string {
	if text, failed := given["error"]; failed {
		return fmt.Sprint("it fails: ", text)
	}
	all := slices.Sorted(maps.Keys(given))
	first := []string{"evals", "score", "best", "first"} // the last explains the others
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
		case came[i] != notAsked && !sameValue(right[i], came[i]) &&
			!(name == "plies" && strings.HasPrefix(fmt.Sprint(right[i]), fmt.Sprint(came[i], " "))):
			return fmt.Sprintf("%s %d is %v, want %v", name, i+1, came[i], right[i])
		}
	}
	return ""
}

// sameValue compares two values; hexadecimal digits may be capitals.
func sameValue(a, b any) bool {
	x, isText := a.(string)
	y, alsoText := b.(string)
	if isText && alsoText {
		return strings.EqualFold(x, y)
	}
	return reflect.DeepEqual(a, b)
}

// Passed tells whether there are answers, and all are right.
func (g *Grade) Passed() bool { return g.Answered > 0 && len(g.Wrong) == 0 }

// Write writes the grade for a person: a line for each step, then the verdict.
func (g *Grade) Write(w io.Writer) {
	for _, s := range g.Steps {
		switch {
		case s.Answered == 0:
			fmt.Fprintf(w, "%-24s not answered\n", s.Name)
		default:
			fmt.Fprintf(w, "%-24s %d of %d right", s.Name, s.Right, s.Answered)
			if s.Answered < s.Cases {
				fmt.Fprintf(w, ", %d not answered", s.Cases-s.Answered)
			}
			fmt.Fprintln(w)
		}
		if m := s.First; m != nil {
			fmt.Fprintf(w, "    case %d%s: %s\n", m.Case.ID, about(m.Case), m.Where)
		}
	}
	fmt.Fprintln(w, g.Verdict())
	for _, line := range g.Looks {
		fmt.Fprintf(w, "    %s\n", line)
	}
}

// about says what is searched.
func about(c *Case) string {
	if c.Position == "" {
		return ""
	}
	return fmt.Sprintf(", level %d %s", c.Level, c.Position)
}

// Verdict is the grade in a line.
func (g *Grade) Verdict() string {
	var exact string
	switch g.Exact {
	case 0:
	case 1:
		exact = "level 1 exact; "
	default:
		exact = fmt.Sprintf("levels 1–%d exact; ", g.Exact)
	}
	switch {
	case g.Answered == 0:
		return "nothing was answered"
	case len(g.Wrong) == 0:
		return fmt.Sprintf("%sall %d answers are right", exact, g.Answered)
	}
	verdict := fmt.Sprintf("%s%d of %d answers are wrong, the first at case %d", exact, len(g.Wrong),
		g.Answered, g.Wrong[0].Case.ID)
	if len(g.Looks) > 0 {
		verdict += "; it looks as if"
	}
	return verdict
}
