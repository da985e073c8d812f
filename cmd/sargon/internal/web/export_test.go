package web

import "time"

// SetClock makes the server go by another clock.
func (s *Site) SetClock(now func() time.Time) { s.room.now = now }
