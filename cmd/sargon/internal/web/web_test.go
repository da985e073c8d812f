package web_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/web"
	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms"
	"sargon78/sargon/emulated/program/programtest"
	"sargon78/sargon/must"
)

func Example() {
	site, _ := web.NewSite(web.Config{})
	contents, err := site.Files()
	fmt.Println(len(contents["sargon.wasm.lzma"]) > 0, err)
	// Output: true <nil>
}

func TestThePageIsSmall(t *testing.T) {
	packed := must.Have(os.ReadFile("page/sargon.wasm.lzma"))
	assert.Less(t, len(packed), 1_400_000)
	assert.EqualValues(t, 0x5D, packed[0], "the parameters that js/program.js requires")
	sum := int(binary.LittleEndian.Uint64(packed[5:])) - len(packed)
	require.NoError(t,
		fs.WalkDir(os.DirFS("page"), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			sum += int(info.Size())
			return err
		}))
	assert.Less(t, sum, 8_200_000, "all files, unpacked; a quarter is the translator and the debugger")
}

// line matches a line of a language file: "key": "text",
var line = regexp.MustCompile(`^  "([^"]+)": ("(?:[^"\\]|\\.)*"),?$`)

// texts reads a language file, which has a key and a text on each line. It returns the keys in their
// order, and the texts by key.
func texts(t *testing.T, name string) (keys []string, byKey map[string]string) {
	data := must.Have(os.ReadFile("page/lang/" + name))
	byKey = map[string]string{}
	for i, text := range strings.Split(string(data), "\n") {
		if text == "" || text == "{" || text == "}" {
			continue
		}
		m := line.FindStringSubmatch(text)
		require.NotNil(t, m, "%s:%d: want a line like \"white\": \"White\",", name, i+1)
		assert.NotContains(t, byKey, m[1], "%s:%d", name, i+1)
		var value string
		require.NoError(t, json.Unmarshal([]byte(m[2]), &value))
		keys, byKey[m[1]] = append(keys, m[1]), value
	}
	return keys, byKey
}

func TestLanguagesHaveTheSameTexts(t *testing.T) {
	keys, en := texts(t, "en.json")
	germanKeys, de := texts(t, "de.json")
	assert.Equal(t, keys, germanKeys, "the same keys in the same order")
	placeholders := regexp.MustCompile(`\{\w+\}`)
	sorted := func(text string) []string {
		return slices.Sorted(slices.Values(placeholders.FindAllString(text, -1)))
	}
	for key, text := range en {
		assert.Equal(t, sorted(text), sorted(de[key]), "placeholders of %q", key)
		assert.NotEmpty(t, text, key)
		assert.NotEmpty(t, de[key], key)
	}
}

// The language file has every text that the page uses, and the page uses every text of the file.
func TestThePageAndItsTextsFit(t *testing.T) {
	_, en := texts(t, "en.json")
	var quoted []string    // strings of the scripts that may be keys
	var begin = []string{} // beginnings of keys whose ends the scripts compute
	asked := map[string]bool{"name": true}
	files := must.Have(filepath.Glob("page/*.html"))
	require.Len(t, files, 3)
	for _, file := range append(files, must.Have(filepath.Glob("page/js/*.js"))...) {
		text := string(must.Have(os.ReadFile(file)))
		for _, m := range regexp.MustCompile(`data-(?:t|label)="([^"]*)"|\bt\("([^"]*)"`).
			FindAllStringSubmatch(text, -1) {
			key := m[1] + m[2]
			assert.Contains(t, en, key, file)
			asked[key] = true
		}
		for _, m := range regexp.MustCompile(`"([\w.]+)"`).FindAllStringSubmatch(text, -1) {
			quoted = append(quoted, m[1])
		}
		for _, m := range regexp.MustCompile("`([\\w.]+\\.)\\$\\{").FindAllStringSubmatch(text, -1) {
			begin = append(begin, m[1])
		}
	}
	for _, kind := range machine.FailureKinds() {
		assert.Contains(t, en, "failure."+kind)
	}
	for key := range en {
		isAsked := asked[key] || slices.Contains(quoted, key) ||
			slices.ContainsFunc(begin, func(b string) bool { return strings.HasPrefix(key, b) })
		assert.True(t, isAsked, "the page never shows %q", key)
	}
}

