package probe

import (
	"slices"

	"sargon78/sargon"
)

// Name is the name of the engine.
const Name = "probe"

// The page is the 256 bytes from the board on (spec §15), which an index of one byte can
// reach: squares, and behind them the cells that the board's rules run over into.
const (
	whiteList     = 120
	blackList     = 127
	pinSquares    = 134
	pinDirections = 144
	posk          = 154 // white king, black king
	posq          = 156 // white queen, black queen
	royalEnd      = 158 // 0xFF
	tablesEnd     = 159 // scores, plies and the stack: nothing that is a square

	maxPins = 10 // the room of the pin list
)

// Sizes of the list area and of the rows of a search (spec §3, §11, §13).
const (
	areaRecords = 341
	gameStart   = 171 // the player's move is generated into the second half of the area
	gameRecords = 170
	maxPlies    = 12
	listHead    = -1 // in place of a record: the cell that holds the head of the list
	noRecord    = -1
)

// Tables are the numbers the program looks up (spec §1, §2).
type Tables struct {
	Directions     [24]int8
	First, Count   [8]uint8 // by mover: 0 black pawn, 1 white pawn, then the type
	Values         [8]uint8 // by type
	ListRecords    int      // records that fit into the list area
	MaterialLimit  int8
	ControlLimit   int8
	EarlyMoves     uint8 // a rook or queen is early while MOVENO is below this
	PromotionRanks [2]uint8
	ExchangeMargin uint8 // added to a value before it is found too big, 0
}

// standardTables are those of the specification.
var standardTables = Tables{
	Directions: [24]int8{
		+9, +11, -11, -9,
		+10, -10, +1, -1,
		-21, -12, +8, +19, +21, +12, -8, -19,
		+10, +10, +11, +9,
		-10, -10, -11, -9,
	},
	First:          [8]uint8{20, 16, 8, 0, 4, 0, 0},
	Count:          [8]uint8{4, 4, 8, 4, 4, 8, 8},
	Values:         [8]uint8{0, 1, 3, 3, 5, 9, 10, 0},
	ListRecords:    areaRecords,
	MaterialLimit:  30,
	ControlLimit:   6,
	EarlyMoves:     7,
	PromotionRanks: [2]uint8{91, 29},
}

// record is a move of the list area.
type record struct {
	link     int // index of the next record, noRecord at the end
	from, to uint8
	flags    sargon.Flags
	value    sargon.Value
	queens   [2]uint8 // the royal queen squares before the move was made
}

// Engine is a sargon.Engine. It is made by New.
type Engine struct {
	// Reached counts how often each point was reached since the caller last cleared it,
	// in searches only.
	Reached [NumPoints]uint64

	// Left says how the last search left what the specification describes: the program
	// then works on memory that is no table of its, and what comes out depends on the
	// edition and the load address. It is "" if the search did not.
	Left string

	// Tamper, if it is set, is asked at each point what is to happen, given what the
	// specification says; and Tables may be changed. They are there to prove that
	// every rule matters: an engine that gets one wrong must be found out.
	Tamper func(p Point, happens bool) bool
	Tables Tables

	page [256]uint8

	previous   sargon.Move // at the root
	side       sargon.Color
	moveNumber uint8

	// the bytes of these names in the program
	color  sargon.Color
	moveno uint8
	npins  uint8
	ckflg  bool
	pmate  uint8
	brdc   int8
	mtrl   int8
	ptsl   uint8
	ptsw1  uint8
	ptsw2  uint8
	ptsck  uint8
	valm   uint8
	mv0    int8
	bc0    int8
	score  [maxPlies + 2]uint8

	list  [areaRecords + 2]record
	next  int // the next free record
	limit int // the first record that no longer fits
	last  int // the last one of the list being generated
	head  [maxPlies + 2]int
	start [maxPlies + 2]int

	search search
	moves  []sargon.Move // for PlayRandom
}

var _ sargon.Engine = (*Engine)(nil)

// New returns an engine with the start position.
func New() *Engine {
	e := &Engine{Tables: standardTables}
	_ = e.SetPosition(sargon.StartPosition())
	return e
}

// Name returns "probe".
func (e *Engine) Name() string { return Name }

