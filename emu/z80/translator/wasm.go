package translator

import (
	"bytes"
	"encoding/binary"
)

// wasmCode is one or more encoded instructions of WebAssembly. They work on a stack: operands come before
// operators.
type wasmCode []byte

// Instructions on 32-bit numbers, unless the name says 64.
var (
	drop   = wasmCode{0x1A}
	choose = wasmCode{0x1B} // a, b, condition: a if the condition is not 0, else b
	eqz    = wasmCode{0x45}
	eq     = wasmCode{0x46}
	ne     = wasmCode{0x47}
	ltS    = wasmCode{0x48}
	ltU    = wasmCode{0x49}
	add    = wasmCode{0x6A}
	sub    = wasmCode{0x6B}
	and    = wasmCode{0x71}
	or     = wasmCode{0x72}
	xor    = wasmCode{0x73}
	shl    = wasmCode{0x74}
	shrU   = wasmCode{0x76}
	popcnt = wasmCode{0x69}

	geS64    = wasmCode{0x59}
	add64    = wasmCode{0x7C}
	sub64    = wasmCode{0x7D}
	shl64    = wasmCode{0x86}
	shrS64   = wasmCode{0x87}
	wrap     = wasmCode{0xA7} // 64 bits to 32
	extendU  = wasmCode{0xAD} // and back
	begin    = wasmCode{0x02, noResult}
	beginFor = wasmCode{0x03, noResult} // a loop: a branch to its label goes to its start
	when     = wasmCode{0x04, noResult} // an if: the number on the stack is not 0
	end      = wasmCode{0x0B}
)

// Types.
const (
	noResult = 0x40
	i32      = 0x7F
	i64      = 0x7E
)

func get(local int) wasmCode { return numbered(0x20, local) }
func set(local int) wasmCode { return numbered(0x21, local) }
func tee(local int) wasmCode { return numbered(0x22, local) }

func call(function int) wasmCode { return numbered(0x10, function) }
func branch(depth int) wasmCode  { return numbered(0x0C, depth) }

// numbered is an instruction with a number operand. It is called in hundreds of places: like num,
// access and seq it must not be inlined, which would make the page a tenth larger.
//
//go:noinline
func numbered(op byte, n int) wasmCode { return append(wasmCode{op}, unsigned(n)...) }

//go:noinline
func num(n int32) wasmCode   { return append(wasmCode{0x41}, signed(int64(n))...) }
func num64(n int64) wasmCode { return append(wasmCode{0x42}, signed(n)...) }

// Accesses to memory at an address from the stack plus a constant.
func load8(offset uint32) wasmCode   { return access(0x2D, offset) }
func load16(offset uint32) wasmCode  { return access(0x2F, offset) }
func load64(offset uint32) wasmCode  { return access(0x29, offset) }
func store8(offset uint32) wasmCode  { return access(0x3A, offset) }
func store16(offset uint32) wasmCode { return access(0x3B, offset) }
func store64(offset uint32) wasmCode { return access(0x37, offset) }

// access encodes an access that assumes no alignment of the address.
//
//go:noinline
func access(op byte, offset uint32) wasmCode {
	return append(wasmCode{op, 0}, binary.AppendUvarint(nil, uint64(offset))...)
}

func unsigned(n int) wasmCode { return binary.AppendUvarint(nil, uint64(n)) }

// signed encodes a signed number, seven bits a byte.
func signed(n int64) (b wasmCode) {
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
func seq(parts ...wasmCode) (all wasmCode) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// function is a function of a module: all its parameters are 32-bit numbers.
type function struct {
	params  int
	results wasmCode // their types
	i32s    int      // local variables, which come after the parameters
	i64s    int
	code    wasmCode
	exports string // its name outside, or none
}

// memory says which memory a module uses: its own, or an imported one.
type memory struct {
	pages        int
	module, name string // imported; "" for its own
}

// encode writes a module.
func encode(functions []function, m memory) []byte {
	sized := func(b wasmCode) wasmCode { return append(unsigned(len(b)), b...) }
	text := func(s string) wasmCode { return sized(wasmCode(s)) }
	var types, indexes, exports, bodies wasmCode
	exported := 0
	for i, f := range functions {
		params := bytes.Repeat(wasmCode{i32}, f.params)
		types = seq(types, wasmCode{0x60}, sized(params), sized(f.results))
		indexes = append(indexes, unsigned(i)...)
		if f.exports != "" {
			exported++
			exports = seq(exports, text(f.exports), wasmCode{0}, unsigned(i))
		}
		locals := seq(wasmCode{2}, unsigned(f.i32s), wasmCode{i32}, unsigned(f.i64s), wasmCode{i64})
		bodies = append(bodies, sized(seq(locals, f.code, end))...)
	}
	module := wasmCode("\x00asm\x01\x00\x00\x00")
	section := func(id byte, count int, content wasmCode) {
		module = append(append(module, id), sized(seq(unsigned(count), content))...)
	}
	pages := seq(wasmCode{0}, unsigned(m.pages))
	section(1, len(functions), types)
	if m.module != "" {
		section(2, 1, seq(text(m.module), text(m.name), wasmCode{2}, pages))
	}
	section(3, len(functions), indexes)
	if m.module == "" {
		section(5, 1, pages)
	}
	section(7, exported, exports)
	section(10, len(functions), bodies)
	return module
}
