package exhibit

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
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
	token     string // of the staff who gave the PIN last
	granted   time.Time
	attempts  []time.Time // wrong PINs lately
}

type counters struct {
	Games    uint64            `json:"games"`
	Moves    uint64            `json:"moves"`
	Visitors uint64            `json:"visitors"`
	Results  map[string]uint64 `json:"results"`
}

// Limits of a room.
const (
	mostListeners   = 500
	attemptsAllowed = 5 // wrong PINs in attemptsWindow, from anywhere
	attemptsWindow  = time.Minute
	tokenLife       = 10 * time.Minute // without use
	pictureInterval = 50 * time.Millisecond
	heartbeat       = 20 * time.Second // so that a dead connection is noticed
)

func newRoom(c Config) *room {
	return &room{
		config: c, now: time.Now, began: time.Now(), counters: counters{Results: map[string]uint64{}},
		listeners: map[chan []byte]bool{}, walls: map[chan []byte]bool{},
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
	r.mu.Unlock()
	r.stream(w, request, r.walls, picture)
}

// publish takes a picture of the screen that plays. Pictures that come too fast are passed over.
func (r *room) publish(w http.ResponseWriter, request *http.Request) {
	var picture struct {
		Screen string          `json:"screen"` // base64
		Game   json.RawMessage `json:"game,omitempty"`
		Status json.RawMessage `json:"status,omitempty"`
	}
	if !readJSON(w, request, &picture) {
		return
	}
	data, err := json.Marshal(picture)
	if err != nil {
		http.Error(w, "this is no picture", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); now.Sub(r.pictured) >= pictureInterval {
		r.picture, r.pictured = data, now
		send(r.walls, data)
	}
	w.WriteHeader(http.StatusNoContent)
}

// send gives everybody a message; who has not taken the one before yet gets the newer one.
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
func (r *room) stream(w http.ResponseWriter, request *http.Request, to map[chan []byte]bool, first []byte) {
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
	if status := r.admit(&q); status != http.StatusOK {
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
		order, err := json.Marshal(map[string]any{"reset": q.Reset, "language": r.language, "volume": r.volume})
		if err == nil {
			send(r.listeners, order)
		}
	}
	results := map[string]uint64{}
	for k, v := range r.counters.Results {
		results[k] = v
	}
	counters := r.counters
	counters.Results = results
	writeJSON(w, staffReply{r.token, counters, r.now().Sub(r.began).Seconds(), len(r.listeners), r.language, r.volume})
}

// admit checks the PIN or the token. Wrong PINs are counted together, wherever they come
// from: in a room all screens are one address.
func (r *room) admit(q *staffRequest) int {
	now := r.now()
	if q.Token != "" {
		if r.token == "" || now.Sub(r.granted) > tokenLife || subtle.ConstantTimeCompare([]byte(q.Token), []byte(r.token)) != 1 {
			return http.StatusForbidden
		}
		r.granted = now
		return http.StatusOK
	}
	recent := r.attempts[:0]
	for _, t := range r.attempts {
		if now.Sub(t) < attemptsWindow {
			recent = append(recent, t)
		}
	}
	r.attempts = recent
	if len(r.attempts) >= attemptsAllowed {
		return http.StatusTooManyRequests
	}
	if subtle.ConstantTimeCompare([]byte(q.PIN), []byte(r.config.PIN)) != 1 {
		r.attempts = append(r.attempts, now)
		return http.StatusForbidden
	}
	var token [16]byte
	_, _ = rand.Read(token[:]) // never fails
	r.token, r.granted, r.attempts = hex.EncodeToString(token[:]), now, nil
	return http.StatusOK
}
