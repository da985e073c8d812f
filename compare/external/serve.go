package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sargon78/compare/cases"
	"sargon78/compare/lines"
	"sargon78/sargon"
)

// Serve lets an engine speak the line protocol on a pair of streams, until the other side sends quit or
// the input ends. A line that it does not understand is answered with an error, and changes nothing.
// The error that Serve returns is that of a stream.
func Serve(
	ctx context.Context, engine sargon.Engine, version string, in io.Reader, out io.Writer,
) error {
	s := server{ctx: ctx, engine: engine, version: version, out: bufio.NewWriter(out)}
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, lines.MaxLine)
	for scanner.Scan() {
		word, rest, _ := strings.Cut(strings.TrimSpace(scanner.Text()), " ")
		if word == "quit" {
			return nil
		}
		switch err := s.do(word, strings.TrimSpace(rest)); {
		case errors.Is(err, sargon.ErrUnsupported):
			s.send("unsupported")
		case err != nil:
			s.send("error %s", strings.ReplaceAll(err.Error(), "\n", " "))
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
	return scanner.Err()
}

type server struct {
	ctx     context.Context
	engine  sargon.Engine
	version string
	out     *bufio.Writer
}

func (s *server) send(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...)
}

// do executes one line.
func (s *server) do(word, rest string) error {
	switch word {
	case "":
		return nil
	case "sargon":
		if rest != "1" {
			return fmt.Errorf("version %q of the protocol: only 1 is known", rest)
		}
		s.send("name %s", strings.TrimSpace(s.engine.Name()+" "+s.version))
		s.send("shows steps")
		s.send("ok")
		return nil
	case "position":
		c, err := cases.ParseCase(rest)
		if err == nil {
			err = c.SetUp(s.ctx, s.engine)
		}
		if err == nil {
			s.send("ok")
		}
		return err
	case "search":
		return s.search(strings.Fields(rest))
	}
	return fmt.Errorf("%q: want sargon, position, search or quit", word)
}

// search answers the command "search LEVEL [nobook] [queenpawn] [steps]".
func (s *server) search(words []string) error {
	if len(words) == 0 {
		return errors.New("search: want a level")
	}
	level, err := strconv.Atoi(words[0])
	if err != nil {
		return fmt.Errorf("search: level %q is not a number", words[0])
	}
	options := sargon.SearchOptions{Level: sargon.Level(level)}
	for _, word := range words[1:] {
		switch word {
		case "nobook":
			options.NoBook = true
		case "queenpawn":
			options.QueenPawn = true
		case "steps":
			options.Callbacks.Evaluation = func(step sargon.Evaluation) { s.send("step %v", step) }
		default:
			return fmt.Errorf("search: %q; want nobook, queenpawn or steps", word)
		}
	}
	r, err := s.engine.Search(s.ctx, options)
	switch {
	case errors.Is(err, sargon.ErrNoLegalMove):
		s.send("none")
		return nil
	case err != nil:
		return err
	}
	s.send("best %v score %d evals %d trace %v", r.Best, uint8(r.Score), r.Evals, r.Trace)
	return nil
}
