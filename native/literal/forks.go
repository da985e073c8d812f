package literal

// Fork is a place of the specification where something may happen or not. Engine.Reached counts
// how often it did.
type Fork uint8

// NumForks is how many forks there are.
const NumForks = 131

// NumQuirks is how many quirks spec §14 lists.
const NumQuirks = 9

// Info describes a fork.
type Info struct {
	Name    string // for reports: lower case with hyphens
	Section int    // of the specification
	Quirk   int    // number in spec §14, 0 if the fork is none of these
	Text    string // what happened
}

// infos are the descriptions, in the order of the forks.
var infos = make([]Info, 0, NumForks)

// fork describes the next fork.
func fork(name string, section, quirk int, text string) Fork {
	infos = append(infos, Info{name, section, quirk, text})
	return Fork(len(infos) - 1)
}

// Info returns the description of a fork.
func (f Fork) Info() Info { return infos[f] }

// String returns the name of the fork.
func (f Fork) String() string { return infos[f].Name }

// Lookup finds a fork by its name.
func Lookup(name string) (Fork, bool) {
	for f, info := range infos {
		if info.Name == name {
			return Fork(f), true
		}
	}
	return 0, false
}

// The forks, in the order of the specification.
var (
	// Generating moves, spec §4.
	StepMove    = fork("step", 4, 0, "a piece goes to an empty square")
	CaptureMove = fork("capture", 4, 0, "a piece captures")
	PawnStep    = fork("pawn-step", 4, 0, "a pawn goes one step")
	PawnBlocked = fork("pawn-blocked", 4, 0,
		"the square before a pawn is occupied, and no two-step is tried")
	PawnTwoStep        = fork("pawn-two-step", 4, 0, "a pawn that has not moved goes two steps")
	PawnTwoStepBlocked = fork("pawn-two-step-blocked", 4, 0, "the second square is occupied")
	PawnCapture        = fork("pawn-capture", 4, 0, "a pawn captures")
	PromotionStep      = fork("promotion-step", 4, 0, "a pawn steps to the last rank")
	PromotionCapture   = fork("promotion-capture", 4, 0, "a pawn captures on the last rank")
	EnPassantRank      = fork("en-passant-rank", 4, 0,
		"an empty diagonal square, but the pawn is not on its fifth rank")
	EnPassantNotFirst = fork("en-passant-not-first", 4, 0,
		"on the fifth rank, but the previous move was no first move")
	EnPassantNotPawn = fork("en-passant-not-pawn", 4, 0,
		"on the fifth rank, but the first move was not a pawn's")
	EnPassantNotBeside = fork("en-passant-not-beside", 4, 0,
		"on the fifth rank, but the pawn that moved is not beside")
	EnPassant        = fork("en-passant", 4, 0, "an en passant capture is generated")
	EnPassantOneStep = fork("en-passant-one-step", 4, 2,
		"en passant against a pawn whose first move was not a two-step")
	CastlingInCheck = fork("castling-in-check", 4, 0, "the king has not moved but is in check")
	CastlingNoRook  = fork("castling-no-rook", 4, 0,
		"no rook that has not moved on the rook's square")
	CastlingOccupied = fork("castling-occupied", 4, 0, "a piece between king and rook")
	CastlingAttacked = fork("castling-attacked", 4, 0,
		"a square between king and rook is attacked")
	CastlingKnightFileAttacked = fork("castling-b-file-attacked", 4, 0,
		"b1 or b8 is attacked, which is allowed")
	CastlingKingSide = fork("castling-king-side", 4, 0,
		"castling on the king's side is generated")
	CastlingQueenSide = fork("castling-queen-side", 4, 0,
		"castling on the queen's side is generated")

	// The move list, spec §3.
	RecordDropped = fork("record-dropped", 3, 8,
		"the list area is full, and a record is dropped")
	PairCut = fork("pair-cut", 3, 8,
		"the second half of a pair is dropped, and the first is not linked")
	PairDropped = fork("pair-dropped", 3, 8,
		"both halves of a pair are dropped, and the list is still stepped back")
	PairAbove = fork("pair-above", 3, 8,
		"a pair without room steps back into the list of the ply above, and cuts it there")
	OldRecord     = fork("old-record", 3, 8, "a ply that can store nothing tries an old record")
	TypelessMoves = fork("typeless-moves", 3, 8,
		"a piece of type 0, which an old record has left, moves")

	// Attacks on a square, spec §5.
	TestAttacked  = fork("test-attacked", 5, 0, "a test finds the square attacked and ends")
	TestOwnPasses = fork("test-own", 5, 0,
		"a test passes over an own piece that protects the square")
	KnightAttacks = fork("knight-attacks", 5, 0, "a knight attacks")
	KingAttacks   = fork("king-attacks", 5, 0, "a king attacks from the next square")
	KingTooFar    = fork("king-too-far", 5, 0, "a king is met more than one step away")
	QueenAttacks  = fork("queen-attacks", 5, 0, "a queen attacks")
	BishopAttacks = fork("bishop-attacks", 5, 0, "a bishop attacks on a diagonal")
	RookAttacks   = fork("rook-attacks", 5, 0, "a rook attacks on a line")
	PawnAttacks   = fork("pawn-attacks", 5, 0, "a pawn attacks from the next square")
	PawnWrongSide = fork("pawn-wrong-side", 5, 0,
		"a pawn on the next diagonal square looks the other way")
	PawnTooFar = fork("pawn-too-far", 5, 0,
		"a pawn is met on a diagonal more than one step away")
	BlockerStops = fork("blocker", 5, 0,
		"a piece that does not attack along this direction ends it")
	OtherColorStops = fork("other-colour", 5, 0,
		"behind an attacker a piece of the other colour ends the direction")
	SeesThrough = fork("sees-through", 5, 0,
		"an attacker behind another one is found through it")

	// Attack lists, spec §6.
	BehindQueen = fork("behind-queen", 6, 0,
		"without pins, a rook or bishop behind a queen is filed as a queen")
	NegativeStep = fork("negative-step", 6, 3,
		"with a pin on the board, an attacker along a negative step is filed as a queen")
	BehindQueenIgnored = fork("behind-queen-ignored", 6, 3,
		"with a pin on the board, a rook or bishop behind a queen along a positive step is "+
			"filed as itself")
	LowHalf        = fork("low-half", 6, 0, "an attacker goes to the low half of its slot")
	HighHalf       = fork("high-half", 6, 0, "an attacker goes to the high half of its slot")
	Spill          = fork("spill", 6, 6, "the third attacker of a slot spills into the next one")
	SpillWhiteKing = fork("spill-white-king", 6, 6,
		"White's king slot spills into Black's count")
	SpillBlackKing = fork("spill-black-king", 6, 6,
		"Black's king slot spills into the pin list")

	// The pin test, spec §6.
	PinAlong          = fork("pin-along", 6, 0, "a pinned piece attacks along its pin")
	PinAcross         = fork("pin-across", 6, 0, "a pinned piece does not attack across its pin")
	PinTwice          = fork("pin-twice", 6, 0, "a piece that is listed twice does not attack")
	PinnedTransparent = fork("pinned-transparent", 6, 3,
		"an attacker is found through one that its pin excludes")

	// The pin list, spec §6.
	PinSecondPiece = fork("pin-second-piece", 6, 0,
		"two own pieces before the royal piece: no pin")
	PinNoCandidate = fork("pin-no-candidate", 6, 0, "an enemy piece first: no pin")
	PinNoSlider    = fork("pin-no-slider", 6, 0,
		"the enemy piece behind the candidate does not pin along this direction")
	PinByQueen      = fork("pin-by-queen", 6, 0, "a queen pins a piece to a king")
	PinByBishop     = fork("pin-by-bishop", 6, 0, "a bishop pins")
	PinByRook       = fork("pin-by-rook", 6, 0, "a rook pins")
	PinToQueen      = fork("pin-to-queen", 6, 4, "a piece is pinned to a queen")
	PinQueenByQueen = fork("pin-queen-by-queen", 6, 4,
		"a queen pins a piece to a queen that is not protected enough")
	PinQueenByQueenSafe = fork("pin-queen-by-queen-safe", 6, 4,
		"a queen does not pin a piece to a protected queen")

	// Exchanges, spec §7.
	ExchangeNoAttacker = fork("exchange-no-attacker", 7, 0, "nobody attacks the piece")
	ExchangeBigger     = fork("exchange-bigger", 7, 0,
		"a defended piece would be captured with a bigger one")
	ExchangeSmallerDefender = fork("exchange-smaller-defender", 7, 0,
		"the defender is smaller than the capturer: stop")
	ExchangeNoNextAttacker = fork("exchange-no-next-attacker", 7, 0,
		"no further attacker: stop")
	ExchangeDefenderReplaced = fork("exchange-defender-replaced", 7, 0,
		"a further attacker and a further defender are looked at")
	ExchangeDefendersGone = fork("exchange-defenders-gone", 7, 0,
		"a further attacker, and no further defender")
	ExchangeLoss        = fork("exchange-loss", 7, 0, "the owner loses a piece")
	ExchangeGain        = fork("exchange-gain", 7, 0, "the owner takes a piece back")
	ExchangeUndefended  = fork("exchange-undefended", 7, 0, "the capturer is not taken back")
	ExchangeGoesOn      = fork("exchange-goes-on", 7, 0, "the defender captures in its turn")
	ExchangeLooksBeyond = fork("exchange-beyond", 7, 6,
		"a lost half-byte is looked for beyond the end of the list")
	ExchangeCountStays = fork("exchange-count", 7, 6,
		"an attacker is taken, and the count in the memory stays")
	ExchangeEmptyHalf = fork("exchange-empty-half", 7, 6,
		"a half-byte 0 is taken from a byte that is not 0: none")

	// The static evaluation, spec §8.
	MinorUnmoved    = fork("minor-unmoved", 8, 0, "a knight or bishop that has not moved")
	MajorMovedEarly = fork("major-early", 8, 0, "a rook or queen that has moved before move 7")
	MajorMovedLate  = fork("major-late", 8, 0, "a rook or queen that has moved, from move 7 on")
	KingCastled     = fork("king-castled", 8, 0, "a king that has castled")
	KingMoved       = fork("king-moved", 8, 0, "a king that has moved without castling")
	LossNone        = fork("loss-none", 8, 0, "a piece that is not lost")
	LossOwn         = fork("loss-own", 8, 0,
		"the greatest loss of the side that moved, or as great")
	LossOwnSmaller  = fork("loss-own-smaller", 8, 0, "a smaller loss of the side that moved")
	LossOfMoved     = fork("loss-of-moved", 8, 0, "the piece just moved is the greatest loss")
	LossLaterBigger = fork("loss-later-bigger", 8, 5,
		"PTSCK stays although a later square loses as much or more")
	LossOther       = fork("loss-other", 8, 0, "the greatest loss of the other side, or as great")
	LossOtherSecond = fork("loss-other-second", 8, 0,
		"the second greatest loss of the other side")
	LossOtherSmaller = fork("loss-other-smaller", 8, 0, "a smaller loss of the other side")
	HangingShift     = fork("hanging-shift", 8, 0,
		"the piece just moved can be lost: PTSW1 = PTSW2")
	LostPoints = fork("lost-points", 8, 0, "points lost count")
	WonPoints  = fork("won-points", 8, 0, "half of the second greatest win counts")
	WonOnce    = fork("won-once", 8, 0,
		"only one piece of the other side can be won: it does not count")
	MaterialHigh   = fork("material-high", 8, 0, "material is limited to +30")
	MaterialLow    = fork("material-low", 8, 0, "material is limited to -30")
	ControlHigh    = fork("control-high", 8, 0, "board control is limited to +6")
	ControlLow     = fork("control-low", 8, 0, "board control is limited to -6")
	ControlHanging = fork("control-hanging", 8, 0,
		"board control does not count, the piece just moved can be lost")
	RootIntoPrevious = fork("root-into-previous", 8, 9,
		"the root's value is written into the previous move record")

	// Making and unmaking, spec §9.
	MakePromotion = fork("make-promotion", 9, 1,
		"a pawn becomes a queen, which is not a royal square yet")
	MakeQueen        = fork("make-queen", 9, 0, "a queen's move carries its royal square along")
	MakeKing         = fork("make-king", 9, 0, "a king's move carries its royal square along")
	MakeCastling     = fork("make-castling", 9, 0, "a king castles")
	MakePair         = fork("make-pair", 9, 0, "the second half of a pair is made")
	MakeCaptureQueen = fork("make-capture-queen", 9, 0,
		"a captured queen clears the royal square")
	UnmakePromotion    = fork("unmake-promotion", 9, 0, "a queen becomes a pawn again")
	UnmakeFirstMove    = fork("unmake-first-move", 9, 0, "a piece has not moved again")
	UnmakeCaptureQueen = fork("unmake-capture-queen", 9, 0,
		"a captured queen comes back as the royal one")
	UnmakeRoyalLost = fork("unmake-royal-lost", 9, 1,
		"unmaking does not restore a royal queen square")

	// Ordering, spec §10.
	OrderIllegal = fork("order-illegal", 10, 0, "an illegal move goes to the front of the list")
	OrderBefore  = fork("order-before", 10, 0, "a move is put before one with a greater value")
	OrderEqual   = fork("order-equal", 10, 0, "a move is put behind one with the same value")

	// The search, spec §11.
	SkipIllegal = fork("skip-illegal", 11, 0, "a move that ordering found illegal is skipped")
	LeafIllegal = fork("leaf-illegal", 11, 0, "a move at the last ply leaves the king attacked")
	Extension   = fork("extension", 11, 0, "a check at the last ply is followed one ply further")
	Leaf        = fork("leaf", 11, 0, "a move at the last ply is evaluated")
	CutLeaf     = fork("cut-leaf", 11, 0, "a leaf ends its ply")
	CutAbove    = fork("cut-above", 11, 0, "a value that came up ends its ply")
	CutEqual    = fork("cut-equal", 11, 0,
		"a value that is just as good as what the other side has ends its ply")
	NewBest      = fork("new-best", 11, 0, "a new best score of the ply")
	NotBetter    = fork("not-better", 11, 0, "a score that is not better")
	MateFound    = fork("mate-found", 11, 0, "the machine mates, and the search ends at once")
	Mate         = fork("mate", 11, 0, "a mate in the tree")
	MateAgain    = fork("mate-again", 11, 7, "PMATE is overwritten by a mate at another move")
	Stalemate    = fork("stalemate", 11, 0, "a stalemate in the tree")
	CutMate      = fork("cut-mate", 11, 0, "a mate or stalemate ends the ply above")
	MoveNumberUp = fork("move-number", 11, 0, "the move number goes up within the search")

	// The book, spec §12.
	BookWhiteKing  = fork("book-e2e4", 12, 0, "White opens with e2e4")
	BookWhiteQueen = fork("book-d2d4", 12, 0, "White opens with d2d4")
	BookBlackQueen = fork("book-d7d5", 12, 0, "Black answers d7d5")
	BookBlackKing  = fork("book-e7e5", 12, 0, "Black answers e7e5")
)
