package main

import (
	"context"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// harnessField is the Go source of the harness itself: what judges, counts, shrinks and explains.
// Its own tests look for the faults.
type harnessField struct {
	root     string
	packages []string // those that have faults, and the harness as a whole
}

// harnessPackage is the package whose tests are asked about every fault.
const harnessPackage = "compare"

// judges are the files that decide what is a difference, and count, shrink and explain it. The rest
// of the harness plays matches, measures, makes positions, speaks with programs, or is an example.
var judges = regexp.MustCompile(`^compare/(` +
	`(diagnosis|divergence|investigate|machine|report|undefined|worker)|observe/\w+` +
	`|cases/(case|text|engine)|mutants/(list|run|table)|recordings/(replay|verify)` +
	`|prove/(prove|text|whole)|shrink/shrink)\.go$`)

func (h *harnessField) sources() ([]source, error) {
	return sourcesIn(os.DirFS(h.root), ".go", "compare", "native/literal")
}

func (h *harnessField) drawn(file string) bool { return judges.MatchString(file) }

func (h *harnessField) prepare(_ context.Context, faults []fault, _ string) error {
	h.packages = []string{harnessPackage}
	for _, f := range faults {
		h.packages = append(h.packages, path.Dir(f.file))
	}
	slices.Sort(h.packages)
	h.packages = slices.Compact(h.packages)
	return nil
}

func (h *harnessField) original() program { return &suite{root: h.root, packages: h.packages} }

func (h *harnessField) plant(_ context.Context, f fault, dir string) (program, error) {
	overlay, err := overlayFault(h.root, f, dir)
	s := &suite{
		root: h.root, overlay: overlay,
		packages: slices.Compact([]string{path.Dir(f.file), harnessPackage}),
	}
	if f.entry != nil {
		s.first = f.entry.Test
	}
	return s, err
}

// suite are the tests of packages of the harness, maybe with a fault in them.
type suite struct {
	root     string
	overlay  string // "" without a fault
	packages []string
	first    string // the test that killed the fault when its list was frozen
}

// judge runs the tests until one fails: the one that killed the fault before, then package by
// package.
func (s *suite) judge(ctx context.Context, _ result, l limits) (r result, err error) {
	if name, test, ok := strings.Cut(s.first, " "); ok {
		top, _, _ := strings.Cut(test, "/")
		for _, p := range s.packages {
			if path.Base(p) == name {
				r, err = s.test(ctx, p, "^"+top+"$", l.patience)
			}
		}
	}
	for _, p := range s.packages {
		if err != nil || r.Outcome != "" && r.Outcome != survived {
			break
		}
		r, err = s.test(ctx, p, ".", l.patience)
	}
	return r, err
}

func (s *suite) test(
	ctx context.Context, name, which string, patience time.Duration,
) (result, error) {
	said, status, err := call(ctx, forever, s.root, "go", "test", "-v", "-vet=off", "-failfast",
		"-overlay", s.overlay, "-timeout", patience.String(), "-run", which, "./"+name)
	switch {
	case err != nil:
		return result{}, err
	case status == 0:
		return result{Outcome: survived}, nil
	case strings.Contains(said, "[build failed]"):
		return result{Outcome: notBuilt}, nil
	}
	return killedInTest(path.Base(name), said), nil
}

var (
	failedTest  = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	runningTest = regexp.MustCompile(`running tests:\n\s+(\S+)`)
)

// killedInTest tells from what the tests of a package that failed say what was wrong.
func killedInTest(name, said string) result {
	by := harness
	failed := failedTest.FindStringSubmatch(said)
	switch {
	case strings.Contains(said, "panic: test timed out after"):
		by = timeout
		failed = runningTest.FindStringSubmatch(said)
	case strings.Contains(said, "\npanic: "), strings.HasPrefix(said, "panic: "),
		strings.Contains(said, "fatal error: "):
		by = crash
	case failed != nil:
		by = failingTest
	}
	test := name
	if failed != nil {
		test += " " + failed[1]
	}
	return killedAs(by, test)
}
