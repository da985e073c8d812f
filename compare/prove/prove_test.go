package prove

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/roms"
)

func embedded(t *testing.T) *roms.Image {
	image, err := roms.Open("", roms.Options{})
	require.NoError(t, err)
	return image
}

func TestRoutinesDoWhatTheRulesSay(t *testing.T) {
	for _, r := range Prove(t.Context(), embedded(t), Rows, Options{Workers: 2, Most: 100}) {
		require.Nil(t, r.Fault, r.Row.Name)
		require.NotZero(t, r.Cases, r.Row.Name)
	}
}

// plant replaces the first of some bytes behind a label.
func plant(t *testing.T, image *roms.Image, label string, old, new []byte) {
	t.Helper()
	code := image.Bytes[image.Labels[label]-image.Load:][:120]
	i := bytes.Index(code, old)
	require.GreaterOrEqual(t, i, 0, label)
	require.Len(t, new, len(old))
	copy(code[i:], new)
}

func TestPlantedFaultsAreFound(t *testing.T) {
	for _, f := range []struct {
		row, label string
		old, new   []byte
		what       string // the fault
	}{
		{"LOOK", "LOOK", []byte{0xCE, 0x00}, []byte{0xCE, 0x01}, "always the second page"},
		{"LOOK", "LOOK", []byte{0xDE, 0x00}, []byte{0xDE, 0x01}, "same and other exchanged"},
		{"next_piece", "next_piece", []byte{0x25}, []byte{0x00}, "the count stays"},
		{"next_piece", "next_slot", []byte{0xED, 0x67}, []byte{0xED, 0x6F}, "the high half first"},
		{"next_piece", "next_none", []byte{0xEB}, []byte{0x00}, "the same side is asked again"},
		{"attack_ray", "attack_ray", []byte{0x01, 0, 0}, []byte{0x01, 0x80, 0}, "a queen from the start"},
		{"attack_ray", "attack_step", []byte{0x04}, []byte{0x00}, "steps are not counted"},
		{"attack_ray", "attack_step", []byte{0x32}, []byte{0x3A}, "T2 keeps what the last ray left"},
		{"attack_ray", "attack_diagonal", []byte{0xAB}, []byte{0xAF}, "pawns attack nothing"},
	} {
		image := embedded(t)
		plant(t, image, f.label, f.old, f.new)
		row := slices.IndexFunc(Rows, func(r *Row) bool { return r.Name == f.row })
		r := Prove(t.Context(), image, Rows[row:row+1], Options{Workers: 1})[0]
		require.NotNil(t, r.Fault, "%s: %s", f.label, f.what)
		t.Logf("%s: %s: %s; %s", f.label, f.what, r.Fault.What, r.Fault.Path)
	}
}
