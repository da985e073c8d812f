package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"sargon78/emu/jupiter"
)

// Limits of the wall.
const (
	wallHeld             = 5 * time.Second // by a silent screen
	pictureInterval      = 50 * time.Millisecond
	mostPublishers       = 32
	publishersPerAddress = 4
	publisherLife        = 10 * time.Minute // without a picture
	mostRows             = 14               // of the sheet of moves
	mostMoveNumber       = 10_000
	longestTime          = 1e12 // seconds
)

// publisher is a screen that wants to be on the wall. It shares a secret token with the server; the
// staff knows it by its number.
type publisher struct {
	token    string
	number   int
	from     string // address
	admitted bool
	used     time.Time
}

// admission answers a screen that asks for the wall.
type admission struct {
	Token    string `json:"token"`
	Number   int    `json:"number"`
	Admitted bool   `json:"admitted"`
}

// picture holds what the wall shows.
type picture struct {
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

var (
	moveText = regexp.MustCompile(
		`^(|…|O-O(-O)?[+#]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?)$`)
	reasonText = regexp.MustCompile(`^[a-z ]{0,30}$`)
)

// check reports what is out of range in a picture, "" if nothing is.
func (p *picture) check() string {
	if len(p.Screen) != jupiter.Columns*jupiter.Rows {
		return fmt.Sprintf("the screen has %d cells, not %d", len(p.Screen), jupiter.Columns*jupiter.Rows)
	}
	if len(p.Game.Moves) > mostRows {
		return fmt.Sprintf("%d rows of moves are more than %d", len(p.Game.Moves), mostRows)
	}
	for _, m := range p.Game.Moves {
		if m.Number < 0 || m.Number > mostMoveNumber {
			return fmt.Sprintf("move number %d is impossible", m.Number)
		}
		if !moveText.MatchString(m.White) || !moveText.MatchString(m.Black) {
			return "this is not a move"
		}
	}
	if !reasonText.MatchString(p.Game.Reason) {
		return "this is no reason for a game to end"
	}
	for _, seconds := range []float64{p.Status.Then, p.Status.Emulated, p.Status.Now} {
		if seconds < 0 || seconds > longestTime {
			return "this is no time"
		}
	}
	return ""
}

// publish takes a picture of the screen that plays, or hands out the token that pictures need.
// Those of a second screen are ignored while the first has the wall.
func (r *room) publish(w http.ResponseWriter, request *http.Request) {
	var p struct {
		Token string `json:"token"`
		picture
	}
	if !readJSON(w, request, &p) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.Token == "" {
		w.Header().Set("Cache-Control", "no-store")
		who := r.introduce(request)
		writeJSON(w, admission{who.token, who.number, who.admitted})
		return
	}
	who := r.publisher(p.Token)
	if who == nil {
		http.Error(w, "this screen must ask for the wall again", http.StatusUnauthorized)
		return
	}
	who.used = r.now()
	if !who.admitted {
		http.Error(w, "the staff has not admitted this screen to the wall", http.StatusForbidden)
		return
	}
	if wrong := p.check(); wrong != "" {
		http.Error(w, wrong, http.StatusBadRequest)
		return
	}
	r.hang(who, &p.picture)
	w.WriteHeader(http.StatusNoContent)
}

// hang shows a picture, if its screen has the wall and the last one has hung long enough.
func (r *room) hang(who *publisher, p *picture) {
	silent := r.now().Sub(r.pictured)
	if silent < pictureInterval || who.token != r.holder && silent <= wallHeld {
		return
	}
	data, err := json.Marshal(p)
	if err != nil {
		return
	}
	r.picture, r.pictured, r.holder = data, r.now(), who.token
	for l := range r.listeners {
		if l.wall {
			l.show(data)
		}
	}
}

// introduce registers a screen that asks for the wall.
func (r *room) introduce(request *http.Request) *publisher {
	from, now := host(request.RemoteAddr), r.now()
	r.publishers = slices.DeleteFunc(r.publishers,
		func(p *publisher) bool { return now.Sub(p.used) > publisherLife })
	// An address that asks too often loses its oldest screen; if too many wait, the oldest goes.
	own := func(p *publisher) bool { return p.from == from }
	waiting := func(p *publisher) bool { return !p.admitted }
	r.dropOldest(own, publishersPerAddress)
	r.dropOldest(waiting, mostPublishers)
	r.asked++
	p := &publisher{
		token: rand.Text(), number: r.asked, from: from, used: now,
		admitted: ownComputer(request) || slices.Contains(r.config.Publishers, from),
	}
	r.publishers = append(r.publishers, p)
	return p
}

// dropOldest drops the oldest publisher of a kind if there are most of them.
func (r *room) dropOldest(kind func(*publisher) bool, most int) {
	first, n := -1, 0
	for i, p := range r.publishers {
		if kind(p) {
			if first < 0 {
				first = i
			}
			n++
		}
	}
	if n >= most {
		r.publishers = slices.Delete(r.publishers, first, first+1)
	}
}

func (r *room) publisher(token string) *publisher {
	for _, p := range r.publishers {
		if subtle.ConstantTimeCompare([]byte(p.token), []byte(token)) == 1 {
			return p
		}
	}
	return nil
}

// admitScreen gives the wall to the screen of a number.
func (r *room) admitScreen(number int) {
	for _, p := range r.publishers {
		if p.number == number {
			p.admitted = true
			r.holder, r.pictured = p.token, r.now()
		}
	}
}

// waitingScreens returns the screens that the staff may admit, by number and address.
func (r *room) waitingScreens() []waitingScreen {
	list := []waitingScreen{}
	for _, p := range r.publishers {
		if !p.admitted && r.now().Sub(p.used) < publisherLife {
			list = append(list, waitingScreen{p.number, p.from})
		}
	}
	return list
}

type waitingScreen struct {
	Number int    `json:"number"`
	From   string `json:"from"`
}
