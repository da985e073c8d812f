package reference

// Rule is a place of the specification where something may happen or not. Engine.Reached counts
// how often it did.
type Rule uint8

// NumRules is how many rules there are.
const NumRules = 131

// NumQuirks is how many quirks spec §14 lists.
const NumQuirks = 9

// RuleInfo describes a rule.
type RuleInfo struct {
	Name    string // for reports: lower case with hyphens
	Section int    // of the specification
	Quirk   int    // number in spec §14, 0 if the rule is none of these
	Text    string // what happened
}

// infos are the descriptions, in the order of the rules.
var infos = make([]RuleInfo, 0, NumRules)

// newRule describes the next rule.
func newRule(section int, name, text string) Rule { return quirk(0, section, name, text) }

// quirk describes the next rule, which is a quirk.
func quirk(number, section int, name, text string) Rule {
	infos = append(infos, RuleInfo{name, section, number, text})
	return Rule(len(infos) - 1)
}

// Info returns the description of a rule.
func (f Rule) Info() RuleInfo { return infos[f] }

// String returns the name of the rule.
func (f Rule) String() string { return infos[f].Name }

// RuleByName finds a rule by its name.
func RuleByName(name string) (Rule, bool) {
	for f, info := range infos {
		if info.Name == name {
			return Rule(f), true
		}
	}
	return 0, false
}

