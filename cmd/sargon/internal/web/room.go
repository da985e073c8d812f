package web

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sargon78/sargon/files"
)

// room is what the server knows of a room with visitors: counters, the settings of the staff, who
// is listening, and the picture for the wall. All but the settings is forgotten when the server
// ends.
type room struct {
	config  Config
	now     func() time.Time
	token   string        // of the staff, for whoever has entered the PIN
	streams chan struct{} // a place for each
	posts   *rate.Limiter

	mu        sync.Mutex
	began     time.Time
	counters  counters
	kept      settings // of the staff
	listeners map[*listener]bool
	guessers  map[string]guesser // of wrong PINs, by their addresses
	wrong     *wrongPINs         // nil: there were none
	picture   []byte
	pictured  time.Time
}

type counters struct {
	Games    uint64            `json:"games"`
	Moves    uint64            `json:"moves"`
	Visitors uint64            `json:"visitors"`
	Results  map[string]uint64 `json:"results"`
}

// guesser is somebody who has entered wrong PINs: from the third one on he has to wait, twice as
// long each time.
type guesser struct {
	wrong int
	until time.Time
}

// wrongPINs is what the staff is told of them.
type wrongPINs struct {
	Count int    `json:"count"`
	From  string `json:"from"` // the address of the last one
	at    time.Time
	Ago   float64 `json:"ago"` // seconds
}

// Limits of a room, for all clients together.
const (
	maxStreams     = 500
	postsPerSecond = 100 // a page sends ten pictures a second
	postsAtOnce    = 200
	slips          = 3 // wrong PINs, before somebody has to wait
	firstWait      = time.Second
	longestWait    = time.Minute // so short that nobody keeps the staff out
	mostGuessers   = 10_000
	heartbeat      = 20 * time.Second // so that a dead connection is noticed
)

func newRoom(c Config) *room {
	r := &room{
		config: c, now: time.Now, began: time.Now(), token: rand.Text(),
		streams:   make(chan struct{}, maxStreams),
		posts:     rate.NewLimiter(postsPerSecond, postsAtOnce),
		counters:  counters{Results: map[string]uint64{}},
		listeners: map[*listener]bool{},
		guessers:  map[string]guesser{},
	}
	if c.Staff != "" {
		r.recall()
	}
	return r
}

// settings are what the staff has set; nil is what it has not.
type settings struct {
	Language *string `json:"language,omitempty"`
	Volume   *int    `json:"volume,omitempty"` // 0–100
	Public   *string `json:"public,omitempty"` // in place of --public
}

// recall takes the settings from their file. One that cannot be used stops no exhibit.
func (r *room) recall() {
	data, err := os.ReadFile(r.config.Staff)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var set settings
	if err == nil {
		err = json.Unmarshal(data, &set)
	}
	if err == nil {
		err = r.set(set)
	}
	if err != nil {
		fmt.Fprintf(r.config.Log, "%s the staff's settings are forgotten: %s: %v\n",
			r.now().Format(time.DateTime), r.config.Staff, err)
	}
}

// set takes the settings that are not nil; all of them, or none and the reason.
func (r *room) set(s settings) error {
	if s.Public != nil {
		if err := checkPublic(*s.Public); err != nil {
			return err
		}
	}
	if s.Language != nil && len(*s.Language) > maxCode {
		return errors.New("there is no such language")
	}
	if s.Volume != nil {
		*s.Volume = max(0, min(*s.Volume, 100))
	}
	k := &r.kept
	*k = settings{
		cmp.Or(s.Language, k.Language), cmp.Or(s.Volume, k.Volume), cmp.Or(s.Public, k.Public),
	}
	return nil
}

// keep writes the settings to their file, for the time after a power failure.
func (r *room) keep() {
	data, err := json.Marshal(r.kept)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(r.config.Staff), 0o755)
	}
	if err == nil {
		err = files.WriteFile(r.config.Staff, nil, files.Bytes(data))
	}
	if err != nil {
		fmt.Fprintf(r.config.Log, "%s the staff's settings hold until the server ends: %v\n",
			r.now().Format(time.DateTime), err)
	}
}

// settings returns what holds.
func (r *room) settings() (language string, volume int, public string) {
	k := r.kept
	return *cmp.Or(k.Language, new(string)), *cmp.Or(k.Volume, new(int)),
		*cmp.Or(k.Public, &r.config.Public)
}

// order is what screens are told of the settings.
func (r *room) order(reset bool) []byte {
	language, volume, public := r.settings()
	order, _ := json.Marshal(map[string]any{ // it can be nothing else
		"reset": reset, "language": language, "volume": volume, "public": public,
	})
	return order
}

const (
	maxCounted = 500 // moves at once
	maxCode    = 8   // letters of a language: en
)

