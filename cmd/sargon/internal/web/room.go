package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"sargon78/emu/jupiter"
)

// room is what the server knows of a room with visitors: numbers, the settings of the
// staff, who is listening, and the picture for the wall. All of it is forgotten when the
// server ends.
type room struct {
	config Config
	now    func() time.Time

	mu        sync.Mutex
	began     time.Time
	counters  counters
	language  string
	volume    int
	listeners map[chan []byte]bool // of orders
	walls     map[chan []byte]bool
	picture   []byte
	pictured  time.Time
	publisher string               // whose picture it is
	tokens    map[string]time.Time // of the staff, with their last use
	attempts  []attempt            // wrong PINs lately
}

type counters struct {
	Games    uint64            `json:"games"`
	Moves    uint64            `json:"moves"`
	Visitors uint64            `json:"visitors"`
	Results  map[string]uint64 `json:"results"`
}

// attempt is a wrong PIN.
type attempt struct {
	from string // address
	when time.Time
}

// Limits of a room.
const (
	mostListeners   = 500
	attemptsAllowed = 5  // wrong PINs in attemptsWindow from one address
	attemptsInAll   = 20 // from all
	attemptsWindow  = time.Minute
	tokenLife       = 10 * time.Minute // without use
	mostTokens      = 8
	wallHeld        = 5 * time.Second // by a screen that is silent
	pictureInterval = 50 * time.Millisecond
	heartbeat       = 20 * time.Second // so that a dead connection is noticed
)

func newRoom(c Config) *room {
	return &room{
		config: c, now: time.Now, began: time.Now(),
		counters:  counters{Results: map[string]uint64{}},
		listeners: map[chan []byte]bool{}, walls: map[chan []byte]bool{},
		tokens: map[string]time.Time{},
	}
}

func (r *room) settings() (language string, volume int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.language, r.volume
}

