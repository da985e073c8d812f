//go:build amd64 || arm64

package translator

import (
	"context"
	"sync"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"sargon78/emu/z80"
)

// visible is how many bytes of a State a module sees: up to Marks, and one more, since it reads two
// marks at once. The functions of the State come after.
const visible = unsafe.Offsetof(z80.Chip{}.Marks) + unsafe.Sizeof(z80.Chip{}.Marks) + 1

// firstWait is how many T-states are interpreted before a program is translated: about 30 ms. Compiling
// takes five times as long, and many programs have ended by then.
const firstWait = 100_000_000

// where returns where a module finds the State: in its own memory.
func where(*z80.Chip) (layout, memory) {
	const pageBytes = 1 << 16
	return layout{}, memory{pages: int(visible / pageBytes)}
}

// compiled are the modules that this process has compiled, for other machines with the same
// program.
var compiled struct {
	sync.Mutex
	cache wazero.CompilationCache
	count int
}

// mostCompiled is how many compiled modules are cached.
const mostCompiled = 64

// configuration returns the configuration of all runtimes, with the current cache.
func configuration() wazero.RuntimeConfig {
	compiled.Lock()
	defer compiled.Unlock()
	if compiled.count++; compiled.cache == nil || compiled.count > mostCompiled {
		compiled.cache, compiled.count = wazero.NewCompilationCache(), 0
	}
	return wazero.NewRuntimeConfigCompiler().WithCompilationCache(compiled.cache)
}

// hosted reports whether the compiler knows this processor, and may make memory executable.
func hosted() (can bool) {
	defer func() { can = recover() == nil }()
	wazero.NewRuntimeWithConfig(context.Background(), configuration())
	return
}

// native is a module in a runtime of its own, which is freed when it is no longer needed.
type native struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	run     api.Function
	stack   [1]uint64
}

// compile compiles a module. It takes a while and may run while the machine runs.
func compile(module []byte) (host, error) {
	n := &native{runtime: wazero.NewRuntimeWithConfig(context.Background(), configuration())}
	var err error
	n.module, err = n.runtime.CompileModule(context.Background(), module)
	return n, err
}

// attach lets the module work on a State.
func (n *native) attach(s *z80.Chip) error {
	allocator := experimental.MemoryAllocatorFunc(func(uint64, uint64) experimental.LinearMemory {
		return stateMemory{s}
	})
	ctx := experimental.WithMemoryAllocator(context.Background(), allocator)
	instance, err := n.runtime.InstantiateModule(ctx, n.module,
		wazero.NewModuleConfig().WithName(""))
	if err == nil {
		n.run = instance.ExportedFunction("run")
	}
	return err
}

// call runs the program for fewer T-states than limit.
func (n *native) call(limit uint32) error {
	n.stack[0] = uint64(limit)
	return n.run.CallWithStack(context.Background(), n.stack[:])
}

// stateMemory is the State as the memory of a module.
type stateMemory struct{ state *z80.Chip }

func (s stateMemory) Reallocate(uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s.state)), visible)
}

func (stateMemory) Free() {}
