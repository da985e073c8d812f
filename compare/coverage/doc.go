// Package coverage tells which instructions of a program image have run, how often, and which of
// its branches went both ways.
//
//	r := coverage.NewRecorder(image)
//	r.Attach(engine.Machine())   // as many machines as there are
//	…                            // they work
//	report := coverage.New("rom", image, r)
//	report.Write(os.Stdout)      // or WriteLCOV
//
// `sargon rom list --html` shows the same counts beside the lines of a search.
//
// What ran is known from the machine itself, which then does one instruction at a time. What
// there is to run is found by following the program from its entry points: the engine is all
// that can be reached from FNDMOV, VALMOV, INITBD and ROYALT (spec §15), which a comparison
// calls; the dialogue is what only DRIVER reaches. What a jump through a register leads to is
// counted where it has run.
package coverage
