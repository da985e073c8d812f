package external

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Client talks to a program that speaks the Universal Chess Interface.
type Client struct {
	*Process
	Name    string // what it calls itself
	options []option
}

// startTimeout is how long a program may take to say hello.
const startTimeout = 20 * time.Second

// StartUCI runs a program, waits until it has told what it is, gives options their values, each a
// name and a value, and waits until it is ready. The error is that of Start, of Set, of ctx, or says
// how the program has ended.
func StartUCI(ctx context.Context, command string, values ...[2]string) (*Client, error) {
	p, err := Start(command)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	c := &Client{Process: p}
	if err = c.Ask(ctx, "uci", c.hello); err != nil {
		err = fmt.Errorf("it does not speak UCI: %w", err)
	}
	for _, v := range values {
		if err == nil {
			err = c.Set(v[0], v[1])
		}
	}
	if err == nil {
		err = c.Ready(ctx)
	}
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return c, nil
}

// hello takes over what the program tells about itself, until that is all.
func (c *Client) hello(words []string) (done bool, err error) {
	line := strings.Join(words, " ")
	if name, ok := strings.CutPrefix(line, "id name "); ok {
		c.Name = name
	}
	if o := optionLine.FindStringSubmatch(line); o != nil {
		c.options = append(c.options, option{name: o[1], kind: o[2], values: o[3]})
	}
	return words[0] == "uciok", nil
}

// Ready waits until the program has done what it was told.
func (c *Client) Ready(ctx context.Context) error {
	return c.Ask(ctx, "isready", func(words []string) (bool, error) {
		return words[0] == "readyok", nil
	})
}

// PositionCommand tells a program a position: startpos, or fen and a FEN, and the moves from there.
func PositionCommand(start string, moves []string) string {
	words := []string{"position", start}
	if len(moves) > 0 {
		words = append(words, "moves")
	}
	return strings.Join(append(words, moves...), " ")
}

// BestMove sends a position and a command that starts a search, and returns the move that is
// chosen; it is empty if the answer has none. info is told the words of each line of information.
func (c *Client) BestMove(
	ctx context.Context, position, search string, info func(words []string),
) (move string, err error) {
	if err := c.Send("%s", position); err != nil {
		return "", err
	}
	err = c.Ask(ctx, search, func(words []string) (done bool, err error) {
		switch words[0] {
		case "info":
			info(words[1:])
		case "bestmove":
			move = strings.Join(words[1:min(2, len(words))], "")
			done = true
		}
		return done, nil
	})
	return move, err
}

// option is an option of a program, as it has told it.
type option struct {
	name, kind string // the kind is check, spin, combo, button or string
	values     string // the default and, as the kind has them, min, max and var
}

var (
	optionLine = regexp.MustCompile(`^option name (.+?) type (\w+)(.*)$`)
	leastValue = regexp.MustCompile(` min (-?\d+)`)
	mostValue  = regexp.MustCompile(` max (-?\d+)`)
)

// Set gives an option a value. The program must have an option of this name, in any case, that
// takes the value.
func (c *Client) Set(name, value string) error {
	i := slices.IndexFunc(c.options, func(o option) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		names := make([]string, len(c.options))
		for i, o := range c.options {
			names[i] = o.name
		}
		return fmt.Errorf("it has no option %q; it has: %s", name, strings.Join(names, ", "))
	}
	if want := c.options[i].expected(value); want != "" {
		return fmt.Errorf("option %s=%q: it wants %s", c.options[i].name, value, want)
	}
	return c.Send("setoption name %s value %s", c.options[i].name, value)
}

// expected says which values the program takes, if this is none of them.
func (o *option) expected(value string) string {
	switch o.kind {
	case "check":
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return "true or false"
		}
	case "spin":
		n, err := strconv.Atoi(value)
		beyond := func(end *regexp.Regexp, sign int) bool {
			m := end.FindStringSubmatch(o.values)
			if m == nil {
				return false
			}
			limit, err := strconv.Atoi(m[1])
			return err == nil && sign*n > sign*limit
		}
		if err != nil || beyond(leastValue, -1) || beyond(mostValue, 1) {
			return "a whole number," + o.values
		}
	case "combo":
		choices := strings.Split(o.values, " var ")[1:]
		fits := func(c string) bool { return strings.EqualFold(c, value) }
		if len(choices) > 0 && !slices.ContainsFunc(choices, fits) {
			return strings.Join(choices, " or ")
		}
	}
	return ""
}
