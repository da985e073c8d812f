package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/prove"
	"sargon78/roms"
)

// A stage is one call of `sargon compare`: cases of a seed, and engines that do them.
type stage struct {
	cases int
	level string
}

// stages go from cheap to dear. The last is the usual run of random cases.
var stages = []stage{{32, "1"}, {400, "1-3"}, {2000, "1-3"}}

// proofSample is how many cases of each shard of a row the proof does first; of the rows of the file
// that has the fault more follow.
const (
	proofSample = 100
	proofNear   = 2000
)

// outcome is what became of a fault.
type outcome string

const (
	notBuilt  outcome = "does not build"
	killed    outcome = "killed"
	undecided outcome = "not decided"
	survived  outcome = "survived"

	// In lists: a survivor that nothing can ever show, and what nobody has tried yet.
	equivalentMutant outcome = "equivalent"
	notScored        outcome = "not scored"
)

// kill is what killed a fault.
type kill string

const (
	proof       kill = "proof"      // a routine does not do what the rules say
	difference  kill = "difference" // engines told different things
	failure     kill = "failure"    // an engine gave an error in place of an answer
	failingTest kill = "test"       // a test of the harness failed
	crash       kill = "crash"      // an engine or a test panicked
	timeout     kill = "timeout"    // an engine gave no answer in time, or a test did not end
	limit       kill = "limit"      // the report says that too little was compared
	harness     kill = "harness"    // whatever else made the harness or its tests fail: no kill
)

// result is what became of a fault.
type result struct {
	Outcome outcome `json:"outcome,omitempty"`
	By      kill    `json:"by,omitempty"`
	Cases   int     `json:"cases,omitempty"` // of the stage that decided it
	Test    string  `json:"test,omitempty"`  // the one that killed it
}

// A target is what is mutated: where its faults are, and how one of them is judged.
type target interface {
	// sources are the files that it consists of.
	sources() ([]source, error)
	// drawn tells whether faults are drawn from a file.
	drawn(file string) bool
	// prepare builds what many faults need, once. The folder stays until the end.
	prepare(ctx context.Context, faults []fault, dir string) error
	// original is the program without a fault.
	original() program
	// plant makes the program with a fault in it; it is nil if there is no such program.
	plant(ctx context.Context, f fault, dir string) (program, error)
}

// A program is what may have a fault in it.
type program interface {
	// judge looks for the fault in the stages that an earlier result leaves.
	judge(ctx context.Context, earlier result, l limits) (result, error)
}

// allFaults are those that can be drawn.
func allFaults(on target, sources []source) (all []fault, err error) {
	for _, s := range sources {
		if !on.drawn(s.file) {
			continue
		}
		faults, err := s.faults()
		if err != nil {
			return nil, err
		}
		all = append(all, faults...)
	}
	return all, nil
}

// planted is a program with a fault in it: the words that run its comparison, without flags for
// the cases, and those added in the last stage. That compares the routines of a program image too,
// if one is named.
type planted struct {
	words, last []string
	image       string
	// proved is the first stage, the proof of the routines in samples; nil if it cannot show the fault.
	proved func(ctx context.Context, l limits) (result, error)
}

// limits say how far a fault is looked for.
type limits struct {
	seed     uint64
	most     int           // the dearest stage has so many cases
	patience time.Duration // how long one comparison may take
}

// first are the limits for the first stage alone.
func (l limits) first() limits {
	l.most = stages[0].cases
	return l
}

// left returns the stages after the one with so many cases.
func (l limits) left(cases int) []stage {
	return slices.DeleteFunc(slices.Clone(stages), func(s stage) bool {
		return s.cases <= cases || s.cases > l.most
	})
}

// try plants a fault and runs the stages that an earlier result leaves, until one finds it.
func try(ctx context.Context, on target, f fault, earlier result, l limits) (result, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	p, err := on.plant(ctx, f, dir)
	if err != nil || p == nil {
		return result{Outcome: notBuilt}, err
	}
	return p.judge(ctx, earlier, l)
}

func (p *planted) judge(ctx context.Context, earlier result, l limits) (result, error) {
	if p.proved != nil && earlier.Cases == 0 && earlier.By != proof {
		r, err := p.proved(ctx, l)
		if err != nil || r.Outcome == killed {
			return r, err
		}
		earlier = result{Outcome: survived, By: proof}
	}
	for _, s := range l.left(earlier.Cases) {
		r, err := p.compare(ctx, s, l.seed, l.patience)
		if err != nil || r.Outcome != survived {
			return r, err
		}
		earlier = r
	}
	return earlier, nil
}

