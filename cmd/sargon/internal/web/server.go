package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"sargon78/cmd/sargon/internal/listing"
)

// Limits of the server.
const (
	readTimeout     = 10 * time.Second
	writeTimeout    = 2 * time.Minute // for a file; streams set their own
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 2 * time.Second
	maxHeader       = 16 << 10
	maxBody         = 8 << 10
	maxConnections  = 2000
)

// contentPolicy lets the page load nothing from elsewhere, and run no script that is not a file of
// ours; WebAssembly must be allowed by name.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'%[1]s; " +
	"worker-src 'self'%[1]s; style-src 'self'; font-src 'self'; img-src 'self'; " +
	"connect-src 'self'%[1]s; base-uri 'none'; form-action 'none'; frame-ancestors %[2]s"

// Serve listens until the context ends. ready is told the address of the page.
func (s *Site) Serve(ctx context.Context, addr string, ready func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := &http.Server{
		Handler: s.Handler(), ReadTimeout: readTimeout, ReadHeaderTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() {
		ended <- server.Serve(netutil.LimitListener(listener, maxConnections))
	}()
	ready("http://" + listener.Addr().String() + "/")
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop() // ends the streams of events
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(end); err != nil {
		return server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers every request to the server.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", s.fileHandler())
	if !s.config.Kiosk {
		mux.HandleFunc("GET /files.js", lazily(".js", "", s.script)) // for a page in a sandbox
		for _, language := range listing.Languages {
			mux.HandleFunc("GET /"+programPage(language), lazily(".html", listing.ContentPolicy(),
				func() ([]byte, error) { return program(language) }))
		}
	}
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		writeJSON(w, s.pageConfig())
	})
	if s.config.Kiosk {
		mux.HandleFunc("POST /api/count", s.room.count)
		mux.HandleFunc("GET /api/orders", s.room.stream(false))
	}
	if s.config.PIN != "" {
		mux.HandleFunc("POST /api/staff", s.room.staff)
	}
	if s.config.Wall {
		mux.HandleFunc("POST /api/screen", s.room.publish)
		mux.HandleFunc("GET /api/wall", s.room.stream(true))
	}
	// In the sandbox of an article the page has no origin, so its own files count as foreign:
	// anybody may read them, and js/start.js gives them names of their own.
	policy, readers := fmt.Sprintf(contentPolicy, " blob:", "*"), "cross-origin"
	if s.config.Kiosk {
		policy, readers = fmt.Sprintf(contentPolicy, "", "'none'"), "same-origin"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", readers)
		h.Set("Permissions-Policy",
			"camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()")
		if !s.config.knownHost(r.Host) {
			http.Error(w, "unknown host; use the IP address, or --host NAME",
				http.StatusMisdirectedRequest)
			return
		}
		if r.Method == http.MethodPost && !fromOurPage(r) {
			http.Error(w, "this comes from another page; a proxy must pass on the Host of the visitor", http.StatusForbidden)
			return
		}
		if r.Method == http.MethodPost && !s.room.posts.AllowN(s.room.now(), 1) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		mux.ServeHTTP(w, r)
	})
}

// knownHost refuses names of foreign computers: their pages would count as ours if the name led
// here (DNS rebinding). Numbers are safe, and so are this computer's own names.
func (c *Config) knownHost(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = hostPort
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	own, _ := os.Hostname()
	own, _, _ = strings.Cut(strings.ToLower(own), ".")
	return net.ParseIP(host) != nil || host == "localhost" || host == own || host == own+".local" ||
		strings.EqualFold(host, c.Host)
}

// fromOurPage refuses requests that other pages make a browser send.
func fromOurPage(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	_, host, ok := strings.Cut(origin, "://")
	return origin == "" || ok && host == r.Host
}

// kinds are the media types of files, the same on every system.
var kinds = map[string]string{
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".woff2": "font/woff2",
	".pgn": "application/vnd.chess-pgn; charset=utf-8",
	".gz":  "application/octet-stream", ".png": "image/png",
}

// fileHandler serves the files of the page; other paths do not exist.
func (s *Site) fileHandler() http.Handler {
	tags, packed := map[string]string{}, map[string]func() []byte{}
	for name, data := range s.contents {
		sum := sha256.Sum256(data)
		tags[name] = hex.EncodeToString(sum[:12])
		switch path.Ext(name) {
		case ".js", ".css", ".html", ".json", ".svg", ".txt", ".pgn":
			packed[name] = sync.OnceValue(func() []byte {
				var text bytes.Buffer
				z := gzip.NewWriter(&text)
				_, _ = z.Write(data) // to memory
				_ = z.Close()
				return text.Bytes()
			})
		}
	}
	pages := map[string]string{"/": "index.html", "/index.html": "index.html"}
	if s.config.PIN != "" {
		pages["/staff"] = "staff.html"
	}
	if s.config.Wall {
		pages["/wall"] = "wall.html"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/authors.html" {
			http.Error(w, "this page is gone: sargon serve --help has the line for an article",
				http.StatusGone)
			return
		}
		name, ok := pages[r.URL.Path]
		if !ok {
			name = strings.TrimPrefix(r.URL.Path, "/")
			if strings.HasSuffix(name, ".html") {
				name = ""
			}
		}
		data, ok := s.contents[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if path.Ext(name) == ".woff2" && !s.config.Kiosk {
			w.Header().Set("Access-Control-Allow-Origin", "*") // or a sandbox cannot load our fonts
		}
		w.Header().Set("Content-Type", kinds[path.Ext(name)])
		tag := tags[name]
		if pack := packed[name]; pack != nil {
			w.Header().Set("Vary", "Accept-Encoding")
			if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				w.Header().Set("Content-Encoding", "gzip")
				data, tag = pack(), tag+"z"
			}
		}
		w.Header().Set("ETag", `"`+tag+`"`)
		w.Header().Set("Cache-Control", "no-cache") // always asked for, sent only if changed
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// lazily serves a file that is made when it is first asked for.
func lazily(extension, policy string, make func() ([]byte, error)) http.HandlerFunc {
	made := sync.OnceValues(make)
	return func(w http.ResponseWriter, r *http.Request) {
		data, err := made()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		w.Header().Set("Content-Type", kinds[extension])
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the visitor may have left
}

func readJSON(w http.ResponseWriter, r *http.Request, v any) bool {
	if err := json.NewDecoder(r.Body).Decode(v); err != nil {
		http.Error(w, "this is not understood", http.StatusBadRequest)
		return false
	}
	return true
}
