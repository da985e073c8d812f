package roms

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Types of the records of Intel HEX.
const (
	hexData         = iota
	hexEnd          // of the file
	hexSegment      // base of the addresses, paragraphs of 16 bytes
	hexStartSegment // where the program begins
	hexLinear       // upper half of the addresses
	hexStartLinear
)

// readHex reads Intel HEX: lines ":LLAAAATT…CC" of length, address, type, data, checksum, all
// in hexadecimal. It gives the lowest address and the bytes from there on; gaps are zero.
// Errors begin with the number of the line.
func readHex(data []byte) (origin uint16, code []byte, err error) {
	var memory [0x10000]byte
	var written [0x10000]bool
	low, high := len(memory), -1
	number, ended := 0, false
	for line := range bytes.Lines(data) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == 0x1A { // the end of a text file under CP/M
			continue
		}
		if ended {
			return 0, nil, fmt.Errorf("%d: something follows the end record", number)
		}
		kind, addr, body, err := hexRecord(line)
		switch {
		case err != nil:
		case kind == hexEnd:
			ended = true
		case (kind == hexSegment || kind == hexLinear) && len(bytes.Trim(body, "\x00")) > 0:
			err = errors.New("addresses beyond 64 KiB; a Z80 has none")
		case kind > hexStartLinear:
			err = fmt.Errorf("record type %02X is unknown", kind)
		case kind == hexData && addr+len(body) > len(memory):
			err = errors.New("runs past FFFFh, the end of memory")
		case kind == hexData:
			for i, b := range body {
				at := addr + i
				if written[at] && memory[at] != b {
					err = fmt.Errorf("address %04Xh is defined twice, with different bytes", at)
				}
				memory[at], written[at] = b, true
				low, high = min(low, at), max(high, at)
			}
		}
		if err != nil {
			return 0, nil, fmt.Errorf("%d: %w", number, err)
		}
	}
	switch {
	case !ended:
		return 0, nil, fmt.Errorf(
			"%d: the end record (:00000001FF) is missing; has the file been cut off?", number,
		)
	case high < 0:
		return 0, nil, fmt.Errorf("%d: no data in the file", number)
	}
	return uint16(low), bytes.Clone(memory[low : high+1]), nil
}

// hexRecord takes a line apart, and checks length and sum.
func hexRecord(line []byte) (kind byte, addr int, body []byte, err error) {
	digits, ok := bytes.CutPrefix(line, []byte(":"))
	if !ok {
		return 0, 0, nil, fmt.Errorf("%.20q does not begin with a colon", line)
	}
	record, err := hex.AppendDecode(nil, digits)
	if err != nil {
		return 0, 0, nil, fmt.Errorf("not pairs of hexadecimal digits: %.20q", line)
	}
	const around = 5 // length, address (2), type, checksum
	if len(record) < around || len(record) != around+int(record[0]) {
		return 0, 0, nil, errors.New("the length at its beginning is not the length of the line")
	}
	if sum := hexSum(record); sum != 0 {
		last := record[len(record)-1]
		return 0, 0, nil, fmt.Errorf("wrong checksum %02X, it would have to be %02X", last, last+sum)
	}
	return record[3], int(record[1])<<8 | int(record[2]), record[4 : len(record)-1], nil
}

// hexSum returns the byte that makes the sum of a record 0.
func hexSum(record []byte) (sum byte) {
	for _, b := range record {
		sum -= b
	}
	return sum
}

// hexLine is how many bytes a line of Intel HEX has here: as many as every loader takes.
const hexLine = 16

// WriteHex writes the image as Intel HEX.
func (i *Image) WriteHex(w io.Writer) error {
	for from := 0; from < len(i.Bytes); from += hexLine {
		body := i.Bytes[from:min(from+hexLine, len(i.Bytes))]
		addr := int(i.Load) + from
		record := append([]byte{byte(len(body)), byte(addr >> 8), byte(addr), hexData}, body...)
		if _, err := fmt.Fprintf(w, ":%X%02X\n", record, hexSum(record)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, ":00000001FF")
	return err
}
