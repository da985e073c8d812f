package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// harnessField is the Go source of the harness itself: what judges, counts, shrinks and explains.
// Its own tests look for the faults.
type harnessField struct {
	root     string
	packages []tested
	together *together         // the tests of each package, with all faults that can be built together
	slow     map[string]string // the tests of a package that take long, as a regular expression
}

// tested is a package of the harness, and the packages that it and its tests import.
type tested struct {
	path    string
	imports []string
}

// judges are the files that decide what is a difference, and count, shrink and explain it. The rest
// of the harness plays matches, measures, makes positions, speaks with programs, or is an example.
var judges = regexp.MustCompile(`^compare/(` +
	`(diagnosis|divergence|investigate|machine|report|undefined|worker)|observe/\w+` +
	`|cases/(case|text|engine)|mutants/(list|run|table)|recordings/(replay|verify)` +
	`|routines/(compare|program|text)|shrink/shrink)\.go$`)

func (h *harnessField) sources() ([]source, error) {
	return goSources(h.root, "compare", "native/literal")
}

func (h *harnessField) drawn(file string) bool { return judges.MatchString(file) }

func (h *harnessField) prepare(ctx context.Context, faults []fault, dir string) error {
	list := exec.CommandContext(ctx, "go", "list", "-f",
		`{{.ImportPath}} {{join .Deps " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`,
		"./compare/...", "./native/literal")
	list.Dir = h.root
	said, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	h.slow = map[string]string{}
	var all []tested
	for line := range strings.Lines(string(said)) {
		words := strings.Fields(line)
		all = append(all, tested{words[0], words[1:]})
	}
	for _, p := range all {
		if slices.ContainsFunc(faults, func(f fault) bool {
			return p.path == "sargon78/"+path.Dir(f.file) || p.path == "sargon78/compare" && p.has(f.file)
		}) {
			h.packages = append(h.packages, p)
		}
	}
	h.together, err = buildTogether(h.root, dir, faults, func(overlay string) (string, error) {
		return h.buildTests(ctx, dir, overlay, h.all())
	})
	return err
}

// buildTests builds the tests of packages into a folder.
func (h *harnessField) buildTests(
	ctx context.Context, dir, overlay string, packages []string,
) (string, error) {
	build := exec.CommandContext(ctx, "go", slices.Concat([]string{
		"test", "-c", "-vet=off", "-o", dir + string(filepath.Separator), "-overlay", overlay,
		"-ldflags=-s -w", "-gcflags=sargon78/...=-e", // all errors, not only the first ten
	}, packages)...)
	build.Dir = h.root
	said, err := build.CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return string(said), err
}

// has tells whether a file belongs to a package, or to one that it or its tests import.
func (p *tested) has(file string) bool {
	own := "sargon78/" + path.Dir(file)
	return p.path == own || slices.Contains(p.imports, own)
}

// concerned are the packages whose tests are asked about a file: its own, then compare.
func (h *harnessField) concerned(file string) (all []string) {
	own := "sargon78/" + path.Dir(file)
	for _, name := range []string{own, "sargon78/compare"} {
		if slices.ContainsFunc(h.packages, func(p tested) bool {
			return p.path == name && p.has(file)
		}) {
			all = append(all, name)
		}
	}
	return slices.Compact(all)
}

// original runs all tests, and notes which of them take long.
func (h *harnessField) original() program {
	return &suite{harness: h, dir: h.together.dir, packages: h.all(), notes: true}
}

func (h *harnessField) all() (all []string) {
	for _, p := range h.packages {
		all = append(all, p.path)
	}
	return all
}

func (h *harnessField) plant(ctx context.Context, f fault, dir string) (program, error) {
	s := &suite{harness: h, dir: h.together.dir, packages: h.concerned(f.file)}
	if f.entry != nil {
		s.first = f.entry.Test
	}
	if number := h.together.numbers[f.ID()]; number > 0 {
		s.environment = fmt.Sprintf("%s=%d", plantedVariable, number)
		return s, nil
	}
	if h.together.wrong[f.ID()] {
		return nil, nil
	}
	overlay, err := overlayFault(h.root, f, dir)
	if err != nil {
		return nil, err
	}
	s.dir = dir
	said, err := h.buildTests(ctx, dir, overlay, s.packages)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && !strings.HasPrefix(said, "# "): // not the compiler, of whatever package
		return nil, fmt.Errorf("go test -c: %s", said)
	case err != nil:
		return nil, nil
	}
	return s, nil
}

// suite are the tests of packages of the harness, built into a folder, maybe with a fault in them.
type suite struct {
	harness     *harnessField
	dir         string
	packages    []string
	environment string
	notes       bool   // tells the harness which tests are slow; nobody has told before
	first       string // the test that killed the fault when its list was frozen
}

// judge runs the tests until one fails: the one that killed the fault before, then package by
// package those that are quick, then those that are slow.
func (s *suite) judge(ctx context.Context, _ result, l limits) (r result, err error) {
	quick, slow := "-test.skip=", "-test.run="
	calls := func(yield func(name, which string) bool) {
		if name, test, ok := strings.Cut(s.first, " "); ok {
			for _, p := range s.packages {
				top, _, _ := strings.Cut(test, "/")
				if path.Base(p) == name && !yield(p, slow+"^"+top+"$") {
					return
				}
			}
		}
		known := maps.Clone(s.harness.slow)
		for _, which := range []string{quick, slow} {
			for _, p := range s.packages {
				some := known[p]
				if (some != "" || which == quick) && !yield(p, which+some) {
					return
				}
			}
		}
	}
	for p, which := range calls {
		r, err = s.test(ctx, p, which, l.patience)
		if err != nil || r.outcome != survived {
			return r, err
		}
	}
	return r, nil
}

func (s *suite) test(
	ctx context.Context, name, which string, patience time.Duration,
) (result, error) {
	bin := filepath.Join(s.dir, path.Base(name)+".test")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	if _, err := os.Stat(bin); errors.Is(err, fs.ErrNotExist) {
		return result{outcome: survived}, nil // it has no tests
	}
	run := exec.CommandContext(ctx, bin,
		"-test.v", "-test.failfast", "-test.timeout="+patience.String(), which)
	run.Dir = filepath.Join(s.harness.root, strings.TrimPrefix(name, "sargon78/"))
	run.Env = append(os.Environ(), s.environment)
	run.WaitDelay = time.Second
	said, err := run.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return result{}, ctx.Err()
	case err == nil:
		if s.notes {
			s.harness.noteSlow(name, string(said))
		}
		return result{outcome: survived}, nil
	case !errors.As(err, &exit):
		return result{}, fmt.Errorf("%s: %w\n%s", bin, err, said)
	}
	return killedInTest(path.Base(name), string(said)), nil
}

// noteSlow notes the slow tests of a package, from what they said when none failed.
func (h *harnessField) noteSlow(name, said string) {
	const quick = 2              // seconds
	took := map[string]float64{} // by test, with its subtests
	for _, m := range passedTest.FindAllStringSubmatch(said, -1) {
		seconds, _ := strconv.ParseFloat(m[2], 64)
		took[m[1]] += seconds
	}
	maps.DeleteFunc(took, func(_ string, seconds float64) bool { return seconds <= quick })
	if len(took) > 0 {
		h.slow[name] = "^(" + strings.Join(slices.Sorted(maps.Keys(took)), "|") + ")$"
	}
}

var (
	passedTest  = regexp.MustCompile(`(?m)^\s*--- PASS: ([^/\s]+)\S* \(([\d.]+)s\)$`)
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
