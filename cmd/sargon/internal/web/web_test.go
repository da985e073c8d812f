package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web"
	"sargon78/sargon/must"
)

func Example() {
	site, _ := web.NewSite(web.Config{})
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	n, err := site.Write(filepath.Join(dir, "public"), false)
	_, missing := os.Stat(filepath.Join(dir, "public", "sargon.wasm.gz"))
	fmt.Println(n > 10, err, missing)
	// Output: true <nil> <nil>
}

func TestThePageIsSmall(t *testing.T) {
	packed := must.Have(os.ReadFile("page/sargon.wasm.gz"))
	assert.Less(t, len(packed), 2_000_000)
	z := must.Have(gzip.NewReader(bytes.NewReader(packed)))
	program := must.Have(io.ReadAll(z))
	assert.Equal(t, "\x00asm", string(program[:4]))
	sum := len(program) - len(packed)
	require.NoError(t,
		fs.WalkDir(os.DirFS("page"), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			sum += int(info.Size())
			return err
		}))
	assert.Less(t, sum, 8_000_000, "all files, unpacked; a quarter is the translator and the debugger")
}

func TestLanguagesHaveTheSameWords(t *testing.T) {
	words := func(name string) map[string]any {
		data := must.Have(os.ReadFile("page/lang/" + name))
		var w map[string]any
		require.NoError(t, json.Unmarshal(data, &w))
		return w
	}
	en, de := words("en.json"), words("de.json")
	for key := range en {
		assert.Contains(t, de, key)
	}
	assert.Len(t, de, len(en))
	// Every word that the page asks for by name is there.
	pages := must.Have(filepath.Glob("page/*.html"))
	require.Len(t, pages, 3)
	for _, name := range pages {
		page := must.Have(os.ReadFile(name))
		words := regexp.MustCompile(`data-(t|label)="([^"]*)"`).FindAllStringSubmatch(string(page), -1)
		for _, word := range words {
			assert.Contains(t, en, word[2], name)
		}
	}
}

type server struct {
	*httptest.Server
	t    *testing.T
	late *atomic.Int64 // how far the server's clock was moved on
}

func serve(t *testing.T, c web.Config) server {
	handler, late := handler(t, c)
	s := server{httptest.NewServer(handler), t, late}
	t.Cleanup(s.Close)
	return s
}

// handler answers for a site whose clock stands still, until late moves it on.
func handler(t *testing.T, c web.Config) (_ http.Handler, late *atomic.Int64) {
	site := must.Have(web.NewSite(c))
	late = new(atomic.Int64)
	opened := time.Date(1978, 3, 1, 10, 0, 0, 0, time.UTC)
	site.SetClock(func() time.Time { return opened.Add(time.Duration(late.Load())) })
	return site.Handler(), late
}

// wait moves the server's clock on.
func (s server) wait(d time.Duration) { s.late.Add(int64(d)) }

// pictured is how long the server waits for the next picture.
const pictured = 60 * time.Millisecond

// listen opens a stream of events.
func (s server) listen(path string) *stream {
	request := must.Have(http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.URL+path, nil))
	r := must.Have(s.Client().Do(request))
	s.t.Cleanup(func() { r.Body.Close() })
	return &stream{body: r.Body}
}

type stream struct {
	body io.Reader
	text string // what has come so far
}

// until reads until a text or the end has come.
func (s *stream) until(want string) error {
	for !strings.Contains(s.text, want) {
		if err := s.more(); err != nil {
			return err
		}
	}
	return nil
}

// more reads what comes next.
func (s *stream) more() error {
	buffer := make([]byte, 8000)
	n, err := s.body.Read(buffer)
	s.text += string(buffer[:n])
	return err
}

func (s server) get(path string) (*http.Response, []byte) {
	r := must.Have(s.Client().Get(s.URL + path))
	defer r.Body.Close()
	body := must.Have(io.ReadAll(r.Body))
	return r, body
}

func (s server) post(path, body string) (int, []byte) {
	r := must.Have(s.Client().Post(s.URL+path, "application/json", strings.NewReader(body)))
	defer r.Body.Close()
	answer := must.Have(io.ReadAll(r.Body))
	return r.StatusCode, answer
}

// staff enters the PIN, and asks for more, as JSON that begins with a comma.
func (s server) staff(pin, more string) (status int) {
	status, _ = s.post("/api/staff", `{"pin":"`+pin+`"`+more+`}`)
	return status
}

