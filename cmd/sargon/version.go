package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/emu/cores"
	"sargon78/roms"
	"sargon78/roms/edition"
)

var versionCommand = &cli.Command{
	Name:  "version",
	Short: "which build this is, and which ROM it has",
	Setup: func(*flag.FlagSet) cli.Run {
		return func(_ context.Context, io *cli.IO, _ []string) error {
			image, err := roms.Open("", roms.Options{})
			if err != nil {
				return err
			}
			fmt.Fprintf(io.Out, "sargon %s, %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS,
				runtime.GOARCH)
			fmt.Fprintf(io.Out, "embedded ROM: SHA-256 %s at %04X\n", edition.SHA256(image), image.Load)
			_, err = fmt.Fprintf(io.Out, "cores of the machine: %s; the first is the usual one\n",
				strings.Join(cores.Names(), ", "))
			return err
		}
	},
}

// buildVersion returns the module version or the commit this program was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown build)"
	}
	version := info.Main.Version
	if version != "" && version != "(devel)" {
		return version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "at " + s.Value[:12]
		}
	}
	return "(development build)"
}
