package translator

import (
	"bytes"
	"encoding/binary"
)

// in is one or more encoded instructions of WebAssembly. They work on a stack: operands come before
// operators.
type in []byte

// Instructions on 32-bit numbers, unless the name says 64.
var (
	drop   = in{0x1A}
	choose = in{0x1B} // a, b, condition: a if the condition is not 0, else b
	eqz    = in{0x45}
	eq     = in{0x46}
	ne     = in{0x47}
	ltS    = in{0x48}
	ltU    = in{0x49}
	add    = in{0x6A}
	sub    = in{0x6B}
	and    = in{0x71}
	or     = in{0x72}
	xor    = in{0x73}
	shl    = in{0x74}
	shrU   = in{0x76}
	popcnt = in{0x69}

	geS64    = in{0x59}
	add64    = in{0x7C}
	sub64    = in{0x7D}
	shl64    = in{0x86}
	shrS64   = in{0x87}
	wrap     = in{0xA7} // 64 bits to 32
	extendU  = in{0xAD} // and back
	begin    = in{0x02, noResult}
	beginFor = in{0x03, noResult} // a loop: a branch to its label goes to its start
	when     = in{0x04, noResult} // an if: the number on the stack is not 0
	end      = in{0x0B}
)

// Types.
const (
	noResult = 0x40
	i32      = 0x7F
	i64      = 0x7E
)

func get(local int) in { return numbered(0x20, local) }
func set(local int) in { return numbered(0x21, local) }
func tee(local int) in { return numbered(0x22, local) }

func call(function int) in { return numbered(0x10, function) }
func branch(depth int) in  { return numbered(0x0C, depth) }

// numbered is an instruction with a number of something. It is called in hundreds of places: as
// num, access and seq it is not to be copied into them, which would make the page a tenth larger.
//
//go:noinline
func numbered(op byte, n int) in { return append(in{op}, unsigned(n)...) }

//go:noinline
func num(n int32) in   { return append(in{0x41}, signed(int64(n))...) }
func num64(n int64) in { return append(in{0x42}, signed(n)...) }

// Accesses to memory at an address from the stack plus a constant.
func load8(offset uint32) in   { return access(0x2D, offset) }
func load16(offset uint32) in  { return access(0x2F, offset) }
func load64(offset uint32) in  { return access(0x29, offset) }
func store8(offset uint32) in  { return access(0x3A, offset) }
func store16(offset uint32) in { return access(0x3B, offset) }
func store64(offset uint32) in { return access(0x37, offset) }

// access claims no alignment of an address.
//
//go:noinline
func access(op byte, offset uint32) in {
	return append(in{op, 0}, binary.AppendUvarint(nil, uint64(offset))...)
}

func unsigned(n int) in { return binary.AppendUvarint(nil, uint64(n)) }

// signed encodes a signed number, seven bits a byte.
func signed(n int64) (b in) {
	for {
		low := byte(n & 0x7F)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// seq joins instructions.
//
//go:noinline
func seq(parts ...in) (all in) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// function is a function of a module: all its parameters are 32-bit numbers.
type function struct {
	params  int
	results in  // their types
	i32s    int // local variables, which come after the parameters
	i64s    int
	code    in
	exports string // its name outside, or none
}

// memory says where a module finds memory: its own, or an imported one.
type memory struct {
	pages        int
	module, name string // imported; "" for its own
}

// encode writes a module.
func encode(functions []function, m memory) []byte {
	sized := func(b in) in { return append(unsigned(len(b)), b...) }
	text := func(s string) in { return sized(in(s)) }
	var types, indexes, exports, bodies in
	exported := 0
	for i, f := range functions {
		params := bytes.Repeat(in{i32}, f.params)
		types = seq(types, in{0x60}, sized(params), sized(f.results))
		indexes = append(indexes, unsigned(i)...)
		if f.exports != "" {
			exported++
			exports = seq(exports, text(f.exports), in{0}, unsigned(i))
		}
		locals := seq(in{2}, unsigned(f.i32s), in{i32}, unsigned(f.i64s), in{i64})
		bodies = append(bodies, sized(seq(locals, f.code, end))...)
	}
	module := in("\x00asm\x01\x00\x00\x00")
	section := func(id byte, count int, content in) {
		module = append(append(module, id), sized(seq(unsigned(count), content))...)
	}
	pages := seq(in{0}, unsigned(m.pages))
	section(1, len(functions), types)
	if m.module != "" {
		section(2, 1, seq(text(m.module), text(m.name), in{2}, pages))
	}
	section(3, len(functions), indexes)
	if m.module == "" {
		section(5, 1, pages)
	}
	section(7, exported, exports)
	section(10, len(functions), bodies)
	return module
}