// count adds one to a counter.
func (r *room) count(w http.ResponseWriter, request *http.Request) {
	var what struct{ What, Detail string }
	if !readJSON(w, request, &what) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch what.What {
	case "games":
		r.counters.Games++
	case "moves":
		r.counters.Moves++
	case "visitors":
		r.counters.Visitors++
	case "results":
		switch what.Detail {
		case "1-0", "0-1", "1/2-1/2":
			r.counters.Results[what.Detail]++
		default:
			http.Error(w, "this is no result", http.StatusBadRequest)
			return
		}
	default:
		http.Error(w, "there is no such counter", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// orders is the stream of what the staff wants of the screens.
func (r *room) orders(w http.ResponseWriter, request *http.Request) {
	r.stream(w, request, r.listeners, nil)
}

// wall is the stream of pictures of the screen that plays.
func (r *room) wall(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	picture := r.picture
	if r.now().Sub(r.pictured) > wallHeld {
		picture = nil
	}
	r.mu.Unlock()
	r.stream(w, request, r.walls, picture)
}

// picture is what the wall shows.
type picture struct {
	ID     string `json:"id"`     // of the page that sends it
	Screen []byte `json:"screen"` // the cells
	Game   struct {
		Moves []struct {
			Number int    `json:"number"`
			White  string `json:"white"`
			Black  string `json:"black"`
		} `json:"moves"`
		Ended  bool   `json:"ended"`
		Reason string `json:"reason"`
	} `json:"game"`
	Status struct { // times in seconds
		Then     float64 `json:"then"`
		Emulated float64 `json:"emulated"`
		Now      float64 `json:"now"`
		Thinking bool    `json:"thinking"`
		Book     bool    `json:"book"`
	} `json:"status"`
}

// publish takes a picture of the screen that plays. Pictures that come too fast are passed
// over, and those of a second screen while the first has the wall.
func (r *room) publish(w http.ResponseWriter, request *http.Request) {
	var p picture
	if !readJSON(w, request, &p) {
		return
	}
	if len(p.Screen) != jupiter.Columns*jupiter.Rows {
		http.Error(w, "this is no picture", http.StatusBadRequest)
		return
	}
	data, err := json.Marshal(p)
	if err != nil {
		http.Error(w, "this is no picture", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	silent := r.now().Sub(r.pictured)
	if silent >= pictureInterval && (p.ID == r.publisher || silent > wallHeld) {
		r.picture, r.pictured, r.publisher = data, r.now(), p.ID
		send(r.walls, data)
	}
	w.WriteHeader(http.StatusNoContent)
}

// send gives everybody a message. It takes the place of an older one that is still waiting.
func send(to map[chan []byte]bool, data []byte) {
	for c := range to {
		select {
		case <-c:
		default:
		}
		c <- data
	}
}

// stream sends server-sent events until one of the two ends has gone.
func (r *room) stream(
	w http.ResponseWriter, request *http.Request, to map[chan []byte]bool, first []byte,
) {
	c := make(chan []byte, 1)
	r.mu.Lock()
	full := len(r.listeners)+len(r.walls) >= mostListeners
	if !full {
		to[c] = true
	}
	r.mu.Unlock()
	if full {
		http.Error(w, "too many screens listen already", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		r.mu.Lock()
		delete(to, c)
		r.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	event := func(format string, args ...any) bool {
		_ = out.SetWriteDeadline(r.now().Add(readTimeout))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	if !event(": welcome\n\n") || first != nil && !event("data: %s\n\n", first) {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		alive := true
		select {
		case <-request.Context().Done():
			return
		case <-beat.C:
			alive = event(": still here\n\n")
		case data := <-c:
			alive = event("data: %s\n\n", data)
		}
		if !alive {
			return
		}
	}
}

// staffRequest is all that the staff page sends: first the PIN, then the token it was given.
type staffRequest struct {
	PIN      string  `json:"pin"`
	Token    string  `json:"token"`
	Reset    bool    `json:"reset"`
	Language *string `json:"language"`
	Volume   *int    `json:"volume"`
}

type staffReply struct {
	Token    string   `json:"token"`
	Counters counters `json:"counters"`
	Uptime   float64  `json:"uptime"` // seconds
	Screens  int      `json:"screens"`
	Language string   `json:"language"`
	Volume   int      `json:"volume"`
}

func (r *room) staff(w http.ResponseWriter, request *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	var q staffRequest
	if !readJSON(w, request, &q) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	from, _, _ := net.SplitHostPort(request.RemoteAddr)
	token, status := r.admit(&q, from)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	if q.Volume != nil {
		r.volume = max(0, min(*q.Volume, 100))
	}
	if q.Language != nil && len(*q.Language) <= 8 {
		r.language = *q.Language
	}
	if q.Reset || q.Volume != nil || q.Language != nil {
		order, err := json.Marshal(map[string]any{
			"reset": q.Reset, "language": r.language, "volume": r.volume,
		})
		if err == nil {
			send(r.listeners, order)
		}
	}
	writeJSON(w, staffReply{
		token, r.counters, r.now().Sub(r.began).Seconds(), len(r.listeners), r.language, r.volume,
	})
}

// admit checks the PIN or the token, and returns the token to go on with. Wrong PINs are
// counted by the address they come from, and more loosely all together.
func (r *room) admit(q *staffRequest, from string) (token string, status int) {
	now := r.now()
	maps.DeleteFunc(r.tokens,
		func(_ string, used time.Time) bool { return now.Sub(used) > tokenLife })
	if q.Token != "" {
		for token := range r.tokens {
			if subtle.ConstantTimeCompare([]byte(q.Token), []byte(token)) == 1 {
				r.tokens[token] = now
				return token, http.StatusOK
			}
		}
		return "", http.StatusForbidden
	}
	r.attempts = slices.DeleteFunc(r.attempts,
		func(a attempt) bool { return now.Sub(a.when) >= attemptsWindow })
	own := 0
	for _, a := range r.attempts {
		if a.from == from {
			own++
		}
	}
	if own >= attemptsAllowed || len(r.attempts) >= attemptsInAll {
		return "", http.StatusTooManyRequests
	}
	if subtle.ConstantTimeCompare([]byte(q.PIN), []byte(r.config.PIN)) != 1 {
		r.attempts = append(r.attempts, attempt{from, now})
		return "", http.StatusForbidden
	}
	r.attempts = slices.DeleteFunc(r.attempts, func(a attempt) bool { return a.from == from })
	for len(r.tokens) >= mostTokens {
		delete(r.tokens, slices.MinFunc(slices.Collect(maps.Keys(r.tokens)),
			func(a, b string) int { return r.tokens[a].Compare(r.tokens[b]) }))
	}
	token = rand.Text()
	r.tokens[token] = now
	return token, http.StatusOK
}
