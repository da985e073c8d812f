package web

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sargon78/sargon/files"
)

// room is the state of an exhibition: counters, the settings of the staff, the number of screens that
// listen, and the picture for the wall. Only the settings are kept when the server ends.
type room struct {
	config Config
	now    func() time.Time
	token  string // the staff page sends it in place of the PIN, after it has sent the PIN once
	posts  *rate.Limiter

	mu            sync.Mutex
	began         time.Time
	counters      map[string]uint64
	staffSettings settings
	orders        []string // all orders of the staff, as events
	picture       []byte   // the newest picture for walls, in JSON
	pictured      time.Time
	changed       chan struct{}      // closed when there is a new order or picture
	listening     map[bool]int       // number of walls (true) and of other screens (false)
	guessers      map[string]guesser // by address
	wrong         wrongPINs
}

// counterNames are the counters that the staff page shows.
var counterNames = []string{"games", "moves", "visitors", "1-0", "0-1", "1/2-1/2"}

// guesser is an address from which wrong PINs came. From the third wrong PIN on it has to wait, each
// time twice as long.
type guesser struct {
	wrong int       // wrong PINs since the last right one
	until time.Time // no PIN is accepted before
}

// wrongPINs is what the staff page shows about wrong PINs.
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
	freeAttempts   = 3 // wrong PINs from an address before it has to wait
	firstWait      = time.Second
	longestWait    = time.Minute // short, so that a guesser cannot lock the staff out
	mostGuessers   = 10_000
	heartbeat      = 20 * time.Second // the server notices a dead connection when it writes
)

func newRoom(c Config) *room {
	r := &room{
		config: c, now: time.Now, began: time.Now(), token: rand.Text(),
		posts:     rate.NewLimiter(postsPerSecond, postsAtOnce),
		counters:  map[string]uint64{},
		changed:   make(chan struct{}),
		listening: map[bool]int{},
		guessers:  map[string]guesser{},
	}
	r.loadSettings()
	return r
}

// settings are the settings of the staff.
type settings struct {
	Language string  `json:"language,omitempty"`
	Volume   int     `json:"volume,omitempty"` // 0–100
	Public   *string `json:"public,omitempty"` // in place of --public; nil: it is not set
}

// loadSettings reads the settings from their file, if there is one. An unusable file is logged: the
// exhibit runs without it.
func (r *room) loadSettings() {
	data, err := os.ReadFile(r.config.StaffFile)
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
			r.now().Format(time.DateTime), r.config.StaffFile, err)
	}
}

// set checks the settings and applies them. After an error nothing has changed.
func (r *room) set(s settings) error {
	if s.Public != nil {
		if err := checkPublic(*s.Public); err != nil {
			return err
		}
	}
	if len(s.Language) > maxCode {
		return errors.New("there is no such language")
	}
	s.Volume = max(0, min(s.Volume, 100))
	r.staffSettings = s
	return nil
}

// saveSettings writes the settings to their file, so that they outlive a power failure.
func (r *room) saveSettings() {
	data, err := json.Marshal(r.staffSettings)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(r.config.StaffFile), 0o755)
	}
	if err == nil {
		err = files.WriteFile(r.config.StaffFile, nil, files.Bytes(data))
	}
	if err != nil {
		fmt.Fprintf(r.config.Log, "%s the staff's settings hold until the server ends: %v\n",
			r.now().Format(time.DateTime), err)
	}
}

// public returns the address of the exhibit for visitors at home.
func (r *room) public() string { return *cmp.Or(r.staffSettings.Public, &r.config.Public) }

// order returns the event that sends the settings to screens.
func (r *room) order(reset bool) string {
	order, _ := json.Marshal(map[string]any{ // cannot fail
		"reset": reset, "language": r.staffSettings.Language, "volume": r.staffSettings.Volume, "public": r.public(),
	})
	return fmt.Sprintf("event: order\ndata: %s\n\n", order)
}

const (
	maxCounted = 500 // moves at once
	maxCode    = 8   // characters of the code of a language, like en
)

