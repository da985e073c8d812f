package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"

	"sargon78/sargon"
	"sargon78/sargon/files"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// session is a game in lines.
type talk struct {
	Options
	w     writer
	input <-chan string
}

// Commands plays until the text ends, "quit" is typed, or ctx ends. Errors are those of
// writing; what cannot be done is said in a line, and the game goes on.
func Commands(ctx context.Context, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer o.Session.Stop()
	s := &talk{Options: o, w: writer{out: o.Out}}
	input, readError := files.Lines(ctx, o.In, nil)
	s.input = input
	s.begin()
	for s.w.err == nil {
		if err := s.engineTurn(ctx); err != nil {
			return s.ended(ctx, err)
		}
		if s.Prompt && s.w.err == nil {
			_, s.w.err = io.WriteString(s.Out, "> ")
		}
		select {
		case line, ok := <-s.input:
			if !ok {
				s.keep()
				return errors.Join(*readError, s.w.err)
			}
			if err := s.do(ctx, strings.TrimSpace(line)); err != nil {
				return s.ended(ctx, err)
			}
		case <-ctx.Done():
			return s.ended(ctx, ctx.Err())
		}
	}
	return s.w.err
}

// ended is the end of a game that was left.
func (s *talk) ended(ctx context.Context, err error) error {
	s.keep()
	if errors.Is(err, errLeave) || ctx.Err() != nil {
		return s.w.err
	}
	return err
}

func (s *talk) begin() {
	if s.Message != "" {
		s.w.say("%s.", s.Message)
	}
	t := s.Session
	s.w.say("Sargon, engine %s, level %d. You play %v. Type a move, or help.", s.Program.EngineWords(t.Engine()), t.Level(), t.Player())
	if t.Game().Len() > 0 {
		s.last("")
	}
}

func (s *talk) keep() {
	if s.Keep == nil || s.Session.Game().Len() == 0 && s.Session.Game().FromStart() {
		return
	}
	if err := s.Keep(0); err != nil {
		s.w.say("The game is not kept: %v.", err)
	}
}

// engineTurn lets the engine move if it is its turn. An engine that fails is an error of
// the game.
func (s *talk) engineTurn(ctx context.Context) error {
	if !s.Session.EngineToMove() {
		return nil
	}
	resets, err := s.Session.Think(func() {})
	for _, r := range resets {
		s.w.say("%v.", r)
	}
	if err != nil {
		return err
	}
	select {
	case <-s.Session.Searching().Wait():
	case <-ctx.Done():
		return ctx.Err()
	}
	found, err := s.Session.Finish()
	if err != nil {
		return err
	}
	s.w.say("Sargon: %s%s", found.SAN, s.afterMove())
	s.keep()
	return nil
}

// afterMove says what a move has brought about.
func (s *talk) afterMove() string {
	g := s.Session.Game()
	switch r := g.Result(); {
	case s.Session.Over():
		return ", " + over(r)
	case r.Over():
		return fmt.Sprintf(", %s: you may claim a draw", r.Reason)
	case g.InCheck():
		return ", check"
	}
	return ""
}

// over says how a game ended.
func over(r game.Result) string {
	who := map[game.Outcome]string{game.WhiteWins: "White wins", game.BlackWins: "Black wins", game.Draw: "a draw"}[r.Outcome]
	if r.Reason == "" {
		return who
	}
	return fmt.Sprintf("%s, %s", r.Reason, who)
}

// question is a command.
type question struct {
	names []string // the first is the one that help shows
	args  string
	help  string
	run   func(s *talk, args string)
}

// questions are all commands; a move needs none.
var questions []question

func init() { // the table and help refer to each other
	questions = []question{
		{[]string{"last", "l"}, "", "the last move of both sides", (*talk).last},
		{[]string{"board", "b"}, "", "the board, rank by rank", (*talk).boardText},
		{[]string{"pieces", "p"}, "[K|Q|R|B|N|P]", "where they are", (*talk).pieces},
		{[]string{"file"}, "a…h", "what is on a file", (*talk).file},
		{[]string{"rank"}, "1…8", "what is on a rank", (*talk).rank},
		{[]string{"square", "s"}, "e4", "what is on a square; a letter or a digit alone means file or rank", (*talk).square},
		{[]string{"legal"}, "[N|e2]", "legal moves, of a piece or from a square", (*talk).legal},
		{[]string{"moves"}, "", "all moves so far", (*talk).moves},
		{[]string{"clock", "c"}, "", "time used, now and in 1978", (*talk).clock},
		{[]string{"status"}, "", "who is to move, and against whom", (*talk).status},
		{[]string{"move", "m"}, "e4", "play a move; the word can be left out", (*talk).move},
		{[]string{"back"}, "", "take a move back", (*talk).back},
		{[]string{"hint"}, "", "what Sargon would play", nil}, // it takes time: see do
		{[]string{"level"}, "[1…6]", "plies that Sargon looks ahead", (*talk).level},
		{[]string{"engine"}, "[rom|10x12|0x88]", "who thinks", (*talk).engine},
		{[]string{"new"}, "[white|black]", "another game", (*talk).newGame},
		{[]string{"sides"}, "", "change sides", (*talk).sides},
		{[]string{"fen"}, "[FEN]", "show the position, or begin from one", (*talk).fen},
		{[]string{"pgn"}, "[FILE]", "show the game, or write it to a new file", (*talk).pgn},
		{[]string{"resign"}, "", "give up", (*talk).resign},
		{[]string{"draw"}, "", "claim a draw", (*talk).draw},
		{[]string{"help", "?", "h"}, "", "this list", (*talk).help},
		{[]string{"quit", "exit", "q"}, "", "leave; the game is kept", nil},
	}
}

