// Package translator is the core of the machine for long searches. It follows the program in memory,
// writes one WebAssembly function that does the same, and has the host compile and run that function.
// The interpreter executes everything that the translation leaves out.
//
//	m := emu.New()
//	m.SetCore(translator.New()) // each machine has one of its own
//
// # What is exact
//
// The translation is exact in everything that the interpreter does: registers, F with its undocumented
// flags, WZ, Q, R, memory, T-states, and where a run stops. Only the history of the last instructions
// differs: it begins where the translation was left.
//
// # From the program to blocks
//
// A program is interpreted first. If it runs for some time, explore follows it from where it was
// started, through all jumps and calls, and past the calls, and divides it into blocks, which are
// entered at their start only. Instructions that use devices or interrupts (IN, OUT, HALT, EI, DI, IM)
// or are rare (DAA, LD A,I, chains of prefixes) are left to the interpreter. Short routines that call
// no others are copied to each of their calls.
//
// # From blocks to a function
//
// The registers of the Z80 are local variables of the function, one for each pair. The function loads
// them from the State when it is entered, and stores them when it is left. The memory of the module is
// the State itself, so nothing is copied: see where, and the hosts.
//
// WebAssembly has no jumps. It has blocks, whose end a branch can go to, and loops, whose start a
// branch can go to. The blocks of the program stand in the order of their addresses, so that a jump
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
// RET, JP (HL) and other jumps back put the address into pc and go to dispatch. Dispatch can go to the
// blocks that are entries; the host can also begin at those.
//
// The flags are packed into F only where the program needs all of them: see flags.go. WZ and Q are
// variables too: the compiler removes those that are never read. T-states and the count for R share a
// variable of 64 bits, to which each way through a block adds once.
//
// # Leaving
//
// A translation runs for a limited time. It checks the clock in loops, in dispatch and often enough
// between them, and leaves while there is still time for the code up to the next check. The interpreter
// does the rest, to the T-state. The translation also leaves before an instruction that
//
//   - has a mark for a trap or a stop, at entries and wherever one was when it was translated. A
//     mark that is set later anywhere else keeps the whole translation from being used;
//   - would write to a byte that is watched, or is code itself. z80.Translated marks those bytes;
//   - would access a word at FFFFh, which goes on at 0, or have both S and Z set by a POP AF;
//   - is left to the interpreter.
//
// Before the translation is entered again, the code and its marks are compared with what was
// translated. If a few bytes have changed, the program writes to itself: the instructions of these
// bytes are left to the interpreter next time. If many bytes have changed, it is another program. Each
// new translation waits twice as long as the one before.
//
// # Hosts
//
// On amd64 and arm64 wazero compiles the module while the machine runs; machines with the same program
// share the result. On a page the browser compiles the module, and the module works in the memory of
// the Go program, which the page must have stored in sargon78memory. Both hosts validate the module
// first. If anything fails, the interpreter continues alone. On other computers there is only the
// interpreter: see Available.
//
// # Checked against the interpreter
//
// The tests run both and stop them at random times. Registers, memory, T-states and watched writes must
// be the same. A third of the stops is in programs of random instructions, interrupted at any time; a
// third in programs that change their own operands and opcodes; and a third in searches of the ROM from
// random positions. There are 6000 stops, or as many as the flag says:
//
//	go test ./emu/z80/translator -run 'Random|Change|Stopped' -stops 1000000 -timeout 6h
//
// In addition, each instruction is translated alone and run from random states, and FuzzMemory runs
// whatever is in memory.
package translator
