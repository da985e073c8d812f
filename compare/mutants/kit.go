package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sargon78/compare/kit"
	"sargon78/sargon/files"
)

// "mutants kit" plants its faults in a port, which answers the cases of the kit about routines with the
// reference engine. portFiles are the files with the rules. The others set up, count, explain, or serve
// package prove.
const (
	portFolder  = "native/reference"
	portProgram = "./compare/mutants/port"
)

var portFiles = regexp.MustCompile(
	`^(attack|evaluate|exchange|generate|list|make|memory|pins|search|tables)\.go$`)

const (
	// sampledCalls is how many calls are sampled of each kind, to find out which faults show at all.
	sampledCalls = 250
	// enoughCases is how many cases of the kit should notice a fault after --freeze, if so many can.
	enoughCases = 8
	// kitLevel is the share of the planted faults that each kind of the kit must notice.
	kitLevel = 0.95
)

// A kitRun plants faults in a port, and finds out which cases of the kit notice them.
type kitRun struct {
	*options
	cases     []kit.Case // sorted by kind; their numbers are 1, 2, 3 …
	published []bool     // whether a case is in the kit; otherwise it was sampled
	lines     []byte     // the cases, as the port reads them
	faults    []*goFault // the faults whose code some case runs
	numbers   []int      // the numbers of these faults
	noticed   [][]int    // for each of them, which cases notice it
}

// chooses reports whether a fault may choose cases of the kit. About half may. The others are fresh: they
// show how many faults the kit notices for which it was not made. All faults of a line are of the same sort.
func chooses(f *fault) bool {
	sum := fnv.New32a()
	fmt.Fprint(sum, f.In, "\n", oneLine(f.Old))
	return sum.Sum32()%2 == 0
}

// runKit prints, for each kind of the routines in the kit, how many faults were planted and how many of
// them the kit notices. A fault counts as planted if it shows in some case: of the kit, or of many sampled
// calls. With --freeze runKit adds sampled calls to the kit, until the kit notices each fault that shows and
// may choose cases.
func (o *options) runKit(ctx context.Context, out, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	k := &kitRun{options: o}
	s, err := newSchemata(ctx, o.root, portFolder, portFiles.MatchString)
	if err != nil {
		return err
	}
	o.bin = filepath.Join(dir, "port")
	if err := s.build(ctx, o.root, dir, portProgram, o.bin); err != nil {
		return err
	}
	if err := k.read(ctx); err != nil {
		return err
	}
	if err := k.trace(ctx, s); err != nil {
		return err
	}
	chosen := len(k.faults)
	k.tryAll(ctx, progress)
	if ctx.Err() != nil {
		fmt.Fprintf(out, "interrupted: %d of %d faults were tried\n", len(k.faults), chosen)
	}
	fmt.Fprintf(out, "%d faults; planted are %d that build and are in the way of some case\n\n", len(s.faults), len(k.faults))
	err = k.write(out)
	if ctx.Err() == nil && o.freeze {
		return k.extend(ctx, out)
	}
	return cmp.Or(ctx.Err(), err)
}

// read reads the cases of the kit about routines, and samples more calls.
func (k *kitRun) read(ctx context.Context) error {
	all, err := kit.Read()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c kit.Case) bool { return c.Before == nil })
	inKit := len(all)
	sampled, err := kit.Sample(ctx, k.seed, sampledCalls)
	if err != nil {
		return err
	}
	all = append(all, sampled...)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	// The cases are sorted by kind, because after a case that does not end the port goes on with the next
	// kind.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].Kind, all[b].Kind) })
	for number, i := range order {
		all[i].ID = number + 1
		k.cases, k.published = append(k.cases, all[i]), append(k.published, i < inKit)
	}
	var lines bytes.Buffer
	err = files.JSONLines(k.cases)(&lines)
	k.lines = lines.Bytes()
	return err
}

