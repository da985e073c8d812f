package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

var update = flag.Bool("update", false, "write what the commands printed into the scripts, where a cmp differs")

// TestScripts runs testdata/script: tests of commands that ask nothing, in the format of
// github.com/rogpeppe/go-internal/testscript. Each script begins in an empty folder, which is also
// that of the settings and the saved games. These commands are added to those of the package:
//
//	sargon ARGS…        the program, in this process; with ! it must fail; a * stands for files
//	status N            the exit status of the last sargon
//	input FILE          the standard input of the next sargon
//	cat FILE…           prints files, for the stdout command that follows
//	change FILE OLD NEW replaces a text that must be in a file; \n in NEW begins a line
//	copy-rom DIR        writes a ROM image with another dialogue than ours into a new folder
//
// $ORACLE is the folder with the recordings.
func TestScripts(t *testing.T) {
	t.Cleanup(xdg.Reload)
	recordings := must.Have(filepath.Abs(oracle))
	testscript.RunT(oneByOne{t}, testscript.Params{
		Dir:                "testdata/script",
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ORACLE", recordings)
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			t.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			xdg.Reload()
			env.Values[scriptKey{}] = new(scriptState)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"sargon": scriptSargon,
			"status": scriptStatus,
			"input":  scriptInput,
			"cat":    scriptCat,
			"change": scriptChange,
			"copy-rom": func(ts *testscript.TestScript, mustNot bool, args []string) {
				scriptCopyROM(t, ts, mustNot, args)
			},
		},
	})
}

// oneByOne runs the scripts one after the other, because sargon runs in this process, and uses the folder
// and the environment of the process.
type oneByOne struct{ *testing.T }

func (oneByOne) Parallel()     {}
func (oneByOne) Verbose() bool { return testing.Verbose() }

func (t oneByOne) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(oneByOne{t}) })
}

// scriptState is the state of a script between its commands.
type scriptState struct {
	input  string // the standard input of the next sargon
	status int    // the exit status of the last sargon
}

type scriptKey struct{}

func stateOf(ts *testscript.TestScript) *scriptState { return ts.Value(scriptKey{}).(*scriptState) }

func scriptSargon(ts *testscript.TestScript, mustFail bool, args []string) {
	here := must.Have(os.Getwd())
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(here)) }()
	state := stateOf(ts)
	streams := &cli.IO{In: strings.NewReader(state.input), Out: ts.Stdout(), Err: ts.Stderr()}
	state.input = ""
	state.status = cli.Main(context.Background(), program(), streams, withFiles(args))
	switch {
	case mustFail && state.status == cli.ExitOK:
		ts.Fatalf("the command succeeded, and must fail")
	case !mustFail && state.status != cli.ExitOK:
		ts.Fatalf("the command failed: exit status %d", state.status)
	}
}

func scriptStatus(ts *testscript.TestScript, mustNot bool, args []string) {
	if mustNot || len(args) != 1 {
		ts.Fatalf("usage: status N")
	}
	if is := strconv.Itoa(stateOf(ts).status); is != args[0] {
		ts.Fatalf("exit status %s, want %s", is, args[0])
	}
}

func scriptInput(ts *testscript.TestScript, mustNot bool, args []string) {
	if mustNot || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	stateOf(ts).input = ts.ReadFile(args[0])
}

func scriptCat(ts *testscript.TestScript, mustNot bool, args []string) {
	if mustNot || len(args) == 0 {
		ts.Fatalf("usage: cat FILE…")
	}
	for _, pattern := range args {
		files, err := filepath.Glob(ts.MkAbs(pattern))
		ts.Check(err)
		if len(files) == 0 {
			ts.Fatalf("%s: no such file", pattern)
		}
		for _, file := range files {
			fmt.Fprint(ts.Stdout(), ts.ReadFile(file))
		}
	}
}

func scriptChange(ts *testscript.TestScript, mustNot bool, args []string) {
	if mustNot || len(args) != 3 {
		ts.Fatalf("usage: change FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not have %q", args[0], args[1])
	}
	text = strings.ReplaceAll(text, args[1], strings.ReplaceAll(args[2], `\n`, "\n"))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

func scriptCopyROM(t *testing.T, ts *testscript.TestScript, mustNot bool, args []string) {
	if mustNot || len(args) != 1 {
		ts.Fatalf("usage: copy-rom DIR")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(filepath.Dir(programtest.OtherROM(t)))))
}