// server is a site whose clock stands still until wait advances it.
type server struct {
	http.Handler
	t    testing.TB
	late *atomic.Int64
}

func serve(t testing.TB, c web.Config) server {
	site, late := must.Have(web.NewSite(c)), new(atomic.Int64)
	opened := time.Date(1978, 3, 1, 10, 0, 0, 0, time.UTC)
	site.SetClock(func() time.Time { return opened.Add(time.Duration(late.Load())) })
	return server{site.Handler(), t, late}
}

// wait advances the server's clock.
func (s server) wait(d time.Duration) { s.late.Add(int64(d)) }

// pictured is a time after which the server accepts the next picture.
const pictured = 60 * time.Millisecond

// ask sends a request with headers: names, each followed by its value.
func (s server) ask(method, url, body string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, url, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, request)
	return answer
}

const address = "http://127.0.0.1"

func (s server) get(path string) *httptest.ResponseRecorder {
	return s.ask(http.MethodGet, address+path, "")
}

// posts sends a body, requires the status of the answer, and returns its text.
func (s server) posts(path, body string, want int) string {
	s.t.Helper()
	answer := s.ask(http.MethodPost, address+path, body)
	require.Equal(s.t, want, answer.Code, "%s %s: %s", path, body, answer.Body)
	return answer.Body.String()
}

// staff sends the PIN, with more fields as JSON that begins with a comma.
func (s server) staff(pin, more string) (status int) {
	return s.ask(http.MethodPost, address+"/api/staff", `{"pin":"`+pin+`"`+more+`}`).Code
}

// config returns the configuration that the server sends to the page.
func (s server) config() string { return s.get("/config.json").Body.String() }

// listen opens a stream of events.
func (s server) listen(path string) *stream {
	server := httptest.NewServer(s)
	r := must.Have(server.Client().Get(server.URL + path))
	s.t.Cleanup(func() { r.Body.Close(); server.Close() })
	return &stream{s.t, r.Body, ""}
}

type stream struct {
	t    testing.TB
	body io.Reader
	text string // what was read so far
}

// until reads until a text has come a number of times.
func (s *stream) until(want string, times int) {
	s.t.Helper()
	for buffer := make([]byte, 8000); strings.Count(s.text, want) < times; {
		n, err := s.body.Read(buffer)
		s.text += string(buffer[:n])
		require.NoError(s.t, err)
	}
}

// The page loads nothing from other servers. In a sandboxed frame it cannot load its files by their
// names, so that the server also has them as one script. A kiosk must not be in a frame.
func TestWhatIsServed(t *testing.T) {
	home, kiosk := serve(t, web.Config{}), serve(t, web.Config{Kiosk: true})
	page, framed := home.get("/"), kiosk.get("/")
	policy := page.Header().Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "frame-ancestors *", "blob:"} {
		assert.Contains(t, policy, part)
	}
	assert.NotContains(t, policy, "unsafe-inline")
	assert.Empty(t, page.Header().Get("Set-Cookie"))
	for _, foreign := range []string{"<script>", "style=", "://"} {
		assert.NotContains(t, page.Body.String(), foreign)
	}
	assert.Equal(t, "cross-origin", page.Header().Get("Cross-Origin-Resource-Policy"))
	assert.Equal(t, "same-origin", framed.Header().Get("Cross-Origin-Resource-Policy"))
	assert.NotContains(t, framed.Header().Get("Content-Security-Policy"), "blob:")

	for _, name := range []string{"sargon.wasm.lzma", "config.json", "lang/de.json", "js/app.js"} {
		assert.Contains(t, home.get("/files.js").Body.String(), `"`+name+`":`)
	}
	assert.Equal(t, http.StatusNotFound, kiosk.get("/files.js").Code)
	assert.Contains(t, page.Body.String(), `<body data-view="play" class="begun">`)
	assert.Contains(t, framed.Body.String(), `<body data-view="demo" class="kiosk attract begun">`)
	for _, path := range []string{"/staff", "/staff.html", "/wall", "/wall.html", "/api/orders",
		"/sargon.wasm.sources", "/web/index.html", "/lang/"} {
		assert.Equal(t, http.StatusNotFound, home.get(path).Code, path)
	}
	assert.NotEqual(t, http.StatusOK, home.staff("", ""))
	program := home.get("/sargon.wasm.lzma")
	assert.Equal(t, http.StatusOK, program.Code)
	assert.Empty(t, program.Header().Get("Content-Encoding"), "the page unpacks it")
}

