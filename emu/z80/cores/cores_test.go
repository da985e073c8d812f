package cores_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"sargon78/emu"
	"sargon78/emu/z80/cores"
	"sargon78/sargon/must"
)

func TestCoresHaveNames(t *testing.T) {
	names := cores.Names()
	assert.Contains(t, names, cores.ReferenceCore)
	assert.Contains(t, names, emu.New().Core().Name())
	assert.Equal(t, names[0], must.Have(cores.New("")).Name())
	for _, name := range names {
		core := must.Have(cores.New(name))
		assert.Equal(t, name, core.Name())
	}
	_, err := cores.New("abacus")
	list := strings.Join(names, ", ")
	assert.ErrorContains(t, err, `there is no core "abacus": want one of `+list)
}

func TestCutTakesTheCoreOff(t *testing.T) {
	for name, want := range map[string][2]string{
		"rom":                    {"rom", ""},
		"rom@library":            {"rom", "library"},
		"rom:my.asm@interpreter": {"rom:my.asm", "interpreter"},
		"rom:me@home/my.asm":     {"rom:me@home/my.asm", ""},
		"rom:me@home.asm":        {"rom:me@home.asm", ""},
		"rom:me@home.asm@abacus": {"rom:me@home.asm", "abacus"},
	} {
		engine, core := cores.SplitCore(name)
		assert.Equal(t, want, [2]string{engine, core}, name)
	}
}
