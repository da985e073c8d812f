// Package nearest finds the name that a user meant to type, for "did you mean": a symbol of the
// assembler, a command, a flag.
package nearest

// Name returns the name that is most like the typed one, the first of several; "" if no name is like
// it. A name of fewer than six letters may differ in one letter, a longer one in two. Two swapped
// letters count as one difference. Upper and lower case are the same.
func Name(typed string, names []string) string {
	const long = 6
	best, bestDistance := "", min(1, len(typed)/2)+1
	if len(typed) >= long {
		bestDistance = 3
	}
	for _, name := range names {
		if d := distance(typed, name, bestDistance); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance returns how many letters must be inserted, dropped, changed or swapped with the next one, at
// most limit.
func distance(x, y string, limit int) int {
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	same := func(i, j int) bool { return x[i]|0x20 == y[j]|0x20 }
	var before []int // the row before the last one
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		next := make([]int, len(y)+1)
		next[0] = i + 1
		for j := range len(y) {
			change := row[j]
			if !same(i, j) {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && same(i, j-1) && same(i-1, j) {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(y)]
}
