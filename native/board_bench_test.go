package native

import (
	"testing"

	"sargon78/native/literal"
	"sargon78/sargon"
)

// benchmarked are the positions of the benchmarks of single steps.
var benchmarked = []string{
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 28",
	"3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 20",
}

// benchmark runs a step on each board and position; the step is told how often.
func benchmark(b *testing.B, all []board, step func(b *testing.B, m board, p *sargon.Position,
	list []record)) {
	for _, m := range all {
		b.Run(m.name(), func(b *testing.B) {
			b.ReportAllocs()
			for _, fen := range benchmarked {
				p, err := sargon.ParseFEN(fen)
				if err != nil {
					b.Fatal(err)
				}
				step(b, m, &p, placed(m, &p))
			}
		})
	}
}

// each runs f b.N times, spread over the positions.
func each(b *testing.B, f func()) {
	for range (b.N + len(benchmarked) - 1) / len(benchmarked) {
		f()
	}
}

func BenchmarkGenerate(b *testing.B) {
	benchmark(b, boards(), func(b *testing.B, m board, p *sargon.Position, list []record) {
		var previous record
		each(b, func() {
			m.free(len(m.moves(p.Side, &previous)))
		})
	})
}

// BenchmarkMakeUnmake makes and unmakes all moves of a position, about 40.
func BenchmarkMakeUnmake(b *testing.B) {
	benchmark(b, boards(), func(b *testing.B, m board, p *sargon.Position, list []record) {
		each(b, func() {
			eachMove(list, func(first, second *record) {
				m.make(first, second)
				m.unmake(first, second)
			})
		})
	})
}

func BenchmarkInCheck(b *testing.B) {
	benchmark(b, boards(), func(b *testing.B, m board, p *sargon.Position, list []record) {
		each(b, func() { m.inCheck(p.Side) })
	})
}

// The steps of an evaluation, on the boards that evaluate.

func BenchmarkEvaluate(b *testing.B) {
	benchmarkSteps(b, func(m board) { m.evaluate(&evalContext{side: sargon.White}) })
}

// BenchmarkAttackLists builds the attack lists of all squares.
func BenchmarkAttackLists(b *testing.B) {
	benchmarkSteps(b, func(m board) {
		for n := range 64 {
			switch m := m.(type) {
			case *search0x88:
				m.attackers(to0x88[from64[n]])
			case *searchBitboards:
				m.list(m.attackersOf(n, 0), n, 0)
				m.list(m.attackersOf(n, 1), n, 1)
			}
		}
	})
}

func benchmarkSteps(b *testing.B, step func(m board)) {
	for _, m := range boards() {
		m.shareMemory(literal.New().Tail())
		benchmark(b, []board{m}, func(b *testing.B, _ board, p *sargon.Position, _ []record) {
			m.evaluate(&evalContext{side: p.Side})
			each(b, func() { step(m) })
		})
	}
}
