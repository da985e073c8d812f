// Package web is Sargon in a browser, for museums and for everybody: a page that runs the computer
// of 1978, and the server for it.
//
//	site, err := web.NewSite(web.Config{Kiosk: true, Idle: 90 * time.Second, PIN: "1978"})
//	err = site.Serve(ctx, "127.0.0.1:8078", func(url string) { … })
//	contents, err := site.Files()      // the same as plain files
//
// The machine runs in the visitor's browser, compiled to WebAssembly (folder wasm). The server serves
// files. In an exhibition it also counts games, passes on the staff's orders and keeps their settings.
// It stores nothing about visitors and needs no network. The page is in folder page.
//
// The page must explain itself. A test in browser/exhibit.test.mjs goes through the first three
// minutes of a visitor who knows neither chess programs nor assembler.
package web

//go:generate go run ./build

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"sargon78/cmd/sargon/internal/listing"
	"sargon78/cmd/sargon/internal/web/machine"
	"sargon78/roms"
	"sargon78/sargon/spec"
)

//go:embed page
var page embed.FS

// Config configures the page and its server. The zero value is for a visitor at home.
type Config struct {
	Kiosk     bool
	Idle      time.Duration // the time without input after which a kiosk page starts anew; 0 means 90 s
	Wait      time.Duration // the time at the speed of 1978 after which the page points out the lever; 0 means 8 s
	PIN       string        // the PIN of the staff page; empty: there is no staff page
	StaffFile string        // file for the settings of the staff; empty: they are not kept
	Wall      bool          // serve /wall, which shows the page that has Secret in its address
	// Secret is part of the address of the page that the wall shows: #publish=SECRET. If it is empty,
	// NewSite makes one: see Site.Secret.
	Secret   string
	Host     string      // host name of the server; needed only if it has a dot
	Public   string      // an address of the exhibit for visitors at home, may be empty
	Captions string      // a folder with files of further languages, may be empty
	Rom      *roms.Image // the program that the machine runs; nil is the embedded ROM
	Log      io.Writer   // gets a line for each wrong PIN and lost setting; nil: nothing is written
}

// Site is the page with its server.
type Site struct {
	config   Config
	contents map[string][]byte // the files by their names
	english  map[string]string // the English texts of the page by their keys
	room     *room
}

// NewSite checks the configuration and reads the languages.
func NewSite(c Config) (*Site, error) {
	c.Idle = cmp.Or(c.Idle, 90*time.Second)
	c.Wait = cmp.Or(c.Wait, 8*time.Second)
	c.Secret = cmp.Or(c.Secret, rand.Text())
	c.Log = cmp.Or(c.Log, io.Discard)
	if c.Idle < 5*time.Second {
		return nil, fmt.Errorf("an idle time of %v leaves visitors no time to think: want 5s or more",
			c.Idle)
	}
	if c.PIN != "" && len(c.PIN) < 4 {
		return nil, fmt.Errorf("a PIN of %d characters is too easy to guess: want 4 or more", len(c.PIN))
	}
	if len(c.Secret) < minSecret || url.QueryEscape(c.Secret) != c.Secret {
		return nil, fmt.Errorf("a secret of the wall is %d letters and digits or more, not %q", minSecret,
			c.Secret)
	}
	if err := checkPublic(c.Public); err != nil {
		return nil, err
	}
	static, _ := fs.Sub(page, "page") // fails only for an invalid name
	s := &Site{config: c, room: newRoom(c), contents: map[string][]byte{}}
	err := s.readEnglish(static)
	if err == nil {
		err = s.readLanguages(static, "lang")
	}
	if err == nil && c.Captions != "" {
		if err = s.readLanguages(os.DirFS(c.Captions), "."); err != nil {
			err = fmt.Errorf("captions in %s: %w", c.Captions, err)
		}
	}
	if err == nil {
		err = s.readFiles(static)
	}
	return s, err
}

// Secret returns the secret that must be in the address of the page which the wall shows:
// #publish=SECRET.
func (s *Site) Secret() string { return s.config.Secret }

const minSecret = 8 // characters

const maxPublic = 200 // characters: a QR code must have room for the address and a game

// checkPublic returns an error if an address cannot be used for taking a game home.
func checkPublic(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" ||
		len(address) > maxPublic {
		return fmt.Errorf("%q is not the address of a page: want one like https://museum.example/sargon/",
			address)
	}
	return nil
}

