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

// stages go from cheap to dear. The last is what is called the usual random cases.
var stages = []stage{{100, "1"}, {400, "1-3"}, {2000, "1-3"}}

// outcome is what became of a fault.
type outcome string

const (
	notBuilt  outcome = "does not build"
	found     outcome = "found"
	undecided outcome = "not decided in time"
	survived  outcome = "survived"
)

// result is what became of a fault, and after how many cases of a stage it was known.
type result struct {
	outcome outcome
	cases   int
}

// A field is what is mutated: where its faults are, and how one of them is run.
type field interface {
	faults() ([]fault, error)
	// plant builds the program with a fault in it and returns the words that run its
	// comparison, without flags for the cases; notBuilt is true if there is no such program.
	plant(ctx context.Context, f fault, dir string) (words []string, built bool, err error)
}

// try plants a fault and runs the stages until one finds it. Patience is how long one may take.
func try(
	ctx context.Context, on field, f fault, seed uint64, patience time.Duration,
) (result, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	words, built, err := on.plant(ctx, f, dir)
	if err != nil || !built {
		return result{outcome: notBuilt}, err
	}
	for _, s := range stages {
		how, err := compare(ctx, words, s, seed, patience)
		if err != nil || how != survived {
			return result{how, s.cases}, err
		}
	}
	return result{survived, stages[len(stages)-1].cases}, nil
}

// compare runs one stage.
func compare(
	ctx context.Context, words []string, s stage, seed uint64, patience time.Duration,
) (outcome, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	args := append(words[1:len(words):len(words)],
		"--positions", strconv.Itoa(s.cases), "--level", s.level,
		"--seed", strconv.FormatUint(seed, 10), "--max-differences", "1", "--shrink", "0",
		"--timeout", "10s", "--workers", "1")
	run := exec.CommandContext(limited, words[0], args...)
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
		return "", fmt.Errorf("%s: %s", strings.Join(args, " "), said) // we called it wrongly
	}
	return found, nil
}

// goField is the Go source of the native engines.
type goField struct{ root string }

// notSearched are the files of package native that play no part in a search.
var notSearched = map[string]bool{
	"perft.go": true, "mailbox.go": true, "board10x12.go": true, "doc.go": true,
}

func (g goField) faults() ([]fault, error) {
	var all []fault
	for _, dir := range []string{"native", "native/literal"} {
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

func (g goField) plant(ctx context.Context, f fault, dir string) ([]string, bool, error) {
	original := filepath.Join(g.root, filepath.FromSlash(f.file))
	source, err := os.ReadFile(original)
	if err != nil {
		return nil, false, err
	}
	changed := filepath.Join(dir, filepath.Base(f.file))
	if err := os.WriteFile(changed, []byte(f.applied(string(source))), 0o666); err != nil {
		return nil, false, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return nil, false, err
	}
	overlaid := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlaid, overlay, 0o666); err != nil {
		return nil, false, err
	}
	bin := filepath.Join(dir, "sargon")
	said, err := build(ctx, g.root, bin, "-overlay", overlaid)
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil && !strings.Contains(said, filepath.Base(f.file)) {
		return nil, false, fmt.Errorf("go build: %s", said)
	}
	return []string{bin, "compare", "--engines", "10x12,0x88,sets"}, err == nil, nil
}

// build builds sargon, and returns what the compiler said.
func build(ctx context.Context, root, bin string, flags ...string) (string, error) {
	args := append(append([]string{"build", "-ldflags=-s -w", "-o", bin}, flags...), "./cmd/sargon")
	run := exec.CommandContext(ctx, "go", args...)
	run.Dir = root
	said, err := run.CombinedOutput()
	return string(said), err
}

// romField is the Z80 source of the embedded ROM. Bin is a program without faults.
type romField struct{ bin string }

// romFiles are those that take part in a search; the rest is what a person sees.
var romFiles = []string{
	"board", "record", "attack", "pins", "exchange", "evaluate", "generate", "make", "sort",
	"search", "book", "game", "cells",
}

func (r romField) faults() ([]fault, error) {
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

func (r romField) plant(_ context.Context, f fault, dir string) ([]string, bool, error) {
	err := os.CopyFS(dir, roms.Source())
	if err != nil {
		return nil, false, err
	}
	file := filepath.Join(dir, f.file)
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, false, err
	}
	if err := os.WriteFile(file, []byte(f.applied(string(source))), 0o666); err != nil {
		return nil, false, err
	}
	listing := filepath.Join(dir, "main.z80")
	_, err = roms.Open(listing, roms.Options{})
	return []string{r.bin, "compare", "--engines", "sets,rom:" + listing}, err == nil, nil
}
