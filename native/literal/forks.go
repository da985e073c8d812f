package literal

// Fork is a place of the specification where something may happen or not. Engine.Reached counts
// how often it did.
type Fork int

// The forks, in the order of the specification.
const (
	// Generating moves, spec §4.
	StepMove Fork = iota
	CaptureMove
	PawnStep
	PawnBlocked
	PawnTwoStep
	PawnTwoStepBlocked
	PawnCapture
	PromotionStep
	PromotionCapture
	EnPassantRank
	EnPassantNotFirst
	EnPassantNotPawn
	EnPassantNotBeside
	EnPassant
	EnPassantOneStep
	CastlingInCheck
	CastlingNoRook
	CastlingOccupied
	CastlingAttacked
	CastlingKnightFileAttacked
	CastlingKingSide
	CastlingQueenSide

	// The move list, spec §3.
	RecordDropped
	PairCut
	PairDropped
	PairAbove
	OldRecord
	TypelessMoves

	// Attacks on a square, spec §5.
	TestAttacked
	TestOwnPasses
	KnightAttacks
	KingAttacks
	KingTooFar
	QueenAttacks
	BishopAttacks
	RookAttacks
	PawnAttacks
	PawnWrongSide
	PawnTooFar
	BlockerStops
	OtherColorStops
	SeesThrough

	// Attack lists, spec §6.
	BehindQueen
	NegativeStep
	BehindQueenIgnored
	LowHalf
	HighHalf
	Spill
	SpillWhiteKing
	SpillBlackKing

	// The pin test, spec §6.
	PinAlong
	PinAcross
	PinTwice
	PinnedTransparent

	// The pin list, spec §6.
	PinSecondPiece
	PinNoCandidate
	PinNoSlider
	PinByQueen
	PinByBishop
	PinByRook
	PinToQueen
	PinQueenByQueen
	PinQueenByQueenSafe

	// Exchanges, spec §7.
	ExchangeNoAttacker
	ExchangeBigger
	ExchangeSmallerDefender
	ExchangeNoNextAttacker
	ExchangeDefenderReplaced
	ExchangeDefendersGone
	ExchangeLoss
	ExchangeGain
	ExchangeUndefended
	ExchangeGoesOn
	ExchangeLooksBeyond
	ExchangeCountStays
	ExchangeEmptyHalf

	// The static evaluation, spec §8.
	MinorUnmoved
	MajorMovedEarly
	MajorMovedLate
	KingCastled
	KingMoved
	LossNone
	LossOwn
	LossOwnSmaller
	LossOfMoved
	LossLaterBigger
	LossOther
	LossOtherSecond
	LossOtherSmaller
	HangingShift
	LostPoints
	WonPoints
	WonOnce
	MaterialHigh
	MaterialLow
	ControlHigh
	ControlLow
	ControlHanging
	RootIntoPrevious

	// Making and unmaking, spec §9.
	MakePromotion
	MakeQueen
	MakeKing
	MakeCastling
	MakePair
	MakeCaptureQueen
	UnmakePromotion
	UnmakeFirstMove
	UnmakeCaptureQueen
	UnmakeRoyalLost

	// Ordering, spec §10.
	OrderIllegal
	OrderBefore
	OrderEqual

	// The search, spec §11.
	SkipIllegal
	LeafIllegal
	Extension
	Leaf
	CutLeaf
	CutAbove
	CutEqual
	NewBest
	NotBetter
	MateFound
	Mate
	MateAgain
	Stalemate
	CutMate
	MoveNumberUp

	// The book, spec §12.
	BookWhiteKing
	BookWhiteQueen
	BookBlackQueen
	BookBlackKing

	numForks
)

// NumForks is how many forks there are.
const NumForks = int(numForks)

// NumQuirks is how many quirks spec §14 lists.
const NumQuirks = 9

