package roms

import (
	"fmt"
	"path/filepath"
)

// SHA256 is the checksum of the image's bytes in hexadecimal. It changes with the load address. In
// WebAssembly for a browser it is Digest.
func (i *Image) SHA256() string { return digest(i) }

// Edition names an image that somebody owns, "my.asm, sha256 1a2b3c4d", so that a game or a table
// tells it from others; it is empty for the embedded ROM.
func (i *Image) Edition() string {
	if i.Kind == Embedded {
		return ""
	}
	return fmt.Sprintf("%s, sha256 %.8s", filepath.Base(i.Name), i.SHA256())
}