// do does what a line says: a command, or else a move.
func (s *talk) do(ctx context.Context, line string) error {
	if line == "" {
		return nil
	}
	word, args, _ := strings.Cut(line, " ")
	args = strings.TrimSpace(args)
	for _, q := range questions {
		for _, name := range q.names {
			if strings.ToLower(word) != name {
				continue
			}
			switch q.names[0] {
			case "quit":
				return errLeave
			case "hint":
				return s.hint(ctx)
			}
			q.run(s, args)
			return nil
		}
	}
	s.move(line)
	return nil
}

func (s *talk) move(text string) {
	if s.Session.Over() {
		s.w.say("The game is over: %s. Type new for another one.", over(s.Session.Game().Result()))
		return
	}
	m, err := s.Session.Game().ParseMove(text)
	if err == nil {
		err = s.Session.Play(m)
	}
	if err != nil {
		s.refuse(err)
		return
	}
	if text := s.afterMove(); text != "" {
		s.w.say("You: %s%s", s.Session.Game().Ply(s.Session.Game().Len()-1).SAN, text)
	}
	s.keep()
}

func (s *talk) refuse(err error) {
	var illegal *game.IllegalMoveError
	if errors.As(err, &illegal) && illegal.Reason != "" {
		s.w.say("Not a move: %s: %s. Type help for the commands.", illegal.Move, illegal.Reason)
		return
	}
	s.w.say("Not possible: %v.", err)
}

// done says that something was done, or why not.
func (s *talk) done(err error, format string, args ...any) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.w.say(format, args...)
	s.keep()
}

func (s *talk) last(string) {
	g := s.Session.Game()
	if g.Len() == 0 {
		s.w.say("No move yet.")
		return
	}
	for i := max(0, g.Len()-2); i < g.Len(); i++ {
		p := g.Ply(i)
		text := fmt.Sprintf("%d, %v: %s, %v from %v to %v", p.Number, p.Side, p.SAN, moved(g, i), p.Move.From, p.Move.To)
		if p.Note != nil {
			text += ", score " + p.Note.Score.String()
			if p.Note.In1978.Duration > 0 {
				text += ", " + game.About(p.Note.In1978) + " in 1978"
			}
		}
		s.w.say("%s.", text)
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
		s.w.say("%s", line)
	}
	s.w.say("  a b c d e f g h")
	s.w.say("%s to move.", g.Side())
}

// pieceOf reads a letter or a name.
func pieceOf(text string) (sargon.PieceType, bool) {
	text = strings.ToLower(text)
	for t := sargon.Pawn; t <= sargon.King; t++ {
		if text == strings.ToLower(string(t.Letter())) || text == t.String() || text == t.String()+"s" {
			return t, true
		}
	}
	return sargon.NoPiece, false
}