// config is what the page is told.
func (s server) config() string {
	_, body := s.get("/config.json")
	return string(body)
}

// posts is answered with a status.
func (s server) posts(path, body string, want int) {
	s.t.Helper()
	status, text := s.post(path, body)
	require.Equal(s.t, want, status, "%s %s: %s", path, body, text)
}

func TestThePageLoadsNothingFromElsewhere(t *testing.T) {
	r, body := serve(t, web.Config{}).get("/")
	policy := r.Header.Get("Content-Security-Policy")
	assert.Contains(t, policy, "default-src 'none'")
	assert.Contains(t, policy, "frame-ancestors *")
	assert.NotContains(t, policy, "unsafe-inline")
	assert.Empty(t, r.Header.Get("Set-Cookie"))
	for _, foreign := range []string{"<script>", "style=", "://"} {
		assert.NotContains(t, string(body), foreign)
	}
}

// The program line by line is a page beside it, of the embedded ROM whatever the machine runs, and
// no page of a kiosk.
func TestTheProgramLineByLine(t *testing.T) {
	s, kiosk, dir := serve(t, web.Config{}), serve(t, web.Config{Kiosk: true}), t.TempDir()
	_, err := must.Have(web.NewSite(web.Config{})).Write(dir, false)
	require.NoError(t, err)
	_, index := s.get("/")
	for language, words := range map[string]string{"en": "called by", "de": "aufgerufen von"} {
		name := "program-" + language + ".html"
		assert.Contains(t, string(index), `href="`+name+`"`)
		r, body := s.get("/" + name)
		assert.Equal(t, "text/html; charset=utf-8", r.Header.Get("Content-Type"))
		for _, part := range []string{
			regexp.QuoteMeta(words), "<html lang=" + language + ">", `id="search_down"`,
			// Lines are run to by a click, and labels to which this search does not come, in another.
			`href="index.html#view=inside&amp;fen=3r2k1/[^"]*&amp;level=2&amp;at=[0-9A-F]{4}"`,
			`id="attack_queen">.*<a href="index.html#view=inside&amp;fen=r1bqkbnr/`,
		} {
			assert.Regexp(t, part, string(body))
		}
		script := regexp.MustCompile(`(?s)<script>(.*)</script>`).FindSubmatch(body)
		require.NotNil(t, script)
		sum := sha256.Sum256(script[1])
		assert.Contains(t, r.Header.Get("Content-Security-Policy"),
			"script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		assert.Equal(t, body, must.Have(os.ReadFile(filepath.Join(dir, name))))
		r, _ = kiosk.get("/" + name)
		assert.Equal(t, http.StatusNotFound, r.StatusCode)
	}
}

// In a sandboxed frame the page cannot load its files by their names: they come as one script. A
// kiosk may not be framed.
func TestThePageInASandbox(t *testing.T) {
	s, kiosk := serve(t, web.Config{}), serve(t, web.Config{Kiosk: true})
	r, script := s.get("/files.js")
	assert.Equal(t, "cross-origin", r.Header.Get("Cross-Origin-Resource-Policy"))
	for _, name := range []string{"sargon.wasm.gz", "config.json", "lang/de.json", "js/app.js"} {
		assert.Contains(t, string(script), `"`+name+`":`)
	}
	r, _ = kiosk.get("/")
	assert.Equal(t, "same-origin", r.Header.Get("Cross-Origin-Resource-Policy"))
	assert.NotContains(t, r.Header.Get("Content-Security-Policy"), "blob:")
}

func TestWhatIsThere(t *testing.T) {
	s, kiosk := serve(t, web.Config{}), serve(t, web.Config{Kiosk: true})
	for _, path := range []string{"/staff", "/staff.html", "/wall", "/wall.html", "/api/orders",
		"/sargon.wasm.sources", "/web/index.html", "/../go.mod", "/lang/"} {
		r, _ := s.get(path)
		assert.Equal(t, http.StatusNotFound, r.StatusCode, path)
	}
	r, _ := kiosk.get("/files.js")
	assert.Equal(t, http.StatusNotFound, r.StatusCode)
	r, said := s.get("/authors.html")
	assert.Equal(t, http.StatusGone, r.StatusCode)
	assert.Contains(t, string(said), "sargon serve --help")
	r, _ = s.get("/sargon.wasm.gz")
	assert.Equal(t, http.StatusOK, r.StatusCode)
	assert.Empty(t, r.Header.Get("Content-Encoding"), "the page unpacks it itself")
	assert.NotEqual(t, http.StatusOK, s.staff("", ""))
}

func TestStaff(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, PIN: "4711", Secret: secret})
	mine := `,"secret":"` + secret + `"}`
	for _, what := range []string{"games", "moves", "moves", "1-0"} {
		s.posts("/api/count", `{"what":"`+what+`"`+mine, http.StatusNoContent)
		s.posts("/api/count", `{"what":"`+what+`"}`, http.StatusForbidden)
	}
	for _, body := range []string{`{"what":"money"` + mine, `{"what":"moves","by":501` + mine, `nonsense`} {
		s.posts("/api/count", body, http.StatusBadRequest)
	}
	orders := s.listen("/api/orders") // which come to the screens
	status, body := s.post("/api/staff", `{"pin":"4711"}`)
	require.Equal(t, http.StatusOK, status)
	var reply struct {
		Token    string
		Screens  int
		Counters map[string]int
	}
	require.NoError(t, json.Unmarshal(body, &reply))
	assert.Equal(t, map[string]int{"games": 1, "moves": 2, "1-0": 1}, reply.Counters)
	assert.Equal(t, 1, reply.Screens)
	require.Equal(t, http.StatusOK, s.staff("4711", ""),
		"a second one of the staff, who does not put the first out")
	s.posts("/api/staff", `{"token":"`+reply.Token+`","volume":400,"language":"de","reset":true}`,
		http.StatusOK)
	require.NoError(t, orders.until("}"))
	assert.Contains(t, orders.text, `"reset":true,"volume":100`)
	assert.Contains(t, s.config(), `"language":"de"`)
}

