//go:build !(darwin || linux || freebsd || netbsd || openbsd || dragonfly)

package terminal

import "context"

// Suspender returns nothing: this system does not stop programs for a while.
func Suspender(context.Context) (suspend func() error, stops <-chan struct{}) { return nil, nil }
