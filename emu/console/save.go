package console

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"sargon78/emu"
)

// A saved console: magic, version, body, and the checksum (CRC-32, IEEE) of everything before it. The
// body is the kind, the part that only that kind has, the keys not yet taken, the search in progress,
// and the machine. Numbers have their low byte first; byte strings have their length in front, four
// bytes.
const (
	saveMagic   = "CONSOLE\x1a"
	saveVersion = 1
)

// Save returns all that Load needs to continue at this very instruction. It may be called while the
// program runs, thinks or waits for a key. kind names the machine and its program; extra returns the
// part that only that machine has.
func (c *Console) Save(kind string, extra func() []byte) ([]byte, error) {
	c.runMu.Lock()
	defer c.runMu.Unlock()
	c.viewMu.Lock()
	keys := bytes.Clone(c.keys)
	c.viewMu.Unlock()
	machine, err := c.cpu.Snapshot().MarshalBinary()
	if err != nil {
		return nil, err
	}

	data := append([]byte(saveMagic), saveVersion)
	data = appendPart(data, []byte(kind))
	data = appendPart(data, extra())
	data = appendPart(data, keys)
	data, _ = binary.Append(data, binary.LittleEndian, c.search) // it has a fixed size
	data = appendPart(data, machine)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)), nil
}

// Load restores what Save has returned. It changes nothing if data is damaged, or of another kind, or
// if extra refuses its part.
func (c *Console) Load(kind string, data []byte, extra func([]byte) error) error {
	if !bytes.HasPrefix(data, []byte(saveMagic)) {
		return errors.New("not a saved machine")
	}
	end := len(data) - crc32.Size
	if end <= len(saveMagic) {
		return errors.New("the saved machine is damaged: it is too short")
	}
	if v := data[len(saveMagic)]; v != saveVersion {
		return fmt.Errorf("the saved machine has version %d; this program reads version %d", v,
			saveVersion)
	}
	if binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("the saved machine is damaged: wrong checksum")
	}

	r := bytes.NewReader(data[len(saveMagic)+1 : end])
	savedKind, savedExtra, keys := string(part(r)), part(r), part(r)
	var s search
	err := binary.Read(r, binary.LittleEndian, &s)
	machine := part(r)
	if err != nil || r.Len() > 0 {
		return errors.New("the saved machine is damaged: its parts have wrong lengths")
	}
	if !sameKind(savedKind, kind) {
		return fmt.Errorf("the saved machine is a %s; this is a %s", savedKind, kind)
	}
	var snapshot emu.Snapshot
	if err := snapshot.UnmarshalBinary(machine); err != nil {
		return err
	}

	c.runMu.Lock()
	defer c.runMu.Unlock()
	before := c.cpu.Snapshot()
	if err := c.cpu.Restore(snapshot); err != nil {
		return err
	}
	if err := extra(savedExtra); err != nil {
		return errors.Join(err, c.cpu.Restore(before))
	}
	c.search, c.ended, c.wantsKey = s, false, false
	c.viewMu.Lock()
	c.keys = keys
	c.viewMu.Unlock()
	c.publish()
	c.wakeUp() // a Run that waits for a key goes on from the new state
	return nil
}

// sameKind reports whether two kinds are the same machine with the same program. If a kind has the
// checksum of the program, as in "MACHINE with NAME, CRC 01234567", the name is ignored: the file may
// have been moved.
func sameKind(a, b string) bool {
	machineA, programA, _ := strings.Cut(a, " with ")
	machineB, programB, _ := strings.Cut(b, " with ")
	_, sumA, knownA := strings.Cut(programA, ", CRC ")
	_, sumB, knownB := strings.Cut(programB, ", CRC ")
	return a == b || machineA == machineB && knownA && knownB && sumA == sumB
}

func appendPart(data, part []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(part))), part...)
}

// part takes one byte string from the front; the result is shorter if the data ends early.
func part(r *bytes.Reader) []byte {
	var length uint32
	binary.Read(r, binary.LittleEndian, &length)
	part := make([]byte, min(int64(length), int64(r.Len())))
	r.Read(part)
	return part
}
