package cases

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"sargon78/sargon"
)

// Levels says with which weight cases are searched at which level.
type Levels [sargon.MaxLevel + 1]float64

// levelFalloff are the shares of the levels of a range after the first: a search takes about twenty
// times longer with each level.
var levelFalloff = [...]float64{0.20, 0.01, 0.0005, 0.00002, 0.000001}

// ParseLevels reads "2", a range "1-3" (a fifth of the cases at the second level of the
// range, a hundredth at the third, a twentieth of that at the fourth, and so on) or weights
// of your own "1:80,2:20".
func ParseLevels(text string) (l Levels, err error) {
	if low, high, isRange := strings.Cut(text, "-"); isRange {
		from, err := parseLevel(low)
		to, other := parseLevel(high)
		if err := cmp.Or(err, other); err != nil {
			return l, err
		}
		if to < from {
			return l, fmt.Errorf("levels %q: the first is the higher one", text)
		}
		l[from] = 1
		for i := range to - from {
			l[from+1+i] = levelFalloff[i]
			l[from] -= levelFalloff[i]
		}
		return l, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, weight, weighted := strings.Cut(part, ":")
		if !weighted {
			weight = "1"
		}
		level, err := parseLevel(name)
		if err != nil {
			return l, err
		}
		l[level], err = strconv.ParseFloat(weight, 64)
		if err != nil || !(l[level] > 0 && l[level] < 1e9) {
			return l, fmt.Errorf("levels %q: the weight of level %d is not a number above 0", text, level)
		}
	}
	return l, nil
}

// String writes the levels with their weights: "1:0.79,2:0.2,3:0.01".
func (l Levels) String() string {
	var parts []string
	for level, weight := range l {
		if weight > 0 {
			parts = append(parts, fmt.Sprintf("%d:%.6g", level, weight))
		}
	}
	if len(parts) == 1 {
		parts[0], _, _ = strings.Cut(parts[0], ":")
	}
	return strings.Join(parts, ",")
}

// Pick draws a level.
func (l Levels) Pick(r *rand.Rand) (level sargon.Level) {
	sum := 0.0
	for _, weight := range l {
		sum += weight
	}
	x := r.Float64() * sum
	for i, weight := range l {
		if weight > 0 && x >= 0 { // rounding leaves the last
			level = sargon.Level(i)
			x -= weight
		}
	}
	return level
}
