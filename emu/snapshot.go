package emu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Snapshot is the state of a machine: memory, registers and clock. Traps, guards, watch points, ports and speed are not part of it.
type Snapshot struct {
	Memory    [65536]byte
	Registers Registers
	TStates   uint64
}

// Snapshot copies the state.
func (m *Machine) Snapshot() Snapshot {
	return Snapshot{m.Memory, m.Registers(), m.TStates}
}

// Restore puts the machine into the state of s. It refuses a state no Z80 can be in.
func (m *Machine) Restore(s Snapshot) error {
	if s.Registers.IM > 2 {
		return fmt.Errorf("snapshot has interrupt mode %d; a Z80 has 0, 1 and 2", s.Registers.IM)
	}
	m.Memory = s.Memory
	m.SetRegisters(s.Registers)
	m.TStates = s.TStates
	m.history = history{}
	return nil
}

// The file of a snapshot: magic, version, body, checksum (CRC-32, IEEE) of all before it. Numbers have their low byte first.
const (
	snapshotMagic   = "Z80MACHN"
	snapshotVersion = 1
)

type snapshotBody struct {
	TStates   uint64
	Registers Registers
	Memory    [65536]byte
}

// MarshalBinary encodes the snapshot.
func (s Snapshot) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(snapshotMagic)
	b.WriteByte(snapshotVersion)
	if err := binary.Write(&b, binary.LittleEndian, &snapshotBody{s.TStates, s.Registers, s.Memory}); err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes())), nil
}

// UnmarshalBinary decodes what MarshalBinary has written, and leaves s alone when data is anything else.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	if len(data) <= len(snapshotMagic) || string(data[:len(snapshotMagic)]) != snapshotMagic {
		return errors.New("not a snapshot of a machine")
	}
	if v := data[len(snapshotMagic)]; v != snapshotVersion {
		return fmt.Errorf("snapshot has version %d; this program reads version %d", v, snapshotVersion)
	}
	var body snapshotBody
	header := len(snapshotMagic) + 1
	if want := header + binary.Size(&body) + 4; len(data) != want {
		return fmt.Errorf("snapshot has %d bytes instead of %d", len(data), want)
	}
	end := len(data) - 4
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("snapshot is damaged: wrong checksum")
	}
	if err := binary.Read(bytes.NewReader(data[header:end]), binary.LittleEndian, &body); err != nil {
		return err
	}
	*s = Snapshot{body.Memory, body.Registers, body.TStates}
	return nil
}
