package roms

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadHex(t *testing.T) {
	origin, code, err := readHex([]byte(
		":020000040000FA\r\n:03100000414243\x32\x37\r\n:0210050058596D8\n"))
	require.Error(t, err)
	require.Zero(t, origin)
	require.Nil(t, code)

	origin, code, err = readHex([]byte(":020000040000FA\n:0310000041424327\n\n" +
		":02100500585938\n:0400000500001000E7\n:00000001FF\n\x1A"))
	require.NoError(t, err)
	require.EqualValues(t, 0x1000, origin)
	require.Equal(t, "ABC\x00\x00XY", string(code))

	for text, want := range map[string]string{
		"":                                    "0: the end record",
		":00000001FF":                         "1: no data",
		":0310000041424327":                   "1: the end record",
		":0310000041424328":                   "1: wrong checksum 28, it would have to be 27",
		":0410000041424327":                   "1: the length",
		":03":                                 "1: the length",
		":031000004142432":                    "1: not pairs",
		":03100000414243ZZ":                   "1: not pairs",
		"\n\nhello":                           "3: \"hello\" does not begin with a colon",
		":02FFFF0041427D" + "\n:00000001FF":   "1: runs past FFFFh",
		":020000040001F9\n:00000001FF":        "1: addresses beyond 64 KiB",
		":00000007F9\n:00000001FF":            "1: record type 07",
		":0110000041AE\n:0110000042AD":        "2: a second, different byte for 1000h",
		":0110000041AE\n:00000001FF\n:00":     "3: something follows",
		":" + strings.Repeat("0", 600) + "\n": "1: the length",
	} {
		_, _, err := readHex([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
