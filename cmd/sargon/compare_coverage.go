package main

import (
	"encoding/json"
	"fmt"
	"io"
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

// coverageFiles is the flag --coverage: alone it prints, with a file it writes there.
type coverageFiles struct {
	wanted bool
	names  []string
}

func (c *coverageFiles) String() string { return strings.Join(c.names, ",") }

// IsBoolFlag lets the flag stand alone.
func (c *coverageFiles) IsBoolFlag() bool { return true }

// Set takes a file, by its extension a page, JSON or text.
func (c *coverageFiles) Set(name string) error {
	c.wanted = true
	switch filepath.Ext(name) {
	case ".html", ".json", ".txt":
		c.names = append(c.names, name)
	default:
		if name != "true" {
			return fmt.Errorf("%q: want a file .html, .json or .txt", name)
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
	if !o.coverage.wanted {
		return
	}
	recorder := coverage.NewRecorder(image)
	o.covered = append(o.covered, covered{c.Name, image, recorder})
	open := c.Open
	c.Open = func() (sargon.Engine, error) {
		engine, err := open()
		if e, ok := engine.(emulated.OnMachine); ok {
			recorder.Attach(e.Machine())
		}
		return engine, err
	}
}

// reportCoverage prints or writes what has run.
func (o *compareOptions) reportCoverage(out *cli.IO) error {
	for i, c := range o.covered {
		report := coverage.New(c.name, c.image, c.recorder)
		switch {
		case len(o.coverage.names) > 0:
		case o.json:
			err := json.NewEncoder(out.Out).Encode(struct {
				Type string `json:"type"`
				*coverage.Report
			}{"coverage", report})
			if err != nil {
				return err
			}
		default:
			if err := report.Write(out.Out); err != nil {
				return err
			}
		}
		for _, name := range o.coverage.names {
			write := report.Write
			extension := filepath.Ext(name)
			switch extension {
			case ".html":
				write = report.WriteHTML
			case ".json":
				write = report.WriteJSON
			}
			if i > 0 { // one file for each program
				name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), i+1, extension)
			}
			if err := files.WriteFile(name, nil, func(w io.Writer) error { return write(w) }); err != nil {
				return err
			}
			if !o.json {
				fmt.Fprintf(out.Out, "%-10s %s: %v, in %s\n", "coverage", c.name, &report.Engine, name)
			}
		}
	}
	return nil
}
