package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// talk is a game in lines.
type talk struct {
	Options
	writer
	err     error // ends the game
	leaving bool
	resigns bool     // resign was typed once
	ahead   []string // moves typed while Sargon thinks
	// prompted means that a line is asked for, and nothing was said since.
	prompted bool
	other    string // the game to go on with
	list     []front.KeptGame
	next     time.Time // when Sargon goes on playing against itself
}

// Commands plays until the text ends, "quit" is typed, or ctx ends. Errors are those of
// reading, of writing and of the engine; what cannot be done is said in a line, and the game
// goes on. If another game is to be gone on with, its name is returned.
func Commands(ctx context.Context, o Options) (other string, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &talk{Options: o, writer: writer{out: o.Out}}
	s.begin()
	in := o.In
	progress, end := every(o.Progress)
	defer end()
	for more := true; more && s.err == nil && s.writer.err == nil && !s.leaving; {
		s.engineTurn()
		if s.err == nil {
			more = s.listen(ctx, in, progress)
		}
	}
	s.Session.Stop()
	s.keep()
	if ctx.Err() != nil {
		return "", s.writer.err
	}
	return s.other, errors.Join(s.err, in.err, s.writer.err)
}

// listen waits for the next thing to happen. It tells whether the text goes on.
func (s *talk) listen(ctx context.Context, in *Input, progress <-chan time.Time) (more bool) {
	lines := in.lines
	var found <-chan struct{}
	var pause <-chan time.Time
	search := s.Session.Searching()
	switch {
	case search != nil:
		found = search.Wait()
		if !s.Prompt {
			lines = nil // a script does not hurry Sargon
		}
	case s.Session.EngineToMove():
		pause = time.After(time.Until(s.next))
	case s.Prompt:
		s.prompt()
	}
	select {
	case line, ok := <-lines:
		if ok {
			s.do(strings.TrimSpace(line))
		}
		return ok
	case <-found:
		s.searched()
	case <-progress:
		s.tellProgress()
	case <-pause:
	case <-ctx.Done():
		return false
	}
	return true
}

// prompt asks for a line, once.
func (s *talk) prompt() {
	if !s.prompted && s.writer.err == nil {
		_, s.writer.err = io.WriteString(s.Out, "> ")
		s.prompted = true
	}
}

func (s *talk) begin() {
	if s.Message != "" {
		s.say("%s.", s.Message)
	}
	if s.Tip != "" {
		s.say("%s.", s.Tip)
	}
	t := s.Session
	s.say("Sargon, engine %s, level %d. You play %v. Type a move, or help.",
		s.Program.EngineWords(t.Engine()), t.Level(), t.Player())
	if t.Game().Len() > 0 {
		s.last("")
	}
	if s.List {
		s.games("")
	}
}

func (s *talk) keep() {
	if s.Keep == nil || !s.Begun() {
		return
	}
	if err := s.Keep(front.Kept{View: front.BoardView}); err != nil {
		s.say("The game is not kept: %v.", err)
	}
}

// engineTurn lets the engine think if it is its turn. An engine that fails ends the game.
func (s *talk) engineTurn() {
	if s.Session.Searching() != nil || !s.Session.EngineToMove() || time.Now().Before(s.next) {
		return
	}
	if s.Session.Alone() && !s.Prompt {
		s.Session.SetAlone(false)
		s.say("Sargon plays itself only where somebody can stop it.")
		return
	}
	resets, err := s.Session.Think(func() {})
	for _, r := range resets {
		s.say("%v.", r)
	}
	s.err = err
}

// searched takes over what a search has found.
func (s *talk) searched() {
	found, err := s.Session.Finish()
	switch {
	case err != nil:
		s.err = err
	case found.Hint:
		s.say("Hint: %s, score %s.", found.SAN, found.Result.Score)
	default:
		s.moved(found)
	}
}

// moved says what Sargon has played, and plays what the person has typed meanwhile.
func (s *talk) moved(found session.Found) {
	ring := ""
	if s.Bell {
		ring = bell
	}
	s.say("Sargon: %s%s%s", found.SAN, s.afterMove(), ring)
	s.keep()
	if s.Session.Alone() {
		s.next = time.Now().Add(pauseAlone)
	}
	if len(s.ahead) > 0 && !s.Session.EngineToMove() {
		text := s.ahead[0]
		s.ahead = s.ahead[1:]
		s.say("Typed ahead: %s.", text)
		s.move(text)
	}
	if s.Session.Over() {
		s.Session.SetAlone(false)
	}
}

// pauseAlone lets people follow Sargon against itself.
const pauseAlone = time.Second

