package reference

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
func fork(section int, name, text string) Fork { return quirk(0, section, name, text) }

// quirk describes the next fork, which is a quirk.
func quirk(number, section int, name, text string) Fork {
	infos = append(infos, Info{name, section, number, text})
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
	StepMove    = fork(4, "step", "a piece goes to an empty square")
	CaptureMove = fork(4, "capture", "a piece captures")
	PawnStep    = fork(4, "pawn-step", "a pawn goes one step")
	PawnBlocked = fork(4, "pawn-blocked",
		"the square before a pawn is occupied, and no two-step is tried")
	PawnTwoStep        = fork(4, "pawn-two-step", "a pawn that has not moved goes two steps")
	PawnTwoStepBlocked = fork(4, "pawn-two-step-blocked", "the second square is occupied")
	PawnCapture        = fork(4, "pawn-capture", "a pawn captures")
	PromotionStep      = fork(4, "promotion-step", "a pawn steps to the last rank")
	PromotionCapture   = fork(4, "promotion-capture", "a pawn captures on the last rank")
	EnPassantRank      = fork(4, "en-passant-rank",
		"an empty diagonal square, but the pawn is not on its fifth rank")
	EnPassantNotFirst = fork(4, "en-passant-not-first",
		"on the fifth rank, but the previous move was no first move")
	EnPassantNotPawn = fork(4, "en-passant-not-pawn",
		"on the fifth rank, but the first move was not a pawn's")
	EnPassantNotBeside = fork(4, "en-passant-not-beside",
		"on the fifth rank, but the pawn that moved is not beside")
	EnPassant        = fork(4, "en-passant", "an en passant capture is generated")
	EnPassantOneStep = quirk(2, 4, "en-passant-one-step",
		"en passant against a pawn whose first move was not a two-step")
	CastlingInCheck = fork(4, "castling-in-check", "the king has not moved but is in check")
	CastlingNoRook  = fork(4, "castling-no-rook",
		"no rook that has not moved on the rook's square")
	CastlingOccupied = fork(4, "castling-occupied", "a piece between king and rook")
	CastlingAttacked = fork(4, "castling-attacked",
		"a square between king and rook is attacked")
	CastlingKnightFileAttacked = fork(4, "castling-b-file-attacked",
		"b1 or b8 is attacked, which is allowed")
	CastlingKingSide  = fork(4, "castling-king-side", "castling on the king's side is generated")
	CastlingQueenSide = fork(4, "castling-queen-side", "castling on the queen's side is generated")

	// The move list, spec §3.
	RecordDropped = quirk(8, 3, "record-dropped", "the list area is full, and a record is dropped")
	PairCut       = quirk(8, 3, "pair-cut",
		"the second half of a pair is dropped, and the first is not linked")
	PairDropped = quirk(8, 3, "pair-dropped",
		"both halves of a pair are dropped, and the list is still stepped back")
	PairAbove = quirk(8, 3, "pair-above",
		"a pair without room steps back into the list of the ply above, and cuts it there")
	OldRecord     = quirk(8, 3, "old-record", "a ply that can store nothing tries an old record")
	TypelessMoves = quirk(8, 3, "typeless-moves",
		"a piece of type 0, which an old record has left, moves")

	// Attacks on a square, spec §5.
	TestAttacked  = fork(5, "test-attacked", "a test finds the square attacked and ends")
	TestOwnPasses = fork(5, "test-own", "a test passes over an own piece that protects the square")
	KnightAttacks = fork(5, "knight-attacks", "a knight attacks")
	KingAttacks   = fork(5, "king-attacks", "a king attacks from the next square")
	KingTooFar    = fork(5, "king-too-far", "a king is met more than one step away")
	QueenAttacks  = fork(5, "queen-attacks", "a queen attacks")
	BishopAttacks = fork(5, "bishop-attacks", "a bishop attacks on a diagonal")
	RookAttacks   = fork(5, "rook-attacks", "a rook attacks on a line")
	PawnAttacks   = fork(5, "pawn-attacks", "a pawn attacks from the next square")
	PawnWrongSide = fork(5, "pawn-wrong-side",
		"a pawn on the next diagonal square looks the other way")
	PawnTooFar   = fork(5, "pawn-too-far", "a pawn is met on a diagonal more than one step away")
	BlockerStops = fork(5, "blocker",
		"a piece that does not attack along this direction ends it")
	OtherColorStops = fork(5, "other-colour",
		"behind an attacker a piece of the other colour ends the direction")
	SeesThrough = fork(5, "sees-through", "an attacker behind another one is found through it")

	// Attack lists, spec §6.
	BehindQueen = fork(6, "behind-queen",
		"without pins, a rook or bishop behind a queen is filed as a queen")
	NegativeStep = quirk(3, 6, "negative-step",
		"with a pin on the board, an attacker along a negative step is filed as a queen")
	BehindQueenIgnored = quirk(3, 6, "behind-queen-ignored",
		"with a pin on the board, a rook or bishop behind a queen along a positive step is "+
			"filed as itself")
	LowHalf        = fork(6, "low-half", "an attacker goes to the low half of its slot")
	HighHalf       = fork(6, "high-half", "an attacker goes to the high half of its slot")
	Spill          = quirk(6, 6, "spill", "the third attacker of a slot spills into the next one")
	SpillWhiteKing = quirk(6, 6, "spill-white-king", "White's king slot spills into Black's count")
	SpillBlackKing = quirk(6, 6, "spill-black-king", "Black's king slot spills into the pin list")

	// The pin test, spec §6.
	PinAlong          = fork(6, "pin-along", "a pinned piece attacks along its pin")
	PinAcross         = fork(6, "pin-across", "a pinned piece does not attack across its pin")
	PinTwice          = fork(6, "pin-twice", "a piece that is listed twice does not attack")
	PinnedTransparent = quirk(3, 6, "pinned-transparent",
		"an attacker is found through one that its pin excludes")

	// The pin list, spec §6.
	PinSecondPiece = fork(6, "pin-second-piece", "two own pieces before the royal piece: no pin")
	PinNoCandidate = fork(6, "pin-no-candidate", "an enemy piece first: no pin")
	PinNoSlider    = fork(6, "pin-no-slider",
		"the enemy piece behind the candidate does not pin along this direction")
	PinByQueen      = fork(6, "pin-by-queen", "a queen pins a piece to a king")
	PinByBishop     = fork(6, "pin-by-bishop", "a bishop pins")
	PinByRook       = fork(6, "pin-by-rook", "a rook pins")
	PinToQueen      = quirk(4, 6, "pin-to-queen", "a piece is pinned to a queen")
	PinQueenByQueen = quirk(4, 6, "pin-queen-by-queen",
		"a queen pins a piece to a queen that is not protected enough")
	PinQueenByQueenSafe = quirk(4, 6, "pin-queen-by-queen-safe",
		"a queen does not pin a piece to a protected queen")

	// Exchanges, spec §7.
	ExchangeNoAttacker = fork(7, "exchange-no-attacker", "nobody attacks the piece")
	ExchangeBigger     = fork(7, "exchange-bigger",
		"a defended piece would be captured with a bigger one")
	ExchangeSmallerDefender = fork(7, "exchange-smaller-defender",
		"the defender is smaller than the capturer: stop")
	ExchangeNoNextAttacker   = fork(7, "exchange-no-next-attacker", "no further attacker: stop")
	ExchangeDefenderReplaced = fork(7, "exchange-defender-replaced",
		"a further attacker and a further defender are looked at")
	ExchangeDefendersGone = fork(7, "exchange-defenders-gone",
		"a further attacker, and no further defender")
	ExchangeLoss        = fork(7, "exchange-loss", "the owner loses a piece")
	ExchangeGain        = fork(7, "exchange-gain", "the owner takes a piece back")
	ExchangeUndefended  = fork(7, "exchange-undefended", "the capturer is not taken back")
	ExchangeGoesOn      = fork(7, "exchange-goes-on", "the defender captures in its turn")
	ExchangeLooksBeyond = quirk(6, 7, "exchange-beyond",
		"a lost half-byte is looked for beyond the end of the list")
	ExchangeCountStays = quirk(6, 7, "exchange-count",
		"an attacker is taken, and the count in the memory stays")
	ExchangeEmptyHalf = quirk(6, 7, "exchange-empty-half",
		"a half-byte 0 is taken from a byte that is not 0: none")

	// The static evaluation, spec §8.
	MinorUnmoved    = fork(8, "minor-unmoved", "a knight or bishop that has not moved")
	MajorMovedEarly = fork(8, "major-early", "a rook or queen that has moved before move 7")
	MajorMovedLate  = fork(8, "major-late", "a rook or queen that has moved, from move 7 on")
	KingCastled     = fork(8, "king-castled", "a king that has castled")
	KingMoved       = fork(8, "king-moved", "a king that has moved without castling")
	LossNone        = fork(8, "loss-none", "a piece that is not lost")
	LossOwn         = fork(8, "loss-own", "the greatest loss of the side that moved, or as great")
	LossOwnSmaller  = fork(8, "loss-own-smaller", "a smaller loss of the side that moved")
	LossOfMoved     = fork(8, "loss-of-moved", "the piece just moved is the greatest loss")
	LossLaterBigger = quirk(5, 8, "loss-later-bigger",
		"PTSCK stays although a later square loses as much or more")
	LossOther        = fork(8, "loss-other", "the greatest loss of the other side, or as great")
	LossOtherSecond  = fork(8, "loss-other-second", "the second greatest loss of the other side")
	LossOtherSmaller = fork(8, "loss-other-smaller", "a smaller loss of the other side")
	HangingShift     = fork(8, "hanging-shift", "the piece just moved can be lost: PTSW1 = PTSW2")
	LostPoints       = fork(8, "lost-points", "points lost count")
	WonPoints        = fork(8, "won-points", "half of the second greatest win counts")
	WonOnce          = fork(8, "won-once",
		"only one piece of the other side can be won: it does not count")
	MaterialHigh   = fork(8, "material-high", "material is limited to +30")
	MaterialLow    = fork(8, "material-low", "material is limited to -30")
	ControlHigh    = fork(8, "control-high", "board control is limited to +6")
	ControlLow     = fork(8, "control-low", "board control is limited to -6")
	ControlHanging = fork(8, "control-hanging",
		"board control does not count, the piece just moved can be lost")
	RootIntoPrevious = quirk(9, 8, "root-into-previous",
		"the root's value is written into the previous move record")

	// Making and unmaking, spec §9.
	MakePromotion = quirk(1, 9, "make-promotion",
		"a pawn becomes a queen, which is not a royal square yet")
	MakeQueen          = fork(9, "make-queen", "a queen's move carries its royal square along")
	MakeKing           = fork(9, "make-king", "a king's move carries its royal square along")
	MakeCastling       = fork(9, "make-castling", "a king castles")
	MakePair           = fork(9, "make-pair", "the second half of a pair is made")
	MakeCaptureQueen   = fork(9, "make-capture-queen", "a captured queen clears the royal square")
	UnmakePromotion    = fork(9, "unmake-promotion", "a queen becomes a pawn again")
	UnmakeFirstMove    = fork(9, "unmake-first-move", "a piece has not moved again")
	UnmakeCaptureQueen = fork(9, "unmake-capture-queen",
		"a captured queen comes back as the royal one")
	UnmakeRoyalLost = quirk(1, 9, "unmake-royal-lost",
		"unmaking does not restore a royal queen square")

	// Ordering, spec §10.
	OrderIllegal = fork(10, "order-illegal", "an illegal move goes to the front of the list")
	OrderBefore  = fork(10, "order-before", "a move is put before one with a greater value")
	OrderEqual   = fork(10, "order-equal", "a move is put behind one with the same value")

	// The search, spec §11.
	SkipIllegal = fork(11, "skip-illegal", "a move that ordering found illegal is skipped")
	LeafIllegal = fork(11, "leaf-illegal", "a move at the last ply leaves the king attacked")
	Extension   = fork(11, "extension", "a check at the last ply is followed one ply further")
	Leaf        = fork(11, "leaf", "a move at the last ply is evaluated")
	CutLeaf     = fork(11, "cut-leaf", "a leaf ends its ply")
	CutAbove    = fork(11, "cut-above", "a value that came up ends its ply")
	CutEqual    = fork(11, "cut-equal",
		"a value that is just as good as what the other side has ends its ply")
	NewBest      = fork(11, "new-best", "a new best score of the ply")
	NotBetter    = fork(11, "not-better", "a score that is not better")
	MateFound    = fork(11, "mate-found", "the machine mates, and the search ends at once")
	Mate         = fork(11, "mate", "a mate in the tree")
	MateAgain    = quirk(7, 11, "mate-again", "PMATE is overwritten by a mate at another move")
	Stalemate    = fork(11, "stalemate", "a stalemate in the tree")
	CutMate      = fork(11, "cut-mate", "a mate or stalemate ends the ply above")
	MoveNumberUp = fork(11, "move-number", "the move number goes up within the search")

	// The book, spec §12.
	BookWhiteKing  = fork(12, "book-e2e4", "White opens with e2e4")
	BookWhiteQueen = fork(12, "book-d2d4", "White opens with d2d4")
	BookBlackQueen = fork(12, "book-d7d5", "Black answers d7d5")
	BookBlackKing  = fork(12, "book-e7e5", "Black answers e7e5")
)