// readFiles reads the files that are the same for every visitor.
func (s *Site) readFiles(static fs.FS) error {
	err := fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "sargon.wasm.sources" || path.Dir(name) == "lang" {
			return err
		}
		s.contents[name], err = fs.ReadFile(static, name)
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		if name != "index.html" { // it is the first page; all others begin as it does, up to its script
			head, _, _ := bytes.Cut(s.contents["index.html"], []byte("<script"))
			s.contents[name] = slices.Concat(head, s.contents[name])
		}
		s.contents[name] = s.speak(s.contents[name])
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.joinStyles(); err != nil {
		return err
	}
	known, _ := spec.Lookup("games")
	s.contents["games.pgn"] = append([]byte(known.String()), s.contents["games.pgn"]...)
	rom := s.config.Rom
	if rom == nil {
		if rom, err = roms.Open("", roms.Options{}); err != nil {
			return err
		}
	}
	if s.contents["rom.json"], err = machine.Pack(rom); err != nil {
		return err
	}
	s.contents["source.txt"] = machine.PackSource(rom)
	begun, err := machine.Begin(rom)
	if err != nil {
		return fmt.Errorf("the page cannot run %s: %w", rom.Name, err)
	}
	first, err := json.Marshal(begun)
	if err != nil {
		return err
	}
	// kept are the files that sw.js keeps for times without a network, modules the scripts that
	// js/start.js loads.
	kept, modules, languages := []string{"./", "config.json"}, "", []string{}
	for _, name := range slices.Sorted(maps.Keys(s.contents)) {
		if !serverOnly.MatchString(name) {
			kept = append(kept, name)
			if path.Ext(name) == ".js" && !noModule.MatchString(name) {
				modules += name + " "
			}
			if path.Dir(name) == "lang" && !s.config.Kiosk {
				languages = append(languages, strings.TrimSuffix(path.Base(name), ".json"))
			}
		}
	}
	if !s.config.Kiosk { // a kiosk has no links to other pages
		kept = append(kept, slices.Sorted(maps.Keys(programs()))...)
	}
	s.contents["index.html"] = bytes.Replace(s.contents["index.html"], []byte("<script "), fmt.Appendf(
		nil, `<script type="application/json" id="begun">%s</script>
<script data-modules="%s" data-languages="%s" `, first, modules, strings.Join(languages, " ")), 1)
	if s.config.Kiosk { // show from the first picture on that nobody plays yet
		s.contents["index.html"] = bytes.Replace(s.contents["index.html"], []byte(`<body data-view="play" class="begun`),
			[]byte(`<body data-view="demo" class="kiosk attract begun`), 1)
	}
	s.contents["kept.json"], err = json.Marshal(kept)
	return err
}

// styles are the files of the page's style sheet by view, in the order in which later ones win.
var styles = strings.Fields("base header layout screen lens board play countdown times watch thoughts tour story inside " +
	"debugger kiosk small article")

// joinStyles joins the files of styles to one style sheet, so that one request loads them all.
func (s *Site) joinStyles() error {
	var all []byte
	for _, style := range styles {
		name := "css/" + style + ".css"
		text, ok := s.contents[name]
		if !ok {
			return fmt.Errorf("the page has no %s", name)
		}
		all = append(all, text...)
		delete(s.contents, name)
	}
	for name := range s.contents {
		if path.Dir(name) == "css" && !serverOnly.MatchString(name) {
			return fmt.Errorf("%s is in no style sheet: want its name among styles", name)
		}
	}
	s.contents["css/style.css"] = all
	return nil
}

// noModule are the scripts of the page that no other script imports.
var noModule = regexp.MustCompile(`^(sw|js/(start|program|worker|wasm_exec))\.js$`)

// speak puts English texts into a page. They are shown until its scripts have loaded a language.
func (s *Site) speak(page []byte) []byte {
	return textPattern.ReplaceAllFunc(page, func(tag []byte) []byte {
		text := s.english[string(textPattern.FindSubmatch(tag)[1])]
		return append(bytes.Clone(tag), html.EscapeString(text)...)
	})
}

// textPattern finds the elements of a page whose texts are in the language files.
var textPattern = regexp.MustCompile(`data-t="([^"]+)"[^<>]*>`)

const english = "lang/en.json"

// readEnglish reads the English texts of the page.
func (s *Site) readEnglish(static fs.FS) error {
	data, err := fs.ReadFile(static, english)
	if err == nil {
		err = json.Unmarshal(data, &s.english)
	}
	return err
}

// readLanguages reads files like fr.json, which have a key and a text on each line. English texts
// replace those that a file leaves out.
func (s *Site) readLanguages(from fs.FS, dir string) error {
	names, err := fs.Glob(from, path.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errors.New("there are no files of texts: want names like fr.json")
	}
	for _, name := range names {
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		texts, err := s.readTexts(name, data)
		if err != nil {
			return err
		}
		if len(texts) > 0 {
			if data, err = json.MarshalIndent(texts, "", "  "); err != nil {
				return err
			}
		}
		s.contents["lang/"+path.Base(name)] = data
	}
	return nil
}

