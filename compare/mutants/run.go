package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/roms"
)

// A stage is one call of `sargon compare`: cases of a seed, and engines that do them.
type stage struct {
	cases int
	level string
}

// stages go from cheap to dear. The last is the usual run of random cases.
var stages = []stage{{32, "1"}, {400, "1-3"}, {2000, "1-3"}}

// outcome is what became of a fault.
type outcome string

const (
	notBuilt  outcome = "does not build"
	found     outcome = "found"
	undecided outcome = "not decided in time"
	survived  outcome = "survived"
)

// result is the outcome of a fault, and the number of cases in the stage that decided it.
type result struct {
	outcome outcome
	cases   int
}

// A field is what is mutated: where its faults are, and how one of them is run.
type field interface {
	faults() ([]fault, error)
	// prepare builds what many faults need, once. The folder stays until the end.
	prepare(ctx context.Context, faults []fault, dir string) error
	// right is the program without a fault.
	right() *planted
	// plant makes the program with a fault in it; it is nil if there is no such program.
	plant(ctx context.Context, f fault, dir string) (*planted, error)
}

// planted is a program with a fault in it: the words that run its comparison, without flags for
// the cases, those added in the last stage, and what is set in its environment, or "". The last
// stage compares the routines of a program image too, if one is named.
type planted struct {
	words, last []string
	image       string
	environment string
}

// limits say how far a fault is looked for.
type limits struct {
	seed     uint64
	most     int           // the dearest stage has so many cases
	patience time.Duration // how long one comparison may take
}

// left returns the stages after the one with so many cases.
func (l limits) left(cases int) []stage {
	return slices.DeleteFunc(slices.Clone(stages), func(s stage) bool {
		return s.cases <= cases || s.cases > l.most
	})
}

// try plants a fault and runs the stages that an earlier result leaves, until one finds it.
func try(ctx context.Context, on field, f fault, earlier result, l limits) (result, error) {
	if equivalent[f.ID()] != "" { // already explained
		l.most = min(l.most, stages[1].cases)
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	p, err := on.plant(ctx, f, dir)
	if err != nil || p == nil {
		return result{outcome: notBuilt}, err
	}
	for _, s := range l.left(earlier.cases) {
		var how outcome
		how, err = p.compare(ctx, s, l.seed, l.patience)
		if earlier = (result{how, s.cases}); err != nil || how != survived {
			break
		}
	}
	return earlier, err
}

// compare runs one stage.
func (p *planted) compare(
	ctx context.Context, s stage, seed uint64, patience time.Duration,
) (outcome, error) {
	random := strconv.FormatUint(seed, 10)
	args := slices.Concat(p.words[1:], []string{
		"--positions", strconv.Itoa(s.cases), "--level", s.level, "--seed", random,
		"--max-differences", "1", "--explain", "0", "--timeout", "10s", "--workers", "1",
	})
	last := s == stages[len(stages)-1]
	if last {
		args = append(args, p.last...)
	}
	how, err := p.run(ctx, args, patience)
	if !last || p.image == "" || how != survived || err != nil {
		return how, err
	}
	return p.run(ctx, []string{
		"compare", "--routines", "--engines", p.image, "--seed", random, "--workers", "1",
	}, patience)
}

// run runs one call of the program.
func (p *planted) run(
	ctx context.Context, args []string, patience time.Duration,
) (outcome, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	run := exec.CommandContext(limited, p.words[0], args...)
	if p.environment != "" {
		run.Env = append(os.Environ(), p.environment)
	}
	run.WaitDelay = time.Second
	said, err := run.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return undecided, nil
	case err == nil:
		return survived, nil
	case !errors.As(err, &exit):
		return "", err
	case exit.ExitCode() == 2 && !strings.Contains(string(said), "goroutine "):
		return "", fmt.Errorf("%s: %s", strings.Join(args, " "), said) // the call itself is wrong
	}
	return found, nil
}

// goField is the Go source of the native engines.
type goField struct {
	root     string
	together *together // the program with all faults that can be built together
}

// nativeFolders hold the native engines.
var nativeFolders = []string{"native", "native/literal"}

// notSearched are the files there that play no part in a search: boards for counting moves, names
// of rules, single routines, and makers of cases.
var notSearched = map[string]bool{
	"perft.go": true, "mailbox.go": true, "board10x12.go": true, "doc.go": true,
	"rules.go": true, "examine.go": true, "routines.go": true, "walk.go": true,
}