// trace lets the port without a fault answer all cases, and finds out the code of which faults it runs.
func (k *kitRun) trace(ctx context.Context, s *schemata) error {
	port := exec.CommandContext(ctx, k.bin, "1")
	port.Env = append(os.Environ(), fmt.Sprint(mutantVariable, "=", traceFaults))
	port.Stdin = bytes.NewReader(k.lines)
	var met bytes.Buffer
	port.Stderr = &met
	said, err := port.Output()
	if err == nil && bytes.Contains(said, []byte("!")) {
		err = errors.New("its answers are wrong without a fault")
	}
	if err != nil {
		return fmt.Errorf("the port: %w", err)
	}
	for word := range strings.FieldsSeq(met.String()) {
		if n, err := strconv.Atoi(word); err == nil {
			k.numbers = append(k.numbers, n)
		}
	}
	slices.Sort(k.numbers)
	k.numbers = slices.DeleteFunc(k.numbers, func(n int) bool { return !k.wants(s.faults[n-1].fault) })
	k.numbers = sample(k.numbers, k.sample, k.seed)
	for _, n := range k.numbers {
		k.faults = append(k.faults, s.faults[n-1])
	}
	return nil
}

// try lets the port with a fault answer all cases. It returns the indexes of those that are wrong.
func (k *kitRun) try(ctx context.Context, number int) (wrong []int, err error) {
	for first := 0; first < len(k.cases); {
		port := exec.CommandContext(ctx, k.bin, strconv.Itoa(first+1))
		port.Env = append(os.Environ(), fmt.Sprint(mutantVariable, "=", number))
		port.Stdin, port.WaitDelay = bytes.NewReader(k.lines), time.Second
		said, failed := port.Output()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last := -1
		for lines := bufio.NewScanner(bytes.NewReader(said)); lines.Scan(); {
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				last = n - 1
			} else if last >= 0 {
				wrong = append(wrong, last)
			}
		}
		if last < 0 {
			return k.all(), nil // the port does not even begin
		}
		if last == len(k.cases)-1 && failed == nil {
			break
		}
		// This case has ended the port. All later cases of its kind count as right.
		wrong = append(wrong, last)
		for first = last + 1; first < len(k.cases) && k.cases[first].Kind == k.cases[last].Kind; {
			first++
		}
	}
	return slices.Compact(wrong), nil
}

// tryAll tries the faults that trace has found. When ctx ends, it drops the remaining ones.
func (k *kitRun) tryAll(ctx context.Context, progress io.Writer) {
	noticed, tried := make([][]int, len(k.faults)), make([]bool, len(k.faults))
	next := make(chan int, len(k.faults))
	for i := range k.faults {
		next <- i
	}
	close(next)
	var mu sync.Mutex
	var group sync.WaitGroup
	done := 0
	for range max(k.workers, 1) {
		group.Go(func() {
			for i := range next {
				wrong, err := k.try(ctx, k.numbers[i])
				if err != nil {
					return
				}
				f := k.faults[i]
				mu.Lock()
				noticed[i], tried[i] = wrong, true
				done++
				fmt.Fprintf(progress, "%d of %d  %s:%d: %s: %d cases notice it\n", done, len(k.faults),
					f.File, f.Line, f.change(), len(wrong))
				mu.Unlock()
			}
		})
	}
	group.Wait()
	all := k.faults
	k.faults, k.noticed = nil, nil
	for i, f := range all {
		if tried[i] {
			k.faults, k.noticed = append(k.faults, f), append(k.noticed, noticed[i])
		}
	}
}

// all returns the indexes of all cases.
func (k *kitRun) all() (all []int) {
	for i := range k.cases {
		all = append(all, i)
	}
	return all
}

// shows returns the kinds of cases in which a fault shows, with the number of cases of the kit that notice it.
func (k *kitRun) shows(fault int) map[kit.Kind]int {
	shows := map[kit.Kind]int{}
	for _, i := range k.noticed[fault] {
		n := 0
		if k.published[i] {
			n = 1
		}
		shows[k.cases[i].Kind] += n
	}
	return shows
}

// A share is how many faults were planted, and how many of them were noticed.
type share struct{ planted, noticed int }

func (s *share) add(noticed bool) {
	s.planted++
	if noticed {
		s.noticed++
	}
}

func (s share) enough() bool { return float64(s.noticed) >= kitLevel*float64(s.planted) }

func (s share) String() string {
	return fmt.Sprintf("%d | %d | %.1f %%", s.planted, s.noticed, 100*float64(s.noticed)/float64(max(s.planted, 1)))
}

