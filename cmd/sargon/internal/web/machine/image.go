package machine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"sargon78/emu/asm"
	"sargon78/roms"
)

// Pack returns an image for Unpack, as it is sent to the page: in JSON without the lines of its source,
// which PackSource has. Only the embedded ROM has labels and source with it: listings of 1978 stay
// with their owners.
func Pack(image *roms.Image) ([]byte, error) {
	sent := roms.Image{
		Name: filepath.Base(image.Name), Kind: roms.Binary, Load: image.Load, Bytes: image.Bytes,
		Symbols: image.Symbols, Digest: image.SHA256(),
	}
	if image.Kind == roms.Embedded {
		sent.Kind, sent.Labels = image.Kind, image.Labels
	}
	return json.Marshal(sent)
}

// PackSource returns the source of an image for UnpackSource: a line of text for each, which the page
// reads ten times as fast as JSON. Images other than the embedded ROM have none.
func PackSource(image *roms.Image) []byte {
	var lines bytes.Buffer
	if image.Kind == roms.Embedded {
		for _, l := range image.Source.Lines {
			fmt.Fprintln(&lines, l.File, l.Number, l.Address, l.Size, len(l.Bytes), l.Instruction, l.Text)
		}
	}
	return lines.Bytes()
}

var errDamaged = errors.New("the program is damaged")

// Unpack reads what Pack has written. The source of the embedded ROM has no lines yet.
func Unpack(data []byte) (*roms.Image, error) {
	var image roms.Image
	err := json.Unmarshal(data, &image)
	if err != nil || len(image.Bytes) == 0 || int(image.Load)+len(image.Bytes) > 1<<16 {
		return nil, errDamaged
	}
	if image.Kind == roms.Embedded {
		image.Source = new(asm.Program)
	}
	return &image, nil
}

// UnpackSource adds to an image what PackSource has written, also for machines that already run it.
func UnpackSource(image *roms.Image, data []byte) error {
	var lines []asm.Line
	for text := range strings.Lines(string(data)) {
		line, ok := lineOf(image, strings.TrimSuffix(text, "\n"))
		if !ok {
			return errDamaged
		}
		lines = append(lines, line)
	}
	if image.Source != nil {
		image.Source.Lines = lines
	}
	return nil
}

// lineOf reads a line of the source: file and number, address, size, how many bytes of the image
// are its own, whether they are an instruction, and the text, with a blank between any two.
func lineOf(image *roms.Image, packed string) (line asm.Line, ok bool) {
	parts := strings.SplitN(packed, " ", 7)
	if ok = len(parts) == 7; !ok {
		return line, false
	}
	number := func(i int) int {
		n, err := strconv.ParseUint(parts[i], 10, 16)
		ok = ok && err == nil
		return int(n)
	}
	line = asm.Line{File: parts[0], Number: number(1), Address: uint16(number(2)), Size: number(3),
		Instruction: parts[5] == "true", Text: parts[6]}
	if own, from := number(4), int(line.Address)-int(image.Load); own > 0 {
		if from < 0 || from+own > len(image.Bytes) {
			return line, false
		}
		line.Bytes = image.Bytes[from:][:own]
	}
	return line, ok
}
