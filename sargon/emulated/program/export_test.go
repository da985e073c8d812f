package program

import "sargon78/sargon/emulated/program/programtest"

func init() { programtest.ScalePatience(&keyPatience, &totalPatience) }
