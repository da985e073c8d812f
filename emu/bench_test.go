package emu

import (
	"context"
	_ "embed"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sargon78/emu/z80"
	"sargon78/emu/z80/library"
	"sargon78/emu/z80/translator"
)

//go:embed testdata/work.bin
var work []byte // testdata/work.z80

const (
	workStart  = 0x1000
	workHalt   = 0x1015
	workPrimes = 0x1016

	primesBelow8192 = uint16(1028)
)

// BenchmarkCores runs the same program on each core in turn, and gives the shortest times as
// millions of T-states a second, and how much quicker than the library each is: a busy computer
// disturbs the shortest least.
func BenchmarkCores(b *testing.B) {
	m := New()
	halt := Until{Addresses: []uint16{workHalt}}
	best := map[string]time.Duration{}
	var tStates uint64
	cores := []Core{&z80.Interpreter{}, library.New(), translator.New()}
	for b.Loop() {
		for _, core := range cores {
			m.SetCore(core)
			copy(m.Memory[workStart:], work)
			m.Registers = Registers{PC: workStart}
			m.TStates = 0
			began := time.Now()
			stop, err := m.Run(context.Background(), halt)
			took := time.Since(began)
			if stop != AtAddress || err != nil {
				b.Fatal(stop, err)
			}
			require.Equal(b, primesBelow8192, m.Word(workPrimes))
			tStates = m.TStates
			if shortest, ok := best[core.Name()]; !ok || took < shortest {
				best[core.Name()] = took
			}
		}
	}
	for _, core := range cores {
		took := best[core.Name()]
		b.ReportMetric(float64(tStates)/float64(took.Microseconds()), core.Name()+"-MHz")
		b.ReportMetric(float64(best["library"])/float64(took), core.Name()+"/library")
	}
}

// BenchmarkStep is the cost of single steps.
func BenchmarkStep(b *testing.B) {
	m := New()
	copy(m.Memory[workStart:], work)
	for b.Loop() {
		if m.PC == workHalt || m.PC == 0 {
			m.Registers = Registers{PC: workStart}
		}
		if err := m.Step(); err != nil {
			b.Fatal(err)
		}
	}
}
