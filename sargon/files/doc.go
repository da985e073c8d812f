// Package files reads and writes files as a careful program does: packed ones and standard
// input read like others, a file is complete or not there at all, and what waits for a person
// can be interrupted.
package files
