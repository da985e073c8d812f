package game

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"sargon78/sargon"
)

// Note is what Sargon thought of a move it made. As a PGN comment it is
//
//	{change +0.38 for Sargon, 1423 positions, about 3:25 in 1978}
//
// The score in pawns from its own point of view, counted from the position before the move
// (spec §8: the program scores changes only), the number of static evaluations, and the time of the
// search in 1978: with "about" an estimate, without it measured. A book move is {book}.
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

// String returns the note in short, for tables: "+0.38 e=1423 1978~3:25", with = for a time that was
// measured.
func (n Note) String() string {
	text := n.Score.String()
	if n.Evals > 0 {
		text += fmt.Sprintf(" e=%d", n.Evals)
	}
	if n.In1978.Duration > 0 {
		sign := "="
		if n.In1978.Estimated {
			sign = "~"
		}
		text += " 1978" + sign + FormatClock(n.In1978.Duration)
	}
	return text
}

// Comment returns the note as it stands between the braces of PGN.
func (n Note) Comment() string {
	text := n.Score.String()
	switch n.Score {
	case sargon.Mates, sargon.Mated, 0:
	default:
		text = "change " + text + " for Sargon"
	}
	if n.Evals > 0 {
		text += fmt.Sprintf(", %d positions", n.Evals)
	}
	if n.In1978.Duration > 0 {
		text += fmt.Sprintf(", %s in 1978", FormatTime1978(n.In1978))
	}
	return text
}

// ParseNote reads a comment that is a note as Comment writes it, alone or with ; and other words
// after it, which it returns as rest. ok is false for any other comment, which then is the rest.
func ParseNote(comment string) (note Note, rest string, ok bool) {
	text, rest, _ := strings.Cut(strings.TrimSpace(comment), ";")
	parts := strings.Split(text, ", ")
	score := strings.TrimSuffix(strings.TrimPrefix(parts[0], "change "), " for Sargon")
	if note.Score, ok = scoresByText()[score]; !ok {
		return Note{}, comment, false
	}
	for _, part := range parts[1:] {
		if number, found := strings.CutSuffix(part, " positions"); found {
			note.Evals, _ = strconv.ParseUint(number, 10, 64)
		}
		if clock, found := strings.CutSuffix(part, " in 1978"); found {
			clock, about := strings.CutPrefix(clock, "about ")
			note.In1978 = sargon.Time1978{Duration: parseClock(clock), Estimated: about}
		}
	}
	if note.Comment() != text { // a comment of another author that looks like a note
		return Note{}, comment, false
	}
	return note, strings.TrimSpace(rest), true
}

// scoresByText are the scores by what they write.
var scoresByText = sync.OnceValue(func() map[string]sargon.Score {
	scores := map[string]sargon.Score{}
	for i := 255; i >= 0; i-- { // the lowest of those that read the same
		scores[sargon.Score(i).String()] = sargon.Score(i)
	}
	return scores
})

// parseClock reads what FormatClock writes. Of another text it returns anything.
func parseClock(text string) (d time.Duration) {
	for part := range strings.SplitSeq(text, ":") {
		value, _ := strconv.ParseUint(part, 10, 31)
		d = d*60 + time.Duration(value)*time.Second
	}
	return d
}

// FormatTime1978 writes a time of 1978 as people say it, "about 3:25".
func FormatTime1978(t sargon.Time1978) string {
	if t.Estimated {
		return "about " + FormatClock(t.Duration)
	}
	return FormatClock(t.Duration)
}

// FormatClock writes a time as a chess clock does: "0:09", "3:25", "1:02:33". Less than half
// a second, but more than nothing, is "0:01".
func FormatClock(d time.Duration) string {
	seconds := int64(d.Round(time.Second) / time.Second)
	if seconds == 0 && d > 0 {
		seconds = 1
	}
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
