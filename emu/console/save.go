package console

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"sargon78/emu"
)

// A saved console: magic, version, body, checksum (CRC-32, IEEE) of all before it. The body is the kind, what only that kind
// knows, the keys not yet taken, the search going on, and the machine. Numbers have their low byte first; byte strings have their
// length in front, four bytes.
const (
	saveMagic   = "CONSOLE\x1a"
	saveVersion = 1
)

// Save writes all that Load needs to go on at this very instruction. It may be called while the program runs, thinks or waits for
// a key. kind names the machine and its program; extra gives what only that machine knows.
func (c *Console) Save(kind string, extra func() []byte) ([]byte, error) {
	c.machine.Lock()
	defer c.machine.Unlock()
	c.face.Lock()
	keys := bytes.Clone(c.keys)
	c.face.Unlock()
	machine, err := c.cpu.Snapshot().MarshalBinary()
	if err != nil {
		return nil, err
	}

	var b bytes.Buffer
	b.WriteString(saveMagic)
	b.WriteByte(saveVersion)
	writePart(&b, []byte(kind))
	writePart(&b, extra())
	writePart(&b, keys)
	if err := binary.Write(&b, binary.LittleEndian, c.search); err != nil {
		return nil, err
	}
	writePart(&b, machine)
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes())), nil
}

// Load takes up what Save has written. It changes nothing when data is damaged, or of another kind, or when extra refuses its part.
func (c *Console) Load(kind string, data []byte, extra func([]byte) error) error {
	if !bytes.HasPrefix(data, []byte(saveMagic)) {
		return errors.New("not a saved machine")
	}
	end := len(data) - 4
	if end <= len(saveMagic) || binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("the saved machine is damaged: wrong checksum")
	}
	if v := data[len(saveMagic)]; v != saveVersion {
		return fmt.Errorf("the saved machine has version %d; this program reads version %d", v, saveVersion)
	}

	r := bytes.NewReader(data[len(saveMagic)+1 : end])
	var parts [4][]byte
	var s search
	var err error
	for i := range parts {
		if i == 3 && err == nil {
			err = binary.Read(r, binary.LittleEndian, &s)
		}
		if err == nil {
			parts[i], err = readPart(r)
		}
	}
	if err != nil || r.Len() > 0 {
		return errors.New("the saved machine is damaged: its parts have wrong lengths")
	}
	if saved := string(parts[0]); saved != kind {
		return fmt.Errorf("the saved machine is a %s; this is a %s", saved, kind)
	}
	var snapshot emu.Snapshot
	if err := snapshot.UnmarshalBinary(parts[3]); err != nil {
		return err
	}

	c.machine.Lock()
	defer c.machine.Unlock()
	before := c.cpu.Snapshot()
	if err := c.cpu.Restore(snapshot); err != nil {
		return err
	}
	if err := extra(parts[1]); err != nil {
		return errors.Join(err, c.cpu.Restore(before))
	}
	c.search, c.left, c.asked = s, false, false
	c.face.Lock()
	c.keys = parts[2]
	c.face.Unlock()
	c.publish()
	c.wakeUp() // a Run that waits for a key now waits in another life
	return nil
}

func writePart(b *bytes.Buffer, part []byte) {
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(part))))
	b.Write(part)
}

func readPart(r *bytes.Reader) ([]byte, error) {
	var n uint32
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
		return nil, err
	}
	if int64(n) > int64(r.Len()) {
		return nil, errors.New("too long")
	}
	part := make([]byte, n)
	_, err := r.Read(part)
	if n == 0 {
		err = nil
	}
	return part, err
}
