package plain

import (
	"errors"
	"slices"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/session"
)

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
			front.Word("quit exit q", "", "leave; the game is saved", (*talk).leave),
		},
	)
}

// do does what a line says: a command, or else a move, or keys for the machine.
func (s *talk) do(line string) {
	s.prompted = false
	text := strings.TrimSpace(line)
	word, args, _ := strings.Cut(text, " ")
	if !s.Dialogue && s.pasted(text, word) {
		return
	}
	if s.Table.View().Resigning && word != s.word("resign") {
		s.act(session.Dismiss)
	}
	switch c, ok := s.words.Find(word); {
	case ok && c.Names[0] == "watch" && !s.Prompt:
		s.say("Sargon plays itself only where somebody can stop it.")
	case ok:
		c.Run(s, strings.TrimSpace(args))
	case s.Dialogue:
		s.typeLine(line)
	case text != "":
		s.move(text)
	}
}

// pasted takes over a FEN, or a line of a game as PGN, or takes the offer to go on with one. It tells
// whether it was one of these; anything else leaves the offer.
func (s *talk) pasted(line, word string) bool {
	if offer := s.offer; offer != nil && word == "yes" {
		s.offer, s.text = nil, ""
		s.act(offer)
		return true
	}
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
		s.offer, s.text = nil, ""
		return false
	}
	s.text += line + "\n"
	if header || line == "" {
		return true // moves follow
	}
	what, goOn, err := front.Pasted(s.text)
	if err != nil {
		s.say("%s.", capital(err.Error()))
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

func (s *talk) leave(string) { s.leaving = true }

// act does an action at the table, and says why not if it is not possible.
func (s *talk) act(a session.Action) {
	if err := s.Table.Do(a); err != nil {
		s.refuse(err)
	}
	if s.Table.View().Resigning {
		s.remark("Resign? Type %s again to give up.", s.word("resign"))
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
	s.remark("Not possible: %v.", err)
}
