package cases_test

import (
	"context"
	"fmt"

	"sargon78/compare/cases"
	"sargon78/native"
	"sargon78/sargon"
)

func ExampleParseCase() {
	c, err := cases.ParseCase("level 2 startpos moves e2e4 e7e5")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := native.New0x88()
	fmt.Println(c.Last().Level, c.SetUp(context.Background(), engine), engine.Position().Side == sargon.White)
	// Output: 2 <nil> true
}