// tellProgress says in a line what Sargon has found so far, if it thinks.
func (s *talk) tellProgress() {
	if search := s.Session.Searching(); search != nil {
		s.say("%s.", s.thinking(search.Progress()))
	}
}

func (s *talk) thinking(p session.Progress) string {
	text := "Thinking for " + front.InWords(s.Session.Elapsed())
	if p.Of > 0 {
		text += fmt.Sprintf(", trying %s, move %d of %d", p.Trying, p.Number, p.Of)
	}
	if len(p.Line) > 0 {
		text += fmt.Sprintf(", best so far %s, score %s", strings.Join(p.Line, " "), p.Score)
	}
	if p.In1978.Duration >= time.Second {
		text += ", about " + front.InWords(p.In1978.Duration) + " in 1978"
	}
	if p.Left >= time.Second {
		text += ", " + front.InWords(p.Left) + " or so to go"
	}
	return text
}

// now has Sargon play the best move found so far.
func (s *talk) now(string) {
	found, err := s.Session.MoveNow()
	if err != nil {
		s.refuse(err)
		return
	}
	s.moved(found)
}

// resign asks once more before it gives up.
func (s *talk) resign(string) {
	if !s.resigns && !s.Session.Over() {
		s.say("Resign? Type resign again to give up.")
		s.resigns = true
		return
	}
	s.resigns = false
	s.done(front.Resign(s.Session, ""))
}

// afterMove says what a move has brought about.
func (s *talk) afterMove() string {
	g := s.Session.Game()
	switch r := g.Result(); {
	case s.Session.Over():
		return ", " + front.Ended(r)
	case r.Over():
		return fmt.Sprintf(", %s: you may claim a draw", r.Reason)
	case g.InCheck():
		return ", check"
	}
	return ""
}

// commands are all commands; a move needs none.
var commands front.Commands[*talk]

func init() { // the table and help refer to each other
	commands = slices.Concat(
		front.Commands[*talk]{
			front.Word("last l", "", "the last move of both sides", (*talk).last),
			front.Word("board b", "", "the board, rank by rank", (*talk).boardText),
			front.Word("pieces p", "[K|Q|R|B|N|P]", "where they are", (*talk).pieces),
			front.Word("file", "a…h", "what is on a file", (*talk).file),
			front.Word("rank", "1…8", "what is on a rank", (*talk).rank),
			front.Word("square s", "e4",
				"what is on a square; a letter or a digit alone means file or rank",
				(*talk).square),
			front.Word("legal", "[N|e2]", "legal moves, of a piece or from a square",
				(*talk).legal),
			front.Word("moves", "", "all moves so far", (*talk).moves),
			front.Word("clock c", "", "time used, now and in 1978", (*talk).clock),
			front.Word("captured", "", "what both sides have lost, and who is ahead",
				(*talk).captured),
			front.Word("status", "", "who is to move, against whom, what Sargon thinks",
				(*talk).status),
			front.Word("now", "", "Sargon plays the best it has found so far", (*talk).now),
			front.Word("resign", "", "give up; asks first", (*talk).resign),
			front.Word("move m", "e4", "play a move; the word can be left out", (*talk).move),
		},
		front.Shared(func(s *talk, do front.Action, args string) { s.done(do(s.Session, args)) }),
		front.Commands[*talk]{
			front.Word("hint", "", "what Sargon would play", (*talk).hint),
			front.Word("fen", "[FEN]", "show the position, or begin from one", (*talk).fen),
			front.Word("pgn", "[FILE]", "show the game, or write it to a new file", (*talk).pgn),
			front.Word("games", "", "the games that are kept, with their numbers", (*talk).games),
			front.Word("open", "N", "go on with game N of games", (*talk).openGame),
			front.Word("rename", "N TITLE", "give game N a title", (*talk).renameGame),
			front.Word("export", "N FILE", "write game N to a new PGN file", (*talk).exportGame),
			front.Word("delete", "N", "delete game N for ever", (*talk).deleteGame),
			front.Word("help ? h", "", "this list", (*talk).help),
			front.Word("quit exit q", "", "leave; the game is kept",
				func(s *talk, _ string) { s.leaving = true }),
		},
	)
}

// do does what a line says: a command, or else a move.
func (s *talk) do(line string) {
	s.prompted = false
	word, args, _ := strings.Cut(line, " ")
	if s.resigns && word != "resign" {
		s.resigns = false
	}
	if c, ok := commands.Find(word); ok {
		c.Run(s, strings.TrimSpace(args))
	} else if line != "" {
		s.move(line)
	}
}

