package emu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
)

// Snapshot is the state of a machine: memory, registers and clock. Traps, watch functions,
// protected ranges, ports, interrupts that are asked for and speed are not part of it.
type Snapshot struct {
	TStates   uint64
	Registers Registers
	Memory    [65536]byte
}

// Snapshot copies the state.
func (m *Machine) Snapshot() Snapshot { return Snapshot{m.TStates, m.Registers, m.Memory} }

// Restore puts the machine into the state of s. It refuses a state no Z80 can be in.
func (m *Machine) Restore(s Snapshot) error {
	if s.Registers.IM > 2 {
		return fmt.Errorf("snapshot has interrupt mode %d; a Z80 has 0, 1 and 2", s.Registers.IM)
	}
	m.TStates, m.Registers, m.Memory = s.TStates, s.Registers, s.Memory
	m.chip.Forget()
	return nil
}

// The file of a snapshot: magic, version, the fields of Snapshot, checksum (CRC-32, IEEE) of all
// before it. Numbers have their low byte first. Version 1 had the last three fields of Registers,
// which are bits, in one byte.
const (
	snapshotMagic   = "Z80MACHN"
	snapshotVersion = 2

	bits       = 3
	bitsAt     = len(snapshotMagic) + 1 + 8 + 13*2 + 6
	bytesOfOld = bitsAt + 1 + len(Snapshot{}.Memory) + 4
)

// MarshalBinary encodes the snapshot.
func (s Snapshot) MarshalBinary() ([]byte, error) {
	data := append([]byte(snapshotMagic), snapshotVersion)
	data = binary.LittleEndian.AppendUint64(data, s.TStates)
	data, err := binary.Append(data, binary.LittleEndian, s.Registers)
	data = append(data, s.Memory[:]...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)), err
}

// UnmarshalBinary decodes what MarshalBinary has written, also in the time of version 1, and
// leaves s alone if data is not that.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	body, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	if !ok || len(body) == 0 {
		return errors.New("not a snapshot of a machine")
	}
	length := bytesOfOld
	switch version := body[0]; version {
	case 1:
	case snapshotVersion:
		length += bits - 1
	default:
		return fmt.Errorf("snapshot has version %d; this program reads 1 to %d",
			version, snapshotVersion)
	}
	if len(data) != length {
		return fmt.Errorf("snapshot has %d bytes instead of %d", len(data), length)
	}
	end := len(data) - 4
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("snapshot is damaged: wrong checksum")
	}
	if length == bytesOfOld {
		old := data[bitsAt]
		data = slices.Replace(slices.Clone(data), bitsAt, bitsAt+1, old&1, old>>1&1, old>>2&1)
	}
	body = data[len(snapshotMagic)+1:]
	s.TStates = binary.LittleEndian.Uint64(body)
	n, err := binary.Decode(body[8:], binary.LittleEndian, &s.Registers)
	copy(s.Memory[:], body[8+n:])
	return err
}
