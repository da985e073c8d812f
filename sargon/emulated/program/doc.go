// Package program is the computer of 1978 as front ends use it: it loads a chess program, follows the
// game in its dialogue, reads what its search has found, and sets up any game in the dialogue.
//
//	p, err := program.New(image, program.Options{})
//	go p.Run(ctx)
//	p.Press('W', '2', 'N')            // keys, from any goroutine
//	screen, state := p.Screen(), p.State()
//	for _, event := range p.Events() { … }   // the moves as they are made
//	thoughts := p.Thoughts()                 // what its search has found so far
//
// SetUp answers the questions of any ROM image, and types moves in the form it wants: what is
// not known of its dialogue is found out by trying keys on a scratch machine (dialogue.go).
//
// What the program does is known from its entry points and variables by name (spec §15). So the
// package works with any ROM image that has them; without them there is only the screen.
package program
