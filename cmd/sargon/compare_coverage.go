package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/compare"
	"sargon78/compare/coverage"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/files"
)

// addCoverage takes a file for what has run, by its extension for lcov or text; without a file that is
// printed.
func (o *compareOptions) addCoverage(name string) error {
	o.coverage = true
	switch filepath.Ext(name) {
	case ".info", ".txt":
		o.coverageFiles = append(o.coverageFiles, name)
	default:
		if name != "true" {
			return fmt.Errorf("want a file .info (lcov; genhtml makes pages of it) or .txt")
		}
	}
	return nil
}

// covered is a program image whose coverage is recorded.
type covered struct {
	name     string
	image    *roms.Image
	recorder *coverage.Recorder
}

// cover has a contender record what of its image runs, if that is wanted.
func (o *compareOptions) cover(c *compare.Contender, image *roms.Image) {
	if !o.coverage {
		return
	}
	recorder := coverage.NewRecorder(image)
	o.covered = append(o.covered, covered{c.Name, image, recorder})
	open := c.Open
	c.Open = func() (sargon.Engine, error) {
		engine, err := open()
		if err != nil {
			return nil, err
		}
		program, _ := emulated.Of(engine)
		recorder.Attach(program.Machine())
		return engine, nil
	}
}

// reportCoverage prints or writes what has run.
func (o *compareOptions) reportCoverage(out *cli.IO) error {
	for i, c := range o.covered {
		report := coverage.New(c.name, c.image, c.recorder)
		if len(o.coverageFiles) == 0 {
			if err := report.Write(out.Out); err != nil {
				return err
			}
		}
		for _, name := range o.coverageFiles {
			write := report.Write
			extension := filepath.Ext(name)
			if extension == ".info" {
				write = report.WriteLCOV
			}
			if i > 0 { // one file for each program
				name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), i+1, extension)
			}
			if err := files.WriteFile(name, nil, write); err != nil {
				return err
			}
			if !o.json {
				fmt.Fprintf(out.Out, "%-10s %s: %v, in %s\n", "coverage", c.name, &report.Engine, name)
			}
		}
	}
	return nil
}
