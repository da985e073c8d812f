package external_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/compare/external"
)

func ExampleSplit() {
	words, err := external.Split(`python3 "my engine.py" --title='a "b"' C:\chess\x.exe`)
	fmt.Printf("%q %v\n", words, err)
	// Output: ["python3" "my engine.py" "--title=a \"b\"" "C:\\chess\\x.exe"] <nil>
}

func TestSplit(t *testing.T) {
	words, err := external.Split(`"" a`)
	require.NoError(t, err)
	assert.Equal(t, []string{"", "a"}, words)
	for command, want := range map[string]string{
		"": "no command", " \t": "no command", `a "b`: "not closed",
	} {
		_, err := external.Split(command)
		assert.ErrorContains(t, err, want)
	}
}
