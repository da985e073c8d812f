package process

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// UCI is a program that speaks the Universal Chess Interface.
type UCI struct {
	*Process
	Name    string   // what it calls itself
	Options []string // the names of its options, in lower case
}

// StartUCI runs a program and waits until it has told what it is. The error is that of
// Start, of ctx, or an ErrEnded.
func StartUCI(ctx context.Context, words []string) (*UCI, error) {
	p, err := Start(words)
	if err != nil {
		return nil, err
	}
	u := &UCI{Process: p}
	if err := u.hello(ctx); err != nil {
		u.Close()
		return nil, fmt.Errorf("it does not speak UCI: %w", err)
	}
	return u, nil
}

func (u *UCI) hello(ctx context.Context) error {
	return u.Ask(ctx, "uci", func(words []string) bool {
		if len(words) > 2 {
			switch words[0] + " " + words[1] {
			case "id name":
				u.Name = strings.Join(words[2:], " ")
			case "option name":
				name := words[2:]
				if i := slices.Index(name, "type"); i >= 0 {
					name = name[:i]
				}
				u.Options = append(u.Options, strings.ToLower(strings.Join(name, " ")))
			}
		}
		return words[0] == "uciok"
	})
}

// Ask writes a line and reads lines, in words, until one is the answer. Empty lines are
// left out. Errors are those of Say and Hear.
func (u *UCI) Ask(ctx context.Context, line string, answers func(words []string) bool) error {
	if err := u.Say("%s", line); err != nil {
		return err
	}
	for {
		line, err := u.Hear(ctx)
		if err != nil {
			return err
		}
		if words := strings.Fields(line); len(words) > 0 && answers(words) {
			return nil
		}
	}
}

// Ready waits until the program has done what it was told.
func (u *UCI) Ready(ctx context.Context) error {
	return u.Ask(ctx, "isready", func(words []string) bool { return words[0] == "readyok" })
}

// Set gives an option a value; the program must have one of the name, in either case.
func (u *UCI) Set(name, value string) error {
	if !slices.Contains(u.Options, strings.ToLower(name)) {
		return fmt.Errorf("it has no option %q; it has: %s", name, strings.Join(u.Options, ", "))
	}
	return u.Say("setoption name %s value %s", name, value)
}
