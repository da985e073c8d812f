package emu

import (
	"context"
	_ "embed"
	"testing"

	"github.com/koron-go/z80"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/work.bin
var work []byte // testdata/work.z80

const (
	workStart  = 0x1000
	workHalt   = 0x1015
	workPrimes = 0x1016
)

func BenchmarkBareLibrary(b *testing.B) {
	var memory ram
	cpu := z80.CPU{Memory: &memory}
	for b.Loop() {
		copy(memory[workStart:], work)
		cpu.PC = workStart
		require.NoError(b, cpu.Run(context.Background()))
	}
	require.Equal(b, uint8(1028%256), memory[workPrimes])
}

func BenchmarkMachine(b *testing.B) {
	m := New()
	var stop Stop
	for b.Loop() {
		copy(m.Memory[workStart:], work)
		m.cpu.PC = workStart
		stop, _ = m.Run(context.Background(), Until{Addresses: []uint16{workHalt}})
	}
	require.Equal(b, AtAddress, stop)
	require.Equal(b, uint16(1028), m.Word(workPrimes))
	b.ReportMetric(float64(m.TStates)/b.Elapsed().Seconds()/1e6, "MHz")
}
