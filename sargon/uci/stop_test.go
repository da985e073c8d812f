package uci_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/sargon/uci"
)

// BenchmarkStop measures how long a session takes from "stop", or from the moment when its time for
// a move is over, to its best move: milliseconds, of which half, nine in ten and all took no more.
func BenchmarkStop(b *testing.B) {
	const middleGame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"
	const left = 33 * time.Millisecond // on the clock, which is shared out as think does
	for _, engine := range []string{"rom", "sets"} {
		start := func(b *testing.B) *conversation {
			config := uci.Config{Open: openReal, Settings: uci.DefaultSettings(),
				Quiet: time.Second}
			config.Settings.Engine = engine
			config.Settings.Book = false
			c := converse(b, config)
			c.send("position fen " + middleGame)
			c.send("isready")
			c.awaitPrefix("readyok")
			return c
		}
		b.Run(engine+"/stop", func(b *testing.B) {
			c := start(b)
			var took []time.Duration
			for b.Loop() {
				c.send("go infinite")
				time.Sleep(time.Duration(len(took)%10) * time.Millisecond)
				asked := time.Now()
				c.send("stop")
				c.awaitPrefix("bestmove")
				took = append(took, time.Since(asked))
			}
			reportTimes(b, took)
		})
		b.Run(engine+"/clock", func(b *testing.B) {
			c := start(b)
			var took []time.Duration
			for b.Loop() {
				asked := time.Now()
				c.send(fmt.Sprintf("go wtime %d", left.Milliseconds()))
				c.awaitPrefix("bestmove")
				took = append(took, time.Since(asked))
			}
			reportTimes(b, took)
		})
	}
}

func reportTimes(b *testing.B, took []time.Duration) {
	require.NotEmpty(b, took)
	slices.Sort(took)
	for _, part := range []struct {
		name string
		of   float64
	}{{"half", 0.5}, {"most", 0.9}, {"all", 1}} {
		i := int(part.of * float64(len(took)-1))
		b.ReportMetric(took[i].Seconds()*1e3, "ms-"+part.name)
	}
}