func (s *talk) move(text string) {
	if s.Session.Over() {
		s.say("The game is over: %s. Type new for another one.",
			front.Ended(s.Session.Game().Result()))
		return
	}
	if s.Session.EngineToMove() {
		s.ahead = append(s.ahead, text)
		s.say("Kept until Sargon has moved: %s. Type now to hurry it.", strings.Join(s.ahead, ", "))
		return
	}
	m, err := s.Session.Game().ParseMove(text)
	if err == nil {
		err = s.Session.Play(m)
	}
	if err != nil {
		s.ahead = nil
		s.refuse(err)
		return
	}
	if text := s.afterMove(); text != "" {
		s.say("You: %s%s", s.Session.Game().Ply(s.Session.Game().Len()-1).SAN, text)
	}
	s.keep()
}

func (s *talk) refuse(err error) {
	if text, ok := front.Illegal(err); ok {
		s.say("Not a move: %s. Type help for the commands.", text)
		return
	}
	s.say("Not possible: %v.", err)
}

// done says what was done, or why not.
func (s *talk) done(said string, err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.say("%s.", strings.ToUpper(said[:1])+said[1:])
	s.keep()
}

func (s *talk) last(string) {
	g := s.Session.Game()
	if g.Len() == 0 {
		s.say("No move yet.")
		return
	}
	for i := max(0, g.Len()-2); i < g.Len(); i++ {
		p := g.Ply(i)
		text := fmt.Sprintf("%d, %v: %s, %v from %v to %v", p.Number, p.Side, p.SAN, moved(g, i),
			p.Move.From, p.Move.To)
		if p.Note != nil {
			text += ", score " + p.Note.Score.String()
			if p.Note.In1978.Duration > 0 {
				text += ", " + game.About(p.Note.In1978) + " in 1978"
			}
		}
		s.say("%s.", text)
	}
}

// moved names the piece that half-move i moved.
func moved(g *game.Game, i int) sargon.PieceType {
	return g.At(i).Piece(g.Ply(i).Move.From).Type()
}

func (s *talk) boardText(string) {
	g := s.Session.Game()
	for rank := 7; rank >= 0; rank-- {
		line := strconv.Itoa(rank + 1)
		for file := range 8 {
			line += " " + string(g.Piece(sargon.SquareAt(file, rank)).Letter())
		}
		s.say("%s", line)
	}
	s.say("  a b c d e f g h")
	s.say("%s to move.", g.Side())
}

// pieceOf reads a letter or a name.
func pieceOf(text string) (sargon.PieceType, bool) {
	text = strings.ToLower(text)
	for t := sargon.Pawn; t <= sargon.King; t++ {
		if text == strings.ToLower(string(t.Letter())) || text == t.String() ||
			text == t.String()+"s" {
			return t, true
		}
	}
	return sargon.NoPiece, false
}

func (s *talk) pieces(args string) {
	if args == "" {
		for t := sargon.King; t >= sargon.Pawn; t-- {
			s.say("%s.", s.where(t))
		}
		return
	}
	t, ok := pieceOf(args)
	if !ok {
		s.say("%q is no piece: want K, Q, R, B, N or P.", args)
		return
	}
	s.say("%s.", s.where(t))
}

// where says where the pieces of a type are.
func (s *talk) where(t sargon.PieceType) string {
	var parts []string
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		var squares []string
		for at := sargon.FirstSquare; at <= sargon.LastSquare; at++ {
			if s.Session.Game().Piece(at) == sargon.NewPiece(t, side) {
				squares = append(squares, at.String())
			}
		}
		if squares == nil {
			squares = []string{"none"}
		}
		parts = append(parts, fmt.Sprintf("%v %s", side, strings.Join(squares, " ")))
	}
	return fmt.Sprintf("%v: %s", t, strings.Join(parts, ", "))
}

// on says what stands on some squares.
func (s *talk) on(name string, squares ...sargon.Square) {
	var parts []string
	for _, at := range squares {
		if piece := s.Session.Game().Piece(at); piece != sargon.Empty {
			parts = append(parts, fmt.Sprintf("%v %v %v", at, piece.Color(), piece.Type()))
		}
	}
	if parts == nil {
		parts = []string{"empty"}
	}
	s.say("%s: %s.", name, strings.Join(parts, ", "))
}

func (s *talk) file(args string) {
	file := strings.Index("abcdefgh", strings.ToLower(args))
	if len(args) != 1 || file < 0 {
		s.say("%q is no file: want a to h.", args)
		return
	}
	s.on("file "+strings.ToLower(args),
		squares(func(i int) sargon.Square { return sargon.SquareAt(file, i) })...)
}