func (g *goField) faults() ([]fault, error) {
	var all []fault
	for _, dir := range nativeFolders {
		entries, err := os.ReadDir(filepath.Join(g.root, dir))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			n := e.Name()
			if !strings.HasSuffix(n, ".go") || strings.HasSuffix(n, "_test.go") || notSearched[n] {
				continue
			}
			source, err := os.ReadFile(filepath.Join(g.root, dir, n))
			if err != nil {
				return nil, err
			}
			faults, err := goFaults(dir+"/"+n, string(source))
			if err != nil {
				return nil, err
			}
			all = append(all, faults...)
		}
	}
	return all, nil
}

func (g *goField) prepare(ctx context.Context, faults []fault, dir string) (err error) {
	g.together, err = buildTogether(ctx, g.root, dir, faults)
	return err
}

func (g *goField) right() *planted { return g.planted(g.together.bin, "") }

// planted is a program with a fault in a file.
func (g *goField) planted(bin, file string) *planted {
	p := &planted{
		words: []string{bin, "compare", "--engines", "10x12,0x88,sets"},
		// The engines share the book and the game, and a value may hide what it is made of.
		last: []string{"--engines", "rom", "--depth-of-proof", "state"},
	}
	if strings.HasPrefix(file, "native/literal/") { // the routines of 10x12
		p.image = "rom"
	}
	return p
}

func (g *goField) plant(ctx context.Context, f fault, dir string) (*planted, error) {
	if number := g.together.numbers[f.ID()]; number > 0 {
		p := g.planted(g.together.bin, f.file)
		p.environment = fmt.Sprintf("%s=%d", plantedVariable, number)
		return p, nil
	}
	if g.together.wrong[f.ID()] {
		return nil, nil
	}
	original := filepath.Join(g.root, filepath.FromSlash(f.file))
	source, err := os.ReadFile(original)
	if err != nil {
		return nil, err
	}
	changed := filepath.Join(dir, filepath.Base(f.file))
	if err := os.WriteFile(changed, []byte(f.applied(string(source))), 0o666); err != nil {
		return nil, err
	}
	overlaid, err := writeOverlay(dir, map[string]string{original: changed})
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(dir, "sargon")
	said, err := build(ctx, g.root, bin, "-overlay", overlaid)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && !strings.HasPrefix(said, "# "): // not the compiler, of whatever package
		return nil, fmt.Errorf("go build: %s", said)
	case err != nil:
		return nil, nil
	}
	return g.planted(bin, f.file), nil
}

// writeOverlay writes the file that tells `go build -overlay` what is read in place of what.
func writeOverlay(dir string, replace map[string]string) (string, error) {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// build builds sargon, and returns what the compiler said.
func build(ctx context.Context, root, bin string, flags ...string) (string, error) {
	args := append(append([]string{"build", "-ldflags=-s -w", "-o", bin}, flags...), "./cmd/sargon")
	run := exec.CommandContext(ctx, "go", args...)
	run.Dir = root
	said, err := run.CombinedOutput()
	return string(said), err
}

// romField is the Z80 source of the embedded ROM.
type romField struct {
	root, bin string // bin is a program without faults
}

// romFiles are those that take part in a search; the rest is what a person sees.
var romFiles = []string{
	"board", "record", "attack", "pins", "exchange", "evaluate", "generate", "make", "sort",
	"search", "book", "game", "cells",
}

func (r *romField) faults() ([]fault, error) {
	var all []fault
	for _, n := range romFiles {
		source, err := fs.ReadFile(roms.Source(), n+".z80")
		if err != nil {
			return nil, err
		}
		all = append(all, z80Faults(n+".z80", string(source))...)
	}
	return all, nil
}

func (r *romField) prepare(ctx context.Context, _ []fault, dir string) error {
	r.bin = filepath.Join(dir, "sargon")
	if said, err := build(ctx, r.root, r.bin); err != nil {
		return fmt.Errorf("go build: %s", said)
	}
	return nil
}

func (r *romField) plant(_ context.Context, f fault, dir string) (*planted, error) {
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
	if _, err = roms.Open(listing, roms.Options{}); err != nil {
		return nil, nil // it cannot be assembled
	}
	return r.planted("rom:" + listing), nil
}

func (r *romField) right() *planted { return r.planted("rom") }

func (r *romField) planted(rom string) *planted {
	return &planted{
		words: []string{r.bin, "compare", "--engines", "sets," + rom, "--core", "translator"},
		last:  []string{"--depth-of-proof", "state"},
		image: rom,
	}
}
