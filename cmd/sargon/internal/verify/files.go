package verify

import (
	"io"
	"sargon78/sargon/files"
	"strconv"
	"strings"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/sargon"
)

// readFile gives the recordings of a file, one by one, until each returns false.
func readFile(stdin io.Reader, name string, each func(sargon.Recording, error) bool) error {
	r, err := files.Open(name, stdin)
	if err != nil {
		return err
	}
	defer r.Close()
	for recording, err := range sargon.ReadRecordings(r) {
		if !each(recording, err) {
			break
		}
	}
	return nil
}

// filter tells whether a recording is wanted.
type filter func(sargon.Recording) bool

// parseFilter reads conditions with commas between them; all must hold.
func parseFilter(text string) (filter, error) {
	var all []filter
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
	return func(r sargon.Recording) bool {
		for _, f := range all {
			if !f(r) {
				return false
			}
		}
		return true
	}, nil
}

func parseCondition(condition string) (filter, error) {
	switch condition {
	case "search", "eval", "game", "steps":
		return func(r sargon.Recording) bool { return r.Kind() == condition }, nil
	case "games":
		return parseCondition("game")
	}
	if rest, ok := strings.CutPrefix(condition, "depth"); ok {
		rest, atMost := strings.CutPrefix(rest, "<")
		number, err := strconv.Atoi(strings.TrimPrefix(rest, "="))
		if err != nil || !strings.HasPrefix(rest, "=") {
			return nil, cli.Usagef("--filter %q: want depth=N or depth<=N", condition)
		}
		return func(r sargon.Recording) bool {
			d := depth(r)
			return d == number || atMost && d < number
		}, nil
	}
	return func(r sargon.Recording) bool { return strings.Contains(fen(r), condition) }, nil
}

// depth returns the level of a recording; 0 for an evaluation.
func depth(r sargon.Recording) int {
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
func fen(r sargon.Recording) string {
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
