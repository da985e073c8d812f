package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sargon78/compare/prove/parts/copyof"
)

// A target is a set of sources that get faults: where these are, and which calls look for the faults.
type target struct {
	dir       string // a folder of the module; names of its sources begin there
	extension string
	folders   []string // folders or files in which a fault may be
	sampled   func(file string) bool
	stages    func(w *workshop, f *fault, dir string) []stage
	list      string // the target whose frozen list it uses; "": its own
}

// targets are the targets by their names on the command line.
var targets = map[string]*target{
	"native": { // the Go source of the native engines, and of the recorder that they share
		dir: ".", extension: ".go", folders: []string{"native", "sargon/recorder.go"},
		sampled: func(file string) bool {
			return path.Dir(file) != "native/codes" && !notSearched[path.Base(file)]
		},
		stages: nativeStages,
	},
	"rom": { // the Z80 source of the embedded ROM
		dir: "roms/src", extension: ".z80", folders: []string{"."},
		sampled: romFiles.MatchString, stages: romStages,
	},
	"beside": { // the same; only `sargon prove --beside` looks for the faults: in three positions and five games
		dir: "roms/src", extension: ".z80", folders: []string{"."},
		sampled: romFiles.MatchString, stages: besideStages, list: "rom",
	},
	"harness": { // the Go source of the harness itself; its own tests look for the faults
		dir: ".", extension: ".go", folders: []string{"compare"},
		sampled: judgeFiles.MatchString, stages: harnessStages,
	},
	"example": { // the program that a port may begin with; the kit for ports looks for the faults
		dir: ".", extension: ".go", folders: []string{exampleFolder},
		sampled: func(string) bool { return true }, stages: exampleStages,
	},
}

const exampleFolder = "compare/external/example"

// notSearched are files of native that no comparison judges, like those of native/codes: the counting of
// moves, the names of rules, and explanations.
var notSearched = map[string]bool{
	"perft.go": true, "doc.go": true, "rules.go": true, "examine.go": true,
}

// romFiles are the files that take part in a search; the rest is what a person sees.
var romFiles = regexp.MustCompile(`^(board|record|attack|pins|exchange|evaluate|generate|make|sort|` +
	`search|book|game|variables)\.z80$`)

// judgeFiles are the files that decide what is a difference, and count, shrink and explain it. The rest
// of the harness plays matches, measures, makes positions, talks to programs, or is an example.
var judgeFiles = regexp.MustCompile(`^compare/(` +
	`(diagnosis|divergence|investigate|report|undefined|worker)|observe/\w+` +
	`|cases/(case|text|engine|shrink)|mutants/(fault|run|source|table|target)` +
	`|recordings/(record|replay|verify)` +
	`|prove/(prove|text)|routine/(all|beside|case|domain|forks|origin|process|processor|state|stubs))\.go$`)

// sources returns the files of a target.
func (t *target) sources(root string) ([]source, error) {
	return sourcesIn(os.DirFS(filepath.Join(root, t.dir)), t.extension, t.folders...)
}

// holds reports whether a file is one of the target's, by its name.
func (t *target) holds(file string) bool {
	return path.Ext(file) == t.extension && slices.ContainsFunc(t.folders, func(folder string) bool {
		return folder == "." || file == folder || strings.HasPrefix(file, folder+"/")
	})
}

// faults returns the faults that can be sampled.
func (t *target) faults(sources []source) (all []*fault, err error) {
	for i := range sources {
		if t.sampled(sources[i].file) {
			more, err := sources[i].faults()
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
	}
	return all, nil
}

// A workshop makes programs with faults in them.
type workshop struct {
	root, bin string // the folder of the module, and the file of a sargon without a fault
	seed      uint64
	maxCases  int      // stages with more random cases are left out
	folders   []string // the folders that have faults, each once
}

// try plants a fault and runs the stages until one finds it. If the fault is nil, it builds sargon without a
// fault, and leaves the expensive stages out.
func (w *workshop) try(ctx context.Context, t *target, f *fault) (r result, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	stages, most := t.stages(w, f, dir), w.maxCases
	if f == nil {
		stages, most = append([]stage{buildSargon(w.bin)}, stages...), sizes[0].cases
	} else if err := w.plant(t, f, dir); err != nil {
		return r, err
	}
	r.Outcome = survived
	for _, s := range stages {
		if s.cases <= most && err == nil && r.Outcome == survived {
			r, err = s.run(ctx, w.root)
		}
	}
	return r, err
}

// plant writes the file with the fault into a folder: together with the other files of the ROM, or with an
// overlay that makes Go read it in place of the original.
func (w *workshop) plant(t *target, f *fault, dir string) error {
	original := filepath.Join(w.root, t.dir, filepath.FromSlash(f.source.file))
	changed := filepath.Join(dir, filepath.Base(original))
	if t.extension != ".go" {
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(original))); err != nil {
			return err
		}
	}
	replaced := map[string]string{original: changed}
	if err := w.plantInCopy(f, dir, replaced); err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = os.WriteFile(overlay(dir), text, 0o666)
	}
	if err == nil {
		err = os.WriteFile(changed, []byte(f.applied()), 0o666)
	}
	return err
}

// plantInCopy plants a fault of the reference engine also in the copy of the engine that package prove uses.
func (w *workshop) plantInCopy(f *fault, dir string, replaced map[string]string) error {
	if !copyof.Copied(f.source.file) {
		return nil
	}
	text, err := copyof.Reference(func(file string) ([]byte, error) {
		if file == f.source.file {
			return []byte(f.applied()), nil
		}
		return os.ReadFile(filepath.Join(w.root, filepath.FromSlash(file)))
	})
	if err != nil {
		return err
	}
	changed := filepath.Join(dir, "copy.go.txt")
	replaced[filepath.Join(w.root, "compare", "prove", "parts", "copy.go")] = changed
	return os.WriteFile(changed, text, 0o666)
}

