package machine

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

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
	Source  []sourceFile      `json:"source,omitempty"`
}

// sourceFile is consecutive lines of a file; those with bytes begin with their address, + and size:
// "4352+3 \tLD HL,BOARDA".
type sourceFile struct {
	Name  string   `json:"name"`
	From  int      `json:"from"` // number of the first
	Lines []string `json:"lines"`
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
	for _, line := range image.Source.Lines {
		if n := len(e.Source); n == 0 || e.Source[n-1].Name != line.File ||
			line.Number != e.Source[n-1].From+len(e.Source[n-1].Lines) {
			e.Source = append(e.Source, sourceFile{Name: line.File, From: line.Number})
		}
		file := &e.Source[len(e.Source)-1]
		where := ""
		if len(line.Bytes) > 0 {
			where = fmt.Sprintf("%d+%d", line.Address, len(line.Bytes))
		}
		file.Lines = append(file.Lines, where+" "+line.Text)
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
	for _, file := range e.Source {
		for i, text := range file.Lines {
			line, err := e.line(text)
			if err != nil {
				return nil, err
			}
			line.File, line.Number = file.Name, file.From+i
			image.Source.Lines = append(image.Source.Lines, line)
		}
	}
	return image, nil
}

// line reads a line of a sourceFile.
func (e *wireImage) line(text string) (line asm.Line, err error) {
	where, text, _ := strings.Cut(text, " ")
	line.Text = text
	if where == "" {
		return line, nil
	}
	address, size, _ := strings.Cut(where, "+")
	from, err1 := strconv.Atoi(address)
	length, err2 := strconv.Atoi(size)
	start := from - int(e.Load)
	if err1 != nil || err2 != nil || start < 0 || length < 0 || length > len(e.Bytes)-start {
		return line, fmt.Errorf("%w: %q is not a line of its source", errDamaged, where)
	}
	line.Address, line.Bytes = uint16(from), e.Bytes[start:start+length]
	return line, nil
}
