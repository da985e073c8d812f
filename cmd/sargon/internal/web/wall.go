package web

import (
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
	wallHeld        = 5 * time.Second // by a silent page
	pictureInterval = 50 * time.Millisecond
	maxRows         = 14 // of the sheet of moves
	maxMoveNumber   = 10_000
	maxTime         = 1e12 // seconds
	maxLine         = 8    // moves of a thought
)

// picture holds what the wall shows.
type picture struct {
	Screen []byte `json:"screen" ts:"string"` // the cells, in base 64
	Game   struct {
		Moves  []sheetRow `json:"moves"`
		Ended  bool       `json:"ended"`
		Reason string     `json:"reason"`
	} `json:"game"`
	Thought struct {
		Line []string `json:"line"` // moves that are tried
		Best []string `json:"best"`
	} `json:"thought"`
	Status times `json:"status"`
}

// sheetRow is a row of the sheet of moves: one of each side.
type sheetRow struct {
	Number int    `json:"number"`
	White  string `json:"white"`
	Black  string `json:"black"`
}

// times are those of a search, for the bars.
type times struct {
	Then     float64 `json:"then"` // seconds
	Emulated float64 `json:"emulated"`
	Now      float64 `json:"now"`
	Thinking bool    `json:"thinking"`
	Book     bool    `json:"book"` // it has looked into its book
}

var (
	moveText = regexp.MustCompile(
		`^(|…|O-O(-O)?[+#]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?)$`)
	squaresText = regexp.MustCompile(`^([a-h][1-8]){2}q?$`)
	reasonText  = regexp.MustCompile(`^[a-z ]{0,30}$`)
)

// check reports what is out of range in a picture, "" if nothing is.
func (p *picture) check() string {
	if len(p.Screen) != jupiter.Columns*jupiter.Rows {
		return fmt.Sprintf("the screen has %d cells, not %d", len(p.Screen), jupiter.Columns*jupiter.Rows)
	}
	if len(p.Game.Moves) > maxRows {
		return fmt.Sprintf("%d rows of moves are more than %d", len(p.Game.Moves), maxRows)
	}
	for _, m := range p.Game.Moves {
		if m.Number < 0 || m.Number > maxMoveNumber {
			return fmt.Sprintf("move number %d is impossible", m.Number)
		}
		if !moveText.MatchString(m.White) || !moveText.MatchString(m.Black) {
			return "this is not a move"
		}
	}
	if len(p.Thought.Line) > maxLine || len(p.Thought.Best) > maxLine {
		return fmt.Sprintf("a line of a thought has more than %d moves", maxLine)
	}
	for _, move := range slices.Concat(p.Thought.Line, p.Thought.Best) {
		if !squaresText.MatchString(move) {
			return "this is no move of a thought"
		}
	}
	if !reasonText.MatchString(p.Game.Reason) {
		return "this is no reason for a game to end"
	}
	for _, seconds := range []float64{p.Status.Then, p.Status.Emulated, p.Status.Now} {
		if seconds < 0 || seconds > maxTime {
			return "this is no time"
		}
	}
	return ""
}

// publish takes a picture of the page that has the wall's secret in its address, wherever it is.
func (r *room) publish(w http.ResponseWriter, request *http.Request) {
	var p struct {
		Secret string `json:"secret"`
		picture
	}
	if !readJSON(w, request, &p) || !r.ours(w, p.Secret) {
		return
	}
	if wrong := p.check(); wrong != "" {
		http.Error(w, wrong, http.StatusBadRequest)
		return
	}
	if data, err := json.Marshal(p.picture); err == nil {
		r.show(data)
	}
	w.WriteHeader(http.StatusNoContent)
}

// ours tells whether a page has the secret of the room, and refuses others.
func (r *room) ours(w http.ResponseWriter, secret string) bool {
	if same(secret, r.config.Secret) {
		return true
	}
	http.Error(w, "the room's page is the one whose address sargon serve has printed",
		http.StatusForbidden)
	return false
}

// show shows a picture on all walls, if the last one was there long enough.
func (r *room) show(picture []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now().Sub(r.pictured) < pictureInterval {
		return
	}
	r.picture, r.pictured = picture, r.now()
	for l := range r.listeners {
		if l.wall {
			l.show(picture)
		}
	}
}

// same compares secrets, without telling by its time how much of them is right.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
