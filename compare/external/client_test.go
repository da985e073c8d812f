package external

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/compare/lines"
)

// written returns a client whose program writes a text; see lines.Fake.
func written(text, ended string) *Client {
	return &Client{Process: lines.Fake(text, ended), timeout: time.Minute}
}

// The error says what a program does instead of answering.
func TestWhyAProgramDoesNotStart(t *testing.T) {
	for _, c := range []struct{ text, ended, want string }{
		{"", "", "it did not answer uci with uciok within 1m0s"},
		{"\n \n", "", "it did not answer uci with uciok within 1m0s"},
		{"id name X\noption name Y type check\n", "", "it did not answer uci with uciok within 1m0s"},
		{"a\nb\r\nc\n", "", `within 1m0s; it wrote "a", "b", "c"`},
		{"a\nb\nc\nd", "", `within 1m0s; it wrote "a", "b", "c" and more`},
		{"Loading \x1b[31m" + strings.Repeat("x", 500), "", `; it wrote "Loading \x1b[31mxxx`},
		{"uciok?\n", "", `; it wrote "uciok?"`},
		{"loading\n", "the program has ended: exit status 3",
			`it did not answer uci with uciok; it wrote "loading": the program has ended: exit status 3`},
		{"banner\nError (unknown command): uci\n", "",
			`it does not speak UCI: it answers uci with "Error (unknown command): uci"`},
		{"Illegal move: uci\n", "", `with "Illegal move: uci"`},
		{"Illegal move (not understood): uci\n", "", "does not speak UCI"},
		{"Unknown command: 'uci'. Type help for more information.", "", "does not speak UCI"},
		{"Error: no network\nuciok\nwait\n", "",
			`it did not answer isready with readyok within 1m0s; it wrote "wait"`},
	} {
		synctest.Test(t, func(t *testing.T) {
			client := written(c.text, c.ended)
			err := client.exchange(t.Context(), "uci", "uciok", client.hello)
			if err == nil {
				err = client.Ready(t.Context())
			}
			require.ErrorContains(t, err, c.want, "%q", c.text)
			if strings.Contains(c.want, "within") {
				require.ErrorIs(t, err, context.DeadlineExceeded)
			}
			require.NoError(t, client.Close())
		})
	}
}

// The error of BestMove tells the end of the time for a move from the end of the caller's context.
func TestTimeForAMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := written("info depth 1\nbestmov e2e4\n", "")
		_, err := client.BestMove(t.Context(), time.Hour, "position startpos", "go nodes 7", func([]string) {})
		require.EqualError(t, err, `did not answer "go nodes 7" within 1h0m0s`)
		require.ErrorIs(t, err, context.DeadlineExceeded)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = written("", "").BestMove(ctx, time.Hour, "position startpos", "go", func([]string) {})
		require.EqualError(t, err, "context deadline exceeded")
	})
}

// FuzzOutput lets a program write anything: the client reads it to its end, and has no name, option or move
// that was not written.
func FuzzOutput(f *testing.F) {
	for _, text := range []string{
		"id name X\noption name Hash type spin default 1 min 1 max 4\nuciok\nreadyok\ninfo depth 1\nbestmove e2e4 ponder e7e5\n",
		"banner\r\n\r\nid author Y\nid name\nuciok \nreadyok x\nbestmove\n", "uciok\nreadyok\nbestmove (none)",
		"option name A type combo default a b var a b var\nuciok", "option name type type spin min - max 99999999999999999999\nuciok",
		"Error (unknown command): uci\n", "\xef\xbb\xbfuciok\n", "\x00\xff\nuciok\x00\nbestmove \xff\n", "info string bestmove e2e4",
	} {
		f.Add(text, "1")
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		client := written(text, "the program has ended: exit status 0")
		defer client.Close()
		words := strings.Fields(text)
		if client.exchange(t.Context(), "uci", "uciok", client.hello) != nil {
			return
		}
		require.Contains(t, words, "uciok")
		require.Contains(t, strings.Join(words, " "), client.Name)
		for _, o := range client.options {
			_ = client.Set(o.name, value)
		}
		if client.Ready(t.Context()) != nil {
			return
		}
		move, err := client.BestMove(t.Context(), 0, "position startpos", "go", func(info []string) {
			require.Subset(t, words, info)
		})
		if err == nil && move != "" {
			require.True(t, slices.Contains(words, move))
		}
	})
}