// write writes the table, then the faults that are not noticed. The error names the kinds that notice too
// few of all faults, or of the fresh ones.
func (k *kitRun) write(out io.Writer) error {
	cases, all, fresh := map[kit.Kind]int{}, map[kit.Kind]*share{}, map[kit.Kind]*share{}
	for i := range k.cases {
		kind := k.cases[i].Kind
		if all[kind] == nil {
			all[kind], fresh[kind] = new(share), new(share)
		}
		if k.published[i] {
			cases[kind]++
		}
	}
	var missed []string
	silent := 0
	for i, f := range k.faults {
		shows := k.shows(i)
		if len(shows) == 0 {
			silent++
		}
		for _, kind := range slices.Sorted(maps.Keys(shows)) {
			all[kind].add(shows[kind] > 0)
			if !chooses(f.fault) {
				fresh[kind].add(shows[kind] > 0)
			}
			if shows[kind] == 0 {
				missed = append(missed, fmt.Sprintf("%s does not notice %s:%d: %s", kind, f.File, f.Line, f.change()))
			}
		}
	}
	fmt.Fprintf(out, "| kind | cases | planted | noticed | share | fresh | noticed | share |\n"+
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	var few []string
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(out, "| %s | %d | %v | %v |\n", kind, cases[kind], all[kind], fresh[kind])
		if !all[kind].enough() || !fresh[kind].enough() {
			few = append(few, string(kind))
		}
	}
	fmt.Fprintf(out, "\n%d faults show in no case: they are of searches, or change nothing\n", silent)
	for _, line := range missed {
		fmt.Fprintln(out, line)
	}
	if len(few) > 0 {
		return fmt.Errorf("less than %.0f %% are noticed by %s", 100*kitLevel, strings.Join(few, ", "))
	}
	return nil
}

// extend adds sampled calls to the kit. First it adds a few with each answer, if answers are one byte. Then,
// until enough cases notice each fault that may choose cases, it adds the call that helps most.
func (k *kitRun) extend(ctx context.Context, out io.Writer) error {
	var added []kit.Case
	answers := map[string]int{} // how many cases of the kit have an answer
	for c := range k.cases {
		if k.published[c] {
			answers[answer(&k.cases[c])]++
		}
	}
	for c := range k.cases {
		of := answer(&k.cases[c])
		if of != "" && !k.published[c] && answers[of] < enoughCases {
			answers[of]++
			k.published[c] = true
			added = append(added, k.cases[c])
		}
	}
	short := make([]map[kit.Kind]int, len(k.faults)) // how many cases a fault still wants
	of := make([][]int, len(k.cases))                // the faults that a case notices
	for i, f := range k.faults {
		short[i] = map[kit.Kind]int{}
		if !chooses(f.fault) {
			continue
		}
		for kind, n := range k.shows(i) {
			short[i][kind] = enoughCases - n
		}
		for _, c := range k.noticed[i] {
			of[c] = append(of[c], i)
		}
	}
	gain := func(c int) (n int) {
		for _, i := range of[c] {
			n += max(0, short[i][k.cases[c].Kind])
		}
		return n
	}
	for {
		best, most := -1, 0
		for c := range k.cases {
			if n := gain(c); !k.published[c] && n > most {
				best, most = c, n
			}
		}
		if best < 0 {
			break
		}
		k.published[best] = true
		added = append(added, k.cases[best])
		for _, i := range of[best] {
			short[i][k.cases[best].Kind]--
		}
	}
	name := filepath.Join(k.root, "sargon", "spec", "kit", "kit.jsonl")
	fmt.Fprintf(out, "\n%d cases are added to %s\n\n", len(added), name)
	return cmp.Or(k.write(out), files.WriteFile(name, nil, func(w io.Writer) error {
		return kit.Extend(ctx, w, added)
	}))
}

// answer returns the kind of a case with its answer, if that is in a register, as for attack and exchange;
// otherwise "".
func answer(c *kit.Case) string {
	for _, register := range []string{"A", "E"} {
		if value := c.Want[register]; value != nil {
			return fmt.Sprint(c.Kind, " ", value)
		}
	}
	return ""
}
