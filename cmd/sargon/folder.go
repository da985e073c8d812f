package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// writeFolder writes all files or none, by their names in a folder: it stages them in a folder inside
// it, then renames them. Without force it refuses if one of them exists. It follows no link out of the
// folder. If one cannot be written, a new folder is removed, and an existing one stays as it was.
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
