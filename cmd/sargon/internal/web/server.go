package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
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
	writeTimeout    = 2 * time.Minute // for a file; streams set their own deadlines
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 2 * time.Second
	maxHeader       = 16 << 10
	maxBody         = 8 << 10
	maxConnections  = 2000
)

// contentPolicy forbids the page to load anything from another server, and to run a script that is not
// one of its files. WebAssembly must be allowed by name.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'%[1]s; " +
	"worker-src 'self'%[1]s; style-src 'self'; font-src 'self'; img-src 'self'; " +
	"connect-src 'self'%[1]s; base-uri 'none'; form-action 'none'; frame-ancestors %[2]s"

// Serve listens until the context ends. It calls ready with the address of the page.
func (s *Site) Serve(ctx context.Context, addr string, ready func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; --addr names another address, like 127.0.0.1:8079", addr, err)
	}
	server := &http.Server{
		Handler: s.Handler(), ReadTimeout: readTimeout, ReadHeaderTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }, // its end ends the streams
	}
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(ended)
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		if server.Shutdown(end) != nil {
			_ = server.Close()
		}
	})
	ready("http://" + listener.Addr().String() + "/")
	err = server.Serve(netutil.LimitListener(listener, maxConnections))
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}

// Handler answers every request to the server.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", s.fileHandler())
	if !s.config.Kiosk {
		mux.HandleFunc("GET /files.js", s.file("files.js", "", s.script)) // for a page in a sandboxed frame
		for name, make := range programs() {
			mux.HandleFunc("GET /"+name, s.file(name, listing.ContentPolicy(), make))
		}
	}
	mux.HandleFunc("GET /config.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		writeJSON(w, s.pageConfig())
	})
	if s.config.Kiosk {
		mux.HandleFunc("POST /api/count", s.room.count)
		mux.HandleFunc("GET /api/orders", func(w http.ResponseWriter, r *http.Request) {
			s.room.stream(w, r, false)
		})
	}
	if s.config.PIN != "" {
		mux.HandleFunc("POST /api/staff", s.room.staff)
	}
	if s.config.Wall {
		mux.HandleFunc("POST /api/screen", s.room.publish)
		mux.HandleFunc("GET /api/wall", func(w http.ResponseWriter, r *http.Request) {
			s.room.stream(w, r, true)
		})
	}
	// In the sandboxed frame of an article the page has no origin, so that its own files count as
	// foreign. Therefore every page may read them, and js/start.js gives them blob: addresses.
	policy, readers := fmt.Sprintf(contentPolicy, " blob:", "*"), "cross-origin"
	if s.config.Kiosk {
		policy, readers = fmt.Sprintf(contentPolicy, "", "'none'"), "same-origin"
	}
	// Refuse requests that pages of other servers make a browser send.
	ours := http.NewCrossOriginProtection()
	ours.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this comes from another page; a proxy must pass on the Host of the visitor",
			http.StatusForbidden)
	}))
	handler := ours.Handler(mux)
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
		if r.Method == http.MethodPost && !s.room.posts.AllowN(s.room.now(), 1) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		handler.ServeHTTP(w, r)
	})
}

// knownHost reports whether a request may name this host: any IP address, the names of this computer,
// and Config.Host. With any other name the page of an attacker, whose name leads to this server, would
// have the same origin as our page (DNS rebinding).
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

// kinds are the media types of files, the same on every system.
var kinds = map[string]string{
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".woff2": "font/woff2",
	".pgn":  "application/vnd.chess-pgn; charset=utf-8",
	".lzma": "application/octet-stream", ".png": "image/png",
}

// fileHandler serves the files of the page; other paths do not exist.
func (s *Site) fileHandler() http.Handler {
	handlers := map[string]http.HandlerFunc{}
	for name, data := range s.contents {
		path, there := "/"+name, true
		switch name {
		case "staff.html":
			path, there = "/staff", s.config.PIN != ""
		case "wall.html":
			path, there = "/wall", s.config.Wall
		}
		if there {
			handlers[path] = s.file(name, "", func() ([]byte, error) { return data, nil })
		}
	}
	handlers["/"] = handlers["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler, ok := handlers[r.URL.Path]
		if !ok {
			handler = http.NotFound
		}
		handler(w, r)
	})
}

// file serves one file, which make returns at the first request. policy is the content policy of the
// file, or "" for that of all files.
func (s *Site) file(name, policy string, make func() ([]byte, error)) http.HandlerFunc {
	type sent struct {
		plain, packed []byte
		tag           string
	}
	extension := path.Ext(name)
	made := sync.OnceValues(func() (f sent, err error) {
		if f.plain, err = make(); err != nil {
			return f, err
		}
		f.tag = fmt.Sprintf("%.12x", sha256.Sum256(f.plain))
		switch extension {
		case ".js", ".css", ".html", ".json", ".svg", ".txt", ".pgn":
			var text bytes.Buffer
			z := gzip.NewWriter(&text)
			_, _ = z.Write(f.plain) // to memory
			_ = z.Close()
			f.packed = text.Bytes()
		}
		return f, nil
	})
	return func(w http.ResponseWriter, r *http.Request) {
		f, err := made()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		h := w.Header()
		if policy != "" {
			h.Set("Content-Security-Policy", policy)
		}
		if extension == ".woff2" && !s.config.Kiosk {
			h.Set("Access-Control-Allow-Origin", "*") // or a sandbox cannot load our fonts
		}
		h.Set("Content-Type", kinds[extension])
		if f.packed != nil {
			h.Set("Vary", "Accept-Encoding")
			if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				h.Set("Content-Encoding", "gzip")
				f.plain, f.tag = f.packed, f.tag+"z"
			}
		}
		h.Set("ETag", `"`+f.tag+`"`)
		h.Set("Cache-Control", "no-cache") // the browser asks each time, and gets the file only if it has changed
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.plain))
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
