// Package translator is the core of the machine for long searches: it writes a WebAssembly
// module for the program in memory and has the computer run that.
package translator