// The rules, in the order of the specification.
var (
	// Generating moves, spec §4.
	StepMove    = newRule(4, "step", "a piece goes to an empty square")
	CaptureMove = newRule(4, "capture", "a piece captures")
	PawnStep    = newRule(4, "pawn-step", "a pawn goes one step")
	PawnBlocked = newRule(4, "pawn-blocked",
		"the square before a pawn is occupied, and no two-step is tried")
	PawnTwoStep        = newRule(4, "pawn-two-step", "a pawn that has not moved goes two steps")
	PawnTwoStepBlocked = newRule(4, "pawn-two-step-blocked", "the second square is occupied")
	PawnCapture        = newRule(4, "pawn-capture", "a pawn captures")
	PromotionStep      = newRule(4, "promotion-step", "a pawn steps to the last rank")
	PromotionCapture   = newRule(4, "promotion-capture", "a pawn captures on the last rank")
	EnPassantRank      = newRule(4, "en-passant-rank",
		"an empty diagonal square, but the pawn is not on its fifth rank")
	EnPassantNotFirst = newRule(4, "en-passant-not-first",
		"on the fifth rank, but the previous move was no first move")
	EnPassantNotPawn = newRule(4, "en-passant-not-pawn",
		"on the fifth rank, but the first move was not a pawn's")
	EnPassantNotBeside = newRule(4, "en-passant-not-beside",
		"on the fifth rank, but the pawn that moved is not next to it")
	EnPassant        = newRule(4, "en-passant", "an en passant capture is generated")
	EnPassantOneStep = quirk(2, 4, "en-passant-one-step",
		"en passant against a pawn whose first move was not a two-step")
	CastlingInCheck = newRule(4, "castling-in-check", "the king has not moved but is in check")
	CastlingNoRook  = newRule(4, "castling-no-rook",
		"no rook that has not moved on the rook's square")
	CastlingOccupied = newRule(4, "castling-occupied", "a piece between king and rook")
	CastlingAttacked = newRule(4, "castling-attacked",
		"a square between king and rook is attacked")
	CastlingKnightFileAttacked = newRule(4, "castling-b-file-attacked",
		"b1 or b8 is attacked, which is allowed")
	CastlingKingSide  = newRule(4, "castling-king-side", "castling on the king's side is generated")
	CastlingQueenSide = newRule(4, "castling-queen-side", "castling on the queen's side is generated")

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
	TestAttacked  = newRule(5, "test-attacked", "a test finds the square attacked and ends")
	TestOwnPasses = newRule(5, "test-own", "a test passes over an own piece that protects the square")
	KnightAttacks = newRule(5, "knight-attacks", "a knight attacks")
	KingAttacks   = newRule(5, "king-attacks", "a king attacks from the next square")
	KingTooFar    = newRule(5, "king-too-far", "a king is met more than one step away")
	QueenAttacks  = newRule(5, "queen-attacks", "a queen attacks")
	BishopAttacks = newRule(5, "bishop-attacks", "a bishop attacks on a diagonal")
	RookAttacks   = newRule(5, "rook-attacks", "a rook attacks on a line")
	PawnAttacks   = newRule(5, "pawn-attacks", "a pawn attacks from the next square")
	PawnWrongSide = newRule(5, "pawn-wrong-side",
		"a pawn on the next diagonal square looks the other way")
	PawnTooFar   = newRule(5, "pawn-too-far", "a pawn is met on a diagonal more than one step away")
	BlockerStops = newRule(5, "blocker",
		"a piece that does not attack along this direction ends it")
	OtherColorStops = newRule(5, "other-colour",
		"behind an attacker a piece of the other colour ends the direction")
	SeesThrough = newRule(5, "sees-through", "an attacker behind another one is found through it")

	// Attack lists, spec §6.
	BehindQueen = newRule(6, "behind-queen",
		"without pins, a rook or bishop behind a queen is filed as a queen")
	NegativeStep = quirk(3, 6, "negative-step",
		"with a pin on the board, an attacker along a negative step is filed as a queen")
	BehindQueenIgnored = quirk(3, 6, "behind-queen-ignored",
		"with a pin on the board, a rook or bishop behind a queen along a positive step is "+
			"filed as itself")
	LowHalf        = newRule(6, "low-half", "an attacker goes to the low half of its slot")
	HighHalf       = newRule(6, "high-half", "an attacker goes to the high half of its slot")
	Spill          = quirk(6, 6, "spill", "the third attacker of a slot spills into the next one")
	SpillWhiteKing = quirk(6, 6, "spill-white-king", "White's king slot spills into Black's count")
	SpillBlackKing = quirk(6, 6, "spill-black-king", "Black's king slot spills into the pin list")

	// The pin test, spec §6.
	PinAlong          = newRule(6, "pin-along", "a pinned piece attacks along its pin")
	PinAcross         = newRule(6, "pin-across", "a pinned piece does not attack across its pin")
	PinTwice          = newRule(6, "pin-twice", "a piece that is listed twice does not attack")
	PinnedTransparent = quirk(3, 6, "pinned-transparent",
		"an attacker is found through one that its pin excludes")

	// The pin list, spec §6.
	PinSecondPiece = newRule(6, "pin-second-piece", "two own pieces before the royal piece: no pin")
	PinNoCandidate = newRule(6, "pin-no-candidate", "an enemy piece first: no pin")
	PinNoSlider    = newRule(6, "pin-no-slider",
		"the enemy piece behind the candidate does not pin along this direction")
	PinByQueen      = newRule(6, "pin-by-queen", "a queen pins a piece to a king")
	PinByBishop     = newRule(6, "pin-by-bishop", "a bishop pins")
	PinByRook       = newRule(6, "pin-by-rook", "a rook pins")
	PinToQueen      = quirk(4, 6, "pin-to-queen", "a piece is pinned to a queen")
	PinQueenByQueen = quirk(4, 6, "pin-queen-by-queen",
		"a queen pins a piece to a queen that is not protected enough")
	PinQueenByQueenSafe = quirk(4, 6, "pin-queen-by-queen-safe",
		"a queen does not pin a piece to a protected queen")

	// Exchanges, spec §7.
	ExchangeNoAttacker = newRule(7, "exchange-no-attacker", "the piece is not attacked")
	ExchangeBigger     = newRule(7, "exchange-bigger",
		"a defended piece would be captured with a bigger one")
	ExchangeSmallerDefender = newRule(7, "exchange-smaller-defender",
		"the defender is smaller than the capturer: stop")
	ExchangeNoNextAttacker   = newRule(7, "exchange-no-next-attacker", "no further attacker: stop")
	ExchangeDefenderReplaced = newRule(7, "exchange-defender-replaced",
		"a further attacker and a further defender are looked at")
	ExchangeDefendersGone = newRule(7, "exchange-defenders-gone",
		"a further attacker, and no further defender")
	ExchangeLoss        = newRule(7, "exchange-loss", "the owner loses a piece")
	ExchangeGain        = newRule(7, "exchange-gain", "the owner takes a piece back")
	ExchangeUndefended  = newRule(7, "exchange-undefended", "the capturer is not taken back")
	ExchangeGoesOn      = newRule(7, "exchange-goes-on", "the defender captures in its turn")
	ExchangeLooksBeyond = quirk(6, 7, "exchange-beyond",
		"a lost half-byte is looked for beyond the end of the list")
	ExchangeCountStays = quirk(6, 7, "exchange-count",
		"an attacker is taken, and the count in the memory stays")
	ExchangeEmptyHalf = quirk(6, 7, "exchange-empty-half",
		"a half-byte 0 is taken from a byte that is not 0: none")

	// The static evaluation, spec §8.
	MinorUnmoved    = newRule(8, "minor-unmoved", "a knight or bishop that has not moved")
	MajorMovedEarly = newRule(8, "major-early", "a rook or queen that has moved before move 7")
	MajorMovedLate  = newRule(8, "major-late", "a rook or queen that has moved, from move 7 on")
	KingCastled     = newRule(8, "king-castled", "a king that has castled")
	KingMoved       = newRule(8, "king-moved", "a king that has moved without castling")
	LossNone        = newRule(8, "loss-none", "a piece that is not lost")
	LossOwn         = newRule(8, "loss-own", "the greatest loss of the side that moved, or as great")
	LossOwnSmaller  = newRule(8, "loss-own-smaller", "a smaller loss of the side that moved")
	LossOfMoved     = newRule(8, "loss-of-moved", "the piece just moved is the greatest loss")
	LossLaterBigger = quirk(5, 8, "loss-later-bigger",
		"PTSCK stays although a later square loses as much or more")
	LossOther        = newRule(8, "loss-other", "the greatest loss of the other side, or as great")
	LossOtherSecond  = newRule(8, "loss-other-second", "the second greatest loss of the other side")
	LossOtherSmaller = newRule(8, "loss-other-smaller", "a smaller loss of the other side")
	HangingShift     = newRule(8, "hanging-shift", "the piece just moved can be lost: PTSW1 = PTSW2")
	LostPoints       = newRule(8, "lost-points", "points lost count")
	WonPoints        = newRule(8, "won-points", "half of the second greatest win counts")
	WonOnce          = newRule(8, "won-once",
		"only one piece of the other side can be won: it does not count")
	MaterialHigh   = newRule(8, "material-high", "material is limited to +30")
	MaterialLow    = newRule(8, "material-low", "material is limited to -30")
	ControlHigh    = newRule(8, "control-high", "board control is limited to +6")
	ControlLow     = newRule(8, "control-low", "board control is limited to -6")
	ControlHanging = newRule(8, "control-hanging",
		"board control does not count, the piece just moved can be lost")
	RootIntoPrevious = quirk(9, 8, "root-into-previous",
		"the root's value is written into the previous move record")

	// Making and unmaking, spec §9.
	MakePromotion = quirk(1, 9, "make-promotion",
		"a pawn becomes a queen, which is not a royal square yet")
	MakeQueen          = newRule(9, "make-queen", "a queen's move carries its royal square along")
	MakeKing           = newRule(9, "make-king", "a king's move carries its royal square along")
	MakeCastling       = newRule(9, "make-castling", "a king castles")
	MakePair           = newRule(9, "make-pair", "the second half of a pair is made")
	MakeCaptureQueen   = newRule(9, "make-capture-queen", "a captured queen clears the royal square")
	UnmakePromotion    = newRule(9, "unmake-promotion", "a queen becomes a pawn again")
	UnmakeFirstMove    = newRule(9, "unmake-first-move", "a piece has not moved again")
	UnmakeCaptureQueen = newRule(9, "unmake-capture-queen",
		"a captured queen comes back as the royal one")
	UnmakeRoyalLost = quirk(1, 9, "unmake-royal-lost",
		"unmaking does not restore a royal queen square")

	// Ordering, spec §10.
	OrderIllegal = newRule(10, "order-illegal", "an illegal move goes to the front of the list")
	OrderBefore  = newRule(10, "order-before", "a move is put before one with a greater value")
	OrderEqual   = newRule(10, "order-equal", "a move is put after one with the same value")

	// The search, spec §11.
	SkipIllegal = newRule(11, "skip-illegal", "a move that ordering found illegal is skipped")
	LeafIllegal = newRule(11, "leaf-illegal", "a move at the last ply leaves the king attacked")
	Extension   = newRule(11, "extension", "a check at the last ply is followed one ply further")
	Leaf        = newRule(11, "leaf", "a move at the last ply is evaluated")
	CutLeaf     = newRule(11, "cut-leaf", "a leaf ends its ply")
	CutAbove    = newRule(11, "cut-above", "a value that came up ends its ply")
	CutEqual    = newRule(11, "cut-equal",
		"a value that is just as good as what the other side has ends its ply")
	NewBest      = newRule(11, "new-best", "a new best score of the ply")
	NotBetter    = newRule(11, "not-better", "a score that is not better")
	MateFound    = newRule(11, "mate-found", "the machine mates, and the search ends at once")
	Mate         = newRule(11, "mate", "a mate in the tree")
	MateAgain    = quirk(7, 11, "mate-again", "PMATE is overwritten by a mate at another move")
	Stalemate    = newRule(11, "stalemate", "a stalemate in the tree")
	CutMate      = newRule(11, "cut-mate", "a mate or stalemate ends the ply above")
	MoveNumberUp = newRule(11, "move-number", "the move number goes up within the search")

	// The book, spec §12.
	BookWhiteKing  = newRule(12, "book-e2e4", "White opens with e2e4")
	BookWhiteQueen = newRule(12, "book-d2d4", "White opens with d2d4")
	BookBlackQueen = newRule(12, "book-d7d5", "Black answers d7d5")
	BookBlackKing  = newRule(12, "book-e7e5", "Black answers e7e5")
)
