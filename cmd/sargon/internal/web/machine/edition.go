package machine

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"sargon78/emu/asm"
	"sargon78/roms"
)

// wireImage is a program as it is sent to the page, in JSON. Only the embedded ROM has labels and
// source with it: listings of 1978 stay with their owners.
type wireImage struct {
	Name    string            `json:"name"`
	Load    uint16            `json:"load"`
	Bytes   []byte            `json:"bytes"`
	SHA256  string            `json:"sha256"`
	Symbols map[string]uint16 `json:"symbols"`
	Labels  map[string]uint16 `json:"labels,omitempty"`
	Source  []wireLine        `json:"source,omitempty"`
}

// wireLine is a line of source. Its bytes are those of the program at its address.
type wireLine struct {
	File    string `json:"f"`
	Number  int    `json:"n"`
	Address uint16 `json:"a,omitempty"`
	Size    int    `json:"s,omitempty"`
	Text    string `json:"t"`
}

// Pack returns an image for Unpack.
func Pack(image *roms.Image) ([]byte, error) {
	e := wireImage{
		Name: filepath.Base(image.Name), Load: image.Load, Bytes: image.Bytes,
		SHA256: image.SHA256(), Symbols: image.Symbols,
	}
	if image.Kind != roms.Embedded {
		return json.Marshal(e)
	}
	e.Labels = image.Labels
	for _, l := range image.Source.Lines {
		e.Source = append(e.Source, wireLine{l.File, l.Number, l.Address, len(l.Bytes), l.Text})
	}
	return json.Marshal(e)
}

var errDamaged = errors.New("the program is damaged")

// Unpack reads what Pack has written.
func Unpack(data []byte) (*roms.Image, error) {
	var e wireImage
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if len(e.Bytes) == 0 || int(e.Load)+len(e.Bytes) > 1<<16 {
		return nil, fmt.Errorf("%w: it does not fit into memory", errDamaged)
	}
	image := &roms.Image{
		Name: e.Name, Kind: roms.Binary, Load: e.Load, Bytes: e.Bytes, Symbols: e.Symbols,
		Digest: e.SHA256,
	}
	if e.Labels == nil {
		return image, nil
	}
	image.Kind, image.Labels, image.Source = roms.Embedded, e.Labels, &asm.Program{}
	for _, l := range e.Source {
		start := int(l.Address) - int(e.Load)
		if l.Size < 0 || l.Size > 0 && (start < 0 || l.Size > len(e.Bytes)-start) {
			return nil, fmt.Errorf("%w: line %d of %s is not in it", errDamaged, l.Number, l.File)
		}
		line := asm.Line{Address: l.Address, File: l.File, Number: l.Number, Text: l.Text}
		if l.Size > 0 {
			line.Bytes = e.Bytes[start : start+l.Size]
		}
		image.Source.Lines = append(image.Source.Lines, line)
	}
	return image, nil
}
