// Package speed names the speeds of the emulated machine, for every command and setting
// that has one.
//
//	s, err := speed.Parse("2.5")
//	machine.SetSpeed(s.Normal, s.Thinking)
//
// The web page reads the same words in web/page/js/speed.js.
package speed

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// Speed says how fast the machine runs, in T-states a second; 0 is as fast as this
// computer can.
type Speed struct {
	Name        string  // "auto", "max", or a number of MHz
	Description string  // for people
	Normal      float64 // while it draws, blinks and waits
	Thinking    float64
}

// Names of speeds that are no number.
const (
	Auto = "auto"
	Max  = "max"
)

// Bounds of a speed in T-states a second.
const (
	slowest = 1e3
	fastest = 1e9
)

// Syntax says what Parse takes.
const Syntax = "MHz from 0.001 to 1000 (such as 1.79, 2.5 or 4), auto (thinks at full speed) or max"

// Stops are the speeds that keys go through, in their order.
var Stops = []Speed{
	{"1.79", sargon.Clock1978, sargon.Hertz1978, sargon.Hertz1978},
	megahertz(2e6),
	megahertz(4e6),
	{Auto, "thinking at full speed, pieces blinking at 4 MHz", 4e6, 0},
	{Max, "full speed", 0, 0},
}

// megahertz returns the speed of so many hertz. If that is slower than in 1978, it holds only while the
// program thinks: drawing the board would take minutes.
func megahertz(hertz float64) Speed {
	name := strconv.FormatFloat(hertz/1e6, 'f', -1, 64)
	return Speed{
		Name: name, Description: name + " MHz", Normal: max(hertz, sargon.Hertz1978), Thinking: hertz,
	}
}

// Parse reads a speed: a name, or a number of MHz. The error says what would be right.
func Parse(text string) (Speed, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	for _, s := range Stops {
		if s.Name == name {
			return s, nil
		}
	}
	mhz, err := strconv.ParseFloat(name, 64)
	if hertz := mhz * 1e6; err == nil && hertz >= slowest && hertz <= fastest {
		return megahertz(hertz), nil
	}
	return Speed{}, fmt.Errorf("speed %q; want %s", text, Syntax)
}

// Short returns the speed in a few words.
func (s Speed) Short() string {
	switch s.Name {
	case Auto:
		return "full; moves shown at 4 MHz"
	case Max:
		return "full"
	}
	return s.Name + " MHz"
}

// Faster returns the stop after s, Slower the one before; beyond the last and the first
// there is none.
func (s Speed) Faster() Speed {
	for _, stop := range Stops {
		if stop.rank() > s.rank() {
			return stop
		}
	}
	return s
}

// Slower returns the stop before s.
func (s Speed) Slower() Speed {
	slower := s
	for _, stop := range Stops {
		if stop.rank() < s.rank() {
			slower = stop
		}
	}
	return slower
}

// rank puts speeds in order: numbers, auto, max.
func (s Speed) rank() float64 {
	switch s.Name {
	case Auto:
		return fastest + 1
	case Max:
		return fastest + 2
	}
	return s.Thinking
}
