package lines_test

import (
	"fmt"

	"sargon78/compare/lines"
)

func ExampleSplit() {
	words, err := lines.Split(`python3 "my engine.py" "" --title='a "b"' C:\chess\x.exe`)
	fmt.Printf("%q %v\n", words, err)
	// Output: ["python3" "my engine.py" "" "--title=a \"b\"" "C:\\chess\\x.exe"] <nil>
}
