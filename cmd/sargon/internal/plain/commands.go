package plain

import (
	"errors"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// commands are all commands; a move needs none.
func (s *textGame) commands() (all front.Commands) {
	on := s.questionCommand(describeSquares)
	all.Add("last l", "", "the last move of both sides", s.questionCommand(last))
	all.Add("board b", "[words]", "the board, rank by rank, in letters or in words", s.questionCommand(board))
	all.Add("pieces p", "[K|Q|R|B|N|P]", "where they are", s.questionCommand(pieces))
	all.Add("file", "a…h", "what is on a file", on)
	all.Add("rank", "1…8", "what is on a rank", on)
	all.Add("square s", "e4", "what is on a square; a letter or a digit alone means file or rank", on)
	all.Add("legal", "[N|e2]", "legal moves, of a piece or from a square", s.questionCommand(legal))
	all.Add("moves", "", "all moves so far", s.questionCommand(moves))
	all.Add("clock c", "", "time used, now and in 1978", s.questionCommand(clock))
	all.Add("captured", "", "what both sides have lost, and who is ahead", s.questionCommand(captured))
	all.Add("status", "", "who is to move, against whom, what Sargon thinks", s.questionCommand(s.status))
	all.Add("move m", "e4", "play a move; the word can be left out", s.move)
	all.AddShared(s.act)
	all.Add("fen", "[FEN]", "show the position, or begin from one", s.questionOrAction(fen, session.SetUp))
	all.Add("pgn", "[FILE]", "show the game, or write it to a new file", s.questionOrAction(text, front.Save))
	all.Add("games", "", "saved games, with their numbers", s.games)
	all.Add("open", "N", "go on with game N of games", s.withGame(s.openGame))
	all.Add("rename", "N TITLE", "give game N a title", s.withGame(s.renameGame))
	all.Add("export", "N FILE", "write game N to a new PGN file", s.withGame(exportGame))
	all.Add("delete", "N", "delete game N forever", s.withGame(s.deleteGame))
	all.Add("help ? h", "", "this list", s.help)
	all.Add("quit exit q", "", "leave; the game is saved", s.leave)
	return all
}

// do does what a line says: a command, or else a move, or keys for the machine.
func (s *textGame) do(line string) {
	s.prompted = false
	text := strings.TrimSpace(line)
	word, args, _ := strings.Cut(text, " ")
	if !s.Dialogue && s.pasted(text, word) {
		return
	}
	if s.Session.View().State == session.Resigning && word != s.word("resign") {
		s.act(session.CancelResign)
	}
	switch c, ok := s.words.Find(word); {
	case ok && c.Names[0] == "watch" && !s.Prompt:
		s.say("Sargon plays itself only where you can stop it: on a terminal.")
	case ok:
		c.Run(strings.TrimSpace(args))
	case s.Dialogue:
		s.typeLine(line)
	case text != "":
		s.move(text)
	}
}

// pasted takes over a FEN, or a line of a game as PGN, or takes the offer to go on with one. It
// reports whether it was one of these; anything else leaves the offer.
func (s *textGame) pasted(line, word string) bool {
	if offer := s.offer; offer != nil && word == "yes" {
		s.offer, s.text = nil, ""
		s.act(offer)
		return true
	}
	const slashes = 7
	header := strings.HasPrefix(line, "[")
	afterNumber := strings.TrimLeft(word, "0123456789")
	_, command := s.words.Find(word)
	switch {
	case header && s.offer != nil: // another game
		s.text, s.offer = "", nil
	case header, strings.Count(word, "/") == slashes,
		afterNumber != word && strings.HasPrefix(afterNumber, "."), // 12. or 12.Nf3
		s.text != "" && !command && (line == "" || strings.Contains(line, " ")):
	default:
		s.offer, s.text = nil, ""
		return false
	}
	s.text += line + "\n"
	if header || line == "" {
		return true // moves follow
	}
	what, goOn, err := front.ParsePasted(s.text, s.words)
	if err != nil {
		s.say("%s.", capital(err.Error()))
		return true
	}
	s.offer = goOn
	s.say("That is %s. Type yes to go on with it.", what)
	return true
}

func (s *textGame) move(text string) {
	if !s.over() {
		s.act(session.Move(text))
	}
}

// over says that the game is over, if it is.
func (s *textGame) over() bool {
	v := s.Session.View()
	if v.Over {
		s.say("The game is over: %s. Type new for another one.", v.Game.Result().Description())
	}
	return v.Over
}

func (s *textGame) leave(string) { s.leaving = true }

// act does an action of the session, and reports why if it is not possible.
func (s *textGame) act(a session.Action) {
	if err := s.Session.Do(a); err != nil {
		s.refuse(err)
	}
	if s.Session.View().State == session.Resigning {
		s.remark("Resign? Type %s again to give up.", s.word("resign"))
	}
}

func (s *textGame) refuse(err error) {
	var illegal *sargon.IllegalMoveError
	switch {
	case !errors.As(err, &illegal) || front.IsOfFile(err):
		s.remark("Not possible: %v.", err)
	case illegal.Reason == game.NotAMove:
		s.say("%s. Type help for the commands.", front.ErrorText(err, s.words))
	default:
		s.say("Not a move: %s. Type help for the commands.", front.ErrorText(err, s.words))
	}
}

func (s *textGame) help(string) {
	if s.Dialogue {
		s.say("What you type goes to the keyboard of the machine: answers and moves. %s "+
			"Or a command:", s.Program.MoveHelp())
	} else {
		s.say("Type a move: e4, Nf3, O-O, e7e8q. Or a command:")
	}
	for _, c := range s.words {
		text := strings.TrimSpace(c.Names[0]+" "+c.Args) + ": " + c.Help
		if len(c.Names) > 1 {
			text += " (" + strings.Join(c.Names[1:], ", ") + ")"
		}
		s.say("%s", text)
	}
}
