// Build compiles the machine to WebAssembly for the page. It also writes a checksum of the sources, and
// the types of the JSON that the program sends to the page. It runs in the folder of package web:
//
//	go generate ./cmd/sargon/internal/web          write all of it into page
//	go run ./build --check                         fail if the program in page has other sources
//	go run ./build --overlay DIR                   write the program into DIR, and overlay.json there
//
// With go build -overlay DIR/overlay.json a build of sargon contains the program of the present sources,
// whatever program is in page.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"sargon78/sargon/files"
)

const program = "./wasm"

// cold are the packages in which a search spends no time. Their functions are not inlined.
//
// That makes the packed program a seventeenth smaller, and a search takes as long as before. Other
// means were tried too; a plain build with -s -w has 1 965 000 bytes after gzip -9. Symbols would add
// 38 000 bytes. No inlining at all saves 189 000, but a search takes a third longer. wasm-opt -O2 saves
// 12 000 of the unpacked bytes and makes a search a tenth slower; -Oz saves 7 000. The settings satconv
// and signext change nothing: they are the default by now. The program links nothing that the page does
// not need; for instance, no regular expressions.
//
// Dividing the program in two would not make the start much quicker. The Go engine and the reasons of
// moves are not needed for playing. Without them the packed program is 76 000 bytes smaller, which is
// 0.4 s at 1.6 Mbit/s; but the second program, which has them, would repeat nearly all of the first.
var cold = strings.Fields(`encoding/json reflect fmt strconv strings bytes bufio io io/fs os path
	path/filepath time context maps embed syscall internal/poll internal/reflectlite archive/zip
	compress/flate text/tabwriter
	sargon78/emu/asm sargon78/emu/timeline sargon78/emu/z80/translator sargon78/roms
	sargon78/sargon/session sargon78/sargon/game/... sargon78/sargon/files
	sargon78/sargon/emulated/states sargon78/sargon/emulated/debugger
	sargon78/cmd/sargon/internal/web/machine`)

func main() {
	checks := flag.Bool("check", false, "fail if page has the program of older sources")
	folder := flag.String("overlay", "", "`DIR` folder for the program and an overlay of go build")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *checks:
		err = check()
	case *folder != "":
		err = overlay(*folder)
	default:
		err = generate()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

const (
	packedFile  = "page/sargon.wasm.lzma"
	sourcesFile = "page/sargon.wasm.sources"
)

// check returns an error if the program in page was not made of the present sources. The version of Go
// does not matter.
func check() error {
	want, err := manifest()
	if err != nil {
		return err
	}
	have, err := os.ReadFile(sourcesFile)
	if err != nil {
		return err
	}
	hash := func(manifest string) string { return manifest[strings.Index(manifest, "hash"):] }
	if hash(want) != hash(string(have)) {
		return errors.New(packedFile + " is older than its sources: run go generate ./cmd/sargon/internal/web")
	}
	return nil
}

// overlay writes the packed program of the present sources into a folder, and overlay.json, which makes
// go build use it in place of the one in page.
func overlay(folder string) error {
	_, packed, err := compile()
	if err != nil {
		return err
	}
	program, err := filepath.Abs(filepath.Join(folder, filepath.Base(packedFile)))
	if err != nil {
		return err
	}
	page, err := filepath.Abs(packedFile)
	if err != nil {
		return err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {page: program}})
	if err != nil {
		return err
	}
	if err := files.WriteFile(program, nil, files.Bytes(packed)); err != nil {
		return err
	}
	return files.WriteFile(filepath.Join(folder, "overlay.json"), nil, files.Bytes(replace))
}

// compile returns the size of the program in bytes, and the program packed by pack.
func compile() (size int, packed []byte, err error) {
	dir, err := os.MkdirTemp("", "sargon78")
	if err != nil {
		return 0, nil, err
	}
	defer os.RemoveAll(dir)
	wasm := filepath.Join(dir, "sargon.wasm")
	// Leave out paths and versions of this computer: the same sources give the same bytes.
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", wasm}
	for _, name := range cold {
		args = append(args, "-gcflags="+name+"=-l")
	}
	if _, err := goTool(append(args, program)...); err != nil {
		return 0, nil, err
	}
	data, err := os.ReadFile(wasm)
	if err != nil {
		return 0, nil, err
	}
	packed, err = pack(data)
	return len(data), packed, err
}

// pack packs data as LZMA, with xz. Of 7 405 514 bytes, gzip -9 makes 1 895 000; brotli makes 1 381 000,
// but browsers accept it from secure servers only; LZMA makes 1 333 000. js/program.js unpacks LZMA in
// 0.3 s, while it is being loaded. browser/first.mjs measures how long a first visit takes.
func pack(data []byte) ([]byte, error) {
	xz := exec.Command("xz", "--format=lzma", "-9e", "--stdout")
	xz.Stdin, xz.Stderr = bytes.NewReader(data), os.Stderr
	packed, err := xz.Output()
	if err != nil {
		return nil, fmt.Errorf("xz, of the package xz-utils, is needed: %w", err)
	}
	const size = 5 // the index of the size in the header; xz leaves it open when it reads a pipe
	binary.LittleEndian.PutUint64(packed[size:], uint64(len(data)))
	return packed, nil
}

// generate writes the program, its manifest, Go's script for WebAssembly and the types of the JSON.
func generate() error {
	size, packed, err := compile()
	if err != nil {
		return err
	}
	manifest, err := manifest()
	if err != nil {
		return err
	}
	goRoot, err := goTool("env", "GOROOT")
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(goRoot), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name string
		data []byte
	}{
		{typesFile, []byte(types())},
		{"page/js/wasm_exec.js", script}, {packedFile, packed},
		{sourcesFile, []byte(manifest)}, // last, when the others are written
	} {
		if err := files.WriteFile(file.name, nil, files.Bytes(file.data)); err != nil {
			return err
		}
	}
	fmt.Printf("sargon.wasm: %d bytes, %d packed\n", size, len(packed))
	return nil
}

// manifest returns the version of Go and a checksum of all sources of the program. check compares it, and
// so need not build the program.
func manifest() (text string, err error) {
	const sources = `{{with .Module}}{{if .Main}}{{$at := $.Dir}}` +
		`{{range $.GoFiles}}{{$at}}/{{.}}{{"\n"}}{{end}}` +
		`{{range $.EmbedFiles}}{{$at}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	list, err := goTool("list", "-deps", "-f", sources, program)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for name := range strings.Lines(list) {
		data, err := os.ReadFile(strings.TrimSpace(name))
		if err != nil {
			return "", err
		}
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		fmt.Fprintf(hash, "%s %x\n", path.Base(name), sha256.Sum256(data))
	}
	return fmt.Sprintf("go %s\nhash %x\n", runtime.Version(), hash.Sum(nil)), nil
}

func goTool(args ...string) (string, error) {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=")
	c.Stderr = os.Stderr
	out, err := c.Output()
	return string(out), err
}