// compare runs one stage.
func (p *planted) compare(
	ctx context.Context, s stage, seed uint64, patience time.Duration,
) (result, error) {
	random := strconv.FormatUint(seed, 10)
	args := slices.Concat(p.words[1:], []string{
		"--positions", strconv.Itoa(s.cases), "--level", s.level, "--seed", random,
		"--max-differences", "1", "--explain", "0", "--timeout", "10s", "--workers", "1",
		"--json",
	})
	last := s == stages[len(stages)-1]
	if last {
		args = append(args, p.last...)
	}
	r, err := p.run(ctx, args, patience)
	if last && p.image != "" && r.Outcome == survived && err == nil {
		r, err = p.run(ctx, []string{
			"compare", "--routines", "--engines", p.image, "--seed", random, "--workers", "1",
		}, patience)
	}
	r.Cases = s.cases
	return r, err
}

// run runs one call of the program.
func (p *planted) run(
	ctx context.Context, args []string, patience time.Duration,
) (result, error) {
	said, status, err := call(ctx, patience, "", append([]string{p.words[0]}, args...)...)
	crashed := strings.Contains(said, "\ngoroutine ")
	switch {
	case err != nil:
		return result{}, err
	case status == stopped:
		return result{Outcome: undecided}, nil
	case status == 0:
		return result{Outcome: survived}, nil
	case status == 2 && !crashed: // the call itself is wrong
		return result{}, fmt.Errorf("%s: %s", strings.Join(args, " "), said)
	case status != 1 || crashed:
		return killedAs(harness, ""), nil
	}
	return killedAs(killedBy([]byte(said)), ""), nil
}

// stopped is the status of a program that was stopped because it took too long.
const stopped = -1

// call runs a program in a folder for so long at the most, and returns what it said and its status.
func call(
	ctx context.Context, patience time.Duration, dir string, words ...string,
) (said string, status int, err error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	run := exec.CommandContext(limited, words[0], words[1:]...)
	run.Dir, run.WaitDelay = dir, time.Second
	out, err := run.CombinedOutput()
	exit := new(exec.ExitError)
	switch {
	case ctx.Err() != nil:
		return "", 0, ctx.Err()
	case limited.Err() != nil:
		return string(out), stopped, nil
	case errors.As(err, &exit):
		return string(out), exit.ExitCode(), nil
	}
	return string(out), 0, err
}

// killedAs is the result of a kill. Where the harness itself fails, nobody has judged the fault.
func killedAs(by kill, test string) result {
	if by == harness {
		return result{Outcome: undecided, By: by, Test: test}
	}
	return result{Outcome: killed, By: by, Test: test}
}

// killedBy tells from what a proof or a comparison of routines has written, or from the JSON lines of
// a comparison, what was wrong first. An engine that fails again and again is given up, maybe before a
// failure is listed.
func killedBy(said []byte) kill {
	for line := range bytes.Lines(said) {
		var found struct {
			Type        string
			Differences []any
			Failure     string
		}
		if json.Unmarshal(line, &found) != nil || found.Type != "difference" {
			continue
		}
		switch {
		case len(found.Differences) > 0:
			return difference
		case strings.HasPrefix(found.Failure, "panic: "):
			return crash
		case strings.HasPrefix(found.Failure, "no answer within"):
			return timeout
		}
		return failure
	}
	for _, v := range verdicts {
		if v.says.Match(said) {
			return v.kill
		}
	}
	return harness
}

// verdicts are what proofs and comparisons say at their end, when no difference was listed.
var verdicts = []struct {
	says *regexp.Regexp
	kill kill
}{
	{regexp.MustCompile(`(?m)^\d+ of \d+ routines proved, .*\b(DIFFER|LEFT OPEN)$`), proof},
	{regexp.MustCompile(`(?m)^result +routines differ$`), difference},
	{regexp.MustCompile(` was given up: `), failure},
	{regexp.MustCompile(`(?m)^(sargon compare: |result +)(nothing was compared|` +
		`\S+ did (none|\d+ of \d+)\b.*|\S+(, \w+)? (fell back|is undefined|was skipped)\b.* %)$`), limit},
}

// built is the module, and sargon without a fault.
type built struct{ root, bin string }

func (b *built) prepare(ctx context.Context, _ []fault, dir string) error {
	b.bin = filepath.Join(dir, "sargon")
	said, err := build(ctx, b.root, b.bin)
	if said != "" {
		err = fmt.Errorf("go build: %s", said)
	}
	return err
}

// goField is the Go source of the native engines.
type goField struct{ built }

func (g *goField) sources() ([]source, error) {
	return sourcesIn(os.DirFS(g.root), ".go", "native", recorder)
}

// nativeFolders hold the native engines.
var nativeFolders = []string{"native", "native/literal"}

// recorder is what all of them keep of a search with.
const recorder = "sargon/recorder.go"

// notSearched are the files there that no comparison judges: the count of moves, names of rules,
// and what the harness has for itself: explanations and makers of cases.
var notSearched = map[string]bool{
	"perft.go": true, "doc.go": true, "forks.go": true, "examine.go": true,
}

func (g *goField) drawn(file string) bool {
	return file == recorder ||
		slices.Contains(nativeFolders, path.Dir(file)) && !notSearched[path.Base(file)]
}

