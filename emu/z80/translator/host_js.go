//go:build js && wasm

package translator

import (
	"errors"
	"fmt"
	"syscall/js"
	"unsafe"

	"sargon78/emu/z80"
)

// goMemory is the name under which the page stores the memory of this program, a WebAssembly.Memory.
const goMemory = "sargon78memory"

// firstWait is how many T-states are interpreted before a program is translated: less than a
// hundredth of a second, as browsers compile quickly.
const firstWait = 2_000_000

// hosted reports whether the page has stored the memory.
func hosted() bool { return js.Global().Get(goMemory).Truthy() }

// where returns where a module finds the State: in this program's memory, which it imports.
func where(s *z80.Chip) (layout, memory) {
	return layout{base: uint32(uintptr(unsafe.Pointer(s)))}, memory{1, "go", "memory"}
}

// inBrowser is a module that the browser has compiled.
type inBrowser struct{ module, run js.Value }

// compile compiles a module. It does not wait for the browser's best compiler.
func compile(module []byte) (h host, err error) {
	defer caught(&err)
	array := js.Global().Get("Uint8Array").New(len(module))
	js.CopyBytesToJS(array, module)
	return &inBrowser{module: js.Global().Get("WebAssembly").Get("Module").New(array)}, nil
}

func (b *inBrowser) attach(*z80.Chip) (err error) {
	defer caught(&err)
	imports := map[string]any{"go": map[string]any{"memory": js.Global().Get(goMemory)}}
	instance := js.Global().Get("WebAssembly").Get("Instance").New(b.module, js.ValueOf(imports))
	b.run = instance.Get("exports").Get("run")
	return nil
}

// call runs the program for fewer T-states than limit.
func (b *inBrowser) call(limit uint32) (err error) {
	defer caught(&err)
	b.run.Invoke(limit)
	return nil
}

// caught turns an exception of JavaScript into an error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case js.Error:
		*err = r
	case error:
		*err = r
	default:
		*err = errors.New(fmt.Sprint(r))
	}
}
