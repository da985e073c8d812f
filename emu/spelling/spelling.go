// Package spelling finds the name that a mistyped one may have meant.
package spelling

// Nearest returns the first of the nearest names that differ from a mistyped one in one or
// two letters, and in no more than half of them; "" if there is none. Upper and lower case
// are the same.
func Nearest(typed string, names []string) string {
	best, bestDistance := "", min(2, len(typed)/2)+1
	for _, name := range names {
		if d := distance(typed, name, bestDistance); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance counts letters to insert, drop or change, at most limit.
func distance(x, y string, limit int) int {
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(y) {
			if x[i]|0x20 != y[j]|0x20 {
				diagonal++
			}
			diagonal, row[j+1] = row[j+1], min(diagonal, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