// readTexts reads a file of texts. It returns them, with English texts in place of missing ones; or nil
// if no text is missing. A key that the page does not have, or a placeholder that the English text does
// not have, is an error that names the file and the line.
func (s *Site) readTexts(name string, data []byte) (map[string]string, error) {
	own := map[string]string{}
	if err := json.Unmarshal(data, &own); err != nil {
		return nil, fmt.Errorf(`%s is no file of texts: %w; want lines like "white": "Blancs",`, name, err)
	}
	if own["name"] == "" {
		return nil, fmt.Errorf(`%s does not say what the language is called: want "name": "…"`, name)
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		line := 1 + bytes.Count(data[:max(0, bytes.Index(data, []byte(`"`+key+`":`)))], []byte("\n"))
		known, ok := s.english[key]
		if !ok {
			return nil, fmt.Errorf("%s:%d: the page has no text %q: want a key of %s", name, line, key, english)
		}
		for _, placeholder := range placeholderPattern.FindAllString(own[key], -1) {
			if !strings.Contains(known, placeholder) {
				return nil, fmt.Errorf("%s:%d: %q has %s: want only those of %q", name, line, key, placeholder,
					known)
			}
		}
	}
	if len(own) == len(s.english) {
		return nil, nil
	}
	texts := maps.Clone(s.english)
	maps.Copy(texts, own)
	return texts, nil
}

// placeholderPattern finds the places in a text where the page inserts a value.
var placeholderPattern = regexp.MustCompile(`\{\w+\}`)

// pageConfig is the configuration that the server sends to the page.
type pageConfig struct {
	Kiosk     bool       `json:"kiosk"`
	Idle      int        `json:"idle"` // seconds
	Wait      float64    `json:"wait"` // seconds
	Wall      bool       `json:"wall"`
	Languages []language `json:"languages"`
	Language  string     `json:"language"`
	Volume    int        `json:"volume"` // 0–100
	Public    string     `json:"public"` // address of the exhibit for visitors at home
}

// JSONTypes are values of the types that the server sends as JSON. The page's scripts are checked
// against these types.
var JSONTypes = []any{pageConfig{}, staffReply{}}

type language struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

func (s *Site) pageConfig() pageConfig {
	p := pageConfig{Kiosk: s.config.Kiosk, Idle: int(s.config.Idle.Seconds()),
		Wait: s.config.Wait.Seconds(), Wall: s.config.Wall}
	s.room.mu.Lock()
	p.Language, p.Volume, p.Public = s.room.staffSettings.Language, s.room.staffSettings.Volume, s.room.public()
	s.room.mu.Unlock()
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(s.contents)),
		func(name string) bool { return path.Dir(name) != "lang" || name == english })
	for _, name := range append([]string{english}, others...) {
		var words struct{ Name string }
		_ = json.Unmarshal(s.contents[name], &words) // readLanguages has checked it
		code := strings.TrimSuffix(path.Base(name), ".json")
		p.Languages = append(p.Languages, language{code, words.Name})
	}
	return p
}

// Files returns the page as plain files, for any web host and for a folder opened without one.
func (s *Site) Files() (map[string][]byte, error) {
	contents := s.plainFiles()
	var err error
	if contents["files.js"], err = s.script(); err != nil {
		return nil, err
	}
	for name, make := range programs() {
		if contents[name], err = make(); err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// program returns the annotated listing of the embedded ROM. It never shows a ROM image of the user,
// which may not be published.
var program = sync.OnceValues(func() (*listing.Listing, error) {
	image, err := roms.Open("", roms.Options{})
	if err != nil {
		return nil, err
	}
	return listing.New(context.Background(), image,
		listing.Options{Case: roms.Example, Page: "index.html"})
})

// programs returns the pages of the annotated program by file name: for each, a function that writes it.
func programs() map[string]func() ([]byte, error) {
	pages := map[string]func() ([]byte, error){}
	for _, language := range listing.Languages {
		pages["program-"+language+".html"] = func() ([]byte, error) {
			l, err := program()
			if err != nil {
				return nil, err
			}
			var text bytes.Buffer
			err = l.WritePage(&text, language)
			return text.Bytes(), err
		}
	}
	return pages
}

// plainFiles returns the files of a page that does not exchange messages with a server.
func (s *Site) plainFiles() map[string][]byte {
	contents := maps.Clone(s.contents)
	maps.DeleteFunc(contents, func(name string, _ []byte) bool { return serverOnly.MatchString(name) })
	config := s.pageConfig()
	config.Kiosk, config.Wall = false, false          // these need the server
	contents["config.json"], _ = json.Marshal(config) // cannot fail
	return contents
}

// script returns a script that contains all files as data, for js/start.js. A page that was opened from
// a folder cannot load the files themselves.
func (s *Site) script() ([]byte, error) {
	held := s.plainFiles()
	maps.DeleteFunc(held, func(name string, _ []byte) bool {
		return !slices.Contains([]string{".js", ".json", ".lzma", ".pgn", ".txt"}, path.Ext(name))
	})
	text, err := json.Marshal(held)
	return fmt.Appendf(nil, "const sargonFiles = %s;\n", text), err
}

// serverOnly matches the files of pages that need the server.
var serverOnly = regexp.MustCompile(`^(js/|css/)?(staff|wall)\b`)