// The annotated listing of the embedded ROM is a page of its own. A kiosk does not have it.
func TestTheProgramLineByLine(t *testing.T) {
	s, kiosk := serve(t, web.Config{}), serve(t, web.Config{Kiosk: true})
	index := s.get("/").Body.String()
	for language, words := range map[string]string{"en": "called by", "de": "aufgerufen von"} {
		name := "program-" + language + ".html"
		assert.Contains(t, index, `href="`+name+`"`)
		page := s.get("/" + name)
		assert.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
		for _, part := range []string{
			words, "<html lang=" + language + ">", `id="search_down"`,
			// A click runs to a line; if this search never reaches its label, then in another search.
			`href="index.html#view=inside&amp;fen=3r2k1/[^"]*&amp;level=2&amp;at=[0-9A-F]{4}"`,
			`id="attack_queen">.*<a href="index.html#view=inside&amp;fen=r1bqkbnr/`,
		} {
			assert.Regexp(t, part, page.Body.String())
		}
		script := regexp.MustCompile(`(?s)<script>(.*)</script>`).FindSubmatch(page.Body.Bytes())
		require.NotNil(t, script)
		sum := sha256.Sum256(script[1])
		assert.Contains(t, page.Header().Get("Content-Security-Policy"),
			"script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		assert.Equal(t, http.StatusNotFound, kiosk.get("/"+name).Code)
	}
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
	orders := s.listen("/api/orders") // a screen that listens
	var reply struct {
		Token    string
		Screens  int
		Counters map[string]int
	}
	require.NoError(t, json.Unmarshal([]byte(s.posts("/api/staff", `{"pin":"4711"}`, http.StatusOK)), &reply))
	assert.Equal(t, map[string]int{"games": 1, "moves": 2, "1-0": 1}, reply.Counters)
	assert.Equal(t, 1, reply.Screens)
	require.Equal(t, http.StatusOK, s.staff("4711", ""),
		"a second login does not end the first one")
	s.posts("/api/staff", `{"token":"`+reply.Token+`","volume":400,"language":"de","reset":true}`,
		http.StatusOK)
	orders.until("}", 1)
	assert.Contains(t, orders.text, `"reset":true,"volume":100`)
	assert.Contains(t, s.config(), `"language":"de"`)
}

// The settings of the staff are kept over a power failure, and have precedence over the flags.
func TestTheRoomStandsAsItStood(t *testing.T) {
	c := web.Config{Kiosk: true, PIN: "4711", StaffFile: filepath.Join(t.TempDir(), "staff.json"),
		Public: "https://museum.example/"}
	for _, power := range []struct{ stands, sets string }{
		{`"language":"","volume":0,"public":"https://museum.example/"`, `,"language":"de"`},
		{`"language":"de","volume":0,"public":"https://museum.example/"`, `,"volume":40`},
		{`"language":"de","volume":40,"public":"https://museum.example/"`, `,"public":"","volume":0`},
		{`"language":"de","volume":0,"public":""`, ""},
	} {
		s := serve(t, c)
		assert.Contains(t, s.config(), power.stands)
		assert.Equal(t, http.StatusOK, s.staff("4711", power.sets))
	}
}

// The exhibit also runs if the file of settings cannot be read or written. The log then has a line.
func TestSettingsThatAreLost(t *testing.T) {
	var log strings.Builder
	c := web.Config{Kiosk: true, PIN: "4711", StaffFile: filepath.Join(t.TempDir(), "staff.json"), Log: &log}
	for _, text := range []string{"", "{", `{"volume":"loud"}`, `{"public":"javascript:alert(1)"}`,
		`{"language":"a long language"}`, "\x00"} {
		require.NoError(t, os.WriteFile(c.StaffFile, []byte(text), 0o644))
		log.Reset()
		s := serve(t, c)
		assert.Regexp(t, "^[^\n]*settings are forgotten: "+regexp.QuoteMeta(c.StaffFile)+": [^\n]+\n$",
			log.String(), text)
		assert.Contains(t, s.config(), `"language":"","volume":0,"public":""`, text)
		require.Equal(t, http.StatusOK, s.staff("4711", `,"volume":20`))
		assert.JSONEq(t, `{"volume":20}`, string(must.Have(os.ReadFile(c.StaffFile))), "the file is usable again")
	}
	c.StaffFile = filepath.Join(c.StaffFile, "staff.json") // in a folder that is a file
	s := serve(t, c)
	require.Equal(t, http.StatusOK, s.staff("4711", `,"volume":30`))
	assert.Contains(t, log.String(), "the staff's settings hold until the server ends: ")
	assert.Contains(t, s.config(), `"volume":30`)
	orders := s.listen("/api/orders") // a page that was loaded before the server was started
	orders.until("}", 1)
	assert.Contains(t, orders.text, `"volume":30`)
}

func TestTheAddressForVisitorsAtHome(t *testing.T) {
	const first, other = "https://museum.example/", "http://other.example/sargon"
	s := serve(t, web.Config{Kiosk: true, PIN: "4711", Public: first})
	for _, change := range []struct{ to, then string }{
		{"javascript:alert(1)", first}, {"museum", first}, {other, other}, {"https://", other},
		{"https://m.example/#x", other}, {"https://m.example/" + strings.Repeat("x", 300), other}, {"", ""},
	} {
		isGood := change.to == change.then
		assert.Equal(t, map[bool]int{true: http.StatusOK, false: http.StatusBadRequest}[isGood],
			s.staff("4711", `,"public":"`+change.to+`"`), change.to)
		assert.Contains(t, s.config(), `"public":"`+change.then+`"`)
		_, err := web.NewSite(web.Config{Public: change.to})
		assert.Equal(t, isGood, err == nil, "%s: %v", change.to, err)
	}
}

// From the third wrong PIN on an address has to wait: each time twice as long, but never more than a
// minute, so that the staff is not locked out.
func TestThePINCannotBeGuessed(t *testing.T) {
	var log strings.Builder
	s := serve(t, web.Config{PIN: "4711", Log: &log})
	try := func(pin string) int { return s.staff(pin, "") }
	for range 2 {
		assert.Equal(t, http.StatusUnauthorized, try("0000"))
	}
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		assert.Equal(t, http.StatusUnauthorized, try("0000"))
		assert.Equal(t, http.StatusTooManyRequests, try("4711"), "even the right PIN has to wait now")
		s.wait(time.Duration(seconds)*time.Second - time.Millisecond)
		assert.Equal(t, http.StatusTooManyRequests, try("0000"), "%d s", seconds)
		s.wait(time.Millisecond)
	}
	s.posts("/api/staff", `{"token":"0"}`, http.StatusUnauthorized)
	assert.Contains(t, s.posts("/api/staff", `{"pin":"4711"}`, http.StatusOK),
		`"wrongPins":{"count":10,"from":"192.0.2.1","ago":60}`)
	assert.Equal(t, http.StatusUnauthorized, try("0000"))
	assert.Equal(t, http.StatusOK, try("4711"), "forgiven")
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	require.Len(t, lines, 11, "a line for each wrong PIN")
	assert.Regexp(t, `^[-0-9]+ [:0-9]+ wrong PIN from 192\.0\.2\.1, 1 in a row; the next one in 0s$`, lines[0])
	assert.Regexp(t, ` 10 in a row; the next one in 1m0s$`, lines[9])
}

