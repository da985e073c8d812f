package coverage

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"sargon78/roms"
)

// Report lists which instructions of an image have run.
type Report struct {
	Name         string // of the engine
	Engine       Sum    // search, evaluation, moves and set-up
	Instructions []Instruction

	image *roms.Image
}

// Sum counts instructions and the two ways of each branch.
type Sum struct {
	Instructions int
	Ran          int
	BranchWays   int // two for each conditional jump, call and return
	WaysTaken    int
}

// add counts an instruction, and the ways out of it that were taken.
func (s *Sum) add(i *Instruction) {
	s.Instructions++
	if i.Ran > 0 {
		s.Ran++
	}
	if !i.Branch {
		return
	}
	s.BranchWays += 2
	for _, n := range [2]uint64{i.Taken, i.Ran - i.Taken} {
		if n > 0 {
			s.WaysTaken++
		}
	}
}

// String returns "810 of 812 instructions, 201 of 204 ways of branches (99.6 %)". If there is nothing
// to count, it leaves out the share.
func (s *Sum) String() string {
	if s.Instructions == 0 {
		return "no instructions: the image has no entry points of a chess program to follow them from"
	}
	return fmt.Sprintf("%d of %d instructions, %d of %d ways of branches (%s)",
		s.Ran, s.Instructions, s.WaysTaken, s.BranchWays, percent(s.Ran+s.WaysTaken, s.Instructions+s.BranchWays))
}

// percent rounds down, so that 100 % means all.
func percent(part, whole int) string {
	switch {
	case whole == 0:
		return "-"
	case part == whole:
		return "100 %"
	}
	return fmt.Sprintf("%d.%d %%", part*100/whole, part*1000/whole%10)
}

// Instruction is one instruction of the program with its counts.
type Instruction struct {
	Addr    uint16
	next    uint16 // address after it
	Text    string
	Routine string
	File    string // of the source, with its folder, if there is one
	Line    int
	Ran     uint64
	Branch  bool
	Taken   uint64 // how often a branch jumped, called or returned
}

// missing returns what has never happened at an instruction: "never ran", "never taken", "always taken".
// It returns "" if nothing is missing.
func (i *Instruction) missing() string {
	switch {
	case i.Ran == 0:
		return "never ran"
	case i.Branch && i.Taken == 0:
		return "never taken"
	case i.Branch && i.Taken == i.Ran:
		return "always taken"
	}
	return ""
}

// New reports what a recorder has noted.
func New(name string, image *roms.Image, r *Recorder) *Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	report := &Report{Name: name, image: image}
	for _, one := range r.program {
		for _, c := range r.cores {
			one.Ran += c.ran[one.Addr]
			one.Taken += c.taken[one.Addr]
		}
		report.Instructions = append(report.Instructions, one)
		report.Engine.add(&one)
	}
	return report
}

// Write writes the report for a person: the sums, each file, and what of the engine is missing.
func (r *Report) Write(out io.Writer) error {
	fmt.Fprintf(out, "coverage of %s (%s)\n", r.Name, r.image.Name)
	fmt.Fprintf(out, "  search, evaluation, moves and set-up: %v\n", &r.Engine)
	if r.Engine.Instructions == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, f := range r.files() {
		fmt.Fprintf(w, "    %d of %d\t%d of %d\t  %s\n", f.Ran, f.Instructions, f.WaysTaken, f.BranchWays,
			path.Base(f.name))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range r.Instructions {
		one := &r.Instructions[i]
		if what := one.missing(); what != "" {
			fmt.Fprintf(out, "  %s %-20s %s\n", one.place(), one.Text, what)
		}
	}
	_, err := fmt.Fprintln(out, "  the rest is reached by the dialogue with a person only, or by nothing")
	return err
}

// place returns where an instruction is.
func (i *Instruction) place() string {
	if i.File != "" {
		return fmt.Sprintf("%04X %s:%d", i.Addr, path.Base(i.File), i.Line)
	}
	return fmt.Sprintf("%04X %s", i.Addr, i.Routine)
}

// file is a file of the source, or a routine where there is no source.
type file struct {
	name string
	Sum
}

// files sums the engine up by source file.
func (r *Report) files() (files []file) {
	for i := range r.Instructions {
		one := &r.Instructions[i]
		name := cmp.Or(one.File, one.Routine)
		at := slices.IndexFunc(files, func(f file) bool { return f.name == name })
		if at < 0 {
			at = len(files)
			files = append(files, file{name: name})
		}
		files[at].add(one)
	}
	return files
}

// WriteLCOV writes the engine as lcov does: by lines of the source, with both ways of each branch.
// Editors show that next to the source, and genhtml makes pages of it. folder is where the files of
// the source are, as seen from where those read it. It is an error if the image has no source.
func (r *Report) WriteLCOV(out io.Writer, folder string) error {
	if r.image.Source == nil {
		return errors.New("lcov counts lines of a source, and this image has none; write a .txt file")
	}
	w := bufio.NewWriter(out)
	for _, file := range r.files() {
		name := filepath.FromSlash(file.name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		fmt.Fprintf(w, "TN:%s\nSF:%s\n", testName(r.Name), name)
		for i := range r.Instructions {
			one := &r.Instructions[i]
			if one.File != file.name {
				continue
			}
			fmt.Fprintf(w, "DA:%d,%d\n", one.Line, one.Ran)
			if one.Branch {
				fmt.Fprintf(w, "BRDA:%d,0,0,%d\nBRDA:%d,0,1,%d\n", one.Line, one.Taken, one.Line,
					one.Ran-one.Taken)
			}
		}
		fmt.Fprintln(w, "end_of_record")
	}
	return w.Flush()
}

// testName writes a name with the characters only that lcov leaves in a name of a test.
func testName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
}
