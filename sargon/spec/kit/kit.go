// Package kit holds the conformance kit for ports of Sargon, which package compare/kit makes: JSON
// lines, to be read as page kit of the specification says.
package kit

import _ "embed"

// Name is that of the file.
const Name = "kit.jsonl"

// File is the kit.
//
//go:embed kit.jsonl
var File []byte