// A file of settings that cannot be read, or not be written, stops no exhibit: the log has a line.
func TestSettingsThatAreLost(t *testing.T) {
	file := filepath.Join(t.TempDir(), "staff.json")
	for _, text := range []string{"", "{", `{"volume":"loud"}`, `{"public":"javascript:alert(1)"}`,
		`{"language":"a long language"}`, "\x00"} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		var log strings.Builder
		s := serve(t, web.Config{Kiosk: true, PIN: "4711", Staff: file, Log: &log})
		assert.Regexp(t, "^[^\n]*settings are forgotten: "+regexp.QuoteMeta(file)+": [^\n]+\n$",
			log.String(), text)
		assert.Contains(t, s.config(), `"language":"","volume":0,"public":""`, text)
		require.Equal(t, http.StatusOK, s.staff("4711", `,"volume":20`))
		kept := must.Have(os.ReadFile(file))
		assert.JSONEq(t, `{"volume":20}`, string(kept), "it is there again")
	}
	var log strings.Builder
	inTheWay := filepath.Join(file, "staff.json") // its folder is a file
	s := serve(t, web.Config{Kiosk: true, PIN: "4711", Staff: inTheWay, Log: &log})
	require.Equal(t, http.StatusOK, s.staff("4711", `,"volume":30`))
	assert.Contains(t, log.String(), "the staff's settings hold until the server ends: ")
	assert.Contains(t, s.config(), `"volume":30`)
	orders := s.listen("/api/orders") // of a screen that had its page before the server was up
	require.NoError(t, orders.until("}"))
	assert.Contains(t, orders.text, `"volume":30`)
}

func TestTheAddressForVisitorsAtHome(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, PIN: "4711", Public: "https://museum.example/"})
	for _, change := range []struct {
		to     string
		status int
		then   string
	}{
		{"javascript:alert(1)", http.StatusBadRequest, "https://museum.example/"},
		{"museum", http.StatusBadRequest, "https://museum.example/"},
		{"https://", http.StatusBadRequest, "https://museum.example/"},
		{"https://m.example/#x", http.StatusBadRequest, "https://museum.example/"},
		{"https://m.example/" + strings.Repeat("x", 300), http.StatusBadRequest, "https://museum.example/"},
		{"http://other.example/sargon", http.StatusOK, "http://other.example/sargon"},
		{"", http.StatusOK, ""},
	} {
		assert.Equal(t, change.status, s.staff("4711", `,"public":"`+change.to+`"`), change.to)
		assert.Contains(t, s.config(), `"public":"`+change.then+`"`)
		_, err := web.NewSite(web.Config{Public: change.to})
		assert.Equal(t, change.status == http.StatusOK, err == nil, "%s: %v", change.to, err)
	}
}

