package web

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// callers is a listener that gets connections from a list of addresses.
type callers struct {
	net.Listener
	from []string
}

func (c *callers) Accept() (net.Conn, error) {
	if len(c.from) == 0 {
		return nil, net.ErrClosed
	}
	call := &caller{from: c.from[0]}
	c.from = c.from[1:]
	return call, nil
}

type caller struct {
	net.Conn
	from string
}

func (c *caller) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.from), Port: 1000} }
func (c *caller) Close() error         { return nil }

// Connections that are held open, with half a request or none, delay nobody else.
func TestConnectionsOfOneAddress(t *testing.T) {
	from := append([]string{"10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"}, "10.0.0.1")
	l := &boundedListener{&callers{from: from}, newPlaces(mostConnections, 2)}
	first, err := l.Accept()
	require.NoError(t, err)
	_, err = l.Accept()
	require.NoError(t, err)
	other, err := l.Accept() // after the third of the first address
	require.NoError(t, err)
	assert.Equal(t, "10.0.0.2:1000", other.RemoteAddr().String())
	require.NoError(t, first.Close())
	require.NoError(t, first.Close(), "once is enough")
	again, err := l.Accept()
	require.NoError(t, err)
	assert.Equal(t, "10.0.0.1:1000", again.RemoteAddr().String())
}

func TestTheLastPlacesAreForWhoHasNone(t *testing.T) {
	p := newPlaces(placesKept+2, 10)
	assert.True(t, p.take("a"))
	assert.True(t, p.take("a"))
	assert.False(t, p.take("a"), "the others are kept")
	assert.True(t, p.take("b"))
	p.leave("b")
	p.leave("a")
	assert.True(t, p.take("a"))
}
