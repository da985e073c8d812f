package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/compare"
	"sargon78/compare/coverage"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/files"
)

// coverageTarget is a program image whose coverage is recorded.
type coverageTarget struct {
	name     string
	image    *roms.Image
	recorder *coverage.Recorder
}

// recordCoverage has an engine record what of its image runs, if that is wanted.
func (o *compareOptions) recordCoverage(c *compare.Participant, image *roms.Image) error {
	if len(o.coverage) == 0 {
		return nil
	}
	entries, err := coverageEntries(image, o.coverageEntries)
	if err != nil {
		return fmt.Errorf("--coverage-entry: %s: %w", image.Name, err)
	}
	recorder := coverage.NewRecorder(image, entries...)
	o.coverageTargets = append(o.coverageTargets, coverageTarget{c.Name, image, recorder})
	open := c.Open
	c.Open = func() (sargon.Engine, error) {
		engine, err := open()
		if err != nil {
			return nil, err
		}
		program, _ := emulated.FromEngine(engine)
		recorder.Attach(program.Machine())
		return engine, nil
	}
	return nil
}

// checkCoverage reports what is wrong with the files for what has run.
func (o *compareOptions) checkCoverage() error {
	for _, name := range o.coverage {
		switch extension := filepath.Ext(name); {
		case name != "-" && extension != ".info" && extension != ".txt":
			return cli.Usagef("--coverage %q: want a file .info (lcov; genhtml makes pages of it) or .txt", name)
		case len(o.coverageTargets) == 0:
			return cli.Usagef("--coverage: none of the engines is a ROM; name rom or rom:FILE")
		case name == "-" && o.json:
			return cli.Usagef("--coverage - with --json: want a file for it, --coverage rom.info")
		}
	}
	if len(o.coverageEntries) > 0 && len(o.coverage) == 0 {
		return cli.Usagef("--coverage-entry needs --coverage")
	}
	for _, c := range o.coverageTargets {
		if err := c.recorder.Check(); err != nil {
			return fmt.Errorf("--coverage: %s: %w", c.image.Name, err)
		}
	}
	return nil
}

// coverageEntries returns the addresses of entry points, each a label of an image or a number.
func coverageEntries(image *roms.Image, names []string) (all []uint16, err error) {
	for _, name := range names {
		at, ok := image.Labels[name]
		if !ok {
			at, ok = image.Symbol(name)
		}
		if !ok {
			at, ok = launch.Address(name)
		}
		if !ok {
			return nil, fmt.Errorf("%q is no label of it; want a label, or an address like 1A3Fh", name)
		}
		if at < image.Load || int(at) > lastByte(image) {
			return nil, fmt.Errorf("%q (%04Xh) is not in it: want %04Xh to %04Xh", name, at, image.Load, lastByte(image))
		}
		all = append(all, at)
	}
	return all, nil
}

// reportCoverage writes what has run, by the extension of a file as lcov or text.
func (o *compareOptions) reportCoverage(out *cli.IO) error {
	for i, c := range o.coverageTargets {
		report := coverage.New(c.name, c.image, c.recorder)
		for _, name := range o.coverage {
			write := report.Write
			extension := filepath.Ext(name)
			if i > 0 && name != "-" { // one file for each program
				name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), i+1, extension)
			}
			if extension == ".info" {
				folder, err := sourceFolder(c.image, strings.TrimSuffix(name, extension))
				if err != nil {
					return err
				}
				write = func(w io.Writer) error { return report.WriteLCOV(w, folder) }
			}
			if err := files.WriteFile(name, out.Out, write); err != nil {
				return err
			}
			if name != "-" && !o.json {
				fmt.Fprintf(out.Out, "%-10s %s: %v, in %s\n", "coverage", c.name, &report.Engine, name)
			}
		}
	}
	return nil
}

// sourceFolder returns the folder where the source of an image is. That of the embedded ROM is written
// there first: name and "-source".
func sourceFolder(image *roms.Image, name string) (folder string, err error) {
	if image.Kind != roms.Embedded {
		return filepath.Dir(image.Name), nil
	}
	folder = name + "-source"
	return folder, fs.WalkDir(roms.Source(), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.FromSlash(file))
		if entry.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		text, err := fs.ReadFile(roms.Source(), file)
		if err != nil {
			return err
		}
		return files.WriteFile(to, nil, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	})
}
