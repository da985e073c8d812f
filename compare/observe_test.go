package compare

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/observe"
	"sargon78/sargon"
)

// Whatever an engine does, there is an observation of it, in time, and none of the searches after. One
// that is stopped by its context says nothing that counts.
func TestObserveNeitherPanicsNorHangs(t *testing.T) {
	twoSearches := mustCase("level 1 nobook startpos stateful 1 e2e4")
	var stop context.CancelFunc
	for name, test := range map[string]struct {
		ill  func(context.Context, *sargon.Result) error
		how  observe.FailureKind
		text string
	}{
		"panic":   {crash, observe.Crashed, "panic: the chip is on fire"},
		"error":   {fail, observe.OtherFailure, "out of paper"},
		"endless": {turn, observe.Endless, sargon.ErrEndless.Error()},
		"slow":    {sleep, observe.TimedOut, "timed out after 1m0s"},
		"too late": {func(ctx context.Context, r *sargon.Result) error {
			_ = sleep(ctx, r)
			return nil
		}, observe.TimedOut, "timed out after 1m0s"},
		"stopped": {func(ctx context.Context, r *sargon.Result) error {
			stop()
			return sleep(ctx, r)
		}, observe.NoFailure, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			opened := 0
			engine := ended(func(a asked, r *sargon.Result, _ error) error { return test.ill(a.ctx, r) })
			c := newParticipant(name, func() sargon.Engine { opened++; return engine.open() })
			s := observe.Engine{Participant: &c, Timeout: time.Minute}
			defer s.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stop = cancel
			seen := s.Observe(ctx, &twoSearches, observe.Options{})
			require.Len(t, seen, 2)
			assert.Equal(t, test.how, seen[0].Failure, name)
			assert.Contains(t, seen[0].Text, test.text)
			assert.Equal(t, test.text != "", seen[0].Err() != nil, name)
			assert.False(t, seen[1].Done, name)
			s.Observe(t.Context(), &twoSearches, observe.Options{})
			assert.Equal(t, 2, opened, "who has failed is opened anew")
		})
	}
}
