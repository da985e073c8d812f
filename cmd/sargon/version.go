package main

import (
	"cmp"
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
		Short: "show which build this is, and which ROM it contains",
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

// release is the version of a release with its commit, 1.2.3+0123456789ab, which its build sets.
var release string

// buildVersion returns the version of a release or of the module, which names its commit, as far as
// it is known.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if ok && release == "" && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "(development build)")
	}
	return cmp.Or(release, "(development build)")
}