// Who has guessed wrong twice waits, twice as long each time, up to a minute; the staff never waits longer.
func TestThePINCannotBeGuessed(t *testing.T) {
	var log strings.Builder
	s := serve(t, web.Config{PIN: "4711", Log: &log})
	try := func(pin string) int { return s.staff(pin, "") }
	for range 2 {
		assert.Equal(t, http.StatusUnauthorized, try("0000"))
	}
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		assert.Equal(t, http.StatusUnauthorized, try("0000"))
		assert.Equal(t, http.StatusTooManyRequests, try("4711"), "now even the right one has to wait")
		s.wait(time.Duration(seconds)*time.Second - time.Millisecond)
		assert.Equal(t, http.StatusTooManyRequests, try("0000"), "%d s", seconds)
		s.wait(time.Millisecond)
	}
	s.posts("/api/staff", `{"token":"0"}`, http.StatusUnauthorized)
	status, body := s.post("/api/staff", `{"pin":"4711"}`)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, string(body), `"wrongPins":{"count":10,"from":"127.0.0.1","ago":60}`)
	assert.Equal(t, http.StatusUnauthorized, try("0000"))
	assert.Equal(t, http.StatusOK, try("4711"), "forgiven")
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	require.Len(t, lines, 11, "one for each")
	assert.Regexp(t, `^[-0-9]+ [:0-9]+ wrong PIN from 127\.0\.0\.1, 1 in a row; the next one in 0s$`, lines[0])
	assert.Regexp(t, ` 10 in a row; the next one in 1m0s$`, lines[9])
}

func TestConfigurationsThatAreWrong(t *testing.T) {
	for _, c := range []web.Config{{PIN: "1"}, {Secret: "short"}, {Secret: "with spaces"}, {Idle: time.Second},
		{Captions: "there is no such folder"}} {
		_, err := web.NewSite(c)
		assert.Error(t, err)
	}
}

func TestAThirdLanguageNeedsNoCode(t *testing.T) {
	dir := t.TempDir()
	write := func(name, words string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(words), 0o600))
	}
	write("fr.json", `{"name":"Français","view.play":"Jouer"}`)
	s := serve(t, web.Config{Captions: dir})
	assert.Contains(t, s.config(), "Français")
	_, words := s.get("/lang/fr.json")
	assert.Contains(t, string(words), "Jouer")
	assert.Contains(t, string(words), `"view.inside":"Inside"`, "English stands in for what is missing")
	write("es.json", `{"view.play":"Jugar"}`)
	_, err := web.NewSite(web.Config{Captions: dir})
	assert.ErrorContains(t, err, "es.json")
}

func TestFilesAreNotMixedIntoAFullFolder(t *testing.T) {
	site := must.Have(web.NewSite(web.Config{Kiosk: true}))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600))
	_, err := site.Write(dir, false)
	assert.ErrorContains(t, err, "not empty")
	_, err = site.Write(dir, true)
	require.NoError(t, err)
	config := must.Have(os.ReadFile(filepath.Join(dir, "config.json")))
	assert.Contains(t, string(config), `"kiosk":false`, "there is no server behind plain files")

	victim := filepath.Join(t.TempDir(), "victim")
	require.NoError(t, os.WriteFile(victim, nil, 0o600))
	require.NoError(t, os.Remove(filepath.Join(dir, "index.html")))
	require.NoError(t, os.Symlink(victim, filepath.Join(dir, "index.html")))
	_, err = site.Write(dir, true)
	require.ErrorContains(t, err, "escapes")
	text := must.Have(os.ReadFile(victim))
	assert.Empty(t, text)
}

// secret is in the address of the page that the wall shows.
const secret = "SCHOLARSMATE"

// pictureOf is what a page sends for the wall.
func pictureOf(secret, reason string) string {
	cells := base64.StdEncoding.EncodeToString(make([]byte, 64*32))
	return fmt.Sprintf(`{"secret":%q,"picture":{"screen":%q,
		"game":{"moves":[],"reason":%q}}}`, secret, cells, reason)
}

