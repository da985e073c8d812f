package debugger

import (
	"context"
	"errors"
	"slices"
	"strings"

	"sargon78/emu/timeline"
)

// WhileMoving makes motions call answer whenever asks reports that a question waits: between two
// instructions, and not before the motion has run for a while. During a motion ahead, questions see the
// moment reached so far; during a motion back, the moment where it began. answer may execute commands
// that only ask (see OnlyAsks), and set and remove points: the motion then continues with the new
// points.
func (d *Debugger) WhileMoving(asks func() bool, answer func()) {
	d.asks, d.answer = asks, answer
	d.receiveQuestions()
}

// receiveQuestions sets the visitor of the timeline that answers questions.
func (d *Debugger) receiveQuestions() {
	if d.asks != nil {
		d.time.SetVisitor(d.asks, d.answerQuestions)
	}
}

var errPointsChanged = errors.New("the breakpoints have changed")

// answerQuestions answers the waiting questions. Its error ends a run that must continue with other
// points.
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
// It is true for a line that is not a command.
func OnlyAsks(line string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	c, err := find(name)
	return err != nil || slices.Contains(questions, c.name())
}

// counter counts the hits of one stop over the parts of a run.
type counter struct {
	target int    // index of the stop in the targets of a motion
	point  *Point // the point of the stop; nil: it is a target
	kind   timeline.Kind
}

// untilPoint runs ahead until a target, a point of the user or the end of the search. If the points
// change meanwhile, it continues with the new ones.
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

// backToPoint goes back to the last hit of the user's points, as they are when the search for it ends.
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
