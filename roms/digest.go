//go:build !js

package roms

import (
	"crypto/sha256"
	"fmt"
)

func digest(i *Image) string { return fmt.Sprintf("%x", sha256.Sum256(i.Bytes)) }
