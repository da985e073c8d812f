package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"time"

	"sargon78/compare/recordings"
	"sargon78/compare/recordings/format"
	"sargon78/emu/z80/cores"
	"sargon78/roms"
	"sargon78/sargon/emulated"
)

// The shares of the faults that `sargon rom check` must notice: of a frozen list, by
// which its recordings were chosen, and of a fresh sample.
const (
	frozenCheckLevel = 0.95
	freshCheckLevel  = 0.90
)

// checkPatience is how long `sargon rom check` may take with a fault.
const checkPatience = time.Minute

// runCheck prints how many faults of the ROM `sargon rom check` notices, and which it does not. It plants
// them in this process; equivalent faults are left out.
func (o *options) runCheck(ctx context.Context, faults []*fault, out, progress io.Writer) error {
	noticed, planted, took := 0, 0, time.Duration(0)
	var missed []*fault
	for i, f := range faults {
		if f.source == nil || f.Reason != "" {
			continue
		}
		start := time.Now()
		by, err := checkFault(ctx, f)
		if err != nil {
			break
		}
		if by == doesNotBuild {
			continue
		}
		planted++
		took += time.Since(start)
		if by == "" {
			missed = append(missed, f)
			by = "nothing"
		} else {
			noticed++
		}
		fmt.Fprintf(progress, "%d of %d  noticed by %s  %s: %s\n", i+1, len(faults), by, f.place(), f.change())
	}
	for _, f := range missed {
		fmt.Fprintf(out, "not noticed: %s\t%s: %s\n", f.ID, f.place(), f.change())
	}
	if planted == 0 {
		return fmt.Errorf("no fault was planted")
	}
	share, want := float64(noticed)/float64(planted), freshCheckLevel
	if o.frozen {
		want = frozenCheckLevel
	}
	fmt.Fprintf(out, "sargon rom check notices %d of %d faults, %.1f %%, each in %v on average\n", noticed,
		planted, 100*share, (took / time.Duration(planted)).Round(time.Millisecond))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case share < want:
		return fmt.Errorf("want at least %.0f %%", 100*want)
	}
	return nil
}

const doesNotBuild = "the assembler"

// checkFault does what `sargon rom check` does with the ROM that has a fault, up to the first step that
// notices the fault. by is the name of that step, "" if there is none. The error is that of ctx.
func checkFault(ctx context.Context, f *fault) (by string, err error) {
	source := plantedSource{roms.Source(), f.source.file, f.applied()}
	image, err := roms.FromSource("rom", roms.Listing, source, "main.z80", roms.Options{})
	if err != nil {
		return doesNotBuild, ctx.Err()
	}
	if problems := roms.Check(image); len(problems) > 0 {
		return problems[0].Name, nil
	}
	engine, err := emulated.New("rom", image)
	if err != nil {
		return err.Error(), nil
	}
	core, err := cores.New("")
	if err != nil {
		return "", err
	}
	engine.Machine().SetCore(core)
	limited, cancel := context.WithTimeout(ctx, checkPatience)
	defer cancel()
	n := 0
	err = recordings.VerifyKnown(limited, engine, func(r format.Recording, v recordings.Verification) bool {
		if n++; !v.Reproduced() {
			by = fmt.Sprintf("recording %d, a %s: %s", n, r.Kind(), v.Differences[0])
		}
		return by == ""
	})
	if err != nil && ctx.Err() == nil {
		return "", nil // not finished in time
	}
	return by, err
}

// A plantedSource is a source in which one file has a different text.
type plantedSource struct {
	fs.FS
	file, text string
}

// ReadFile returns the text of a file.
func (s plantedSource) ReadFile(name string) ([]byte, error) {
	if name == s.file {
		return []byte(s.text), nil
	}
	return fs.ReadFile(s.FS, name)
}
