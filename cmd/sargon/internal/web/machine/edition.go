package machine

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"sargon78/emu/asm"
	"sargon78/roms"
)

// Pack returns an image for Unpack, in JSON, as it is sent to the page. Only the embedded ROM has
// labels and source with it: listings of 1978 stay with their owners.
func Pack(image *roms.Image) ([]byte, error) {
	sent := roms.Image{
		Name: filepath.Base(image.Name), Kind: roms.Binary, Load: image.Load, Bytes: image.Bytes,
		Symbols: image.Symbols, Digest: image.SHA256(),
	}
	if image.Kind == roms.Embedded {
		sent.Kind, sent.Labels = image.Kind, image.Labels
		sent.Source = &asm.Program{Lines: image.Source.Lines}
	}
	return json.Marshal(sent)
}

// Unpack reads what Pack has written.
func Unpack(data []byte) (*roms.Image, error) {
	var image roms.Image
	err := json.Unmarshal(data, &image)
	if err != nil || len(image.Bytes) == 0 || int(image.Load)+len(image.Bytes) > 1<<16 {
		return nil, errors.New("the program is damaged")
	}
	return &image, nil
}
