package machine

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"sargon78/roms"
)

// edition is a program as it travels to the page, in JSON. An empty one is the embedded ROM.
type edition struct {
	Name    string            `json:"name,omitempty"`
	Load    uint16            `json:"load,omitempty"`
	Bytes   []byte            `json:"bytes,omitempty"`
	Symbols map[string]uint16 `json:"symbols,omitempty"`
}

// Pack returns an image for Unpack; nil is the embedded ROM.
func Pack(image *roms.Image) ([]byte, error) {
	if image == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(edition{filepath.Base(image.Name), image.Load, image.Bytes, image.Symbols})
}

// Unpack reads what Pack has written.
func Unpack(data []byte) (*roms.Image, error) {
	var e edition
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("the program is damaged: %w", err)
	}
	if e.Name == "" {
		return nil, nil
	}
	if len(e.Bytes) == 0 || int(e.Load)+len(e.Bytes) > 1<<16 {
		return nil, errors.New("the program is damaged: it does not fit into memory")
	}
	return &roms.Image{Name: e.Name, Kind: roms.Binary, Load: e.Load, Bytes: e.Bytes, Symbols: e.Symbols}, nil
}