// Info describes a fork.
type Info struct {
	Name    string // for reports: lower case with hyphens
	Section int    // of the specification
	Quirk   int    // number in spec §14, 0 if the fork is none of these
	Text    string // what happened
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

// infos are the descriptions, in the order of the forks.
var infos = [NumForks]Info{
	{"step", 4, 0, "a piece goes to an empty square"},
	{"capture", 4, 0, "a piece captures"},
	{"pawn-step", 4, 0, "a pawn goes one step"},
	{"pawn-blocked", 4, 0, "the square before a pawn is occupied, and no two-step is tried"},
	{"pawn-two-step", 4, 0, "a pawn that has not moved goes two steps"},
	{"pawn-two-step-blocked", 4, 0, "the second square is occupied"},
	{"pawn-capture", 4, 0, "a pawn captures"},
	{"promotion-step", 4, 0, "a pawn steps to the last rank"},
	{"promotion-capture", 4, 0, "a pawn captures on the last rank"},
	{"en-passant-rank", 4, 0, "an empty diagonal square, but the pawn is not on its fifth rank"},
	{"en-passant-not-first", 4, 0, "on the fifth rank, but the previous move was no first move"},
	{"en-passant-not-pawn", 4, 0, "on the fifth rank, but the first move was not a pawn's"},
	{"en-passant-not-beside", 4, 0, "on the fifth rank, but the pawn that moved is not beside"},
	{"en-passant", 4, 0, "an en passant capture is generated"},
	{"en-passant-one-step", 4, 2, "en passant against a pawn whose first move was not a two-step"},
	{"castling-in-check", 4, 0, "the king has not moved but is in check"},
	{"castling-no-rook", 4, 0, "no rook that has not moved on the rook's square"},
	{"castling-occupied", 4, 0, "a piece between king and rook"},
	{"castling-attacked", 4, 0, "a square between king and rook is attacked"},
	{"castling-b-file-attacked", 4, 0, "b1 or b8 is attacked, which is allowed"},
	{"castling-king-side", 4, 0, "castling on the king's side is generated"},
	{"castling-queen-side", 4, 0, "castling on the queen's side is generated"},

	{"record-dropped", 3, 8, "the list area is full, and a record is dropped"},
	{"pair-cut", 3, 8, "the second half of a pair is dropped, and the first is not linked"},
	{"pair-dropped", 3, 8, "both halves of a pair are dropped, and the list is still stepped back"},
	{"pair-above", 3, 8,
		"a pair without room steps back into the list of the ply above, and cuts it there"},
	{"old-record", 3, 8, "a ply that can store nothing tries an old record"},
	{"typeless-moves", 3, 8, "a piece of type 0, which an old record has left, moves"},

	{"test-attacked", 5, 0, "a test finds the square attacked and ends"},
	{"test-own", 5, 0, "a test passes over an own piece that protects the square"},
	{"knight-attacks", 5, 0, "a knight attacks"},
	{"king-attacks", 5, 0, "a king attacks from the next square"},
	{"king-too-far", 5, 0, "a king is met more than one step away"},
	{"queen-attacks", 5, 0, "a queen attacks"},
	{"bishop-attacks", 5, 0, "a bishop attacks on a diagonal"},
	{"rook-attacks", 5, 0, "a rook attacks on a line"},
	{"pawn-attacks", 5, 0, "a pawn attacks from the next square"},
	{"pawn-wrong-side", 5, 0, "a pawn on the next diagonal square looks the other way"},
	{"pawn-too-far", 5, 0, "a pawn is met on a diagonal more than one step away"},
	{"blocker", 5, 0, "a piece that does not attack along this direction ends it"},
	{"other-colour", 5, 0, "behind an attacker a piece of the other colour ends the direction"},
	{"sees-through", 5, 0, "an attacker behind another one is found through it"},

	{"behind-queen", 6, 0, "without pins, a rook or bishop behind a queen is filed as a queen"},
	{"negative-step", 6, 3,
		"with a pin on the board, an attacker along a negative step is filed as a queen"},
	{"behind-queen-ignored", 6, 3,
		"with a pin on the board, a rook or bishop behind a queen along a positive step is " +
			"filed as itself"},
	{"low-half", 6, 0, "an attacker goes to the low half of its slot"},
	{"high-half", 6, 0, "an attacker goes to the high half of its slot"},
	{"spill", 6, 6, "the third attacker of a slot spills into the next one"},
	{"spill-white-king", 6, 6, "White's king slot spills into Black's count"},
	{"spill-black-king", 6, 6, "Black's king slot spills into the pin list"},

	{"pin-along", 6, 0, "a pinned piece attacks along its pin"},
	{"pin-across", 6, 0, "a pinned piece does not attack across its pin"},
	{"pin-twice", 6, 0, "a piece that is listed twice does not attack"},
	{"pinned-transparent", 6, 3, "an attacker is found through one that its pin excludes"},

	{"pin-second-piece", 6, 0, "two own pieces before the royal piece: no pin"},
	{"pin-no-candidate", 6, 0, "an enemy piece first: no pin"},
	{"pin-no-slider", 6, 0, "the enemy piece behind the candidate does not pin along this direction"},
	{"pin-by-queen", 6, 0, "a queen pins a piece to a king"},
	{"pin-by-bishop", 6, 0, "a bishop pins"},
	{"pin-by-rook", 6, 0, "a rook pins"},
	{"pin-to-queen", 6, 4, "a piece is pinned to a queen"},
	{"pin-queen-by-queen", 6, 4, "a queen pins a piece to a queen that is not protected enough"},
	{"pin-queen-by-queen-safe", 6, 4, "a queen does not pin a piece to a protected queen"},

	{"exchange-no-attacker", 7, 0, "nobody attacks the piece"},
	{"exchange-bigger", 7, 0, "a defended piece would be captured with a bigger one"},
	{"exchange-smaller-defender", 7, 0, "the defender is smaller than the capturer: stop"},
	{"exchange-no-next-attacker", 7, 0, "no further attacker: stop"},
	{"exchange-defender-replaced", 7, 0, "a further attacker and a further defender are looked at"},
	{"exchange-defenders-gone", 7, 0, "a further attacker, and no further defender"},
	{"exchange-loss", 7, 0, "the owner loses a piece"},
	{"exchange-gain", 7, 0, "the owner takes a piece back"},
	{"exchange-undefended", 7, 0, "the capturer is not taken back"},
	{"exchange-goes-on", 7, 0, "the defender captures in its turn"},
	{"exchange-beyond", 7, 6, "a lost half-byte is looked for beyond the end of the list"},
	{"exchange-count", 7, 6, "an attacker is taken, and the count in the memory stays"},
	{"exchange-empty-half", 7, 6, "a half-byte 0 is taken from a byte that is not 0: none"},

	{"minor-unmoved", 8, 0, "a knight or bishop that has not moved"},
	{"major-early", 8, 0, "a rook or queen that has moved before move 7"},
	{"major-late", 8, 0, "a rook or queen that has moved, from move 7 on"},
	{"king-castled", 8, 0, "a king that has castled"},
	{"king-moved", 8, 0, "a king that has moved without castling"},
	{"loss-none", 8, 0, "a piece that is not lost"},
	{"loss-own", 8, 0, "the greatest loss of the side that moved, or as great"},
	{"loss-own-smaller", 8, 0, "a smaller loss of the side that moved"},
	{"loss-of-moved", 8, 0, "the piece just moved is the greatest loss"},
	{"loss-later-bigger", 8, 5, "PTSCK stays although a later square loses as much or more"},
	{"loss-other", 8, 0, "the greatest loss of the other side, or as great"},
	{"loss-other-second", 8, 0, "the second greatest loss of the other side"},
	{"loss-other-smaller", 8, 0, "a smaller loss of the other side"},
	{"hanging-shift", 8, 0, "the piece just moved can be lost: PTSW1 = PTSW2"},
	{"lost-points", 8, 0, "points lost count"},
	{"won-points", 8, 0, "half of the second greatest win counts"},
	{"won-once", 8, 0, "only one piece of the other side can be won: it does not count"},
	{"material-high", 8, 0, "material is limited to +30"},
	{"material-low", 8, 0, "material is limited to -30"},
	{"control-high", 8, 0, "board control is limited to +6"},
	{"control-low", 8, 0, "board control is limited to -6"},
	{"control-hanging", 8, 0, "board control does not count, the piece just moved can be lost"},
	{"root-into-previous", 8, 9, "the root's value is written into the previous move record"},

	{"make-promotion", 9, 1, "a pawn becomes a queen, which is not a royal square yet"},
	{"make-queen", 9, 0, "a queen's move carries its royal square along"},
	{"make-king", 9, 0, "a king's move carries its royal square along"},
	{"make-castling", 9, 0, "a king castles"},
	{"make-pair", 9, 0, "the second half of a pair is made"},
	{"make-capture-queen", 9, 0, "a captured queen clears the royal square"},
	{"unmake-promotion", 9, 0, "a queen becomes a pawn again"},
	{"unmake-first-move", 9, 0, "a piece has not moved again"},
	{"unmake-capture-queen", 9, 0, "a captured queen comes back as the royal one"},
	{"unmake-royal-lost", 9, 1, "unmaking does not restore a royal queen square"},

	{"order-illegal", 10, 0, "an illegal move goes to the front of the list"},
	{"order-before", 10, 0, "a move is put before one with a greater value"},
	{"order-equal", 10, 0, "a move is put behind one with the same value"},

	{"skip-illegal", 11, 0, "a move that ordering found illegal is skipped"},
	{"leaf-illegal", 11, 0, "a move at the last ply leaves the king attacked"},
	{"extension", 11, 0, "a check at the last ply is followed one ply further"},
	{"leaf", 11, 0, "a move at the last ply is evaluated"},
	{"cut-leaf", 11, 0, "a leaf ends its ply"},
	{"cut-above", 11, 0, "a value that came up ends its ply"},
	{"cut-equal", 11, 0, "a value that is just as good as what the other side has ends its ply"},
	{"new-best", 11, 0, "a new best score of the ply"},
	{"not-better", 11, 0, "a score that is not better"},
	{"mate-found", 11, 0, "the machine mates, and the search ends at once"},
	{"mate", 11, 0, "a mate in the tree"},
	{"mate-again", 11, 7, "PMATE is overwritten by a mate at another move"},
	{"stalemate", 11, 0, "a stalemate in the tree"},
	{"cut-mate", 11, 0, "a mate or stalemate ends the ply above"},
	{"move-number", 11, 0, "the move number goes up within the search"},

	{"book-e2e4", 12, 0, "White opens with e2e4"},
	{"book-d2d4", 12, 0, "White opens with d2d4"},
	{"book-d7d5", 12, 0, "Black answers d7d5"},
	{"book-e7e5", 12, 0, "Black answers e7e5"},
}
