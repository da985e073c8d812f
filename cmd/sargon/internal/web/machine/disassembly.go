package machine

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"sargon78/emu/z80"
	"sargon78/roms"
)

// disassembled returns the lines of a program without source: its labels, and its bytes as
// instructions, those of tables and texts too. It starts anew at each label.
func disassembled(image *roms.Image) (lines []CodeLine) {
	routines := image.Routines()
	// label names the routine that begins at an address.
	label := func(addr int) string {
		if name, offset := routines.At(uint16(addr)); offset == 0 {
			return name
		}
		return ""
	}
	byteAt := func(addr uint16) byte {
		if i := int(addr) - int(image.Load); i >= 0 && i < len(image.Bytes) {
			return image.Bytes[i]
		}
		return 0
	}
	file := filepath.Base(image.Name)
	for addr, end := int(image.Load), int(image.Load)+len(image.Bytes); addr < end; {
		if name, _ := routines.At(uint16(addr)); name == "" { // before the first label
			addr++
			continue
		}
		if name := label(addr); name != "" {
			lines = append(lines, CodeLine{Address: -1, File: file, Text: name + ":"})
		}
		decoded := z80.Decode(byteAt, uint16(addr))
		text, length := decoded.Assembly(), int(decoded.Length)
		if to, ok := decoded.Target(); ok && label(int(to)) != "" {
			text = fmt.Sprintf("%-20s; %s", text, label(int(to)))
		}
		for i := 1; i < length; i++ {
			if addr+i >= end || label(addr+i) != "" { // not an instruction then
				text, length = fmt.Sprintf("DEFB 0%02Xh", byteAt(uint16(addr))), 1
			}
		}
		bytes := image.Bytes[addr-int(image.Load):][:length]
		lines = append(lines, CodeLine{
			Address: addr, Bytes: strings.ToUpper(hex.EncodeToString(bytes)),
			Text: tab + text, File: file,
		})
		addr += length
	}
	return lines
}
