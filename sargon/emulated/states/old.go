package states

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
)

// Version 1 wrote a save state as a line with the format's name, a line of JSON, the machine and a
// checksum, and a game as JSON with the packed machine in it.

const oldMagic = "sargon78 state "

// readOld reads a save state of version 1.
func (s *State) readOld(data []byte) error {
	number, rest, ok := bytes.Cut(data[len(oldMagic):], []byte("\n"))
	v, err := strconv.Atoi(string(number))
	if err != nil || !ok {
		return errors.New("it is damaged: it has no version")
	}
	if v != 1 {
		return checkVersion(max(v, version+1))
	}
	const checksum = 4 // bytes
	end := len(data) - checksum
	if len(rest) < checksum ||
		binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return errors.New("it is damaged: wrong checksum")
	}
	about, machine, ok := bytes.Cut(rest[:len(rest)-checksum], []byte("\n"))
	var read struct {
		State
		Screen []byte
		Game   *struct {
			Game
			PGN string
		}
	}
	if err := json.Unmarshal(about, &read); err != nil || !ok {
		return errors.New("it is damaged: it does not say what it is")
	}
	*s = read.State
	s.Machine, s.Screen = bytes.Clone(machine), read.Screen
	if g := read.Game; g != nil {
		s.Game = &g.Game
		s.Game.PGN = g.PGN
	}
	return nil
}

// readOldGame reads a game of version 1.
func (s *State) readOldGame(data []byte) error {
	var read struct {
		Sargon78 int // version
		Game
		PGN     string
		View    string
		Rom     *Rom
		Program string // checksum of the image that Machine runs
		Machine []byte
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	if read.Sargon78 != 1 {
		return checkVersion(max(read.Sargon78, version+1))
	}
	*s = State{Kind: Board, Rom: read.Rom, Game: &read.Game}
	s.Game.PGN = read.PGN
	if read.View == "screen" {
		s.Kind, s.SHA256 = Program, read.Program
	}
	if len(read.Machine) == 0 {
		return nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(read.Machine))
	if err == nil {
		s.Machine, err = io.ReadAll(io.LimitReader(packed, maxBytes))
	}
	if err != nil { // the moves are there all the same
		s.Machine = nil
	}
	return nil
}
