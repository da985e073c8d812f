package compare

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/observe"
	"sargon78/sargon/files"
)

// Finding is a case in which two engines differ, or one fails.
type Finding struct {
	Number      int                  `json:"number"` // of the case in its source
	Index       int                  `json:"index"`  // of the search in its case
	Origin      string               `json:"origin"`
	Case        cases.Case           `json:"case"`
	A           string               `json:"a"`
	B           string               `json:"b,omitempty"`
	a, b        int                  // which engines they are
	Also        []string             `json:"also,omitempty"` // engines that agree with B
	Differences []observe.Difference `json:"differences,omitempty"`
	Failure     string               `json:"failure,omitempty"` // of engine A
	failureKind observe.FailureKind  // the way in which it failed
	// Undefined says why the specification does not tell who is right; a run does not report that.
	Undefined string `json:"undefined,omitempty"`

	Investigation
}

// Investigation is what an investigation finds out.
type Investigation struct {
	Shrunk      *cases.Case      `json:"shrunk,omitempty"`
	Command     string           `json:"repeat,omitempty"`
	Debug       string           `json:"debug,omitempty"` // the command that goes there in a machine
	Explanation string           `json:"explanation,omitempty"`
	First       *FirstDifference `json:"first,omitempty"`
}

// FirstDifference is the first evaluation that differs, where both engines evaluate the same move.
type FirstDifference struct {
	Evaluation int    `json:"evaluation"`     // its number
	Piece      string `json:"piece"`          // that has moved: "white pawn"
	To         string `json:"to"`             // its square
	Amount     int    `json:"amount"`         // by which one is above the specification
	Rule       string `json:"rule,omitempty"` // the one that is broken, if that was found out
}

// Differs reports whether the engines differ, or one failed.
func (f *Finding) Differs() bool { return len(f.Differences) > 0 || f.Failure != "" }

// String describes a finding: what differs, the explanation, and how to repeat it.
func (f *Finding) String() string {
	var b strings.Builder
	if f.Failure != "" {
		fmt.Fprintf(&b, "FAILED: %s, %s\n", f.A, f.Origin)
	} else {
		fmt.Fprintf(&b, "DIFFERENT: %s, %s\n", f.votes(), f.Origin)
	}
	for _, d := range f.Differences {
		fmt.Fprintf(&b, "  %v\n", d)
	}
	if f.Shrunk != nil && f.Shrunk.String() != f.Case.String() {
		fmt.Fprintf(&b, "in %s; shrunk, it still differs:\n", positionOf(f.Case))
	}
	text := f.Explanation
	if text == "" {
		text = fmt.Sprintf("%v\n%s", f.Case, f.Failure)
	}
	b.WriteString("  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  "))
	if f.Command != "" {
		fmt.Fprintf(&b, "\nrepeat: %s", f.Command)
	}
	if f.Debug != "" {
		fmt.Fprintf(&b, "\nlook inside: %s", f.Debug)
	}
	return b.String()
}

// failureText names a case, and how engine A failed in it, if it did.
func (f *Finding) failureText(c cases.Case) string {
	text := fmt.Sprintf("case: %v\n", c)
	if f.Failure != "" {
		text += fmt.Sprintf("%s: %s\n", f.A, f.Failure)
	}
	return text
}

// kind returns the first value that differs, without its variable; "" if none does.
func (f *Finding) kind() string {
	if len(f.Differences) == 0 {
		return ""
	}
	kind, _, _ := strings.Cut(f.Differences[0].What, ",")
	return kind
}

// sameKind reports whether another finding is of the same kind: of the same first value, or of the same
// engine in the same way.
func (f *Finding) sameKind(other *Finding) bool {
	return f.failureKind == other.failureKind && f.kind() == other.kind() && (f.kind() != "" || f.A == other.A)
}

// Line returns the finding in a line: where it comes from, the position that is searched, and what differs
// first.
func (f *Finding) Line() string { return f.Origin + ": " + f.line(f.Case) }

func (f *Finding) line(c cases.Case) string {
	who := f.A
	if f.Failure == "" {
		who = f.votes()
	}
	return fmt.Sprintf("%s: %s: %s", positionOf(c), who, f.brief())
}

// brief says in a line how the engine failed, or what differs first. A program says where it failed
// in the last line of several.
func (f *Finding) brief() string {
	if f.Failure == "" {
		return f.Differences[0].String()
	}
	first, rest, several := strings.Cut(strings.TrimSpace(f.Failure), "\n")
	if several {
		first += " … " + strings.TrimSpace(rest[strings.LastIndexByte(rest, '\n')+1:])
	}
	return first
}

// positionOf names the position that a case searches by its level and its FEN.
func positionOf(c cases.Case) string {
	p, err := c.Position()
	if err != nil {
		return c.String()
	}
	return fmt.Sprintf("level %d, %s", c.Last().Level, p.FEN())
}

// smallestCase returns the shrunk case, or the case.
func (f *Finding) smallestCase() cases.Case {
	if f.Shrunk != nil {
		return *f.Shrunk
	}
	return f.Case
}

// Save writes the differing case, shrunk if it was, to a file that cases.Files reads. The directory
// is made if there is none.
func (f *Finding) Save(directory string) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	c := f.smallestCase()
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(c.String()))
	name := filepath.Join(directory, fmt.Sprintf("%08x.case", hash.Sum32()))
	what := f.A + " failed"
	if f.Failure == "" {
		what = fmt.Sprintf("%s and %s differed: %v", f.A, f.B, f.Differences[0])
	}
	return files.WriteFile(name, nil, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n# %s\n# %s\n%v\n", cases.Heading, what, f.Command, c)
		return err
	})
}

// votes names the engines, one against the others: "rom against 10x12, 0x88".
func (f *Finding) votes() string {
	return f.A + " against " + strings.Join(append([]string{f.B}, f.Also...), ", ")
}

// facts returns what a finding may have in common with others, in the order of inCommon; "" where it has
// no such thing.
func (f *Finding) facts() (all [len(inCommon)]string) {
	if f.Failure != "" {
		all[0] = f.A
	}
	all[1] = f.kind()
	if first := f.First; first != nil {
		all[2], all[3], all[4] = first.Piece, first.To, fmt.Sprintf("%+d", first.Amount)
		all[5] = first.Rule
	}
	return all
}

var inCommon = [...]string{
	"are failures of %s", "differ first in the %s", "begin where a %s has moved",
	"begin with a move to %s", "begin with a value off by %s", "break the rule %s",
}
