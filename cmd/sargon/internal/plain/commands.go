package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
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
