package front

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
	"sargon78/sargon/session"
)

// ChangeText returns what is to be said of a change, as a sentence without a capital letter and a full stop;
// empty if the game itself shows it.
func ChangeText(c session.Change) string {
	switch c.Kind {
	case session.ActionDone, session.FlagFell:
		return c.Text
	case session.Hinted:
		return fmt.Sprintf("hint: %s, %s", c.Text, ScoreText(c.Score, "you"))
	case session.PremoveRefused:
		return "premove not possible now: " + ErrorText(c.Err, nil)
	case session.MoveRefused, session.EngineBroken:
		return ErrorText(c.Err, nil)
	case session.Explained:
		if c.Err != nil {
			return ErrorText(c.Err, nil)
		}
		return strings.TrimSuffix(c.Reasons.String(), ".")
	case session.NotSaved:
		return "the game is not saved: " + c.Err.Error()
	}
	return ""
}

// ErrorText returns the text of an error for the user. That of an illegal move leaves out the position,
// which the user sees. What is neither a move nor a command gets a suggestion: a command with a similar
// name, or else the ways to write a move.
func ErrorText(err error, commands Commands) string {
	var illegal *sargon.IllegalMoveError
	switch {
	case !errors.As(err, &illegal) || illegal.Reason == "" || IsOfFile(err):
		return err.Error()
	case illegal.Reason == game.NotAMove:
		return fmt.Sprintf("%s is neither a command nor a move%s", Shorten(illegal.Move),
			cmp.Or(commands.Suggestion(illegal.Move), " (e4, Nf3, O-O, e2e4, e7e8q)"))
	}
	return fmt.Sprintf("%s: %s", Shorten(illegal.Move), illegal.Reason)
}

// ClockText returns what a chess clock shows, "4:32", with the moves to the next time control if there
// is one; with the flag if that has fallen.
func ClockText(c *session.Clock) string {
	text := game.FormatClock(max(0, c.Remaining))
	if c.MovesToGo > 0 {
		text += fmt.Sprintf("/%d", c.MovesToGo)
	}
	if c.Fallen {
		text += " flag"
	}
	return text
}

// Name returns who plays a side.
func Name(v *session.View, side sargon.Color) string {
	switch {
	case v.State == session.SelfPlaying, !v.Both && side != v.Player:
		return "Sargon"
	case v.Both:
		return strings.ToUpper(side.String()[:1]) + side.String()[1:]
	}
	return "you"
}

// ToMove returns who is to move: "you are to move", or where two people play "white is to move".
func ToMove(v *session.View) string {
	if v.Both {
		return v.Game.Side().String() + " is to move"
	}
	return "you are to move"
}

// Opponent returns who plays against whom: "Sargon (rom), level 2".
func Opponent(v *session.View, engine string) string {
	text := fmt.Sprintf("Sargon (%s), level %d", engine, v.Level)
	if v.White != nil && !v.OnMachine {
		text = fmt.Sprintf("Sargon (%s), by clock", engine)
	}
	if v.Both {
		return fmt.Sprintf("Sargon (%s) looks on", engine)
	}
	return text
}

// IsOfFile reports whether an error is the fault of a file, and not of what a person has typed.
func IsOfFile(err error) bool {
	var wrong *pgn.Error
	return errors.As(err, &wrong) && wrong.Name != ""
}

// Shorten returns a text, or its first 20 characters and "…" if it is longer, for messages about what a
// person has typed or pasted.
func Shorten(text string) string {
	const most = 20
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// ScoreText returns the score of a search as words; side is "Sargon" or "you".
func ScoreText(score sargon.Score, side string) string {
	switch score {
	case 0:
		return "from the book"
	case sargon.Mates, sargon.Mated:
		return fmt.Sprintf("%s %v", side, score)
	}
	expects := side + " expects"
	if side == "you" {
		expects = "you can expect"
	}
	switch pawns := score.Pawns(); {
	case pawns < 0:
		return fmt.Sprintf("%s to lose %.2f pawns from here", expects, -pawns)
	case pawns > 0:
		return fmt.Sprintf("%s to gain %.2f pawns from here", expects, pawns)
	}
	return expects + " no change from here"
}

// ProgressText returns what Sargon has found so far. The most important comes first, because the end may
// be cut off where room is short.
func ProgressText(p *session.Progress) string {
	text, side := "Thinking", "Sargon"
	if p.Hint {
		text, side = "Looking for a hint", "you"
	}
	if p.Elapsed >= time.Second {
		text += " for " + sargon.FormatDuration(p.Elapsed)
	}
	if p.Total > 0 {
		text += fmt.Sprintf(", trying %s, move %d of %d", p.Trying, p.Number, p.Total)
	}
	if p.In1978.Duration >= time.Second {
		text += ", about " + sargon.FormatDuration(p.In1978.Duration) + " in 1978"
	}
	if p.Remaining >= time.Second {
		text += ", " + sargon.FormatDuration(p.Remaining) + " or so to go"
	}
	if len(p.Line) > 0 {
		text += fmt.Sprintf(", best so far %s, %s", strings.Join(p.Line, " "), ScoreText(p.Score, side))
	}
	return text
}
