package debugger

import (
	"context"
	"errors"
	"slices"
	"strings"

	"sargon78/emu/timeline"
)

// WhileMoving has answer called during motions whenever asks reports that a question waits: between
// two instructions, and not before the motion has gone on for a while. Of a motion ahead, questions
// see the moment that it has come to; of one back, the moment where it began. The function may do
// what only asks (see OnlyAsks), and set and remove points: the motion then goes on to those.
func (d *Debugger) WhileMoving(asks func() bool, answer func()) {
	d.asks, d.answer = asks, answer
	d.receiveQuestions()
}

// receiveQuestions has the timeline call for questions.
func (d *Debugger) receiveQuestions() {
	if d.asks != nil {
		d.time.SetVisitor(d.asks, d.answerQuestions)
	}
}

var errPointsChanged = errors.New("the breakpoints have changed")

// answerQuestions has questions answered. It is an error if a run has to turn to other points.
func (d *Debugger) answerQuestions() error {
	before := d.pointsText()
	d.answer()
	if d.followsPoints && d.pointsText() != before {
		return errPointsChanged
	}
	return nil
}

// questions are the commands that neither move the program nor change it.
var questions = []string{
	"break", "watch", "delete", "on", "off", "points", "where", "registers", "variables", "memory", "list",
	"disassemble", "stack", "board", "search", "square", "print", "symbols", "screen", "states", "help",
	"quit",
}

// OnlyAsks reports whether a line for Do neither moves the program nor changes it; points may change.
// What is no command does not either.
func OnlyAsks(line string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	c, err := find(name)
	return err != nil || slices.Contains(questions, c.name())
}

// counter keeps count of the hits of one stop over the parts of a run.
type counter struct {
	target int    // index of the stop in the targets of a motion
	point  *Point // whose stop it is, nil: a target's
	kind   timeline.Kind
}

// untilPoint does a run ahead that targets and the user's points stop, and the end of the search. If
// the points change meanwhile, it goes on with those.
func (d *Debugger) untilPoint(ctx context.Context, targets []timeline.Stop) (timeline.Hit, []*Point, error) {
	d.followsPoints = true
	defer func() { d.followsPoints = false }()
	passed := map[counter]int{}
	count := func(c counter, s timeline.Stop) timeline.Stop {
		if s.Count <= 1 {
			return s
		}
		holds := s.If
		s.Count -= passed[c]
		s.If = func(a timeline.Access) bool {
			if holds != nil && !holds(a) {
				return false
			}
			passed[c]++
			return true
		}
		return s
	}
	run := func(stops []timeline.Stop) (timeline.Hit, error) { return d.time.Forward(ctx, stops, 0) }
	for {
		var stops []timeline.Stop
		for i, s := range targets {
			stops = append(stops, count(counter{target: i}, s))
		}
		points, ofPoints := d.targets()
		for i, s := range ofPoints {
			stops = append(stops, count(counter{point: points[i], kind: s.Kind}, s))
		}
		hit, err := run(append(stops, d.end()...))
		if !errors.Is(err, errPointsChanged) {
			return hit, points, err
		}
		run = func(stops []timeline.Stop) (timeline.Hit, error) { return d.time.Resume(ctx, stops) }
	}
}

// backToPoint goes back to the last hit of the user's points, as they are in the end.
func (d *Debugger) backToPoint(ctx context.Context) (timeline.Hit, []*Point, error) {
	d.followsPoints = true
	defer func() { d.followsPoints = false }()
	for {
		points, stops := d.targets()
		hit, err := d.time.Backward(ctx, stops)
		if !errors.Is(err, errPointsChanged) {
			return hit, points, err
		}
	}
}
