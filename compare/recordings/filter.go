package recordings

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/compare/recordings/format"
)

// Filter reports whether a recording is wanted; nil wants all.
type Filter func(format.Recording) bool

// ParseFilter reads conditions with commas between them, all of which must hold: a kind
// (search, eval, game, steps), level<=N, level=N, or a part of the FEN.
func ParseFilter(text string) (Filter, error) {
	all := func(format.Recording) bool { return true }
	for condition := range strings.SplitSeq(text, ",") {
		if condition = strings.TrimSpace(condition); condition == "" {
			continue
		}
		one, err := parseCondition(condition)
		if err != nil {
			return nil, err
		}
		before := all
		all = func(r format.Recording) bool { return before(r) && one(r) }
	}
	return all, nil
}

// parseCondition returns the filter for one condition: a kind, level=N, level<=N, or else a part of the
// FEN.
func parseCondition(condition string) (Filter, error) {
	switch condition {
	case "search", "eval", "game", "steps":
		return func(r format.Recording) bool { return r.Kind() == condition }, nil
	}
	if rest, ok := strings.CutPrefix(condition, "level"); ok {
		rest, atMost := strings.CutPrefix(rest, "<")
		number, err := strconv.Atoi(strings.TrimPrefix(rest, "="))
		if err != nil || !strings.HasPrefix(rest, "=") {
			return nil, fmt.Errorf("%q: want level=N or level<=N", condition)
		}
		return func(r format.Recording) bool {
			_, _, level := r.Describe()
			return int(level) == number || atMost && int(level) < number
		}, nil
	}
	return func(r format.Recording) bool {
		_, fen, _ := r.Describe()
		return strings.Contains(fen, condition)
	}, nil
}
