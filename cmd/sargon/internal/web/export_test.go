package web

import "time"

// SetClock lets the server use another clock.
func (s *Site) SetClock(now func() time.Time) { s.room.now = now }
