// Package translator is the core of the machine for long searches: it follows the program in
// memory, writes one WebAssembly function that does the same, and has the computer compile and run
// that. The interpreter is always beneath it, and does what the translation leaves out.
//
//	m := emu.New()
//	m.SetCore(translator.New()) // each machine has one of its own
//
// # What is exact
//
// Everything that the interpreter does: registers, F with its undocumented flags, WZ, Q, R, memory,
// T-states, and where a run stops. Not the history of the last instructions: it begins where the
// translation was left.
//
// # From the program to blocks
//
// A program is interpreted first. If it goes on for some time, explore follows it from where it was
// started, through all jumps and calls, and on after calls, and cuts it into blocks, which are
// entered at their start only. Instructions that talk to the world (IN, OUT, HALT, EI, DI, IM) or
// are rare (DAA, LD A,I, chains of prefixes) are left to the interpreter. Short routines that call
// no others are copied after each call.
//
// # From blocks to a function
//
// The registers of the Z80 are local variables of the function, pairs in one. They are taken from
// the State when it is entered and put back when it is left. The memory of the module is the State
// itself, so nothing is copied: see where, and the hosts.
//
// WebAssembly has no jumps. It has blocks, whose end one can branch to, and loops, whose start one
// can branch to. The blocks of the program stand in the order of their addresses, so that a jump
// forward is a branch out of everything between:
//
//	loop                           ; dispatch: goes to the block whose address is in pc
//	  block block block …
//	    br_table                   ; by the lower bits of pc, and a comparison
//	  end
//	    first block …
//	  end
//	    loop                       ; a loop of the program with no routine in it
//	      second block …
//	    end
//	  end …
//	end                            ; leave: registers go back to the State
//
// RET, JP (HL) and other jumps back put the address into pc and go to dispatch. The blocks it can
// find are entries; the host can begin at those too.
//
// F is put together only where the program needs all of it: see flags.go. WZ and Q are variables
// too: the compiler leaves out what is never read. T-states and the count for R share
// a variable of 64 bits, added to once for each way through a block.
//
// # Leaving
//
// A translation runs for a limited time: it looks at the clock in loops, in dispatch and often
// enough between them, and leaves while there is still time for the stretch until the next look.
// The interpreter does the rest, to the T-state. It also leaves before an instruction that
//
//   - has a mark for a trap or a stop, at entries and wherever one was when it was translated. A
//     mark that is set later anywhere else keeps the whole translation from being used;
//   - would write to a byte that is watched, or is code itself. z80.Translated marks those bytes;
//   - would access a word at FFFFh, which goes on at 0, or have both S and Z set by a POP AF;
//   - is left to the interpreter.
//
// Before it is entered again the code and its marks are compared with what was translated. If a few
// bytes have changed, the program writes to itself: the instructions of these bytes are left to the
// interpreter next time. If many have, it is another program. Each new translation waits twice as
// long as the one before.
//
// # Hosts
//
// On amd64 and arm64 the module is compiled by wazero while the machine runs; machines with
// the same program share the result. On a page the browser compiles it, and it works in the memory
// of the Go program, which the page must have left in sargon78memory. Both validate it first; if
// anything fails, the interpreter goes on alone. Elsewhere there is only the interpreter: see
// Available.
//
// # Checked against the interpreter
//
// The tests let both do the same and stop them at random times; registers, memory, T-states and
// watched writes must be the same. A third of the stops is in programs of random instructions,
// interrupted at any time; a third in programs that change their own operands and opcodes; and a
// third in searches of the ROM from random positions. There are 6000 stops, or as many as one likes:
//
//	go test ./emu/z80/translator -run 'Random|Change|Stopped' -stops 1000000 -timeout 6h
//
// Besides, each instruction is translated alone and run from random states, and FuzzMemory runs
// whatever is in memory.
package translator