// sourcesIn are the files of some folders, and of those in them, with an extension; without tests.
func sourcesIn(tree fs.FS, extension string, folders ...string) (all []source, err error) {
	for _, folder := range folders {
		err := fs.WalkDir(tree, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.Name() == "testdata":
				return fs.SkipDir
			case path.Ext(name) != extension || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := fs.ReadFile(tree, name)
			if err != nil {
				return err
			}
			s, err := newSource(name, string(text))
			all = append(all, s)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b source) int {
		return strings.Compare(path.Dir(a.file), path.Dir(b.file))
	})
	return all, nil
}

func (g *goField) original() program { return g.planted(g.bin, "") }

// planted is a program with a fault in a file.
func (g *goField) planted(bin, file string) *planted {
	p := &planted{
		words: []string{bin, "compare", "--engines", "10x12,0x88,sets"},
		// The engines share the book and the game, and a value may hide what it is made of.
		last: []string{"--engines", "rom", "--depth-of-proof", "state"},
	}
	if strings.HasPrefix(file, "native/literal/") { // the routines of 10x12
		p.image = "rom"
		p.proved = func(ctx context.Context, l limits) (result, error) {
			return p.run(ctx, []string{"prove", "--most", strconv.Itoa(proofSample)}, l.patience)
		}
	}
	return p
}

func (g *goField) plant(ctx context.Context, f fault, dir string) (program, error) {
	overlaid, err := overlayFault(g.root, f, dir)
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(dir, "sargon")
	said, err := build(ctx, g.root, bin, "-overlay", overlaid)
	switch {
	case err != nil:
		return nil, err
	case strings.HasPrefix(said, "# "): // the compiler, of whatever package
		return nil, nil
	case said != "":
		return nil, fmt.Errorf("go build: %s", said)
	}
	return g.planted(bin, f.file), nil
}

// overlayFault writes the file for `go build -overlay` that puts a fault into the module.
func overlayFault(root string, f fault, dir string) (string, error) {
	original := filepath.Join(root, filepath.FromSlash(f.file))
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(f.file))
	if err := os.WriteFile(changed, []byte(f.applied(string(source))), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// build builds sargon, and returns what the compiler said if it is no program.
func build(ctx context.Context, root, bin string, flags ...string) (string, error) {
	words := slices.Concat([]string{"go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", bin}, flags,
		[]string{"./cmd/sargon"})
	said, status, err := call(ctx, forever, root, words...)
	if err != nil || status == 0 {
		return "", err
	}
	return said, nil
}

// forever is how long a compiler may take.
const forever = 1 << 62

// romField is the Z80 source of the embedded ROM.
type romField struct{ built }

// romFiles are those that take part in a search; the rest is what a person sees.
var romFiles = []string{
	"board", "record", "attack", "pins", "exchange", "evaluate", "generate", "make", "sort",
	"search", "book", "game", "cells",
}

func (r *romField) sources() ([]source, error) {
	all, err := sourcesIn(roms.Source(), ".z80", ".")
	rank := func(s source) int { return slices.Index(romFiles, strings.TrimSuffix(s.file, ".z80")) }
	slices.SortStableFunc(all, func(a, b source) int { return rank(a) - rank(b) })
	return all, err
}

func (r *romField) drawn(file string) bool {
	return slices.Contains(romFiles, strings.TrimSuffix(file, ".z80"))
}

func (r *romField) plant(_ context.Context, f fault, dir string) (program, error) {
	err := os.CopyFS(dir, roms.Source())
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, f.file)
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, []byte(f.applied(string(source))), 0o666); err != nil {
		return nil, err
	}
	listing := filepath.Join(dir, "main.z80")
	image, err := roms.Open(listing, roms.Options{})
	if err != nil {
		return nil, nil // it cannot be assembled
	}
	p := r.planted("rom:" + listing)
	p.proved = func(ctx context.Context, _ limits) (result, error) {
		return proveRows(ctx, image, string(source))
	}
	return p, nil
}

// proveRows has the rows prove a ROM, those first whose routines are in the source with the fault.
func proveRows(ctx context.Context, image *roms.Image, source string) (result, error) {
	var near, far []*prove.Row
	for _, row := range prove.Rows {
		label, _, _ := strings.Cut(row.Name, ",")
		switch {
		case strings.Contains(source, "\n"+label+":"):
			near = append(near, row)
		case label != "boards": // which run no program
			far = append(far, row)
		}
	}
	for _, try := range []struct {
		rows []*prove.Row
		most uint64
	}{{slices.Concat(near, far), proofSample}, {near, proofNear}} {
		for _, found := range prove.Prove(ctx, image, try.rows, prove.Options{Most: try.most, First: true}) {
			if found.Fault != nil {
				return killedAs(proof, ""), nil
			}
		}
	}
	return result{Outcome: survived}, ctx.Err()
}

func (r *romField) original() program { return r.planted("rom") }

func (r *romField) planted(rom string) *planted {
	return &planted{
		words: []string{r.bin, "compare", "--engines", "sets," + rom, "--core", "translator"},
		last:  []string{"--depth-of-proof", "state"},
		image: rom,
	}
}
