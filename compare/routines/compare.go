package routines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/spec/cells"
)

// Options say how much is compared.
type Options struct {
	Random  int    // drawn inputs for each routine
	Seed    uint64 // from which they follow
	Workers int    // routines compared at the same time; 0 is one

	// Progress is called now and then, by one goroutine at a time, with the number of inputs
	// that were compared so far.
	Progress func(inputs uint64)
}

// Result is what the comparison of a routine has shown.
type Result struct {
	Name      string      `json:"name"`
	Section   string      `json:"section"` // of the specification
	Drawn     uint64      `json:"drawn"`
	Undefined uint64      `json:"undefined"` // inputs that lead out of the specification: not compared
	Different uint64      `json:"different"`
	First     *Difference `json:"first,omitempty"`
}

// Difference is an input for which a routine does something else, with as few men as possible.
type Difference struct {
	Input literal.Cells
	Cells []string // what differs, "cell: 10x12 …, program …"
	Err   error    // or how the program failed
}

// Compare compares all routines of a program. When ctx ends it returns its error, and the results
// so far. Other errors say which symbols the image lacks.
func Compare(ctx context.Context, image *roms.Image, o Options) ([]Result, error) {
	var all [literal.NumRoutines]*comparison
	var mu sync.Mutex
	inputs := uint64(0)
	tell := func(more uint64) {
		mu.Lock()
		defer mu.Unlock()
		if inputs += more; o.Progress != nil {
			o.Progress(inputs)
		}
	}
	for r := range literal.NumRoutines {
		c, err := newComparison(image, r, o)
		if err != nil {
			return nil, err
		}
		c.tell, all[r] = tell, c
	}
	var group sync.WaitGroup
	workers := make(chan struct{}, max(1, o.Workers))
	for _, c := range all {
		group.Go(func() {
			workers <- struct{}{}
			c.all(ctx)
			<-workers
		})
	}
	group.Wait()
	var results []Result
	for _, c := range all {
		results = append(results, c.result)
	}
	return results, ctx.Err()
}

// comparison is that of one routine.
type comparison struct {
	routine literal.Routine
	program *program
	engine  *literal.Engine
	options Options
	tell    func(inputs uint64) // how many more were compared
	result  Result
}

func newComparison(image *roms.Image, r literal.Routine, o Options) (*comparison, error) {
	p, err := newProgram(image, r, o.Seed)
	if err != nil {
		return nil, err
	}
	return &comparison{
		routine: r, program: p, engine: literal.New(), options: o, tell: func(uint64) {},
		result: Result{Name: specs[r].name, Section: specs[r].section},
	}, nil
}

// all compares all inputs of a routine, until ctx ends.
func (c *comparison) all(ctx context.Context) {
	d := &drawer{
		Rand:   rand.New(rand.NewPCG(c.options.Seed, uint64(c.routine))),
		engine: literal.New(),
	}
	for range c.options.Random {
		if c.result.Drawn%progressEvery == 0 && ctx.Err() != nil || !c.one(ctx, d.draw(c.routine)) {
			break
		}
		if c.result.Drawn++; c.result.Drawn%progressEvery == 0 {
			c.tell(progressEvery)
		}
	}
	c.tell(c.result.Drawn % progressEvery)
}

// progressEvery is how many inputs pass between two reports of progress, and looks at the context.
const progressEvery = 1000

// one compares one input; it returns false if ctx has ended.
func (c *comparison) one(ctx context.Context, in *literal.Cells) bool {
	defined, d := c.differs(ctx, in)
	switch {
	case ctx.Err() != nil:
		return false
	case !defined:
		c.result.Undefined++
	case d != nil:
		c.result.Different++
		if c.result.First == nil {
			c.result.First = c.shrink(ctx, d)
		}
	}
	return true
}

// differs runs the routine on both sides. Defined is false if the specification does not say what
// the routine does with this input.
// A panic on either side is a difference.
func (c *comparison) differs(ctx context.Context, in *literal.Cells) (defined bool, d *Difference) {
	defer func() {
		if r := recover(); r != nil {
			defined, d = true, &Difference{Input: *in, Err: fmt.Errorf("panic: %v", r)}
		}
	}()
	want := *in
	if left, err := c.engine.Run(c.routine, &want); left != "" || err != nil {
		return false, nil
	}
	is := *in
	if err := c.program.run(ctx, &is); err != nil {
		return true, &Difference{Input: *in, Err: err}
	}
	if is == want {
		return true, nil
	}
	return true, &Difference{Input: *in, Cells: different(&want, &is)}
}

// shrink takes away what is not needed for a difference: men, and what else is in the tables.
func (c *comparison) shrink(ctx context.Context, d *Difference) *Difference {
	for i := range d.Input.Tables[:literal.CellEnd] {
		was := d.Input.Tables[i]
		if was == 0 || was == uint8(sargon.Border) {
			continue
		}
		smaller := d.Input
		smaller.Tables[i] = 0
		if defined, found := c.differs(ctx, &smaller); defined && found != nil {
			d = found
		}
	}
	return d
}

// different lists the cells that differ.
func different(want, is *literal.Cells) (said []string) {
	say := func(cell string, want, is any) {
		said = append(said, fmt.Sprintf("%s: 10x12 %v, program %v", cell, want, is))
	}
	if want.Attacked != is.Attacked {
		say("the answer", want.Attacked, is.Attacked)
	}
	if want.Loss != is.Loss {
		say("the loss", hex(want.Loss), hex(is.Loss))
	}
	var a, b Memory
	for c, m := range map[*literal.Cells]*Memory{want: &a, is: &b} {
		*m = Memory{new([1 << 16]uint8), literal.Load}
		m.Write(c)
	}
	for _, cell := range cells.All {
		if cell.Kind == cells.Word && a.Word(cell.Offset) != b.Word(cell.Offset) {
			say(cell.Name, a.Word(cell.Offset), b.Word(cell.Offset))
			continue
		}
		for i := range cell.Size {
			if x, y := *a.At(cell.Offset + uint16(i)), *b.At(cell.Offset + uint16(i)); x != y {
				say(byteName(&cell, i), hex(x), hex(y))
			}
		}
	}
	return said
}

type hex uint8

func (h hex) String() string { return fmt.Sprintf("%02X", uint8(h)) }

// byteName names a byte of a cell.
func byteName(c *cells.Cell, i int) string {
	switch {
	case c.Offset == cells.BOARDA:
		return "square " + sargon.Square(i).String()
	case c.Offset == cells.MLIST:
		return fmt.Sprintf("record %d, byte %d", i/literal.RecordBytes, i%literal.RecordBytes)
	case i == 0:
		return c.Name
	}
	return fmt.Sprintf("%s+%d", c.Name, i)
}
