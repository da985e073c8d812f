package timeline

// Keeping is New with other limits, for tests.
var Keeping = newTimeline

// Bytes returns about how much memory the past takes.
func (t *Timeline) Bytes() int { return t.bytes }
