package recordings

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"sargon78/compare/recordings/format"
	"sargon78/sargon"
	"sargon78/sargon/files"
)

// Outcome is a recording of a file, or a line that is none, and the result of its replay. As JSON it is an
// object.
type Outcome struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Kind string `json:"kind"`
	// Reproduced reports whether the engine did what was recorded. Error is what is wrong with the line,
	// or how the engine failed.
	Reproduced bool   `json:"reproduced"`
	Error      string `json:"error,omitempty"`
	Verification

	Recording format.Recording `json:"-"`
}

// Read reads the recordings of files that a filter wants, at most so many (0: all); "-" is stdin,
// .gz is unpacked. Broken lines become outcomes with an Error. The error is that of a file that cannot
// be read, or that has no recording at all.
func Read(stdin io.Reader, names []string, wanted Filter, limit int) ([]Outcome, error) {
	var all []Outcome
	for _, name := range names {
		f, err := files.Open(name, stdin)
		if err != nil {
			return nil, err
		}
		ours, first := false, error(nil)
		for r, err := range format.Read(f) {
			if limit > 0 && len(all) == limit {
				break
			}
			o := Outcome{File: name, Line: r.Line, Kind: r.Kind(), Recording: r}
			if err != nil {
				o.Error = err.Error()
			}
			ours, first = ours || err == nil, cmp.Or(first, err)
			if err != nil || wanted == nil || wanted(r) {
				all = append(all, o)
			}
		}
		_ = f.Close() // what was read is read
		if first != nil && !ours {
			return nil, fmt.Errorf("%s: there is no recording in it, such as sargon record writes: %w",
				name, first)
		}
	}
	return all, nil
}

// Replay hands each recording to the next engine that is free, and gives the outcomes to a function,
// one at a time in any order. When ctx ends, those left over are not given.
func Replay(ctx context.Context, engines []sargon.Engine, all []Outcome, each func(Outcome)) {
	todo := make(chan Outcome, len(all))
	for _, o := range all {
		todo <- o
	}
	close(todo)
	var workers sync.WaitGroup
	var mu sync.Mutex // of each
	for _, engine := range engines {
		workers.Go(func() {
			for o := range todo {
				if ctx.Err() == nil && o.Error == "" {
					o.replay(ctx, engine)
				}
				if ctx.Err() != nil {
					return // not done, rather than wrong
				}
				mu.Lock()
				each(o)
				mu.Unlock()
			}
		})
	}
	workers.Wait()
}

func (o *Outcome) replay(ctx context.Context, engine sargon.Engine) {
	v, err := Verify(ctx, engine, o.Recording)
	o.Verification, o.Reproduced = v, err == nil && v.Reproduced()
	if err != nil {
		o.Error = err.Error()
	}
}

// String explains an outcome that is not reproduced, in lines.
func (o Outcome) String() string {
	kind, fen, level := o.Recording.Describe()
	what := fmt.Sprintf("%s of %q", kind, fen)
	if g := o.Recording.Game; g != nil {
		what = fmt.Sprintf("game, Sargon is %s at level %d", g.Sargon, g.Level)
	} else if level > 0 {
		what += fmt.Sprintf(", level %d", level)
	}
	where := fmt.Sprintf("%s:%d: %s", o.File, o.Line, what)
	switch {
	case o.Kind == format.BrokenLine:
		return fmt.Sprintf("%s: %s\n", o.File, o.Error)
	case o.Error != "":
		return fmt.Sprintf("%s: the engine failed: %s\n", where, o.Error)
	case o.Reproduced:
		return where + ": reproduced\n"
	case o.Undefined != "":
		return fmt.Sprintf("%s: the same up to where the specification ends: %s\n", where, o.Undefined)
	}
	return where + ": not reproduced\n    " + strings.Join(o.Differences, "\n    ") + "\n"
}

// Sum adds outcomes up. As JSON it is an object.
type Sum struct {
	Engine      string  `json:"engine"`
	Recordings  int     `json:"recordings"` // to be replayed
	Reproduced  int     `json:"reproduced"`
	Undefined   int     `json:"undefined,omitempty"` // replayed up to where the specification ends
	NotReplayed int     `json:"not_replayed,omitempty"`
	Seconds     float64 `json:"seconds"`
	Ratio       float64 `json:"tstates_ratio,omitempty"` // measured to recorded, in total
	Median      float64 `json:"tstates_median_ratio,omitempty"`

	started            time.Time
	recorded, measured uint64
	ratios             []float64 // sorted
}

// NewSum begins the sum of so many recordings.
func NewSum(engine string, recordings int) *Sum {
	return &Sum{
		Engine: engine, Recordings: recordings, NotReplayed: recordings, started: time.Now(),
	}
}

// Add adds an outcome.
func (s *Sum) Add(o Outcome) {
	s.NotReplayed--
	if o.Reproduced {
		s.Reproduced++
	}
	if o.Undefined != "" {
		s.Undefined++
	}
	if o.Recorded > 0 && o.Measured > 0 {
		s.recorded += o.Recorded
		s.measured += o.Measured
		s.Ratio = float64(s.measured) / float64(s.recorded)
		ratio := float64(o.Measured) / float64(o.Recorded)
		at, _ := slices.BinarySearch(s.ratios, ratio)
		s.ratios = slices.Insert(s.ratios, at, ratio)
		s.Median = s.ratios[len(s.ratios)/2]
	}
	s.Seconds = time.Since(s.started).Seconds()
}

// Success reports whether something was reproduced, and all of it, but for what comes after a search has
// left the specification.
func (s *Sum) Success() bool {
	return s.Reproduced > 0 && s.Reproduced+s.Undefined == s.Recordings
}

// Differ returns how many recordings were replayed and not reproduced.
func (s *Sum) Differ() int { return s.Recordings - s.NotReplayed - s.Reproduced - s.Undefined }

// Progress returns how far the replay is, and how long the rest will take.
func (s *Sum) Progress() string {
	done := s.Recordings - s.NotReplayed
	rate := float64(done) / s.Seconds
	left := time.Duration(float64(s.NotReplayed) / rate * float64(time.Second))
	return fmt.Sprintf("%d of %d, %d reproduced, %.1f a second, about %v left",
		done, s.Recordings, s.Reproduced, rate, left.Round(time.Second))
}

// Write writes the sum for a person, with the ratio of T-states if that is wanted.
func (s *Sum) Write(out io.Writer, tStates bool) {
	switch {
	case tStates && len(s.ratios) > 0:
		fmt.Fprintf(out, "T-states: %d, recorded %d: ratio %.3f in total, median %.3f of %d recordings\n",
			s.measured, s.recorded, s.Ratio, s.Median, len(s.ratios))
	case tStates:
		fmt.Fprintln(out, "T-states: nothing to compare; "+
			"only a machine and recordings of one have them")
	}
	if s.NotReplayed > 0 {
		fmt.Fprintf(out, "interrupted: %d of %d recordings were replayed\n",
			s.Recordings-s.NotReplayed, s.Recordings)
	}
	if s.Recordings == 0 {
		fmt.Fprintln(out, "there was nothing to replay: no recording, or none that passes the filter")
	}
	undefined := ""
	if s.Undefined > 0 {
		undefined = fmt.Sprintf(", %d up to where the specification ends", s.Undefined)
	}
	fmt.Fprintf(out, "%d of %d recordings reproduced%s\n", s.Reproduced, s.Recordings, undefined)
}
