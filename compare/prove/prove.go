package prove

import (
	"context"
	"fmt"

	"sargon78/compare/routine"
	"sargon78/roms"
	"sargon78/sargon/spec/variables"
)

// Result is what was found out about a row.
type Result struct {
	Row *Row
	routine.Result
	Missing string   // a label that the program does not have, so that the row is not applicable; or ""
	Debug   []string // commands of `sargon debug --plain` that go to where the routine of a fault begins
}

// Options control Prove and Against.
type Options struct {
	routine.Options
	Progress func(row *Row, cases uint64) // called now and then, by one goroutine at a time
}

// Prove goes through the domains of rows, in their order. If ctx ends, it returns the results up to then, and
// the error says how far it came. Other errors say what is wrong with a declaration.
func Prove(ctx context.Context, image *roms.Image, rows []*Row, o Options) ([]Result, error) {
	return goThrough(ctx, image, rows, o, (*Row).Routine)
}

// Against compares the routines of an image with those of another, which has the same labels, for the domains
// of rows.
func Against(ctx context.Context, image, other *roms.Image, rows []*Row, o Options) ([]Result, error) {
	return goThrough(ctx, image, rows, o, func(row *Row, image *roms.Image) (*routine.Routine, string) {
		one, missing := row.Routine(image)
		theirs, missing2 := row.Routine(other)
		if missing != "" || missing2 != "" || contractOf(row).label == "" {
			return nil, missing + missing2
		}
		theirs.Program.Name = other.Name
		one.Other = routine.Z80(theirs)
		return one, ""
	})
}

// goThrough runs all rows that declare can declare for the image, through all their inputs. The result of
// any other row names what the image lacks.
func goThrough(
	ctx context.Context, image *roms.Image, rows []*Row, o Options,
	declare func(*Row, *roms.Image) (*routine.Routine, string),
) ([]Result, error) {
	results := make([]Result, len(rows))
	var declared []*routine.Routine
	var numbers []int // numbers of the rows that are applicable
	for i, row := range rows {
		results[i].Row = row
		r, missing := declare(row, image)
		if r == nil {
			results[i].Missing = missing
			continue
		}
		declared, numbers = append(declared, r), append(numbers, i)
	}
	rowOf := map[*routine.Routine]*Row{}
	for i, r := range declared {
		rowOf[r] = rows[numbers[i]]
	}
	if o.Progress != nil {
		o.Options.Progress = func(r *routine.Routine, cases uint64) { o.Progress(rowOf[r], cases) }
	}
	all, err := routine.All(ctx, o.Options, declared...)
	for i := range all {
		of := &results[numbers[i]]
		of.Result = all[i]
		if all[i].Fault != nil {
			of.Debug = debugCommands(image, of.Row, all[i].Fault)
		}
	}
	return results, err
}

// debugCommands returns commands for a debugger that set the variables that have a value, and the registers,
// as they are when the routine begins.
func debugCommands(image *roms.Image, row *Row, f *routine.Fault) (lines []string) {
	c := contractOf(row)
	if c.label == "" { // no program
		return nil
	}
	name := programOf(image).Names
	for _, b := range f.Known {
		lines = append(lines, fmt.Sprintf("set [%s] = 0%Xh", name(b.At), b.Value))
	}
	for _, v := range f.Registers {
		lines = append(lines, fmt.Sprintf("set %s = 0%Xh", v.Name, v.Value))
	}
	lines = append(lines, fmt.Sprintf("set SP = 0%Xh", at(variables.STACK)-2))
	return append(lines, "set PC = "+c.label)
}