func (s *talk) rank(args string) {
	rank := strings.Index("12345678", args)
	if len(args) != 1 || rank < 0 {
		s.say("%q is no rank: want 1 to 8.", args)
		return
	}
	s.on("rank "+args, squares(func(i int) sargon.Square { return sargon.SquareAt(i, rank) })...)
}

// squares are the eight of a line of the board.
func squares(at func(int) sargon.Square) (line []sargon.Square) {
	for i := range 8 {
		line = append(line, at(i))
	}
	return line
}

func (s *talk) square(args string) {
	at, err := sargon.ParseSquare(args)
	switch {
	case err == nil:
		s.on(at.String(), at)
	case len(args) == 1 && strings.Contains("12345678", args):
		s.rank(args)
	default:
		s.file(args)
	}
}

func (s *talk) legal(args string) {
	g := s.Session.Game()
	piece, isPiece := pieceOf(args)
	from, err := sargon.ParseSquare(args)
	if args != "" && !isPiece && err != nil {
		s.say("legal %s: want a piece like N, or a square like e2.", args)
		return
	}
	var names []string
	for _, m := range g.Legal() {
		if args == "" || err == nil && m.From == from ||
			isPiece && g.Piece(m.From).Type() == piece {
			names = append(names, g.SAN(m))
		}
	}
	slices.Sort(names)
	switch len(names) {
	case 0:
		s.say("No legal move.")
	case 1:
		s.say("1 move: %s.", names[0])
	default:
		s.say("%d moves: %s.", len(names), strings.Join(names, " "))
	}
}

func (s *talk) moves(string) {
	g := s.Session.Game()
	if g.Len() == 0 {
		s.say("No move yet.")
		return
	}
	line := ""
	for i, p := range g.Plies() {
		if line == "" {
			line = game.Numbered(&p)
		} else {
			line += " " + p.SAN
		}
		if p.Side == sargon.Black || i == g.Len()-1 {
			s.say("%s", line)
			line = ""
		}
	}
}

func (s *talk) clock(string) {
	t := s.Session.Total(s.Session.Player().Other())
	text := fmt.Sprintf("Sargon: %s now", game.ClockTime(t.Now))
	if t.In1978.Duration > 0 {
		text += fmt.Sprintf(", %s in 1978", game.About(t.In1978))
	}
	s.say("%s. You: %s.", text, game.ClockTime(s.Session.Total(s.Session.Player()).Now))
}

func (s *talk) status(string) {
	t := s.Session
	g := t.Game()
	turn := "You are to move"
	search := t.Searching()
	switch {
	case search != nil && !search.Hint:
		turn = s.thinking(search.Progress())
	case t.Over():
		turn = "The game is over: " + front.Ended(g.Result())
	case g.InCheck():
		turn += ", and in check"
	}
	s.say("%s. Move %d. You play %v against %s at level %d.",
		turn, g.Number(), t.Player(), s.Program.EngineWords(t.Engine()), t.Level())
}

func (s *talk) hint(string) {
	if s.Session.EngineToMove() {
		s.refuse(session.ErrNotYourTurn)
		return
	}
	if _, err := s.Session.Hint(func() {}); err != nil {
		s.refuse(err)
	}
}

// captured says what both sides have lost.
func (s *talk) captured(string) {
	g := s.Session.Game()
	for _, side := range []sargon.Color{sargon.White, sargon.Black} {
		var men []string
		for _, t := range front.Lost(g, side) {
			men = append(men, t.String())
		}
		if men == nil {
			men = []string{"nothing"}
		}
		s.say("%v has lost: %s.", side, strings.Join(men, ", "))
	}
	switch ahead := front.Ahead(g, sargon.White); {
	case ahead > 0:
		s.say("White is ahead by %d.", ahead)
	case ahead < 0:
		s.say("Black is ahead by %d.", -ahead)
	default:
		s.say("Material is even.")
	}
}

func (s *talk) fen(args string) {
	if args == "" {
		s.say("%s", s.Session.Game().FEN())
		return
	}
	s.done(front.SetPosition(s.Session, args))
}

func (s *talk) pgn(args string) {
	if args == "" {
		s.say("%s", strings.TrimSpace(pgn.Text(s.Session.Game())))
		return
	}
	s.done(front.Save(s.Session, args))
}

func (s *talk) help(string) {
	s.say("Type a move: e4, Nf3, O-O, e7e8q. Or a command:")
	for _, c := range commands {
		text := strings.TrimSpace(c.Names[0]+" "+c.Args) + ": " + c.Help
		if len(c.Names) > 1 {
			text += " (" + strings.Join(c.Names[1:], ", ") + ")"
		}
		s.say("%s", text)
	}
}