// count adds to a counter, for a page that has the room's secret in its address: for moves the
// number made, for anything else one.
func (r *room) count(w http.ResponseWriter, request *http.Request) {
	var what struct {
		Secret, What, Detail string
		By                   int // 0 is 1
	}
	if !readJSON(w, request, &what) || !r.ours(w, what.Secret) {
		return
	}
	if what.By < 0 || what.By > maxCounted {
		http.Error(w, "too many at once", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch what.What {
	case "games":
		r.counters.Games++
	case "moves":
		r.counters.Moves += uint64(max(1, what.By))
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

// listener is a screen that receives a stream.
type listener struct {
	wall     bool
	pictures chan []byte // at most one; a newer one replaces it
	orders   chan []byte
}

const ordersWaiting = 8 // more than the staff gives while one is sent

func (l *listener) show(picture []byte) {
	select {
	case <-l.pictures:
	default:
	}
	l.pictures <- picture
}

// order passes on an order of the staff. A screen that does not take them loses the oldest.
func (l *listener) order(order []byte) {
	select {
	case l.orders <- order:
	default:
		<-l.orders
		l.orders <- order
	}
}

// stream sends server-sent events until either end has gone: the orders of the staff, and to a wall
// the pictures of the screen that plays.
func (r *room) stream(wall bool) http.HandlerFunc {
	return func(w http.ResponseWriter, request *http.Request) { r.send(w, request, wall) }
}

func (r *room) send(w http.ResponseWriter, request *http.Request, wall bool) {
	select {
	case r.streams <- struct{}{}:
		defer func() { <-r.streams }()
	default:
		http.Error(w, "too many screens listen already", http.StatusServiceUnavailable)
		return
	}
	l := &listener{wall, make(chan []byte, 1), make(chan []byte, ordersWaiting)}
	r.mu.Lock()
	r.listeners[l] = true
	if r.kept != (settings{}) { // the screen may have been there before the server
		l.order(r.order(false))
	}
	if wall && r.picture != nil && r.now().Sub(r.pictured) <= wallHeld {
		l.show(r.picture)
	}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.listeners, l)
		r.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy passes each event on at once
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	event := func(format string, args ...any) bool {
		_ = out.SetWriteDeadline(time.Now().Add(readTimeout))
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for alive := event(": welcome\n\n"); alive; {
		select {
		case <-request.Context().Done():
			return
		case <-beat.C:
			alive = event(": still here\n\n")
		case order := <-l.orders:
			alive = event("event: order\ndata: %s\n\n", order)
		case picture := <-l.pictures:
			alive = event("data: %s\n\n", picture)
		}
	}
}

// staffRequest is what the staff page sends: first the PIN, then the token it was given.
type staffRequest struct {
	PIN   string `json:"pin"`
	Token string `json:"token"`
	Reset bool   `json:"reset"`
	settings
}

type staffReply struct {
	Token    string   `json:"token"`
	Counters counters `json:"counters"`
	Uptime   float64  `json:"uptime"` // seconds
	Screens  int      `json:"screens"`
	Walls    int      `json:"walls"`
	Language string   `json:"language"`
	Volume   int      `json:"volume"`
	Public   string   `json:"public"`

	WrongPINs *wrongPINs `json:"wrongPins,omitempty"` // absent: there were none
}

func (r *room) staff(w http.ResponseWriter, request *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	var q staffRequest
	if !readJSON(w, request, &q) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if status := r.admit(&q, request.RemoteAddr); status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	if err := r.set(q.settings); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	changed := q.settings != settings{}
	if changed && r.config.Staff != "" {
		r.keep()
	}
	if q.Reset || changed {
		order := r.order(q.Reset)
		for l := range r.listeners {
			l.order(order)
		}
	}
	walls := 0
	for l := range r.listeners {
		if l.wall {
			walls++
		}
	}
	language, volume, public := r.settings()
	if r.wrong != nil {
		r.wrong.Ago = r.now().Sub(r.wrong.at).Seconds()
	}
	writeJSON(w, staffReply{
		WrongPINs: r.wrong, Token: r.token, Counters: r.counters, Uptime: r.now().Sub(r.began).Seconds(),
		Screens: len(r.listeners) - walls, Walls: walls,
		Language: language, Volume: volume, Public: public,
	})
}

// admit checks the PIN, or the token that was given for it. An address from which wrong ones came
// has to wait before it may try again.
func (r *room) admit(q *staffRequest, from string) (status int) {
	if q.Token != "" {
		if same(q.Token, r.token) {
			return http.StatusOK
		}
		return http.StatusUnauthorized
	}
	if host, _, err := net.SplitHostPort(from); err == nil {
		from = host
	}
	now := r.now()
	guesser := r.guessers[from]
	if now.Before(guesser.until) {
		return http.StatusTooManyRequests
	}
	if same(q.PIN, r.config.PIN) {
		delete(r.guessers, from)
		return http.StatusOK
	}
	if len(r.guessers) >= mostGuessers {
		clear(r.guessers)
	}
	if guesser.wrong++; guesser.wrong >= slips {
		guesser.until = now.Add(min(firstWait<<min(guesser.wrong-slips, 10), longestWait))
	}
	r.guessers[from] = guesser
	if r.wrong == nil {
		r.wrong = &wrongPINs{}
	}
	*r.wrong = wrongPINs{Count: r.wrong.Count + 1, From: from, at: now}
	fmt.Fprintf(r.config.Log, "%s wrong PIN from %s, %d in a row; the next one in %v\n",
		now.Format(time.DateTime), from, guesser.wrong, max(0, guesser.until.Sub(now)))
	return http.StatusUnauthorized
}
