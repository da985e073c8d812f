package plain

import (
	"errors"
	"strings"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/session"
)

// commands returns all commands; a move is typed without one.
func (t *textGame) commands() (all front.Commands) {
	on := t.questionCommand(describeSquares)
	all.Add("last l", "", "the last move of both sides", t.questionCommand(last))
	all.Add("board b", "[words]", "the board, rank by rank, in letters or in words", t.questionCommand(board))
	all.Add("pieces p", "[K|Q|R|B|N|P]", "where they are", t.questionCommand(pieces))
	all.Add("file", "a…h", "what is on a file", on)
	all.Add("rank", "1…8", "what is on a rank", on)
	all.Add("square s", "e4", "what is on a square; a letter or a digit alone means file or rank", on)
	all.Add("legal", "[N|e2]", "legal moves, of a piece or from a square", t.questionCommand(legal))
	all.Add("moves", "", "all moves so far", t.questionCommand(moves))
	all.Add("clock c", "", "time used, now and in 1978", t.questionCommand(clock))
	all.Add("captured", "", "what both sides have lost, and who is ahead", t.questionCommand(captured))
	all.Add("status", "", "who is to move, against whom, what Sargon thinks", t.questionCommand(t.status))
	all.Add("move m", "e4", "play a move; the word can be left out", t.move)
	all.AddShared(t.act)
	all.Add("fen", "[FEN]", "show the position, or begin from one", t.questionOrAction(fen, session.SetUp))
	all.Add("pgn", "[FILE]", "show the game, or write it to a new file", t.questionOrAction(text, front.Save))
	all.Add("games", "", "saved games, with their numbers", t.games)
	all.Add("open", "N", "go on with game N of games", t.withGame(t.openGame))
	all.Add("rename", "N TITLE", "give game N a title", t.withGame(t.renameGame))
	all.Add("export", "N FILE", "write game N to a new PGN file", t.withGame(exportGame))
	all.Add("delete", "N", "delete game N forever", t.withGame(t.deleteGame))
	all.Add("help ? h", "", "this list", t.help)
	all.Add("quit exit q", "", "leave; the game is saved", t.leave)
	return all
}

// do executes a line: a command, or else a move, or keys for the machine.
func (t *textGame) do(line string) {
	t.prompted = false
	text := strings.TrimSpace(line)
	word, args, _ := strings.Cut(text, " ")
	if !t.Dialogue && t.pasted(text, word) {
		return
	}
	if t.Session.View().State == session.Resigning && word != t.word("resign") {
		t.act(session.CancelResign)
	}
	switch c, ok := t.words.Find(word); {
	case ok && c.Names[0] == "self-play" && !t.Prompt:
		t.say("Sargon plays itself only where you can stop it: on a terminal.")
	case ok:
		c.Run(strings.TrimSpace(args))
	case t.Dialogue:
		t.typeLine(line)
	case text != "":
		t.move(text)
	}
}

// pasted takes a FEN, or a line of a game as PGN, or accepts the offer to continue with one. It reports
// whether the line was one of these. Any other line refuses the offer.
func (t *textGame) pasted(line, word string) bool {
	if offer := t.offer; offer != nil && word == "yes" {
		t.offer, t.text = nil, ""
		t.act(offer)
		return true
	}
	const slashes = 7
	header := strings.HasPrefix(line, "[")
	afterNumber := strings.TrimLeft(word, "0123456789")
	_, command := t.words.Find(word)
	switch {
	case header && t.offer != nil: // another game
		t.text, t.offer = "", nil
	case header, strings.Count(word, "/") == slashes,
		afterNumber != word && strings.HasPrefix(afterNumber, "."), // 12. or 12.Nf3
		t.text != "" && !command && (line == "" || strings.Contains(line, " ")):
	default:
		t.offer, t.text = nil, ""
		return false
	}
	t.text += line + "\n"
	if header || line == "" {
		return true // moves follow
	}
	what, goOn, err := front.ParsePasted(t.text, t.words)
	if err != nil {
		t.say("%s.", capital(err.Error()))
		return true
	}
	t.offer = goOn
	t.say("That is %s. Type yes to go on with it.", what)
	return true
}

func (t *textGame) move(text string) {
	if !t.over() {
		t.act(session.Move(text))
	}
}

// over reports whether the game is over, and prints that it is.
func (t *textGame) over() bool {
	v := t.Session.View()
	if v.Over {
		t.say("The game is over: %s. Type new for another one.", v.Game.Result().Description())
	}
	return v.Over
}

func (t *textGame) leave(string) { t.leaving = true }

// act performs an action of the session. If that is not possible, it prints why.
func (t *textGame) act(a session.Action) {
	if err := t.Session.Do(a); err != nil {
		t.refuse(err)
	}
	if t.Session.View().State == session.Resigning {
		t.remark("Resign? Type %s again to give up.", t.word("resign"))
	}
}

func (t *textGame) refuse(err error) {
	var illegal *sargon.IllegalMoveError
	switch {
	case !errors.As(err, &illegal) || front.IsOfFile(err):
		t.remark("Not possible: %v.", err)
	case illegal.Reason == game.NotAMove:
		t.say("%s. Type help for the commands.", front.ErrorText(err, t.words))
	default:
		t.say("Not a move: %s. Type help for the commands.", front.ErrorText(err, t.words))
	}
}

func (t *textGame) help(string) {
	if t.Dialogue {
		t.say("What you type goes to the keyboard of the machine: answers and moves. %s "+
			"Or a command:", t.Program.MoveHelp())
	} else {
		t.say("Type a move: e4, Nf3, O-O, e7e8q. Or a command:")
	}
	for _, c := range t.words {
		text := strings.TrimSpace(c.Names[0]+" "+c.Args) + ": " + c.Help
		if len(c.Names) > 1 {
			text += " (" + strings.Join(c.Names[1:], ", ") + ")"
		}
		t.say("%s", text)
	}
}