func overlay(dir string) string { return filepath.Join(dir, "overlay.json") }

// buildSargon returns the stage that builds sargon.
func buildSargon(bin string, flags ...string) stage {
	words := append([]string{"go", "build", "-buildvcs=false", "-ldflags=-s", "-o", bin}, flags...)
	return stage{words: append(words, "./cmd/sargon"), verdicts: buildVerdicts}
}

// sizes are the comparisons, from cheap to expensive, with the words for their levels.
var sizes = []struct {
	cases int
	words string
}{{32, "--level 1"}, {400, "--level 1-3"}, {2000, "--level 1-3"}}

// sargon returns the stages of a program: the routines of a ROM compared in samples, if there is a ROM; then
// more and more cases. last are words for the stage with most cases. In all words $rom is the name of the
// ROM's engine, and $listing the file of its source.
func (w *workshop) sargon(bin, rom, words, last string) (all []stage) {
	_, listing, _ := strings.Cut(rom, ":")
	names := map[string]string{"rom": rom, "listing": listing, "seed": strconv.FormatUint(w.seed, 10)}
	call := func(cases int, words string) {
		s := stage{words: []string{bin}, cases: cases, verdicts: sargonVerdicts}
		for _, word := range strings.Fields(words + " --workers 1") {
			s.words = append(s.words, os.Expand(word, func(name string) string { return names[name] }))
		}
		all = append(all, s)
	}
	if rom != "" {
		call(0, "prove --first --max-cases 100 --rom $listing")
	}
	most := sizes[len(sizes)-1]
	for _, size := range sizes {
		if size == most {
			words += last
		}
		call(size.cases, fmt.Sprintf("compare --cases %d %s --max-differences 1 --explain 0 "+
			"--timeout 10s --json --seed $seed", size.cases, size.words)+words)
	}
	return all
}

// nativeStages compare the engines with each other, and at last with the ROM, state by state: the engines
// share the book and the game, and a value may hide what it is made of.
func nativeStages(w *workshop, f *fault, dir string) (all []stage) {
	bin, rom := w.bin, ""
	if f != nil {
		bin = filepath.Join(dir, "sargon")
		all = append(all, buildSargon(bin, "-overlay", overlay(dir)))
		if strings.HasPrefix(f.source.file, "native/reference/") { // the routines of 10x12
			rom = "rom"
		}
	}
	return append(all, w.sargon(bin, rom, " --engines 10x12,0x88,bitboards",
		" --engines rom --detail state")...)
}

// romStages compare a ROM with the fastest engine.
func romStages(w *workshop, f *fault, dir string) (all []stage) {
	rom := "rom"
	if f != nil {
		listing := filepath.Join(dir, "main.z80")
		rom = "rom:" + listing
		all = append(all, stage{
			words:    []string{w.bin, "rom", "asm", listing, "--out", filepath.Join(dir, "rom.bin")},
			verdicts: buildVerdicts,
		})
	}
	return append(all, w.sargon(w.bin, rom, " --engines bitboards,$rom --core translator",
		" --detail state")...)
}

// besideStages compare the calls of a ROM's routines while it searches: in three positions, then in recorded
// games.
func besideStages(w *workshop, f *fault, dir string) []stage {
	words := []string{w.bin, "prove", "--beside", "--first", "--every", "200", "--workers", "1"}
	var all []stage
	if f != nil {
		listing := filepath.Join(dir, "main.z80")
		asm := []string{w.bin, "rom", "asm", listing, "--out", filepath.Join(dir, "rom.bin")}
		all, words = append(all, stage{words: asm, verdicts: buildVerdicts}), append(words, "--rom", listing)
	}
	games := append(slices.Clone(words), "--pgn", "sargon/spec/games.pgn")
	return append(all, stage{words: words, verdicts: besideVerdicts}, stage{words: games, verdicts: besideVerdicts})
}

// harnessStages run the test that killed the fault when its list was frozen, then the tests of its package,
// then those of package compare; without a fault those of all packages that have faults.
func harnessStages(w *workshop, f *fault, dir string) (all []stage) {
	call := func(folder, which string) {
		words := strings.Fields(fmt.Sprint("go test -v -vet=off -failfast -timeout ", patience))
		if f != nil {
			words = append(words, "-overlay", overlay(dir))
		}
		all = append(all, stage{
			words: append(words, "-run", which, "./"+folder), tests: path.Base(folder), verdicts: testVerdicts,
		})
	}
	const whole = "compare"
	folders := append([]string{whole}, w.folders...)
	if f != nil {
		folders = []string{path.Dir(f.source.file), whole}
		name, test, _ := strings.Cut(f.Test, " ")
		top, _, _ := strings.Cut(test, "/")
		for _, folder := range slices.Compact(folders) {
			if top != "" && path.Base(folder) == name {
				call(folder, "^"+top+"$")
			}
		}
	}
	for _, folder := range slices.Compact(folders) {
		call(folder, ".")
	}
	return all
}

// exampleStages let the kit grade the example.
func exampleStages(w *workshop, f *fault, dir string) []stage {
	bin := filepath.Join(dir, "example")
	build := []string{"go", "build", "-buildvcs=false", "-ldflags=-s", "-o", bin}
	if f != nil {
		build = append(build, "-overlay", overlay(dir))
	}
	return []stage{
		{words: append(build, "./"+exampleFolder), verdicts: buildVerdicts},
		{
			words:    []string{w.bin, "kit", "check", "--engine", "exec:" + bin, "--timeout", "10s"},
			verdicts: kitVerdicts, passes: kitPasses,
		},
	}
}
