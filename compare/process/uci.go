package process

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// UCI is a program that speaks the Universal Chess Interface.
type UCI struct {
	*Process
	Name    string // what it calls itself
	Options []Option
}

// Option is an option of a program, as it has told it.
type Option struct {
	Name     string
	Type     string // check, spin, combo, button or string
	Min, Max *int   // of a spin, nil if it has not said
	Choices  []string
}

// parseOption reads the words behind "option name".
func parseOption(words []string) Option {
	var o Option
	var min, max string
	field := &o.Name
	for _, word := range words {
		switch word {
		case "type":
			field = &o.Type
		case "default":
			field = new(string)
		case "min":
			field = &min
		case "max":
			field = &max
		case "var":
			o.Choices = append(o.Choices, "")
			field = &o.Choices[len(o.Choices)-1]
		default:
			*field = strings.TrimSpace(*field + " " + word)
		}
	}
	o.Min, o.Max = number(min), number(max)
	return o
}

func number(text string) *int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil
	}
	return &n
}

// check refuses a value that the program has said it does not take.
func (o *Option) check(value string) error {
	want := ""
	switch o.Type {
	case "check":
		if !slices.Contains([]string{"true", "false"}, strings.ToLower(value)) {
			want = "true or false"
		}
	case "spin":
		n := number(value)
		switch {
		case n == nil:
			want = "a whole number"
		case o.Min != nil && *n < *o.Min, o.Max != nil && *n > *o.Max:
			want = fmt.Sprintf("a number from %s to %s", bound(o.Min), bound(o.Max))
		}
	case "combo":
		fits := func(c string) bool { return strings.EqualFold(c, value) }
		if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, fits) {
			want = strings.Join(o.Choices, " or ")
		}
	}
	if want != "" {
		return fmt.Errorf("option %s=%q: it wants %s", o.Name, value, want)
	}
	return nil
}

func bound(n *int) string {
	if n == nil {
		return "any"
	}
	return strconv.Itoa(*n)
}

// StartUCI runs a program, waits until it has told what it is, gives options their values, each a name
// and a value, and waits until it is ready. The error is that of Start, of Set, of ctx, or an ErrEnded.
func StartUCI(ctx context.Context, words []string, options ...[2]string) (*UCI, error) {
	p, err := Start(words)
	if err != nil {
		return nil, err
	}
	u := &UCI{Process: p}
	if err = u.hello(ctx); err != nil {
		err = fmt.Errorf("it does not speak UCI: %w", err)
	}
	for _, o := range options {
		if err == nil {
			err = u.Set(o[0], o[1])
		}
	}
	if err == nil {
		err = u.Ready(ctx)
	}
	if err != nil {
		u.Close()
		return nil, err
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
				u.Options = append(u.Options, parseOption(words[2:]))
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

// Set gives an option a value. The program must have an option of this name, in any case, that
// takes the value.
func (u *UCI) Set(name, value string) error {
	i := slices.IndexFunc(u.Options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		names := make([]string, len(u.Options))
		for i, o := range u.Options {
			names[i] = o.Name
		}
		return fmt.Errorf("it has no option %q; it has: %s", name, strings.Join(names, ", "))
	}
	if err := u.Options[i].check(value); err != nil {
		return err
	}
	return u.Say("setoption name %s value %s", u.Options[i].Name, value)
}
