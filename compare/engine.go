package compare

import (
	"sargon78/compare/observe"
	"sargon78/native"
	"sargon78/native/literal"
	"sargon78/roms"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
)

// Contender is an engine that takes part.
type Contender = observe.Contender

// Difference is one value that differs.
type Difference = observe.Difference

// ReferenceModel is the specification followed word by word. It takes part like any engine, and is
// what a lone failure is explained with.
func ReferenceModel() Contender {
	return Contender{
		Name: literal.Name, Open: func() (sargon.Engine, error) { return literal.New(), nil },
	}
}

// usualJudges are the engine on 10x12, and beside it the one on bitboards, or, where that falls back
// to the first before, the embedded ROM: the engines that share no search with it.
var usualJudges = judges{
	model: ReferenceModel(),
	witnesses: []Contender{
		{Name: "sets", Open: func() (sargon.Engine, error) { return native.NewSets(), nil }},
		{Name: "rom", Open: openEmbedded},
	},
}

func openEmbedded() (sargon.Engine, error) {
	image, err := roms.Open("", roms.Options{})
	if err != nil {
		return nil, err
	}
	return emulated.New("rom", image)
}
