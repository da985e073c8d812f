package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/emu/z80/cores"
	"sargon78/roms"
)

func versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "which build this is, and which ROM it has",
		Args:  cli.NoArgs,
	}
	c.RunE = cli.Run(func(_ context.Context, io *cli.IO, _ []string) error {
		image, err := roms.Open("", roms.Options{})
		if err != nil {
			return err
		}
		fmt.Fprintf(io.Out, "sargon %s, %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS,
			runtime.GOARCH)
		fmt.Fprintf(io.Out, "embedded ROM: SHA-256 %s at %04X\n", image.SHA256(), image.Load)
		fmt.Fprintf(io.Out, "cores of the machine: %s; the first is the usual one\n",
			strings.Join(cores.Names(), ", "))
		return nil
	})
	return c
}

// release is the version of a release, which its build sets.
var release string

// buildVersion returns the version of a release or of the module, and the commit that this program
// was built from, as far as they are known.
func buildVersion() string {
	version, commit := release, ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if version == "" && info.Main.Version != "(devel)" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				commit = "commit " + s.Value[:12]
			}
		}
	}
	if version == "" && commit == "" {
		return "(development build)"
	}
	return strings.TrimSpace(version + " " + commit)
}
