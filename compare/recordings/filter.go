package recordings

import (
	"fmt"
	"strconv"
	"strings"

	"sargon78/compare/recordings/format"
)

// Filter tells whether a recording is wanted; nil wants all.
type Filter func(format.Recording) bool

// ParseFilter reads conditions with commas between them, all of which must hold: a kind
// (search, eval, game, steps), depth<=N, depth=N, or a part of the FEN.
func ParseFilter(text string) (Filter, error) {
	var all []Filter
	for condition := range strings.SplitSeq(text, ",") {
		condition = strings.TrimSpace(condition)
		if condition == "" {
			continue
		}
		f, err := parseCondition(condition)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return func(r format.Recording) bool {
		for _, f := range all {
			if !f(r) {
				return false
			}
		}
		return true
	}, nil
}

func parseCondition(condition string) (Filter, error) {
	switch condition {
	case "search", "eval", "game", "steps":
		return func(r format.Recording) bool { return r.Kind() == condition }, nil
	case "games":
		return parseCondition("game")
	}
	if rest, ok := strings.CutPrefix(condition, "depth"); ok {
		rest, atMost := strings.CutPrefix(rest, "<")
		number, err := strconv.Atoi(strings.TrimPrefix(rest, "="))
		if err != nil || !strings.HasPrefix(rest, "=") {
			return nil, fmt.Errorf("%q: want depth=N or depth<=N", condition)
		}
		return func(r format.Recording) bool {
			d := depth(r)
			return d == number || atMost && d < number
		}, nil
	}
	return func(r format.Recording) bool { return strings.Contains(fen(r), condition) }, nil
}

// depth returns the level of a recording; 0 for an evaluation.
func depth(r format.Recording) int {
	switch {
	case r.Search != nil:
		return int(r.Search.Depth)
	case r.Steps != nil:
		return int(r.Steps.Depth)
	case r.Game != nil:
		return int(r.Game.Level)
	}
	return 0
}

// fen returns the position of a recording, none for a game.
func fen(r format.Recording) string {
	switch {
	case r.Search != nil:
		return r.Search.FEN
	case r.Steps != nil:
		return r.Steps.FEN
	case r.Eval != nil:
		return r.Eval.FEN
	}
	return ""
}
