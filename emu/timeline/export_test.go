package timeline

// Keeping is New with other limits, for tests.
var Keeping = newTimeline
