// Package kit makes the conformance kit for ports of Sargon, and grades the answers of a port.
//
//	cases, err := kit.Read()
//	answers, err := kit.ReadAnswers(file, cases)
//	grade := kit.Check(ctx, cases, answers)
//	grade.Write(os.Stdout)
//
// The kit is one file of JSON lines, in sargon/spec/kit. A port needs nothing else of this project. Page
// kit of the specification (package sargon/spec) explains the kit to authors of ports. Make writes the
// kit anew, with the answers of the reference engine of today.
//
// CollectAnswers lets any engine answer the cases, also one that speaks the line protocol or UCI. Check
// sees only the answers of a port, and names the rules that the port probably breaks. `sargon compare
// repro` shows a single search, evaluation by evaluation.
package kit
