package native

// Rules are the rules of chess by which moves are generated.
type Rules int

const (
	// Sargon are the rules that the program of 1978 knows: a pawn always becomes a
	// queen, and may be taken en passant after any first move beside an enemy pawn
	// (spec §4).
	Sargon Rules = iota
	// Chess are all rules of chess, under-promotion included.
	Chess
)
