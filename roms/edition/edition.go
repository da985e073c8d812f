// Package edition names program images that people own, so that a game or a table tells them
// apart. It is a package of its own because checksums are large and not every user of images
// wants them.
package edition

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"sargon78/roms"
)

// SHA256 is the checksum of an image's bytes in hexadecimal. It changes with the load address.
func SHA256(image *roms.Image) string { return fmt.Sprintf("%x", sha256.Sum256(image.Bytes)) }

// Name names an image that somebody owns, "my.asm, sha256 1a2b3c4d"; it is empty for the
// embedded ROM.
func Name(image *roms.Image) string {
	if image.Kind == roms.Embedded {
		return ""
	}
	return fmt.Sprintf("%s, sha256 %.8s", filepath.Base(image.Name), SHA256(image))
}

// Of is the Name of what an engine runs; it is empty for native engines.
func Of(engine any) string {
	if machine, ok := engine.(interface{ Image() *roms.Image }); ok {
		return Name(machine.Image())
	}
	return ""
}
