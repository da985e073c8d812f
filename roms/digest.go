//go:build !js

package roms

import (
	"crypto/sha256"
	"fmt"
)

// SHA256 returns the checksum of the image's bytes in hexadecimal. It changes with the load address. In
// WebAssembly for a browser it is Digest.
func (i *Image) SHA256() string { return fmt.Sprintf("%x", sha256.Sum256(i.Bytes)) }
