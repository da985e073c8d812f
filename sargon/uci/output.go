package uci

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/think"
)

// output writes whole lines, from any goroutine, and keeps a log if it is asked to.
type output struct {
	mutex sync.Mutex
	out   io.Writer
	log   *os.File
	began time.Time
}

func newOutput(out io.Writer) *output { return &output{out: out, began: time.Now()} }

// logTo appends both sides of the conversation to a file; "" ends that.
func (o *output) logTo(name string) error {
	var file *os.File
	if name != "" {
		var err error
		if file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
			return err
		}
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.log != nil {
		o.log.Close()
	}
	o.log = file
	return nil
}

func (o *output) close() { _ = o.logTo("") }

// note writes to the log only. The mutex must be held.
func (o *output) note(direction, text string) {
	if o.log != nil {
		fmt.Fprintf(o.log, "%9.3f %s %s\n", time.Since(o.began).Seconds(), direction, text)
	}
}

// logInput logs a line that came in.
func (o *output) logInput(line string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.note("<", line)
}

// line writes a line.
func (o *output) line(format string, args ...any) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	var b bytes.Buffer
	fmt.Fprintf(&b, format, args...)
	o.note(">", b.String())
	b.WriteByte('\n')
	_, _ = o.out.Write(b.Bytes()) // the reader is gone
}

// info writes words for a person, on one line.
func (o *output) info(format string, args ...any) {
	o.line("info string %s", strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
}

// bestMove ends a search.
func (o *output) bestMove(c think.Choice) {
	if len(c.Line) > 1 {
		o.line("bestmove %v ponder %v", c.Move, c.Line[1])
		return
	}
	o.line("bestmove %v", c.Move)
}

// gameOver writes the score of a position without a legal move.
func (o *output) gameOver(mated bool) {
	if mated {
		o.line("info depth 0 score mate 0")
		return
	}
	o.line("info depth 0 score cp 0")
}

// searchInfo writes what is known so far.
func (o *output) searchInfo(i think.Info, form string, lines int) {
	depth := i.Depth
	if i.Book {
		depth = sargon.MinLevel // nothing was searched, but GUIs want a depth
	}
	var b strings.Builder
	// After a check it looks a ply further, and its line may be longer than its depth.
	fmt.Fprintf(&b, "info depth %d seldepth %d", depth, max(int(depth), len(i.Line)))
	if lines > 1 {
		fmt.Fprintf(&b, " multipv %d", i.Rank)
	}
	fmt.Fprintf(&b, " score %s", scoreText(i, form))
	fmt.Fprintf(&b, " nodes %d nps %d time %d pv", i.Evals, perSecond(i.Evals, i.Elapsed),
		i.Elapsed.Milliseconds())
	for _, m := range i.Line {
		b.WriteString(" " + m.String())
	}
	o.line("%s", b.String())
	if i.Book {
		o.info("a move from the book")
	}
	if i.TStates > 0 && !i.Partial && !i.Book && i.Rank == 1 {
		o.info("%d T-states", i.TStates)
	}
}

// scoreText returns a score as UCI writes it, in the form that the option Score names.
func scoreText(i think.Info, form string) string {
	text := fmt.Sprintf("cp %d", i.Score.Centipawns)
	switch {
	case i.Score.Mate:
		text = fmt.Sprintf("mate %d", i.Score.Moves)
	case form == Score1978:
		text = fmt.Sprintf("cp %d", i.Score.Change)
	}
	if i.Partial {
		text += " lowerbound"
	}
	return text
}

func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}
