// Package kit makes the conformance kit for ports of Sargon, and grades what a port answers to it.
//
//	cases, err := kit.Read()
//	answers, err := kit.ReadAnswers(file, cases)
//	grade := kit.Check(ctx, cases, answers)
//	grade.Write(os.Stdout)
//
// The kit is one file of JSON lines, so that no port needs anything of this project to use it: page
// kit of the specification (package sargon/spec) explains it to people with a port. It lies in
// sargon/spec/kit. Make answers the questions in it anew, with the reference engine.
//
// Ask has any engine answer, also one behind the line protocol or UCI. Check looks at answers from
// outside: it knows nothing of the port but what it says, and names the rules that it probably
// breaks. What a single search went through, evaluation by evaluation, `sargon compare repro` tells.
package kit
