// Package files reads and writes files as a careful program does. It reads packed files and standard
// input like any file. A file that it writes is complete or unchanged. Reading from a terminal can be
// interrupted.
package files
