// Port answers cases of the kit for ports with the reference engine, in which a fault may be planted. It
// stands for the port of a stranger: "go run ./compare/mutants kit" builds and calls it.
//
//	port FIRST < cases.jsonl
//
// From the case with the number FIRST on, it prints the number of each case, and a line with ! if the
// answer is wrong. A case that takes too long is wrong, and ends it.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"sargon78/compare/kit"
	"sargon78/native/reference"
)

// patience is how long a case may take. The slowest takes a hundredth of a second; a busy computer may
// let a program wait.
const patience = 20 * time.Second

func main() {
	if err := answer(); err != nil {
		fmt.Fprintln(os.Stderr, "port:", err)
		os.Exit(1)
	}
}

// answer reads the cases and answers those from FIRST on.
func answer() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("want the number of the first case, not %q", os.Args[1:])
	}
	first, err := strconv.Atoi(os.Args[1])
	if err != nil {
		return err
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	all, err := kit.ReadCases(text)
	if err != nil {
		return err
	}
	model := reference.New()
	for i := range all {
		c := &all[i]
		if c.ID < first {
			continue
		}
		fmt.Println(c.ID)
		late := time.AfterFunc(patience, func() {
			fmt.Println("!")
			os.Exit(0)
		})
		wrong := c.Differs(context.Background(), model)
		late.Stop()
		if wrong != "" {
			fmt.Println("!")
		}
	}
	return nil
}