func TestConfigurationsThatAreWrong(t *testing.T) {
	for _, c := range []web.Config{{PIN: "1"}, {Secret: "short"}, {Secret: "with spaces"}, {Idle: time.Second},
		{Captions: "there is no such folder"}} {
		_, err := web.NewSite(c)
		assert.Error(t, err)
	}
}

// A third language needs a file, which may leave out texts, and no code.
func TestAThirdLanguage(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "fr.json"),
		[]byte(`{"name":"Français","piece.knight":"cavalier"}`), 0o600))
	s := serve(t, web.Config{Captions: dir})
	assert.Contains(t, s.config(), "Français")
	words := s.get("/lang/fr.json").Body.String()
	assert.Contains(t, words, "cavalier")
	assert.Contains(t, words, `"view.inside": "Inside"`, "English replaces a missing text")
	for text, want := range map[string]string{
		`{"view.play":"Jugar"}`:                                      "es.json does not say what the language is called",
		"{\n\"name\": \"Español\",\n\"view.plai\": \"Jugar\"\n}":     `es.json:3: the page has no text "view.plai"`,
		"{\n\"name\": \"Español\",\n\n\"faster\": \"{time} veces\"}": `es.json:4: "faster" has {time}: want only`,
		`{"name": ["Español"]}`:                                      "es.json is no file of texts",
		"":                                                           "es.json is no file of texts",
	} {
		dir = t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "es.json"), []byte(text), 0o600))
		_, err := web.NewSite(web.Config{Captions: dir})
		assert.ErrorContains(t, err, "captions in "+dir+": "+want)
	}
}

