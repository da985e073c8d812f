// Example is a chess program that takes part in `sargon compare`. It is short, so that you can
// translate it into the language of your Sargon. It speaks the line protocol (see package external)
// with nothing but lines and words. Its engine is one of this project.
//
//	go build -o example ./compare/external/example
//	sargon compare --engines 0x88 --engines exec:./example --cases 50
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

func main() {
	engine := native.New0x88()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		var answer string
		var err error
		switch words[0] {
		case "sargon": // hello: list what can be compared
			answer = "name example 1.0\nshows steps\nok"
		case "position":
			answer, err = "ok", position(engine, words[2:], words[1] == "fen")
		case "search":
			answer, err = search(engine, words[1], words[2:])
		case "quit":
			return
		default:
			err = fmt.Errorf("%s is no word of the protocol", words[0])
		}
		switch {
		case errors.Is(err, sargon.ErrUnsupported):
			answer = "unsupported"
		case err != nil:
			answer = "error " + err.Error()
		}
		fmt.Println(answer)
	}
}

// position sets up the start position, or that of a FEN of six fields, and plays the moves that follow.
func position(engine sargon.Engine, words []string, isFEN bool) (err error) {
	p := sargon.StartPosition()
	if isFEN {
		if p, err = sargon.ParseFEN(strings.Join(words[:6], " ")); err != nil {
			return err
		}
		words = words[6:]
	}
	if len(words) > 0 && words[0] != "moves" {
		return sargon.ErrUnsupported // set, royal, previous, number: odd positions, left out here
	}
	if err := engine.SetPosition(p); err != nil {
		return err
	}
	for _, word := range words[min(1, len(words)):] {
		m, err := sargon.ParseMove(word)
		if err == nil {
			err = engine.Play(m.From, m.To)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// search searches to a level, and shows each evaluation if it is asked to.
func search(engine sargon.Engine, level string, words []string) (string, error) {
	n, err := strconv.Atoi(level)
	if err != nil {
		return "", err
	}
	options := sargon.SearchOptions{
		Level: sargon.Level(n), NoBook: slices.Contains(words, "nobook"),
		QueenPawn: slices.Contains(words, "queenpawn"),
	}
	if slices.Contains(words, "steps") {
		options.Callbacks.Evaluation = func(s sargon.Evaluation) {
			fmt.Printf("step %d %v%v %d\n", s.Ply, s.From, s.To, uint8(s.Value))
		}
	}
	r, err := engine.Search(context.Background(), options)
	if errors.Is(err, sargon.ErrNoLegalMove) {
		return "none", nil
	}
	return fmt.Sprintf("best %v score %d evals %d trace %v", r.Best, uint8(r.Score), r.Evals, r.Trace), err
}
