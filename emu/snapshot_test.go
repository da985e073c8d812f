package emu

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

func TestSnapshotTakesUpWhereItWasTaken(t *testing.T) {
	m := New()
	require.NoError(t, m.Load(workStart, work))
	m.Registers = Registers{PC: workStart}
	_, err := m.Run(background, Until{TStates: 1_000_000})
	require.NoError(t, err)
	data, err := m.Snapshot().MarshalBinary()
	require.NoError(t, err)
	_, err = m.Run(background, Until{TStates: 1_000_000})
	require.NoError(t, err)

	var s Snapshot
	require.NoError(t, s.UnmarshalBinary(data))
	other := New()
	require.NoError(t, other.Restore(s))
	_, err = other.Run(background, Until{TStates: 1_000_000 - (other.TStates - 1_000_000)})
	require.NoError(t, err)
	for other.TStates < m.TStates {
		require.NoError(t, other.Step())
	}
	assert.Equal(t, m.Snapshot(), other.Snapshot())
}

func TestSnapshotRefusesWhatItIsNot(t *testing.T) {
	good, err := New().Snapshot().MarshalBinary()
	require.NoError(t, err)
	kept := Snapshot{TStates: 42}
	refused := func(want string, data []byte) {
		t.Helper()
		assert.EqualError(t, kept.UnmarshalBinary(data), want)
		assert.Equal(t, Snapshot{TStates: 42}, kept, "refused data changes nothing")
	}
	refused("not a snapshot of a machine", nil)
	refused("not a snapshot of a machine", []byte("garbage that is long enough"))
	refused("snapshot has version 2; this program reads version 1",
		append([]byte(snapshotMagic), 2))
	refused("snapshot has 1000 bytes instead of 65592", good[:1000])
	refused("snapshot has 65593 bytes instead of 65592", append(slices.Clone(good), 0))
	for _, at := range []int{len(snapshotMagic) + 1, 100, 40_000, len(good) - 1} {
		bad := slices.Clone(good)
		bad[at] ^= 0x10
		refused("snapshot is damaged: wrong checksum", bad)
	}

	m := New()
	m.TStates = 42
	assert.EqualError(t, m.Restore(Snapshot{Registers: Registers{IM: 3}}),
		"snapshot has interrupt mode 3; a Z80 has 0, 1 and 2")
	assert.Equal(t, uint64(42), m.TStates)
}

func FuzzSnapshot(f *testing.F) {
	good, err := New().Snapshot().MarshalBinary()
	require.NoError(f, err)
	f.Add(good[:20])
	f.Add([]byte(snapshotMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Snapshot
		if s.UnmarshalBinary(data) == nil {
			require.LessOrEqual(t, len(data), len(must.Have(s.MarshalBinary())))
		}
	})
}
