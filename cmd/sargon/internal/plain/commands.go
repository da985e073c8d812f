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
	"sargon78/cmd/sargon/internal/store"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

// talk is a game in lines.
type talk struct {
	Options
	writer
	err     error // ends the game
	leaving bool
	// prompted means that a line is asked for, and nothing was said since.
	prompted bool
	other    string // the game to go on with
	list     []store.Saved

	text  string         // lines of a game that is being pasted
	offer session.Action // what was pasted, until it is taken or not
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
	for more := true; more && !s.leaving; {
		if s.hear(); s.err != nil || s.writer.err != nil {
			break
		}
		more = s.listen(ctx, in, progress)
	}
	s.Table.Close()
	s.hear()
	if ctx.Err() != nil {
		return "", s.writer.err
	}
	return s.other, errors.Join(s.err, in.failure(), s.writer.err)
}

// listen waits for the next thing to happen. It tells whether the text goes on.
func (s *talk) listen(ctx context.Context, in *Input, progress <-chan time.Time) (more bool) {
	lines := in.lines
	switch v := s.Table.View(); {
	case v.Search != nil && !s.Prompt:
		lines = nil // a script does not hurry Sargon
	case v.Search == nil && !v.EngineToMove && s.Prompt:
		s.prompt()
	}
	select {
	case line, ok := <-lines:
		if ok {
			s.do(strings.TrimSpace(line))
		}
		return ok
	case <-s.Table.News():
	case <-progress:
		s.tellProgress()
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
	if s.offer = s.Offer; s.offer != nil {
		s.say("Type yes to go on with it.")
	}
	if s.Tip != "" {
		s.say("%s.", s.Tip)
	}
	v := s.Table.View()
	s.say("Sargon, engine %s, level %d. You play %v. Type a move, or help.",
		s.Program.EngineWords(v.Engine), v.Level, v.Player)
	if v.Game.Len() > 0 {
		s.last("")
	}
	if s.List {
		s.games("")
	}
}

// hear says what has happened at the table.
func (s *talk) hear() {
	for _, c := range s.Table.Changes() {
		switch c.Kind {
		case session.Said:
			s.say("%s.", strings.ToUpper(c.Text[:1])+c.Text[1:])
		case session.Moved:
			s.moved(c)
		case session.Hinted:
			s.say("Hint: %s, %s.", c.Text, change(c.Score, "you"))
			if all := s.Table.View().Candidates; len(all) > 1 {
				for i, move := range all {
					s.say("%d: %s, %s.", i+1, strings.Join(move.Line, " "),
						change(move.Score, "you"))
				}
			}
		case session.PremoveAdded:
			s.say("Kept until Sargon has moved: %s. Type now to hurry it.",
				strings.Join(s.Table.View().Premoves, ", "))
		case session.PremoveMade:
			s.say("Premove: %s.", c.Text)
		case session.PremoveRefused:
			s.refuse(c.Err)
		case session.EngineFailed: // this ends the game
			s.err = c.Err
		case session.NotSaved:
			s.say("The game is not saved: %v.", c.Err)
		}
	}
}

// moved says what Sargon has played, and what a move has brought about.
func (s *talk) moved(c session.Change) {
	san, after := s.Table.View().Game.Ply(c.Ply).SAN, s.after(c.Ply)
	switch {
	case c.ByEngine && s.Bell:
		s.say("Sargon: %s%s%s", san, after, bell)
	case c.ByEngine:
		s.say("Sargon: %s%s", san, after)
	case after != "":
		s.say("You: %s%s", san, after)
	}
}

// after says what a half-move has brought about.
func (s *talk) after(ply int) string {
	v := s.Table.View()
	g := v.Game.At(ply + 1)
	switch r := v.Game.Result(); {
	case g.Len() == v.Game.Len() && v.Over:
		return ", " + r.Words()
	case g.Len() == v.Game.Len() && r.Over():
		return fmt.Sprintf(", %s: you may claim a draw", r.Reason)
	case g.InCheck():
		return ", check"
	}
	return ""
}

// tellProgress says in a line what Sargon has found so far, if it thinks.
func (s *talk) tellProgress() {
	if p := s.Table.View().Search; p != nil {
		s.say("%s.", thinking(p))
	}
}

func thinking(p *session.Progress) string {
	text := "Thinking"
	if p.Elapsed >= time.Second {
		text += " for " + sargon.InWords(p.Elapsed)
	}
	if p.Of > 0 {
		text += fmt.Sprintf(", trying %s, move %d of %d", p.Trying, p.Number, p.Of)
	}
	if len(p.Line) > 0 {
		side := "Sargon"
		if p.Hint {
			side = "you"
		}
		text += fmt.Sprintf(", best so far %s, %s", strings.Join(p.Line, " "),
			change(p.Score, side))
	}
	if p.In1978.Duration >= time.Second {
		text += ", about " + sargon.InWords(p.In1978.Duration) + " in 1978"
	}
	if p.Left >= time.Second {
		text += ", " + sargon.InWords(p.Left) + " or so to go"
	}
	return text
}

// commands are all commands; a move needs none.
var commands front.Commands[*talk]

func init() { // the table and help refer to each other
	commands = slices.Concat(
		front.Commands[*talk]{
			front.Word("last l", "", "the last move of both sides", (*talk).last),
			front.Word("board b", "[words]", "the board, rank by rank, in letters or in words",
				(*talk).boardText),
			front.Word("pieces p", "[K|Q|R|B|N|P]", "where they are", (*talk).pieces),
			front.Word("file", "a…h", "what is on a file", (*talk).on),
			front.Word("rank", "1…8", "what is on a rank", (*talk).on),
			front.Word("square s", "e4",
				"what is on a square; a letter or a digit alone means file or rank",
				(*talk).on),
			front.Word("legal", "[N|e2]", "legal moves, of a piece or from a square",
				(*talk).legal),
			front.Word("moves", "", "all moves so far", (*talk).moves),
			front.Word("clock c", "", "time used, now and in 1978", (*talk).clock),
			front.Word("captured", "", "what both sides have lost, and who is ahead",
				(*talk).captured),
			front.Word("status", "", "who is to move, against whom, what Sargon thinks",
				(*talk).status),
			front.Word("move m", "e4", "play a move; the word can be left out", (*talk).move),
		},
		front.Shared((*talk).act),
		front.Commands[*talk]{
			front.Word("fen", "[FEN]", "show the position, or begin from one", (*talk).fen),
			front.Word("pgn", "[FILE]", "show the game, or write it to a new file", (*talk).pgn),
			front.Word("games", "", "saved games, with their numbers", (*talk).games),
			front.Word("open", "N", "go on with game N of games", (*talk).openGame),
			front.Word("rename", "N TITLE", "give game N a title", (*talk).renameGame),
			front.Word("export", "N FILE", "write game N to a new PGN file", (*talk).exportGame),
			front.Word("delete", "N", "delete game N for ever", (*talk).deleteGame),
			front.Word("help ? h", "", "this list", (*talk).help),
			front.Word("quit exit q", "", "leave; the game is saved",
				func(s *talk, _ string) { s.leaving = true }),
		},
	)
}

// do does what a line says: a command, or else a move.
func (s *talk) do(line string) {
	s.prompted = false
	word, args, _ := strings.Cut(line, " ")
	if offer := s.offer; offer != nil && word == "yes" {
		s.offer, s.text = nil, ""
		s.act(offer)
		return
	}
	if s.pasted(line, word) {
		return
	}
	s.offer, s.text = nil, ""
	if s.Table.View().Resigning && word != "resign" {
		s.act(session.Dismiss)
	}
	switch c, ok := commands.Find(word); {
	case ok && c.Names[0] == "watch" && !s.Prompt:
		s.say("Sargon plays itself only where somebody can stop it.")
	case ok:
		c.Run(s, strings.TrimSpace(args))
	case line != "":
		s.move(line)
	}
}

// pasted takes over a FEN, or a line of a game as PGN. It tells whether it was one.
func (s *talk) pasted(line, word string) bool {
	const slashes = 7
	header := strings.HasPrefix(line, "[")
	afterNumber := strings.TrimLeft(word, "0123456789")
	_, command := commands.Find(word)
	switch {
	case header && s.offer != nil: // another game
		s.text, s.offer = "", nil
	case header, strings.Count(word, "/") == slashes,
		afterNumber != word && strings.HasPrefix(afterNumber, "."), // 12. or 12.Nf3
		s.text != "" && !command && (line == "" || strings.Contains(line, " ")):
	default:
		return false
	}
	s.text += line + "\n"
	if header || line == "" {
		return true // moves follow
	}
	what, goOn, err := front.Pasted(s.text)
	if err != nil {
		s.say("%s.", strings.ToUpper(err.Error()[:1])+err.Error()[1:])
		return true
	}
	s.offer = goOn
	s.say("That is %s. Type yes to go on with it.", what)
	return true
}

func (s *talk) move(text string) {
	if v := s.Table.View(); v.Over {
		s.say("The game is over: %s. Type new for another one.", v.Game.Result().Words())
		return
	}
	s.act(session.Move(text))
}

// act does an action at the table, and says why not if it is not possible.
func (s *talk) act(a session.Action) {
	if err := s.Table.Do(a); err != nil {
		s.refuse(err)
	}
	if s.Table.View().Resigning {
		s.say("Resign? Type resign again to give up.")
	}
}

func (s *talk) refuse(err error) {
	if text, ok := front.Illegal(err); ok {
		if errors.As(err, new(*sargon.IllegalMoveError)) && !strings.Contains(text, " is neither ") {
			text = "Not a move: " + text
		}
		s.say("%s. Type help for the commands.", text)
		return
	}
	s.say("Not possible: %v.", err)
}
