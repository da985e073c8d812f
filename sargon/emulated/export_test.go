package emulated

import "sargon78/sargon/emulated/program/programtest"

// Patience is patience, for tests.
func Patience() uint64 { return patience }

func init() { programtest.ScalePatience(&patience) }
