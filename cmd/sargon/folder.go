package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// writeFolder writes files by their names in a folder, all of them or none: first into one within it,
// from where they go to their places. Without force none may be there. No link leads out of the folder.
// Where not all have room, a new folder goes again, and in another one nothing has changed.
func writeFolder(dir string, contents map[string][]byte, force bool) error {
	for name := range contents {
		name = filepath.Join(dir, name)
		if _, err := os.Lstat(name); err == nil && !force {
			return fmt.Errorf("%s exists; --force replaces it, or name another folder", name)
		}
	}
	_, isNew := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	const unfinished = ".unfinished"
	put := func(in string, write func(name string) error) {
		for name := range contents {
			if err == nil {
				err = root.MkdirAll(path.Join(in, path.Dir(name)), 0o755)
			}
			if err == nil {
				err = write(name)
			}
		}
	}
	put(unfinished, func(name string) error {
		return root.WriteFile(path.Join(unfinished, name), contents[name], 0o644)
	})
	left := "nothing in it has changed"
	if err == nil {
		left = "some of its files are new, others as they were"
	}
	put(".", func(name string) error { return root.Rename(path.Join(unfinished, name), name) })
	_ = root.RemoveAll(unfinished)
	if err == nil {
		return nil
	}
	if isNew != nil {
		_ = os.RemoveAll(dir)
		left = "nothing of it is left"
	}
	return fmt.Errorf("cannot write %s: %w; %s", dir, err, left)
}
