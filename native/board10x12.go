package native

import (
	"sargon78/native/literal"
	"sargon78/sargon"
)

// board10x12 lets Perft walk on the board of the literal engine, in its memory. Beside its
// records stand ours, with their addresses for links.
type board10x12 struct {
	engine  *literal.Engine
	records []record
}

func newBoard10x12() *board10x12 { return &board10x12{engine: literal.New()} }

func (b *board10x12) number(s sargon.Square) uint8      { return uint8(s) }
func (b *board10x12) square(number uint8) sargon.Square { return sargon.Square(number) }

func (b *board10x12) set(p *sargon.Position) {
	if err := b.engine.SetPosition(*p); err != nil {
		panic(err) // was looked at before
	}
}

func (b *board10x12) reset(int) {
	b.engine.Restart()
	b.records = b.records[:0]
}

func (b *board10x12) moves(side sargon.Color, previous *record) []record {
	start := len(b.records)
	at, end := b.engine.List(side, moveOf(b, previous))
	for ; at < end; at += literal.RecordBytes {
		m := b.engine.Listed(at)
		b.records = append(b.records,
			record{link: at, from: uint8(m.From), to: uint8(m.To), flags: m.Flags})
	}
	return b.records[start:]
}

func (b *board10x12) free(records int) {
	if records > 0 {
		left := len(b.records) - records
		b.engine.Free(b.records[left].link)
		b.records = b.records[:left]
	}
}

func (b *board10x12) make(first, _ *record)   { b.engine.Make(first.link) }
func (b *board10x12) unmake(first, _ *record) { b.engine.Unmake(first.link) }

func (b *board10x12) inCheck(side sargon.Color) bool { return b.engine.InCheck(side) }

func (b *board10x12) replace(number uint8, t sargon.PieceType) {
	b.engine.Replace(sargon.Square(number), t)
}
