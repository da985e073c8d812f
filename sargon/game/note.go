package game

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"sargon78/sargon"
)

// Note is what Sargon thought of a move it made, as a PGN comment tells it:
//
//	{change +0.38 e=1423 1978~3:25}
//
// The score in pawns from its own point of view, counted from the position before the move
// (spec §8: the program looks at changes only), the number of static evaluations, and the time the
// search would have taken in 1978: about so long after ~, measured after =. A book move is {book}.
type Note struct {
	Score  sargon.Score // 0 for a book move
	Evals  uint64       // 0 for a book move
	In1978 sargon.Time1978
}

// NoteOf returns the note of a search.
func NoteOf(r sargon.Result) *Note {
	if r.Book {
		return &Note{}
	}
	return &Note{Score: r.Score, Evals: r.Evals, In1978: r.In1978()}
}

// String returns the note without the mark of its score.
func (n Note) String() string {
	text := n.Score.String()
	if n.Evals > 0 {
		text += fmt.Sprintf(" e=%d", n.Evals)
	}
	if n.In1978.Duration > 0 {
		sign := "="
		if n.In1978.About {
			sign = "~"
		}
		text += " 1978" + sign + ClockTime(n.In1978.Duration)
	}
	return text
}

// changeWord tells the score from those that other programs write.
const changeWord = "change "

// Comment returns the note as it stands between the braces of PGN.
func (n Note) Comment() string {
	switch n.Score {
	case sargon.Mates, sargon.Mated, 0:
		return n.String()
	}
	return changeWord + n.String()
}

// ParseNote reads a comment that begins with a note and returns what follows it. The mark
// of the score may be missing. If there is no note, ok is false.
func ParseNote(comment string) (note Note, rest string, ok bool) {
	unmarked := strings.TrimPrefix(strings.TrimSpace(comment), changeWord)
	word, rest, _ := strings.Cut(unmarked, " ")
	if note.Score, ok = parseScore(word); !ok {
		return Note{}, comment, false
	}
	word, after, _ := strings.Cut(rest, " ")
	if evals, err := strconv.ParseUint(strings.TrimPrefix(word, "e="), 10, 64); err == nil &&
		word[0] == 'e' {
		note.Evals = evals
		rest = after
		word, after, _ = strings.Cut(rest, " ")
	}
	if clock, found := strings.CutPrefix(word, "1978"); found && clock != "" {
		if d, ok := parseClock(clock[1:]); ok && strings.IndexByte("=~", clock[0]) >= 0 {
			note.In1978 = sargon.Time1978{Duration: d, About: clock[0] == '~'}
			rest = after
		}
	}
	return note, strings.TrimSpace(rest), true
}

// parseScore reads what Score writes.
func parseScore(text string) (sargon.Score, bool) {
	score, ok := scoresByText()[text]
	return score, ok
}

var scoresByText = sync.OnceValue(func() map[string]sargon.Score {
	scores := map[string]sargon.Score{}
	for i := 255; i >= 0; i-- { // the lowest of those that read the same
		scores[sargon.Score(i).String()] = sargon.Score(i)
	}
	return scores
})

// parseClock reads what ClockTime writes.
func parseClock(text string) (d time.Duration, ok bool) {
	parts := strings.Split(text, ":")
	for _, part := range parts {
		value, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return 0, false
		}
		d = d*60 + time.Duration(value)*time.Second
	}
	return d, len(parts) == 2 || len(parts) == 3
}

// About writes a time of 1978 as people say it, "about 3:25".
func About(t sargon.Time1978) string {
	if t.About {
		return "about " + ClockTime(t.Duration)
	}
	return ClockTime(t.Duration)
}

// ClockTime writes a time as a chess clock does: "0:09", "3:25", "1:02:33". Less than half
// a second, but more than nothing, is "0:01".
func ClockTime(d time.Duration) string {
	seconds := int64(d.Round(time.Second) / time.Second)
	if seconds == 0 && d > 0 {
		seconds = 1
	}
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
