package roms

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
)

// Types of the records of Intel HEX.
const (
	hexData          = 0
	hexEnd           = 1
	hexSegment       = 2 // base of the addresses, paragraphs of 16 bytes
	hexStartSegment  = 3
	hexLinear        = 4 // upper half of the addresses
	hexStartLinear   = 5
	hexLeastBytes    = 5 // length, address (2), type, checksum
	hexMostBytes     = hexLeastBytes + 255
	hexMostCharacter = 2*hexMostBytes + 1
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
		record, err := hexRecord(line)
		if err != nil {
			return 0, nil, fmt.Errorf("%d: %w", number, err)
		}
		addr := int(record[1])<<8 | int(record[2])
		body := record[4:]
		switch record[3] {
		case hexData:
			for i, b := range body {
				at := addr + i
				if at >= len(memory) {
					return 0, nil, fmt.Errorf("%d: runs past FFFFh, the end of memory", number)
				}
				if written[at] && memory[at] != b {
					return 0, nil, fmt.Errorf("%d: a second, different byte for %04Xh", number, at)
				}
				memory[at], written[at] = b, true
				low, high = min(low, at), max(high, at)
			}
		case hexEnd:
			ended = true
		case hexSegment, hexLinear:
			if len(bytes.Trim(body, "\x00")) > 0 {
				return 0, nil, fmt.Errorf("%d: addresses beyond 64 KiB; a Z80 has none", number)
			}
		case hexStartSegment, hexStartLinear:
		default:
			return 0, nil, fmt.Errorf("%d: record type %02X is unknown", number, record[3])
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

// hexRecord takes the bytes of a line, and checks length and sum. The sum itself is left off.
func hexRecord(line []byte) ([]byte, error) {
	if line[0] != ':' {
		return nil, fmt.Errorf("%.20q does not begin with a colon", line)
	}
	if len(line) > hexMostCharacter {
		return nil, errors.New("the line is longer than any record")
	}
	record := make([]byte, hex.DecodedLen(len(line)-1))
	if _, err := hex.Decode(record, line[1:]); err != nil {
		return nil, fmt.Errorf("not pairs of hexadecimal digits: %.20q", line)
	}
	if len(record) < hexLeastBytes || len(record) != hexLeastBytes+int(record[0]) {
		return nil, errors.New("the length at its beginning is not the length of the line")
	}
	var sum byte
	for _, b := range record {
		sum += b
	}
	if sum != 0 {
		return nil, fmt.Errorf("wrong checksum %02X, it would have to be %02X",
			record[len(record)-1], record[len(record)-1]-sum)
	}
	return record[:len(record)-1], nil
}
