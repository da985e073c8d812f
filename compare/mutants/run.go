package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// outcome is the result of looking for a fault.
type outcome string

const (
	notBuilt  outcome = "does not build"
	killed    outcome = "killed"
	undecided outcome = "not decided"
	survived  outcome = "survived"

	// Only in lists: a survivor that nothing can ever show, a fault of code that is gone, and a fault
	// that was not yet tried.
	equivalentMutant outcome = "equivalent"
	removed          outcome = "removed"
	notScored        outcome = "not scored"
)

// kill is what killed a fault.
type kill string

const (
	proof       kill = "proof"      // a routine does not do what the rules say
	difference  kill = "difference" // engines reported different results
	failure     kill = "failure"    // an engine gave an error in place of an answer
	failingTest kill = "test"       // a test of the harness failed
	crash       kill = "crash"      // an engine or a test panicked
	timeout     kill = "timeout"    // an engine gave no answer in time, or a test did not end
	limit       kill = "limit"      // the report says that too little was compared
	harness     kill = "harness"    // any other failure of the harness or its tests: not a kill
	compiler    kill = "compiler"   // the program does not build: not a kill
)

// result is the outcome of a fault with its details.
type result struct {
	Outcome outcome `json:"outcome,omitempty"`
	By      kill    `json:"by,omitempty"`
	Cases   int     `json:"cases,omitempty"` // of the stage that decided it
	Test    string  `json:"test,omitempty"`  // the test that killed it, or the steps of the kit
}

// A stage is one call that may show a fault.
type stage struct {
	words    []string  // that are called
	cases    int       // random positions that it compares
	tests    string    // the package whose tests it runs
	verdicts []verdict // what its output means if it fails
	// passes matches its output if it succeeds; nil if its exit status is enough.
	passes *regexp.Regexp
}

// A verdict is an output of a failed stage, and its meaning.
type verdict struct {
	pattern *regexp.Regexp
	kill    kill
}

var (
	buildVerdicts = []verdict{{regexp.MustCompile(`(?m)^# |\.z80:\d+:`), compiler}}

	// What a comparison lists as a difference, in JSON, and what proofs and comparisons say at their
	// end. An engine that fails again and again is given up, maybe before a failure is listed.
	sargonVerdicts = []verdict{
		{regexp.MustCompile(`(?m)^goroutine \d+`), harness},
		{regexp.MustCompile(`"type":"difference".*"differences":\[\{`), difference},
		{regexp.MustCompile(`"type":"difference".*"failure":"panic: `), crash},
		{regexp.MustCompile(`"type":"difference".*"failure":"timed out after`), timeout},
		{regexp.MustCompile(`"type":"difference".*"failure":"`), failure},
		{regexp.MustCompile(`(?m)^\d+ of \d+ routines proved, .*\b(DIFFER|LEFT OPEN)$`), proof},
		{regexp.MustCompile(` was given up: `), failure},
		{regexp.MustCompile(`(?m)"verdict":"inconclusive"|^(sargon compare:|result) +inconclusive: `), limit},
	}

	// What prove --beside says at its end, or in its place.
	besideVerdicts = []verdict{
		{regexp.MustCompile(`(?m)^goroutine \d+`), harness},
		{regexp.MustCompile(`(?m)^\d+ calls? of \d+ routines?, [1-9]\d* routines? differs?$`), difference},
		{regexp.MustCompile(`(?m)^sargon prove: `), failure},
	}

	testVerdicts = []verdict{
		{regexp.MustCompile(`\[build failed\]`), compiler},
		{regexp.MustCompile(`panic: test timed out after`), timeout},
		{regexp.MustCompile(`(?m)^(panic|fatal error): `), crash},
		{regexp.MustCompile(`--- FAIL: `), failingTest},
	}

	// What a grade of the kit says of a port that is right, and of one that is wrong or answers too little,
	// and the steps in which it is wrong.
	kitPasses   = regexp.MustCompile(`(?m)^levels 1–4 exact; all \d+ answers are right`)
	kitVerdicts = []verdict{
		{regexp.MustCompile(`answers are wrong`), difference},
		{regexp.MustCompile(`(?m)^nothing was answered|answers are right`), limit},
		{regexp.MustCompile(`(?m)^sargon kit check: `), failure},
	}
	kitStep = regexp.MustCompile(`(?m)^(\S.*\S) +(\d+) of (\d+) right`)

	namedTest = regexp.MustCompile(`(?:--- FAIL:|running tests:\n)\s+(\S+)`)
)

// patience is how long one call may take.
const patience = 20 * time.Minute

// run runs a stage. A fault that the stage does not show has survived.
func (s *stage) run(ctx context.Context, root string) (result, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	call := exec.CommandContext(limited, s.words[0], s.words[1:]...)
	call.Dir, call.WaitDelay = root, time.Second
	said, err := call.CombinedOutput()
	exit := new(exec.ExitError)
	const wrongCall = 2 // the exit status of sargon for it, and of Go when it crashes
	switch {
	case ctx.Err() != nil:
		return result{}, ctx.Err()
	case limited.Err() != nil:
		return result{Outcome: undecided, Cases: s.cases}, nil
	case err == nil && (s.passes == nil || s.passes.Match(said)):
		return result{Outcome: survived, Cases: s.cases}, nil
	case err != nil && !errors.As(err, &exit):
		return result{}, err
	}
	r := s.classify(string(said))
	if r.By == harness && exit.ExitCode() == wrongCall && !s.verdicts[0].pattern.Match(said) {
		return result{}, fmt.Errorf("%s: %s", strings.Join(s.words, " "), said)
	}
	return r, nil
}

// classify returns what the output of a failed stage means. If the harness itself fails, the fault is
// not judged.
func (s *stage) classify(said string) result {
	r := result{Outcome: undecided, By: harness, Cases: s.cases, Test: s.tests}
	for _, v := range s.verdicts {
		if v.pattern.MatchString(said) {
			r.By = v.kill
			break
		}
	}
	switch r.By {
	case harness:
		return r
	case compiler:
		return result{Outcome: notBuilt}
	}
	r.Outcome = killed
	if m := namedTest.FindStringSubmatch(said); m != nil && s.tests != "" {
		r.Test += " " + m[1]
	}
	var wrong []string
	for _, m := range kitStep.FindAllStringSubmatch(said, -1) {
		if m[2] != m[3] {
			wrong = append(wrong, m[1])
		}
	}
	r.Test = cmp.Or(r.Test, strings.Join(wrong, "; "))
	return r
}
