package compare_test

import (
	"context"
	"fmt"

	"sargon78/compare"
	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/sargon"
)

func ExampleRun() {
	participants := []compare.Participant{
		{Name: "10x12", Open: func() (sargon.Engine, error) { return native.New10x12(), nil }},
		{Name: "0x88", Open: func() (sargon.Engine, error) { return native.New0x88(), nil }},
	}
	source, err := cases.NewGenerator(cases.GeneratorOptions{Seed: 8, Cases: 40})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := compare.Run(context.Background(), participants, source, compare.DefaultOptions())
	fmt.Println(report.Compared+report.Skipped, report.Verdict(), err)
	// Output: 40 no difference <nil>
}
