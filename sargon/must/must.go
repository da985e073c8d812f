// Package must helps tests to prepare what they need: an error there ends the test.
package must

// Have returns a value that is there without an error. An error ends the test program, with the line
// that had it.
func Have[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