// The wall shows the page that has the secret, and no other, wherever they are.
func TestTheWallShowsThePageWithTheSecret(t *testing.T) {
	s := serve(t, web.Config{Wall: true, Secret: secret, PIN: "4711"})
	wall, other := s.listen("/api/wall"), s.listen("/api/wall")
	for _, p := range []struct {
		secret, text string
		status       int
	}{
		{secret, "first", http.StatusNoContent}, {"", "of none", http.StatusForbidden},
		{"4711", "of the staff", http.StatusForbidden},
		{secret + "E", "of another", http.StatusForbidden}, {secret, "second", http.StatusNoContent},
	} {
		s.posts("/api/screen", pictureOf(p.secret, p.text), p.status)
		if p.status == http.StatusNoContent {
			require.NoError(t, wall.until(p.text)) // before a newer one takes its place
			require.NoError(t, other.until(p.text))
		}
		s.wait(pictured)
	}
	assert.NotContains(t, wall.text, `"reason":"of `)
	assert.NotContains(t, strings.ToLower(wall.text), "secret", "who watches must not learn it")
	assert.NotContains(t, wall.text, secret)
	for _, path := range []string{"/config.json", "/", "/wall"} {
		_, text := s.get(path)
		assert.NotContains(t, string(text), secret, path)
	}
}

func TestEveryServerHasASecretOfItsOwn(t *testing.T) {
	one := must.Have(web.NewSite(web.Config{Wall: true}))
	other := must.Have(web.NewSite(web.Config{Wall: true}))
	assert.NotEqual(t, one.Secret(), other.Secret())
	assert.Greater(t, len(one.Secret()), 20)
}

// What another page has a browser send is refused, and so is what comes through a proxy that hides
// the Host: neither is a wrong PIN. A proxy tells who asks in headers, if at all.
func TestOtherPagesAreRefused(t *testing.T) {
	const museum = "chess.museum.example"
	handler, _ := handler(t, web.Config{Kiosk: true, Wall: true, Secret: secret, PIN: "4711", Host: museum})
	for path, body := range map[string]string{
		"/api/screen": pictureOf(secret, "x"), "/api/staff": `{"pin":"4711"}`,
		"/api/count": `{"what":"games","secret":"` + secret + `"}`,
	} {
		for _, from := range []struct {
			host, origin, site string
			refused            bool
		}{
			{museum, "https://" + museum, "same-origin", false}, {museum, "https://" + museum, "", false},
			{museum, "", "", false}, {museum, "https://" + museum, "cross-site", true},
			{museum, "http://elsewhere.example", "", true}, {museum, "null", "", true},
			{"127.0.0.1:8078", "https://" + museum, "", true},
		} {
			request := httptest.NewRequest(http.MethodPost, "http://"+from.host+path, strings.NewReader(body))
			request.Header.Set("Origin", from.origin)
			request.Header.Set("Sec-Fetch-Site", from.site)
			request.Header.Set("X-Forwarded-For", "10.0.0.2")
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			assert.Equal(t, from.refused, answer.Code == http.StatusForbidden, "%s %+v", path, from)
			if from.refused {
				assert.Contains(t, answer.Body.String(), "a proxy must pass on the Host")
			}
		}
	}
}

func TestTextIsPackedForWhoTakesIt(t *testing.T) {
	s := serve(t, web.Config{})
	get := func(accepts string) (http.Header, io.Reader) {
		request := must.Have(http.NewRequest(http.MethodGet, s.URL+"/js/app.js", nil))
		request.Header.Set("Accept-Encoding", accepts)
		r := must.Have(s.Client().Do(request))
		t.Cleanup(func() { r.Body.Close() })
		return r.Header, r.Body
	}
	of, packed := get("gzip")
	assert.Equal(t, "gzip", of.Get("Content-Encoding"))
	ofPlain, plain := get("identity")
	assert.Empty(t, ofPlain.Get("Content-Encoding"))
	assert.NotEqual(t, ofPlain.Get("ETag"), of.Get("ETag"))
	text := must.Have(io.ReadAll(must.Have(gzip.NewReader(packed))))
	assert.Equal(t, string(must.Have(io.ReadAll(plain))), string(text))
}

