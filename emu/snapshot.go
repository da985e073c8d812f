package emu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Snapshot is the state of a machine: memory, registers and clock. It leaves out traps, write hooks,
// ports, pending interrupts and the speed.
type Snapshot struct {
	TStates   uint64
	Registers Registers
	Memory    [65536]byte
}

// Snapshot copies the state.
func (m *Machine) Snapshot() Snapshot { return Snapshot{m.TStates, m.Registers, m.Memory} }

// Restore puts the machine into the state of s. It refuses a state that no Z80 can be in.
func (m *Machine) Restore(s Snapshot) error {
	if s.Registers.IM > 2 {
		return fmt.Errorf("snapshot has interrupt mode %d; a Z80 has 0, 1 and 2", s.Registers.IM)
	}
	m.TStates, m.Registers, m.Memory = s.TStates, s.Registers, s.Memory
	m.chip.ForgetHistory()
	return nil
}

// The file of a snapshot: magic, version, the fields of Snapshot, and the checksum (CRC-32, IEEE) of
// everything before it. Numbers have their low byte first.
const (
	snapshotMagic   = "Z80MACHN"
	snapshotVersion = 1 // the only version that is read
)

// snapshotSize is the length of the file.
var snapshotSize = len(snapshotMagic) + 1 + binary.Size(Snapshot{}) + crc32.Size

// MarshalBinary encodes the snapshot.
func (s Snapshot) MarshalBinary() ([]byte, error) {
	data := append([]byte(snapshotMagic), snapshotVersion)
	data = binary.LittleEndian.AppendUint64(data, s.TStates)
	data, err := binary.Append(data, binary.LittleEndian, s.Registers)
	data = append(data, s.Memory[:]...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)), err
}

// UnmarshalBinary decodes what MarshalBinary has written. If data is something else, it leaves s
// unchanged.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	body, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	if !ok || len(body) == 0 {
		return errors.New("not a snapshot of a machine")
	}
	if version := body[0]; version != snapshotVersion {
		return fmt.Errorf("snapshot has version %d; this program reads version %d",
			version, snapshotVersion)
	}
	if len(data) != snapshotSize {
		return fmt.Errorf("snapshot has %d bytes instead of %d", len(data), snapshotSize)
	}
	end := len(data) - crc32.Size
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("snapshot is damaged: wrong checksum")
	}
	body = body[1:]
	s.TStates = binary.LittleEndian.Uint64(body)
	n, err := binary.Decode(body[8:], binary.LittleEndian, &s.Registers)
	copy(s.Memory[:], body[8+n:])
	return err
}
