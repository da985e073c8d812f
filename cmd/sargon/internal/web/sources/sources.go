// Package sources tells what a WebAssembly program was made of, so that a test notices without
// building it when it is older than its sources.
//
//	hash, err := sources.Hash("../../..", dirs)
package sources

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
)

// Manifest is the content of the file beside the program: the version of Go, the folders and their
// hash.
type Manifest struct {
	Go   string
	Dirs []string // of packages, relative to the module's folder
	Hash string
}

// Hash returns the checksum of everything in the folders that goes into a program: Go files except
// tests, assembler source, and what the module requires.
func Hash(module string, dirs []string) (string, error) {
	root := os.DirFS(module)
	var names []string
	for _, dir := range dirs {
		entries, err := fs.ReadDir(root, dir)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				names = append(names, path.Join(dir, name))
			}
		}
		source, err := fs.Glob(root, path.Join(dir, "src", "*.z80"))
		if err != nil {
			return "", err
		}
		names = append(names, source...)
	}
	sort.Strings(names)
	hash := sha256.New()
	for _, name := range names {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %x\n", name,
			sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))))
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// String returns the manifest as the text of its file.
func (m Manifest) String() string {
	return "go " + m.Go + "\nhash " + m.Hash + "\n" + strings.Join(m.Dirs, "\n") + "\n"
}

// Parse reads what String writes.
func Parse(data []byte) (m Manifest, err error) {
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "go "):
			m.Go = line[3:]
		case strings.HasPrefix(line, "hash "):
			m.Hash = line[5:]
		case line != "":
			m.Dirs = append(m.Dirs, line)
		}
	}
	if m.Hash == "" || len(m.Dirs) == 0 {
		return m, fmt.Errorf("this is no list of sources")
	}
	return m, nil
}
