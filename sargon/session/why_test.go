package session_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
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
	require.NoError(t, s.Do(session.WhyAt(2))) // the person's
	assert.Contains(t, answered(s).Reasons.String(), "Sargon would play that too. 2. Nf3: ")
	require.Error(t, s.Do(session.WhyAt(9)))
	assert.Equal(t, before, s.View().Game.FEN())
	moves(t, s, "Bc4")
	assert.Equal(t, 6, s.View().Game.Len())
}

// Of a search that cannot be done again, by the clock or broken off, another one at the level speaks.
func TestWhyByTheClock(t *testing.T) {
	s := newSession("10x12", sargon.White)
	defer s.Close()
	moves(t, s, "e4 Nf3")
	s.View().Game.Ply(3).Note.Evals += 1978
	for _, action := range []session.Action{session.Why, session.WhyNot("a6")} {
		require.NoError(t, s.Do(action))
		c := answered(s)
		require.NoError(t, c.Err)
		text := c.Reasons.String()
		assert.Contains(t, text, "was ended by the clock, or broken off. A search at level 1 says: Sargon would play ")
		assert.NotZero(t, c.Reasons.Evaluation)
	}
}

// Between two people a question is about the last move, of either side: whether Sargon would have made it
// too, or else which one, and how much worse the move is.
func TestWhyBetweenTwoPeople(t *testing.T) {
	s := session.New(session.Options{
		Open:   func(string) (sargon.Engine, error) { return native.New10x12(), nil },
		Engine: "10x12", Level: 2, Player: sargon.White, Both: true,
		Game: must.Have(game.FromFEN("3r2k1/8/2p2n2/3b4/4P3/P4B2/3R2n1/3R2K1 w - - 0 30")),
	})
	defer s.Close()
	require.EqualError(t, s.Do(session.Why), "no move to ask about yet")
	ask := func(action session.Action) *analysis.Reasons {
		require.NoError(t, s.Do(action))
		c := answered(s)
		require.NoError(t, c.Err)
		return c.Reasons
	}
	for _, test := range []struct {
		move string
		want []string
	}{
		{"exd5", []string{"Sargon would play another move. 30. Rxg2+: Sargon expects ", "30. exd5 is 1.38 pawns"}},
		{"cxd5", []string{"30... cxd5"}},
	} {
		moves(t, s, test.move)
		for _, want := range test.want {
			assert.Contains(t, ask(session.Why).String(), want)
		}
	}
	assert.Equal(t, "30. exd5", ask(session.WhyAt(0)).Move)
	require.NoError(t, s.Do(session.TakeBack))
	require.NoError(t, s.Do(session.TakeBack))
	moves(t, s, "Rxg2+")
	assert.Contains(t, ask(session.Why).String(), "Sargon would play that too. 30. Rxg2+: Sargon expects ")
	assert.Contains(t, ask(session.WhyNot("exd5")).String(), "30. exd5 is 1.38 pawns")
	assert.Contains(t, ask(session.WhyNot("Rxg2")).String(), "Sargon would play that too.")
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
