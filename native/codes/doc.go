// Package codes holds the ways in which chess programs of Sargon's time numbered the
// squares of the board and coded the pieces on them.
package codes
