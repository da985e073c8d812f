package emu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sargon78/emu/chip"
)

// Snapshot is the state of a machine: memory, registers and clock. Traps, guards, watch points,
// ports, interrupts that are asked for and speed are not part of it.
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
	m.Jumps = chip.Jumps{}
	return nil
}

// The file of a snapshot: magic, version, body, checksum (CRC-32, IEEE) of all before it. Numbers
// have their low byte first.
const (
	snapshotMagic   = "Z80MACHN"
	snapshotVersion = 1
)

// snapshotBytes is the length of a file.
const snapshotBytes = len(snapshotMagic) + 1 + 8 + registerBytes + len(Snapshot{}.Memory) + 4

// MarshalBinary encodes the snapshot.
func (s Snapshot) MarshalBinary() ([]byte, error) {
	data := make([]byte, 0, snapshotBytes)
	data = append(data, snapshotMagic...)
	data = append(data, snapshotVersion)
	data = binary.LittleEndian.AppendUint64(data, s.TStates)
	data = s.Registers.append(data)
	data = append(data, s.Memory[:]...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)), nil
}

// UnmarshalBinary decodes what MarshalBinary has written, and leaves s alone if data is not that.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	body, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	if !ok || len(body) == 0 {
		return errors.New("not a snapshot of a machine")
	}
	if v := body[0]; v != snapshotVersion {
		return fmt.Errorf("snapshot has version %d; this program reads version %d",
			v, snapshotVersion)
	}
	if len(data) != snapshotBytes {
		return fmt.Errorf("snapshot has %d bytes instead of %d", len(data), snapshotBytes)
	}
	end := len(data) - 4
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("snapshot is damaged: wrong checksum")
	}
	s.TStates = binary.LittleEndian.Uint64(body[1:])
	s.Registers = readRegisters(body[9:])
	copy(s.Memory[:], body[9+registerBytes:])
	return nil
}

// registerBytes is the length of the registers in a file.
const registerBytes = 13*2 + 7

func (r Registers) append(data []byte) []byte {
	for _, pair := range r.pairs() {
		data = binary.LittleEndian.AppendUint16(data, *pair)
	}
	data = append(data, r.I, r.R, bit(r.IFF1), bit(r.IFF2), r.IM)
	data = binary.LittleEndian.AppendUint16(data, r.WZ)
	return append(data, bit(r.Q), bit(r.Halted)|bit(r.AfterEI)<<1|bit(r.AfterLDAI)<<2)
}

// pairs are those of a file, in their order there.
func (r *Registers) pairs() [12]*uint16 {
	return [...]*uint16{
		&r.AF, &r.BC, &r.DE, &r.HL, &r.AF_, &r.BC_, &r.DE_, &r.HL_, &r.IX, &r.IY, &r.SP, &r.PC,
	}
}

func readRegisters(data []byte) (r Registers) {
	for i, pair := range r.pairs() {
		*pair = binary.LittleEndian.Uint16(data[2*i:])
	}
	data = data[12*2:]
	r.I, r.R, r.IFF1, r.IFF2, r.IM = data[0], data[1], data[2] != 0, data[3] != 0, data[4]
	r.WZ = binary.LittleEndian.Uint16(data[5:])
	r.Q, r.Halted = data[7] != 0, data[8]&1 != 0
	r.AfterEI, r.AfterLDAI = data[8]&2 != 0, data[8]&4 != 0
	return r
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
