// Package reference is the engine on the 120-byte board of 1978: the specification followed
// word by word.
//
//	engine := reference.New()
//	err := engine.SetPosition(position)
//	result, err := engine.Search(ctx, sargon.SearchOptions{Level: 2})
//	fmt.Println(engine.Reached[reference.PinnedTransparent])
//
// It is written to be read with the page open, a function for a rule, and is not fast. Board,
// lists, scores, plies and moves lie in one memory, at the places of spec §15, because
// quirks run over the end of one into the next (memory.go). Indexes into it are bytes, and
// addresses are words.
//
//	spec                        file         function
//	§1   board, pieces, values  memory.go    memory.at; tables.go: values
//	§2   directions             tables.go    directions; generate.go: look
//	§3   records, lists         list.go      add, addPair, openList, eachRecord
//	§4   generating             generate.go  generate, generatePiece, generatePawn, …
//	§5   attacks                attack.go    attack: attackAlong, attackThrough, attacks, tests
//	§6   attack lists           attack.go    enter, pinAllows
//	     pin list               pins.go      findPins, findPin, pins, addPin
//	§7   exchange (SEE)         exchange.go  exchange, exchangeRound, take
//	§8   static evaluation      evaluate.go  evaluateSquare, lose, win; value: points, …
//	§9   making, unmaking       make.go      make, unmake
//	§10  ordering               search.go    order, rate, insert
//	§11  search                 search.go    searchPly, try, descend, raise, mated
//	§12  book                   search.go    bookMove
//	§13  the player's moves     engine.go    Play, generateGame
//	§14  quirks                 rules.go     RuleInfo.Quirk
//	§15  variables                  memory.go    addresses; routines.go: Call, one routine alone
//	§17  trace                  search.go    evaluateTraced
//
// Every rule of spec §3–§12 has a name, a Rule, and a search counts how often it reaches each:
// e.applies reports whether the condition of a rule holds, and counts it if it does; e.countRule only
// counts; e.obeys marks a rule without a condition. To a reader of the page e.obeys is always true. It
// is false only if a test breaks the rule on purpose (Engine.Tamper), to show that the rule matters,
// or to find the rule that another engine gets wrong. An engine with the same fingerprint made the
// same search, so it has passed the rules that are counted here.
//
// This package and the other engines share only sargon.Recorder, which counts and reports, and
// decides nothing.
package reference
