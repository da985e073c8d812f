package session_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/must"
	"sargon78/sargon/session"
)

// answered waits for the answer to a question.
func answered(s *session.Session) session.Change {
	for {
		for _, c := range s.Changes() {
			if c.Kind == session.Explained {
				return c
			}
		}
		<-s.News()
	}
}

// A question is about Sargon's last move, or another one, and the game goes on as if it had not been asked.
func TestWhy(t *testing.T) {
	s := newSession("10x12", sargon.White)
	defer s.Close()
	require.EqualError(t, s.Do(session.Why), "no move of Sargon to ask about yet")
	moves(t, s, "e4 Nf3")
	before := s.View().Game.FEN()
	require.NoError(t, s.Do(session.Why))
	assert.True(t, s.View().Asked)
	c := answered(s)
	assert.False(t, s.View().Asked)
	require.NoError(t, c.Err)
	assert.Equal(t, 3, c.Ply)
	assert.Equal(t, game.Numbered(s.View().Game.Ply(3)), c.Reasons.Move)
	assert.Contains(t, c.Reasons.String(), c.Reasons.Move+": Sargon counts ")

	require.NoError(t, s.Do(session.WhyAt(1)))
	assert.Contains(t, answered(s).Reasons.String(), "1... e5 is from the opening book")
	require.NoError(t, s.Do(session.WhyNot("h5")))
	c = answered(s)
	require.NoError(t, c.Err)
	assert.Contains(t, c.Reasons.String(), "2... h5 is ")
	assert.NotZero(t, c.Reasons.Evaluation)

	require.ErrorAs(t, s.Do(session.WhyNot("Kf3")), new(*sargon.IllegalMoveError))
	require.NoError(t, s.Do(session.WhyNot(s.View().Game.Ply(3).SAN)))
	require.ErrorContains(t, answered(s).Err, "is the move that Sargon plays: ask why")
	require.NoError(t, s.Do(session.WhyAt(2)))
	require.EqualError(t, answered(s).Err, "2. Nf3 was not searched by Sargon")
	require.Error(t, s.Do(session.WhyAt(9)))
	assert.Equal(t, before, s.View().Game.FEN())
	moves(t, s, "Bc4")
	assert.Equal(t, 6, s.View().Game.Len())
}

// A question that cannot be answered says why; closing the session ends one that is being answered.
func TestWhyFails(t *testing.T) {
	for why, open := range map[string]func() (sargon.Engine, error){
		"no engine": func() (sargon.Engine, error) { return nil, errors.New("no engine") },
		"the search cannot be done again: out of order": func() (sargon.Engine, error) {
			return panicking{native.New10x12()}, nil
		},
	} {
		g := game.New()
		g.Play(must.Have(g.ParseMove("e4")))
		g.Ply(0).Note = &game.Note{}
		s := session.New(session.Options{
			Open:   func(string) (sargon.Engine, error) { return open() },
			Engine: "10x12", Level: 1, Player: sargon.Black, Game: g,
		})
		require.NoError(t, s.Do(session.Why))
		require.EqualError(t, answered(s).Err, why)
		require.NoError(t, s.Do(session.Why))
		require.NoError(t, s.Do(session.Why)) // the first one is forgotten
		s.Close()
		assert.False(t, s.View().Asked)
	}
}

type panicking struct{ sargon.Engine }

func (panicking) Capabilities() sargon.Capabilities { panic("out of order") }
