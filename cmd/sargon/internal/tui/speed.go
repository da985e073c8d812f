package tui

import (
	"fmt"
	"strings"

	"sargon78/sargon"
)

// Speed says how fast the machine runs, in T-states a second; 0 is as fast as this
// computer can.
type Speed struct {
	Name     string
	Words    string  // for people
	Normal   float64 // while it draws, blinks and waits
	Thinking float64
}

// Speeds are all speeds, in the order in which keys go through them.
var Speeds = []Speed{
	{"1.79", "1.79 MHz, as in 1978", sargon.Hertz1978, sargon.Hertz1978},
	{"2", "2 MHz", 2e6, 2e6},
	{"4", "4 MHz", 4e6, 4e6},
	{"auto", "thinking at full speed, pieces blinking at 4 MHz", 4e6, 0},
	{"max", "full speed", 0, 0},
}

// ParseSpeed finds a speed by its name.
func ParseSpeed(name string) (Speed, error) {
	var names []string
	for _, s := range Speeds {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Speed{}, fmt.Errorf("there is no speed %q; want %s (MHz, auto: thinking at full speed)", name, strings.Join(names, ", "))
}

// next returns the speed n steps on; the first and the last one have no neighbour beyond.
func (s Speed) next(n int) Speed {
	for i := range Speeds {
		if Speeds[i].Name == s.Name {
			return Speeds[max(0, min(i+n, len(Speeds)-1))]
		}
	}
	return s
}
