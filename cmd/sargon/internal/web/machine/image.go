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

// Pack returns an image as JSON, in the form in which it is sent to the page and Unpack reads it. The
// lines of its source are left out: PackSource returns them. Only the embedded ROM is sent with labels
// and source, because a listing of 1978 must not be published.
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

// PackSource returns the source of an image for UnpackSource, with a line of text for each line of the
// source. The page reads this form ten times as fast as JSON. For images other than the embedded ROM the
// text is empty.
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

// Unpack reads the result of Pack. The source of the embedded ROM has no lines until UnpackSource.
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

// UnpackSource adds the lines of PackSource to an image, which machines may already run.
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

// lineOf reads a line of the source. Its parts are separated by blanks: the file, the number, the
// address, the size, the number of bytes in the image, whether they are an instruction, and the text.
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