// count adds By, or one, to a counter. The page must send the secret of the room.
func (r *room) count(w http.ResponseWriter, request *http.Request) {
	var what struct {
		Secret, What string
		By           int // 0 is 1
	}
	if !readJSON(w, request, &what) || !r.checkSecret(w, what.Secret) {
		return
	}
	if what.By < 0 || what.By > maxCounted || !slices.Contains(counterNames, what.What) {
		http.Error(w, "this is not counted", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counters[what.What] += uint64(max(1, what.By))
	w.WriteHeader(http.StatusNoContent)
}

const (
	wallIdle        = 5 * time.Second // a new wall gets no picture that is older
	pictureInterval = 50 * time.Millisecond
)

// publish accepts a picture from a page that sends the secret of the room. It drops a picture that comes
// within pictureInterval of the last one. It does not check the contents: only the wall reads them.
func (r *room) publish(w http.ResponseWriter, request *http.Request) {
	var p struct {
		Secret  string
		Picture json.RawMessage
	}
	if !readJSON(w, request, &p) || !r.checkSecret(w, p.Secret) {
		return
	}
	picture, _ := json.Marshal(p.Picture) // it was JSON, so this cannot fail; now it is on one line
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now().Sub(r.pictured) >= pictureInterval {
		r.picture, r.pictured = picture, r.now()
		r.wakeStreams()
	}
	w.WriteHeader(http.StatusNoContent)
}

// checkSecret reports whether a page has sent the secret of the room. If not, it answers the request.
func (r *room) checkSecret(w http.ResponseWriter, secret string) bool {
	if equalSecrets(secret, r.config.Secret) {
		return true
	}
	http.Error(w, "the room's page is the one whose address sargon serve has printed",
		http.StatusForbidden)
	return false
}

// equalSecrets compares secrets in constant time, so that the time does not show how much of a guess is
// right.
func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// wakeStreams makes all streams send what is new. The caller holds mu.
func (r *room) wakeStreams() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// stream sends server-sent events until the client or the server ends: the orders of the staff, and to a
// wall also the newest picture of the page that publishes its game.
func (r *room) stream(w http.ResponseWriter, request *http.Request, wall bool) {
	r.mu.Lock()
	if r.listening[true]+r.listening[false] >= maxStreams {
		r.mu.Unlock()
		http.Error(w, "too many screens listen already", http.StatusServiceUnavailable)
		return
	}
	r.listening[wall]++
	heard := len(r.orders)
	first := ": welcome\n\n"
	if r.staffSettings != (settings{}) { // the page may have been loaded before the server was started
		first += r.order(false)
	}
	var shown time.Time // time of the picture that was sent last
	if r.now().Sub(r.pictured) > wallIdle {
		shown = r.pictured
	}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.listening[wall]--
		r.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // so that a proxy passes on each event at once
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for events := first; ; {
		_ = out.SetWriteDeadline(time.Now().Add(readTimeout))
		if _, err := io.WriteString(w, events); err != nil || out.Flush() != nil {
			return
		}
		r.mu.Lock()
		events = strings.Join(r.orders[heard:], "")
		heard = len(r.orders)
		if wall && r.pictured.After(shown) {
			shown = r.pictured
			events += fmt.Sprintf("data: %s\n\n", r.picture)
		}
		changed := r.changed
		r.mu.Unlock()
		if events != "" {
			continue
		}
		select {
		case <-request.Context().Done():
			return
		case <-beat.C:
			events = ": still here\n\n"
		case <-changed:
		}
	}
}

// staffRequest is what the staff page sends: first the PIN, later the token that it got in return.
type staffRequest struct {
	PIN   string `json:"pin"`
	Token string `json:"token"`
	Reset bool   `json:"reset"`
	settings
}

type staffReply struct {
	Token    string            `json:"token"`
	Counters map[string]uint64 `json:"counters"`
	Uptime   float64           `json:"uptime"` // seconds
	Screens  int               `json:"screens"`
	Walls    int               `json:"walls"`
	Language string            `json:"language"`
	Volume   int               `json:"volume"`
	Public   string            `json:"public"`

	WrongPINs wrongPINs `json:"wrongPins"`
}

// staff answers a request of the staff page. It checks the PIN, changes the settings that the request
// names, and sends the settings and counters.
func (r *room) staff(w http.ResponseWriter, request *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	var text json.RawMessage
	if !readJSON(w, request, &text) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	q := staffRequest{settings: r.staffSettings} // settings that the request does not name stay
	q.Public = nil
	if err := json.Unmarshal(text, &q); err != nil {
		http.Error(w, "this is not understood", http.StatusBadRequest)
		return
	}
	if status := r.admit(&q, request.RemoteAddr); status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	q.Public = cmp.Or(q.Public, r.staffSettings.Public)
	before := r.staffSettings
	if err := r.set(q.settings); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.staffSettings != before && r.config.StaffFile != "" {
		r.saveSettings()
	}
	if r.staffSettings != before || q.Reset {
		r.orders = append(r.orders, r.order(q.Reset))
		r.wakeStreams()
	}
	r.wrong.Ago = r.now().Sub(r.wrong.at).Seconds()
	writeJSON(w, staffReply{
		WrongPINs: r.wrong, Token: r.token, Counters: r.counters, Uptime: r.now().Sub(r.began).Seconds(),
		Screens: r.listening[false], Walls: r.listening[true],
		Language: r.staffSettings.Language, Volume: r.staffSettings.Volume, Public: r.public(),
	})
}

// admit checks the PIN, or the token that the server gave for it, and returns the status of the answer.
// An address that has sent wrong PINs may have to wait before it can try again.
func (r *room) admit(q *staffRequest, from string) (status int) {
	if q.Token != "" {
		if equalSecrets(q.Token, r.token) {
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
	if equalSecrets(q.PIN, r.config.PIN) {
		delete(r.guessers, from)
		return http.StatusOK
	}
	if len(r.guessers) >= mostGuessers {
		clear(r.guessers)
	}
	if guesser.wrong++; guesser.wrong >= freeAttempts {
		guesser.until = now.Add(min(firstWait<<min(guesser.wrong-freeAttempts, 10), longestWait))
	}
	r.guessers[from] = guesser
	r.wrong = wrongPINs{Count: r.wrong.Count + 1, From: from, at: now}
	fmt.Fprintf(r.config.Log, "%s wrong PIN from %s, %d in a row; the next one in %v\n",
		now.Format(time.DateTime), from, guesser.wrong, max(0, guesser.until.Sub(now)))
	return http.StatusUnauthorized
}
