//go:build ignore

// Writes copy.go.
package main

import (
	"log"
	"os"
	"path/filepath"

	"sargon78/compare/prove/parts/copyof"
)

func main() {
	text, err := copyof.Reference(func(file string) ([]byte, error) {
		return os.ReadFile(filepath.Join("../../..", filepath.FromSlash(file)))
	})
	if err == nil {
		err = os.WriteFile("copy.go", text, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}
