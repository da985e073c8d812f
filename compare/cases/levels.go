package cases

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// Levels says which share of the cases is searched at which level.
type Levels []LevelShare

// LevelShare is a level and its weight among the others.
type LevelShare struct {
	Level  sargon.Level
	Weight float64
}

// levelFalloff are the shares of the levels of a range after the first: a search takes about twenty
// times longer with each level.
var levelFalloff = [...]float64{0.20, 0.01, 0.0005, 0.00002, 0.000001}

// ParseLevels reads "2", a range "1-3" (a fifth of the cases at the second level of the
// range, a hundredth at the third, a twentieth of that at the fourth, and so on) or weights
// of your own "1:80,2:20".
func ParseLevels(text string) (Levels, error) {
	if low, high, ok := strings.Cut(text, "-"); ok {
		from, err := parseLevel(low)
		to, other := parseLevel(high)
		switch {
		case err != nil || other != nil:
			return nil, cmp.Or(err, other)
		case to < from:
			return nil, fmt.Errorf("levels %q: the first is the higher one", text)
		}
		levels := Levels{{from, 1}}
		for i := range int(to - from) {
			levels[0].Weight -= levelFalloff[i]
			levels = append(levels, LevelShare{from + 1 + sargon.Level(i), levelFalloff[i]})
		}
		return levels, nil
	}
	var levels Levels
	for _, part := range strings.Split(text, ",") {
		name, weight, weighted := strings.Cut(part, ":")
		level, err := parseLevel(name)
		if err != nil {
			return nil, err
		}
		share := LevelShare{level, 1}
		if weighted {
			share.Weight, err = strconv.ParseFloat(weight, 64)
			if err != nil || !(share.Weight > 0 && share.Weight < 1e9) {
				return nil, fmt.Errorf("levels %q: the weight of level %d is not a number above 0",
					text, level)
			}
		}
		levels = append(levels, share)
	}
	return levels, nil
}

// String writes the levels with their weights: "1:0.79,2:0.2,3:0.01".
func (l Levels) String() string {
	if len(l) == 1 {
		return strconv.Itoa(int(l[0].Level))
	}
	var parts []string
	for _, s := range l {
		parts = append(parts, fmt.Sprintf("%d:%.6g", s.Level, s.Weight))
	}
	return strings.Join(parts, ",")
}

// Pick draws a level.
func (l Levels) Pick(r *rand.Rand) sargon.Level {
	sum := 0.0
	for _, s := range l {
		sum += s.Weight
	}
	x := r.Float64() * sum
	for _, s := range l {
		if x -= s.Weight; x < 0 {
			return s.Level
		}
	}
	return l[0].Level
}
