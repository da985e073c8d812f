// Example is a chess program that takes part in `sargon compare`, as short as it can be: to
// be translated into the language of your Sargon. It speaks the line protocol (see package
// external) with nothing but lines and words; the engine behind it is this project's own.
//
//	go build -o example ./compare/external/example
//	sargon compare --engines 0x88 --engines exec:./example --positions 50
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"sargon78/native"
	"sargon78/sargon"
)

func main() {
	engine := native.New0x88()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "sargon": // hello: tell what we can be held to
			fmt.Println("name example 1.0")
			fmt.Println("shows steps")
			fmt.Println("ok")
		case "position":
			fmt.Println(answer("ok", position(engine, words[1:])))
		case "search":
			fmt.Println(search(engine, words[1:]))
		case "quit":
			return
		default:
			fmt.Println("error", words[0], "is no word of the protocol")
		}
	}
}

// answer is text, or what went wrong.
func answer(text string, err error) string {
	switch {
	case errors.Is(err, sargon.ErrUnsupported):
		return "unsupported"
	case err != nil:
		return "error " + err.Error()
	}
	return text
}

// position sets up: startpos, or fen and six fields; then the moves.
func position(engine sargon.Engine, words []string) error {
	p := sargon.StartPosition()
	words = words[1:] // startpos or fen
	if len(words) >= 6 && words[0] != "moves" {
		var err error
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
		if err != nil {
			return err
		}
		if err := engine.Play(m.From, m.To); err != nil {
			return err
		}
	}
	return nil
}

// search searches to a level, and shows each evaluation if it is asked to.
func search(engine sargon.Engine, words []string) string {
	level, err := strconv.Atoi(words[0])
	if err != nil {
		return answer("", err)
	}
	options := sargon.SearchOptions{Level: sargon.Level(level)}
	for _, word := range words[1:] {
		switch word {
		case "nobook":
			options.NoBook = true
		case "queenpawn":
			options.QueenPawn = true
		case "steps":
			options.Watch.Evaluation = func(s sargon.Evaluation) {
				fmt.Printf("step %d %v%v %d\n", s.Ply, s.From, s.To, uint8(s.Value))
			}
		}
	}
	r, err := engine.Search(context.Background(), options)
	if errors.Is(err, sargon.ErrNoLegalMove) {
		return "none"
	}
	return answer(
		fmt.Sprintf("best %v score %d evals %d trace %v", r.Best, uint8(r.Score), r.Evals, r.Trace), err)
}
