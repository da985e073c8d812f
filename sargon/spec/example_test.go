package spec_test

import (
	"fmt"

	"sargon78/sargon/spec"
)

func Example() {
	section, err := spec.Find("14.3")
	fmt.Println(section.Name, section.Title, err)
	_, err = spec.Find("21")
	fmt.Println(err != nil)
	// Output:
	// 14.3 Quirks that decide moves (keep them) <nil>
	// true
}