// SetPosition takes a position as it is.
func (e *Engine) SetPosition(p sargon.Position) error {
	e.page = [256]uint8{}
	for i, piece := range p.Board {
		e.page[i] = uint8(piece)
	}
	e.setRoyals(p.Royal)
	e.page[royalEnd] = 0xFF
	e.side, e.moveNumber, e.previous = p.Side, p.MoveNumber, p.Previous
	return nil
}

func (e *Engine) setRoyals(royal [4]sargon.Square) {
	for i, s := range royal {
		e.page[posk+i] = uint8(s)
	}
}

func (e *Engine) royals() (royal [4]sargon.Square) {
	for i := range royal {
		royal[i] = sargon.Square(e.page[posk+i])
	}
	return royal
}

func (e *Engine) copyBoard(board *[sargon.BoardSize]sargon.Piece) {
	for i := range board {
		board[i] = sargon.Piece(e.page[i])
	}
}

const lostKing = "a lost king looks behind the tables"

// piece returns what stands on a square. A king whose square was lost walks over what lies
// behind the board, but what lies behind the tables is nobody's square.
func (e *Engine) piece(square uint8) sargon.Piece {
	if square >= tablesEnd {
		e.leave(lostKing)
	}
	return sargon.Piece(e.page[square])
}

// Position returns the position of the game.
func (e *Engine) Position() sargon.Position {
	p := sargon.Position{
		Royal: e.royals(), Side: e.side, MoveNumber: e.moveNumber, Previous: e.previous,
	}
	e.copyBoard(&p.Board)
	return p
}

// Play makes a move of the side to move (spec §13).
func (e *Engine) Play(from, to sargon.Square) error {
	reached := e.Reached
	e.generateGame()
	played := e.playListed(from, to)
	e.Reached = reached
	if !played {
		return &sargon.IllegalMoveError{Move: sargon.Move{From: from, To: to}, FEN: e.Position().FEN()}
	}
	return nil
}

// playListed makes the first move of the list that goes from a square to another, if it
// is legal.
func (e *Engine) playListed(from, to sargon.Square) bool {
	royals := e.royals()
	for i := e.head[1]; i != noRecord; i = e.list[i].link {
		r := &e.list[i]
		if r.from != uint8(from) || r.to != uint8(to) {
			continue
		}
		e.make(i)
		if e.inCheck(e.color) {
			e.unmake(i)
			e.setRoyals(royals)
			return false
		}
		e.previous = r.move()
		if e.side == sargon.Black && e.moveNumber < 255 {
			e.moveNumber++
		}
		e.side = e.side.Other()
		return true
	}
	return false
}

// PlayRandom plays a legal move that pick draws from those that are left, or returns the
// zero Move if there is none. It is what a player without an idea does, and quick.
func (e *Engine) PlayRandom(pick func([]sargon.Move) sargon.Move) (played sargon.Move) {
	reached := e.Reached
	e.moves = e.Moves(e.moves[:0])
	for len(e.moves) > 0 {
		m := pick(e.moves)
		if e.playListed(m.From, m.To) {
			played = m
			break
		}
		e.moves = slices.DeleteFunc(e.moves, m.Same)
	}
	e.Reached = reached
	return played
}

// Moves appends the pseudo-legal moves to moves, in the order of generation.
func (e *Engine) Moves(moves []sargon.Move) []sargon.Move {
	reached := e.Reached
	e.generateGame()
	for i := e.head[1]; i != noRecord; i = e.list[i].link {
		moves = append(moves, e.list[i].move())
	}
	e.Reached = reached
	return moves
}

// generateGame lists the moves of the side to move where the player's moves go.
func (e *Engine) generateGame() {
	e.color = e.side
	e.next, e.limit = gameStart, gameStart+gameRecords
	e.search = search{}
	e.generate(1, e.previous)
}

func (r *record) move() sargon.Move {
	return sargon.Move{From: sargon.Square(r.from), To: sargon.Square(r.to), Flags: r.flags}
}

// leave notes that the search leaves the specification.
func (e *Engine) leave(how string) {
	if e.Left == "" {
		e.Left = how
	}
}

// at tells whether a point is reached, and counts it.
func (e *Engine) at(p Point, happens bool) bool {
	if e.Tamper != nil {
		happens = e.Tamper(p, happens)
	}
	if happens {
		e.Reached[p]++
	}
	return happens
}