func TestWhoPostsTooOftenHasToWait(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, Secret: secret})
	refused := 0
	for range 300 {
		if status, _ := s.post("/api/count", `{"what":"games"}`); status == http.StatusTooManyRequests {
			refused++
		}
	}
	assert.Equal(t, 100, refused, "200 at once")
	s.wait(time.Second)
	s.posts("/api/count", `{"what":"games","secret":"`+secret+`"}`, http.StatusNoContent)
}

// There is room for so many streams, and for others again when they have ended.
func TestStreamsAreLimited(t *testing.T) {
	handler, _ := handler(t, web.Config{Kiosk: true})
	ctx, cancel := context.WithCancel(context.Background())
	var streams sync.WaitGroup
	refused, welcome := make(chan struct{}, 501), make(chan struct{}, 501)
	listen := func(ctx context.Context) {
		request := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1/api/orders", nil)
		answer := &flushes{httptest.NewRecorder(), func() { welcome <- struct{}{} }}
		streams.Go(func() {
			handler.ServeHTTP(answer, request)
			if answer.Code == http.StatusServiceUnavailable {
				refused <- struct{}{}
			}
		})
	}
	for range 501 {
		listen(ctx)
	}
	for range 500 {
		<-welcome
	}
	<-refused
	cancel()
	streams.Wait()
	ctx, cancel = context.WithCancel(context.Background())
	listen(ctx)
	<-welcome
	cancel()
	streams.Wait()
	assert.Empty(t, refused)
}

// flushes says when something was sent.
type flushes struct {
	*httptest.ResponseRecorder
	flushed func()
}

func (f *flushes) FlushError() error { f.flushed(); return nil }

// The wall hears orders too: it starts again with the others, and follows the language. No
// picture takes the place of an order.
func TestTheWallHearsTheStaff(t *testing.T) {
	s := serve(t, web.Config{Wall: true, Secret: secret, Kiosk: true, PIN: "4711"})
	wall := s.listen("/api/wall")
	require.NoError(t, wall.until("welcome"))
	for range 3 {
		require.Equal(t, http.StatusOK, s.staff("4711", `,"reset":true,"language":"de"`))
		s.posts("/api/screen", pictureOf(secret, "one"), http.StatusNoContent)
		s.wait(pictured)
	}
	require.NoError(t, wall.until(`"one"`))
	for strings.Count(wall.text, `event: order`) < 3 {
		require.NoError(t, wall.more())
	}
	assert.Contains(t, wall.text, `"language":"de","public":"","reset":true`)
}

// A page under another name could be anybody's, with a name that leads here (DNS rebinding).
func TestNamesOfTheServer(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, Host: "chess.museum.example"})
	own := must.Have(os.Hostname())
	own, _, _ = strings.Cut(own, ".")
	for host, known := range map[string]bool{
		"127.0.0.1:8078": true, "192.168.1.20:8078": true, "[::1]:8078": true, "localhost": true,
		"exhibit:8078": false, "exhibit.local": false, "evil": false, own: true, own + ".local:80": true,
		"Chess.Museum.Example:8078": true, "elsewhere.example": false,
		"127.0.0.1.elsewhere.example:80": false,
	} {
		request := must.Have(http.NewRequest(http.MethodGet, s.URL+"/config.json", nil))
		request.Host = host
		r := must.Have(s.Client().Do(request))
		r.Body.Close()
		assert.Equal(t, map[bool]int{true: http.StatusOK, false: http.StatusMisdirectedRequest}[known],
			r.StatusCode, host)
	}
}

func FuzzPosts(f *testing.F) {
	site, err := web.NewSite(web.Config{Kiosk: true, Wall: true, Secret: secret, PIN: "471100"})
	require.NoError(f, err)
	handler := site.Handler()
	f.Add("/api/staff", `{"pin":"1","token":"","reset":true,"volume":-1}`)
	f.Add("/api/count", `{"what":"1-0","by":-1}`)
	f.Add("/api/screen", `{"secret":"SCHOLARSMATE","screen":"AAAA","game":{}}`)
	f.Fuzz(func(t *testing.T, path, body string) {
		request := &http.Request{Method: http.MethodPost, Header: http.Header{},
			Body: io.NopCloser(strings.NewReader(body))}
		var err error
		if request.URL, err = request.URL.Parse("http://x/"); err != nil {
			return
		}
		request.URL.Path = path
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if path == "/api/staff" && answer.Code == http.StatusOK {
			t.Errorf("the staff page let %q in", body)
		}
	})
}