func (s *talk) pieces(args string) {
	if args == "" {
		for t := sargon.King; t >= sargon.Pawn; t-- {
			s.w.say("%s.", s.where(t))
		}
		return
	}
	t, ok := pieceOf(args)
	if !ok {
		s.w.say("%q is no piece: want K, Q, R, B, N or P.", args)
		return
	}
	s.w.say("%s.", s.where(t))
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
func (s *talk) on(name string, squares []sargon.Square) {
	var parts []string
	for _, at := range squares {
		if piece := s.Session.Game().Piece(at); piece != sargon.Empty {
			parts = append(parts, fmt.Sprintf("%v %v %v", at, piece.Color(), piece.Type()))
		}
	}
	if parts == nil {
		parts = []string{"empty"}
	}
	s.w.say("%s: %s.", name, strings.Join(parts, ", "))
}

func (s *talk) file(args string) {
	if len(args) != 1 || args[0]|0x20 < 'a' || args[0]|0x20 > 'h' {
		s.w.say("%q is no file: want a to h.", args)
		return
	}
	var squares []sargon.Square
	for rank := range 8 {
		squares = append(squares, sargon.SquareAt(int(args[0]|0x20-'a'), rank))
	}
	s.on("file "+strings.ToLower(args), squares)
}

func (s *talk) rank(args string) {
	if len(args) != 1 || args[0] < '1' || args[0] > '8' {
		s.w.say("%q is no rank: want 1 to 8.", args)
		return
	}
	var squares []sargon.Square
	for file := range 8 {
		squares = append(squares, sargon.SquareAt(file, int(args[0]-'1')))
	}
	s.on("rank "+args, squares)
}

func (s *talk) square(args string) {
	at, err := sargon.ParseSquare(args)
	switch {
	case err == nil:
		s.on(at.String(), []sargon.Square{at})
	case len(args) == 1 && args[0] >= '1' && args[0] <= '8':
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
		s.w.say("legal %s: want a piece like N, or a square like e2.", args)
		return
	}
	var names []string
	for _, m := range g.Legal() {
		if args == "" || err == nil && m.From == from || isPiece && g.Piece(m.From).Type() == piece {
			names = append(names, g.SAN(m))
		}
	}
	sort.Strings(names)
	switch len(names) {
	case 0:
		s.w.say("No legal move.")
	case 1:
		s.w.say("1 move: %s.", names[0])
	default:
		s.w.say("%d moves: %s.", len(names), strings.Join(names, " "))
	}
}

func (s *talk) moves(string) {
	g := s.Session.Game()
	if g.Len() == 0 {
		s.w.say("No move yet.")
		return
	}
	line := ""
	for i, p := range g.Plies() {
		switch {
		case p.Side == sargon.White:
			line = fmt.Sprintf("%d. %s", p.Number, p.SAN)
		case line == "":
			line = fmt.Sprintf("%d... %s", p.Number, p.SAN)
		default:
			line += " " + p.SAN
		}
		if p.Side == sargon.Black || i == g.Len()-1 {
			s.w.say("%s", line)
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
	s.w.say("%s. You: %s.", text, game.ClockTime(s.Session.Total(s.Session.Player()).Now))
}

func (s *talk) status(string) {
	t := s.Session
	g := t.Game()
	turn := "You are to move"
	switch {
	case t.Over():
		turn = "The game is over: " + over(g.Result())
	case g.InCheck():
		turn += ", and in check"
	}
	s.w.say("%s. Move %d. You play %v against %s at level %d.", turn, g.Number(), t.Player(), s.Program.EngineWords(t.Engine()), t.Level())
}

func (s *talk) back(string) {
	n, err := s.Session.TakeBack()
	s.done(err, "%s taken back.", map[int]string{1: "One move", 2: "A move of both sides"}[n])
}

func (s *talk) hint(ctx context.Context) error {
	if _, err := s.Session.Hint(func() {}); err != nil {
		s.refuse(err)
		return nil
	}
	select {
	case <-s.Session.Searching().Wait():
	case <-ctx.Done():
		return ctx.Err()
	}
	found, err := s.Session.Finish()
	if err != nil {
		s.refuse(err)
		return nil
	}
	s.w.say("Hint: %s, score %s.", found.SAN, found.Result.Score)
	return nil
}

func (s *talk) level(args string) {
	if args == "" {
		s.w.say("Level %d.", s.Session.Level())
		return
	}
	level, err := strconv.Atoi(args)
	if err != nil {
		s.w.say("level %s: want a number from %d to %d.", args, sargon.MinLevel, sargon.MaxLevel)
		return
	}
	s.done(s.Session.SetLevel(sargon.Level(level)), "Level %d.", level)
}

func (s *talk) engine(args string) {
	if args == "" {
		s.w.say("The engine is %s.", s.Session.Engine())
		return
	}
	s.done(s.Session.SetEngine(args), "%s thinks now.", args)
}

func (s *talk) newGame(args string) {
	side, ok := map[string]sargon.Color{"": s.Session.Player(), "white": sargon.White, "w": sargon.White, "black": sargon.Black, "b": sargon.Black}[strings.ToLower(args)]
	if !ok {
		s.w.say("new %s: want white or black.", args)
		return
	}
	s.done(s.Session.NewGame(side, ""), "A new game. You play %v.", side)
}

func (s *talk) sides(string) {
	s.Session.SetPlayer(s.Session.Player().Other())
	s.w.say("You play %v.", s.Session.Player())
}

func (s *talk) fen(args string) {
	if args == "" {
		s.w.say("%s", s.Session.Game().FEN())
		return
	}
	g, err := game.FromFEN(args)
	if err != nil {
		s.refuse(err)
		return
	}
	s.Session.SetGame(g, g.Side())
	s.done(nil, "The position is set. You play %v, and are to move.", g.Side())
}

func (s *talk) pgn(args string) {
	if args == "" {
		s.w.say("%s", strings.TrimSpace(pgn.Text(s.Session.Game())))
		return
	}
	if _, err := os.Stat(args); err == nil {
		s.w.say("%s exists already: choose another name.", args)
		return
	}
	s.done(pgn.Save(args, s.Session.Game()), "Written to %s.", args)
}

func (s *talk) resign(string) {
	s.done(s.Session.Resign(), "You have resigned.")
}

func (s *talk) draw(string) { s.done(s.Session.ClaimDraw(), "A draw.") }

func (s *talk) help(string) {
	s.w.say("Type a move: e4, Nf3, O-O, e7e8q. Or a command:")
	for _, q := range questions {
		text := q.names[0]
		if q.args != "" {
			text += " " + q.args
		}
		text += ": " + q.help
		if len(q.names) > 1 {
			text += " (" + strings.Join(q.names[1:], ", ") + ")"
		}
		s.w.say("%s", text)
	}
}
