//go:build unix

package lines

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program a process group of its own, with all that it will start.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the program's group.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
