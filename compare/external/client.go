package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/lines"
)

// Client talks to a program that speaks the Universal Chess Interface.
type Client struct {
	*lines.Process
	Name    string // the name that the program gives itself
	options []option
	timeout time.Duration // for an answer that is not a move
}

// StartTimeout is how long a program may take to say hello, unless the caller sets another time. Some
// programs first load large files from slow disks.
const StartTimeout = 30 * time.Second

// StartUCI runs a program, waits until it has described itself, sets options, each a name and a value,
// and waits until the program is ready. The program has timeout for each of the two answers, 0 for
// StartTimeout. The error comes from Start, Set or ctx, or says what the program did instead: how it
// has ended, or what it wrote. It is a DeadlineExceeded if the program took too long.
func StartUCI(
	ctx context.Context, command string, timeout time.Duration, values ...[2]string,
) (*Client, error) {
	p, err := lines.Start(command)
	if err != nil {
		return nil, err
	}
	c := &Client{Process: p, timeout: cmp.Or(timeout, StartTimeout)}
	err = c.exchange(ctx, "uci", "uciok", c.hello)
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

// hello reads a line in which the program describes itself; known is false if the line is something
// else.
func (c *Client) hello(words []string) (known bool) {
	line := strings.Join(words, " ")
	if name, ok := strings.CutPrefix(line, "id name "); ok {
		c.Name = name
	}
	if o := optionLine.FindStringSubmatch(line); o != nil {
		c.options = append(c.options, option{name: o[1], kind: o[2], values: o[3]})
	}
	return words[0] == "id" || words[0] == "option"
}

// Ready waits until the program has executed its commands. The error is that of ctx, says how the
// program has ended, or is a DeadlineExceeded after the program's time.
func (c *Client) Ready(ctx context.Context) error {
	return c.exchange(ctx, "isready", "readyok", func([]string) bool { return false })
}

// refusal matches the answer to uci of programs that only know another protocol.
var refusal = regexp.MustCompile(`(?i)(unknown|illegal|invalid|unrecognized|bad|error).*\buci\b`)

// exchange sends a command and waits for an answer of one word. It calls known with the words of each
// line before the answer; known reports whether it could use the line. The error quotes the lines that
// known could not use.
func (c *Client) exchange(
	ctx context.Context, command, answer string, known func(words []string) bool,
) error {
	timed, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var wrote quotation
	err := c.Ask(timed, command, func(words []string) (done bool, err error) {
		line := strings.Join(words, " ")
		switch {
		case words[0] == answer:
			return true, nil
		case known(words):
		case command == "uci" && refusal.MatchString(line):
			return false, fmt.Errorf("it does not speak UCI: it answers uci with %.200q (an engine of the "+
				"protocol of xboard needs a translator, like polyglot)", line)
		default:
			wrote.add(line)
		}
		return false, nil
	})
	switch {
	case err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return timeoutError(fmt.Sprintf("it did not answer %s with %s within %v%v%s", command, answer,
			c.timeout, &wrote, c.Stderr()))
	case c.Ended():
		return fmt.Errorf("it did not answer %s with %s%v: %w", command, answer, &wrote, err)
	}
	return err
}

// quotation is the beginning of the text that a program wrote instead of an answer.
type quotation struct {
	lines []string
	more  bool
}

func (q *quotation) add(line string) {
	const maxLines = 3
	if len(q.lines) == maxLines {
		q.more = true
		return
	}
	q.lines = append(q.lines, fmt.Sprintf("%.80q", line))
}

// String returns the lines with words in front, "" if there are none.
func (q *quotation) String() string {
	switch {
	case q.lines == nil:
		return ""
	case q.more:
		return "; it wrote " + strings.Join(q.lines, ", ") + " and more"
	}
	return "; it wrote " + strings.Join(q.lines, ", ")
}

// timeoutError is a DeadlineExceeded that says which program had how much time for what.
type timeoutError string

func (e timeoutError) Error() string { return string(e) }

// Unwrap returns context.DeadlineExceeded.
func (timeoutError) Unwrap() error { return context.DeadlineExceeded }

// PositionCommand returns the command that sets a position: startpos, or fen and a FEN, and the moves
// from there.
func PositionCommand(start string, moves []string) string {
	words := []string{"position", start}
	if len(moves) > 0 {
		words = append(words, "moves")
	}
	return strings.Join(append(words, moves...), " ")
}

// BestMove sends a position and a command that starts a search, and returns the chosen move; the move
// is empty if the answer has none. It calls info with the words of each line of information. If the
// program does not answer within timeout, 0 for no limit, BestMove kills it: the error is then a
// DeadlineExceeded that says so.
func (c *Client) BestMove(
	ctx context.Context, timeout time.Duration, position, search string, info func(words []string),
) (move string, err error) {
	timed := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	if err := c.Send("%s", position); err != nil {
		return "", err
	}
	err = c.Ask(timed, search, func(words []string) (done bool, err error) {
		switch words[0] {
		case "info":
			info(words[1:])
		case "bestmove":
			move = strings.Join(words[1:min(2, len(words))], "")
			done = true
		}
		return done, nil
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = timeoutError(fmt.Sprintf("did not answer %q within %v%s", search, timeout, c.Stderr()))
	}
	return move, err
}

// option is an option of a program, as the program has described it.
type option struct {
	name, kind string // the kind is check, spin, combo, button or string
	values     string // the default and, as the kind has them, min, max and var
}

var (
	optionLine = regexp.MustCompile(`^option name (.+?) type (\w+)(.*)$`)
	leastValue = regexp.MustCompile(` min (-?\d+)`)
	mostValue  = regexp.MustCompile(` max (-?\d+)`)
)

// Set sets an option. The program must have an option of this name, in upper or lower case, that
// accepts the value.
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

// expected returns which values the option accepts, if value is not one of them.
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
