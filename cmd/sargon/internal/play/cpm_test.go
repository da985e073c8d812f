package play

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/cmd/sargon/internal/cli"
	"sargon78/cmd/sargon/internal/launch"
	"sargon78/cmd/sargon/internal/settings"
)

// A program for CP/M that asks for keys, and says them in brackets until there is Return.
var asks = []byte{
	0x0E, 0x09, 0x11, 0x1F, 0x01, 0xCD, 0x05, 0x00, // 0100: LD C,9; LD DE,011F; CALL 5
	0x0E, 0x01, 0xCD, 0x05, 0x00, // 0108: LD C,1; CALL 5
	0xFE, 0x0D, 0xC8, // 010D: CP 13; RET Z
	0x0E, 0x02, 0x1E, '>', 0xCD, 0x05, 0x00, // 0110: LD C,2; LD E,'>'; CALL 5
	0x18, 0xEF, // 0117: JR 0108
	0, 0, 0, 0, 0, 0,
	'K', 'E', 'Y', 0xDB, '?', '$', // 011F; DB is a block in code page 437
}

func runCOM(t *testing.T, keys string) (string, error) {
	name := filepath.Join(t.TempDir(), "asks.com")
	require.NoError(t, os.WriteFile(name, asks, 0o600))
	var out bytes.Buffer
	o := Options{Settings: settings.Default(), Rom: launch.Options{Rom: name}}
	err := Run(context.Background(), &cli.IO{In: strings.NewReader(keys), Out: &out, Err: &out}, o)
	return out.String(), err
}

func TestCommandsOfCPM(t *testing.T) {
	for keys, want := range map[string]string{
		"ab\n":     "KEY█?a>b>\r",
		"ab\r\ncd": "KEY█?a>b>\r", // it has ended before the rest
		"abc":      "KEY█?a>b>c>", // and would ask for ever
		"":         "KEY█?",
		"a\x1dbc":  "KEY█?a>", // Control-]
	} {
		got, err := runCOM(t, keys)
		assert.NoError(t, err, "%q", keys)
		assert.Equal(t, want, got, "%q", keys)
	}
}
