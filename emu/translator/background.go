package translator

import "runtime"

// inBackground says that there are threads beside which to compile.
const inBackground = runtime.GOARCH != "wasm"
