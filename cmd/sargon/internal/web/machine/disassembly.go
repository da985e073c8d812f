package machine

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"sargon78/emu"
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
		text, length := emu.Disassemble(byteAt, uint16(addr))
		for i := 1; i < length; i++ {
			if addr+i >= end || label(addr+i) != "" { // not an instruction then
				text, length = fmt.Sprintf("DEFB 0%02Xh", byteAt(uint16(addr))), 1
			}
		}
		bytes := image.Bytes[addr-int(image.Load):][:length]
		if to, ok := target(text); ok && label(to) != "" {
			text = fmt.Sprintf("%-20s; %s", text, label(to))
		}
		lines = append(lines, CodeLine{
			Address: addr, Bytes: strings.ToUpper(hex.EncodeToString(bytes)),
			Text: tab + text, File: file,
		})
		addr += length
	}
	return lines
}

// target returns where a jump or a call leads to, if its text says so.
func target(text string) (addr int, ok bool) {
	verb, operands, _ := strings.Cut(text, " ")
	switch verb {
	case "CALL", "JP", "JR", "DJNZ":
	default:
		return 0, false
	}
	last := operands[strings.LastIndex(operands, ",")+1:]
	to, err := strconv.ParseUint(strings.TrimSuffix(last, "h"), 16, 16)
	return int(to), err == nil
}