// The plain files are no kiosk, which would need a server. They contain the user's own ROM image.
func TestPlainFiles(t *testing.T) {
	edition := must.Have(roms.Open(programtest.OtherROM(t), roms.Options{}))
	site := must.Have(web.NewSite(web.Config{Kiosk: true, Rom: edition}))
	contents := must.Have(site.Files())
	for name, want := range map[string]string{
		"config.json": `"kiosk":false`, "rom.json": `{"Name":"main.z80",`, "program-de.html": "aufgerufen von",
	} {
		assert.True(t, strings.Contains(string(contents[name]), want), name)
	}
}

// secret is in the address of the page that the wall shows.
const secret = "SCHOLARSMATE"

// pictureOf returns what a page sends for the wall.
func pictureOf(secret, reason string) string {
	cells := base64.StdEncoding.EncodeToString(make([]byte, 64*32))
	return fmt.Sprintf(`{"secret":%q,"picture":{"screen":%q,
		"game":{"moves":[],"reason":%q}}}`, secret, cells, reason)
}

// All walls show the page that has the secret, and no other page.
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
			wall.until(p.text, 1) // before a newer picture replaces it
			other.until(p.text, 1)
		}
		s.wait(pictured)
	}
	assert.NotContains(t, wall.text, `"reason":"of `)
	assert.NotContains(t, strings.ToLower(wall.text), "secret", "visitors must not learn it")
	assert.NotContains(t, wall.text, secret)
	for _, path := range []string{"/config.json", "/", "/wall"} {
		assert.NotContains(t, s.get(path).Body.String(), secret, path)
	}
}

func TestEveryServerHasASecretOfItsOwn(t *testing.T) {
	one := must.Have(web.NewSite(web.Config{Wall: true}))
	other := must.Have(web.NewSite(web.Config{Wall: true}))
	assert.NotEqual(t, one.Secret(), other.Secret())
	assert.Greater(t, len(one.Secret()), 20)
}

// The server refuses requests that pages of other servers make a browser send, and requests through a
// proxy that does not pass on the Host. They do not count as wrong PINs.
func TestOtherPagesAreRefused(t *testing.T) {
	const museum = "chess.museum.example"
	s := serve(t, web.Config{Kiosk: true, Wall: true, Secret: secret, PIN: "4711", Host: museum})
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
			answer := s.ask(http.MethodPost, "http://"+from.host+path, body, "Origin", from.origin,
				"Sec-Fetch-Site", from.site, "X-Forwarded-For", "10.0.0.2")
			assert.Equal(t, from.refused, answer.Code == http.StatusForbidden, "%s %+v", path, from)
			assert.Equal(t, from.refused, strings.Contains(answer.Body.String(), "a proxy must pass on the Host"))
		}
	}
}

