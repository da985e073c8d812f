package emu

import (
	"context"
	_ "embed"
	"testing"
	"time"

	"github.com/koron-go/z80"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/work.bin
var work []byte // testdata/work.z80

const (
	workStart  = 0x1000
	workHalt   = 0x1015
	workPrimes = 0x1016

	primesBelow8192 = uint16(1028)
)

// BenchmarkBareLibrary is the library alone, without T-states and corrections, once with the memory it brings, once
// with the one of the machine, which is faster. The sum of primes found shows that it has run.
func BenchmarkBareLibrary(b *testing.B) {
	run := func(b *testing.B, cpu *z80.CPU, load func()) {
		for b.Loop() {
			load()
			cpu.PC = workStart
			require.NoError(b, cpu.Run(context.Background()))
		}
		require.Equal(b, primesBelow8192, uint16(cpu.Memory.Get(workPrimes))|uint16(cpu.Memory.Get(workPrimes+1))<<8)
	}
	b.Run("DumbMemory", func(b *testing.B) {
		memory := make(z80.DumbMemory, 65536)
		run(b, &z80.CPU{Memory: memory}, func() { copy(memory[workStart:], work) })
	})
	b.Run("array", func(b *testing.B) {
		var memory ram
		run(b, &z80.CPU{Memory: &memory}, func() { copy(memory[workStart:], work) })
	})
}

// BenchmarkMachine is the same program on the machine; divide by the times of BenchmarkBareLibrary. Emulated MHz are T-states
// a microsecond.
func BenchmarkMachine(b *testing.B) {
	m := New()
	halt := Until{Addresses: []uint16{workHalt}}
	for b.Loop() {
		copy(m.Memory[workStart:], work)
		m.SetRegisters(Registers{PC: workStart})
		stop, err := m.Run(context.Background(), halt)
		if stop != AtAddress || err != nil {
			b.Fatal(stop, err)
		}
	}
	require.Equal(b, primesBelow8192, m.Word(workPrimes))
	b.ReportMetric(float64(m.TStates)/float64(b.Elapsed().Microseconds()), "MHz")
}

// BenchmarkCostOfCounting runs both in turn and gives the ratio of the shortest times, which a busy computer disturbs least.
func BenchmarkCostOfCounting(b *testing.B) {
	var memory ram
	cpu := z80.CPU{Memory: &memory}
	m := New()
	halt := Until{Addresses: []uint16{workHalt}}
	bare, machine := time.Hour, time.Hour
	for b.Loop() {
		copy(memory[workStart:], work)
		cpu.PC = workStart
		began := time.Now()
		require.NoError(b, cpu.Run(context.Background()))
		bare = min(bare, time.Since(began))

		copy(m.Memory[workStart:], work)
		m.SetRegisters(Registers{PC: workStart})
		began = time.Now()
		_, err := m.Run(context.Background(), halt)
		require.NoError(b, err)
		machine = min(machine, time.Since(began))
	}
	b.ReportMetric(float64(machine)/float64(bare), "times-bare")
}

// BenchmarkStep is the cost of single steps.
func BenchmarkStep(b *testing.B) {
	m := New()
	copy(m.Memory[workStart:], work)
	for b.Loop() {
		if m.cpu.PC == workHalt || m.cpu.PC == 0 {
			m.SetRegisters(Registers{PC: workStart})
		}
		if err := m.Step(); err != nil {
			b.Fatal(err)
		}
	}
}
