package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits for one address, so that no client has the server to itself.
const (
	mostConnections           = 2000
	mostConnectionsPerAddress = 200
	mostStreams               = 500
	mostStreamsPerAddress     = 64
	// The last places are kept for addresses that have none yet, so that the staff finds one.
	placesKept = 50

	postsPerSecond = 40 // from one address; a screen sends ten pictures a second
	postsAtOnce    = 80
	mostAddresses  = 4096 // whose rates are remembered
)

// places counts what clients hold, by their addresses.
type places struct {
	most, perAddress int

	mu   sync.Mutex
	held map[string]int
	all  int
}

func newPlaces(most, perAddress int) *places {
	return &places{most: most, perAddress: perAddress, held: map[string]int{}}
}

// take reports whether an address may have one more place, and gives it.
func (p *places) take(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := p.held[address]
	if p.all >= p.most || own >= p.perAddress || own > 0 && p.all >= p.most-placesKept {
		return false
	}
	p.held[address]++
	p.all++
	return true
}

func (p *places) leave(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all--
	if p.held[address]--; p.held[address] == 0 {
		delete(p.held, address)
	}
}

// boundedListener closes connections beyond the limits for their address or in all. It never waits
// for an open one, so half-sent requests delay nobody else.
type boundedListener struct {
	net.Listener
	places *places
}

func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := host(c.RemoteAddr().String())
		if l.places.take(address) {
			return &boundedConn{Conn: c, leave: func() { l.places.leave(address) }}, nil
		}
		_ = c.Close() // this address has enough of them
	}
}

type boundedConn struct {
	net.Conn
	once  sync.Once
	leave func()
}

func (c *boundedConn) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}

// rates tells which addresses post too often.
type rates struct {
	mu   sync.Mutex
	left map[string]allowance
}

// allowance is how many posts an address had left at a time.
type allowance struct {
	posts float64
	at    time.Time
}

// post reports whether an address may post now.
func (r *rates) post(address string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, known := r.left[address]
	if !known {
		if len(r.left) >= mostAddresses {
			clear(r.left)
		}
		a = allowance{postsAtOnce, now}
	}
	a.posts = min(postsAtOnce, a.posts+now.Sub(a.at).Seconds()*postsPerSecond)
	a.at = now
	may := a.posts >= 1
	if may {
		a.posts--
	}
	r.left[address] = a
	return may
}

// host returns the address of host:port.
func host(hostPort string) string {
	if address, _, err := net.SplitHostPort(hostPort); err == nil {
		return address
	}
	return hostPort
}

// ownComputer reports whether a request comes from the server's own computer, and not through a
// proxy there.
func ownComputer(r *http.Request) bool {
	ip := net.ParseIP(host(r.RemoteAddr))
	return ip != nil && ip.IsLoopback() &&
		r.Header.Get("Forwarded") == "" && r.Header.Get("X-Forwarded-For") == ""
}