func TestTextIsPackedForWhoTakesIt(t *testing.T) {
	s := serve(t, web.Config{})
	packed := s.ask(http.MethodGet, address+"/js/app.js", "", "Accept-Encoding", "gzip")
	assert.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	plain := s.get("/js/app.js")
	assert.Empty(t, plain.Header().Get("Content-Encoding"))
	assert.NotEqual(t, plain.Header().Get("ETag"), packed.Header().Get("ETag"))
	text := must.Have(io.ReadAll(must.Have(gzip.NewReader(packed.Body))))
	assert.Equal(t, plain.Body.String(), string(text))
}

func TestWhoPostsTooOftenHasToWait(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, Secret: secret})
	answers := map[int]int{}
	for range 300 {
		answers[s.ask(http.MethodPost, address+"/api/count", `{"what":"games"}`).Code]++
	}
	assert.Equal(t, 100, answers[http.StatusTooManyRequests], "the first 200 are accepted")
	s.wait(time.Second)
	s.posts("/api/count", `{"what":"games","secret":"`+secret+`"}`, http.StatusNoContent)
}

// The server has room for 500 streams. When they have ended it has room for others.
func TestStreamsAreLimited(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true})
	ctx, cancel := context.WithCancel(context.Background())
	var streams sync.WaitGroup
	refused, welcome := make(chan struct{}, 501), make(chan struct{}, 501)
	listen := func(ctx context.Context) {
		request := httptest.NewRequestWithContext(ctx, http.MethodGet, address+"/api/orders", nil)
		answer := &flushes{httptest.NewRecorder(), func() { welcome <- struct{}{} }}
		streams.Go(func() {
			s.ServeHTTP(answer, request)
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

// flushes calls flushed when something is sent.
type flushes struct {
	*httptest.ResponseRecorder
	flushed func()
}

func (f *flushes) FlushError() error { f.flushed(); return nil }

// The wall gets orders, too. Pictures that come at the same time do not replace them.
func TestTheWallHearsTheStaff(t *testing.T) {
	s := serve(t, web.Config{Wall: true, Secret: secret, Kiosk: true, PIN: "4711"})
	wall := s.listen("/api/wall")
	wall.until("welcome", 1)
	for range 3 {
		require.Equal(t, http.StatusOK, s.staff("4711", `,"reset":true,"language":"de"`))
		s.posts("/api/screen", pictureOf(secret, "one"), http.StatusNoContent)
		s.wait(pictured)
	}
	wall.until(`"one"`, 1)
	wall.until("event: order", 3)
	assert.Contains(t, wall.text, `"language":"de","public":"","reset":true`)
}

// The server refuses other host names: an attacker's page could have a name that leads to this server
// (DNS rebinding).
func TestNamesOfTheServer(t *testing.T) {
	s := serve(t, web.Config{Kiosk: true, Host: "chess.museum.example"})
	own, _, _ := strings.Cut(must.Have(os.Hostname()), ".")
	for host, known := range map[string]bool{
		"127.0.0.1:8078": true, "192.168.1.20:8078": true, "[::1]:8078": true, "localhost": true,
		"exhibit:8078": false, "exhibit.local": false, "evil": false, own: true, own + ".local:80": true,
		"Chess.Museum.Example:8078": true, "elsewhere.example": false,
		"127.0.0.1.elsewhere.example:80": false,
	} {
		assert.Equal(t, map[bool]int{true: http.StatusOK, false: http.StatusMisdirectedRequest}[known],
			s.ask(http.MethodGet, "http://"+host+"/config.json", "").Code, host)
	}
}

func FuzzPosts(f *testing.F) {
	s := serve(f, web.Config{Kiosk: true, Wall: true, Secret: secret, PIN: "471100"})
	f.Add("/api/staff", `{"pin":"1","token":"","reset":true,"volume":-1}`)
	f.Add("/api/count", `{"what":"1-0","by":-1}`)
	f.Add("/api/screen", `{"secret":"SCHOLARSMATE","screen":"AAAA","game":{}}`)
	f.Fuzz(func(t *testing.T, path, body string) {
		request := httptest.NewRequest(http.MethodPost, address, strings.NewReader(body))
		request.URL.Path = path
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, request)
		if path == "/api/staff" && answer.Code == http.StatusOK {
			t.Errorf("the staff page let %q in", body)
		}
	})
}
