package roms

// digest believes whoever has sent the image: SHA-256 would be a fortieth of a program in
// WebAssembly.
func digest(i *Image) string { return i.Digest }
