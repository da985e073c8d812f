package pgn

import (
	"errors"
	"io"
	"iter"
)

// Raw is a game as it stands in a text: nothing of it has been understood yet.
type Raw struct {
	Number int // from 1
	Line   int // on which Text begins, from 1
	// Text is all that stands between the beginning of this game and that of the next one;
	// for the first game also what stands before it. It holds until the next game is read.
	Text []byte

	cut bool // there was more of it than maxGame
}

// maxGame bounds the text of a game, and so what reading needs of memory.
const maxGame = 4 << 20

// Split cuts a text into its games, of which one at a time is held in memory. A game begins
// with a tag behind moves, or with any move behind a result. A comment or variation that is
// not closed ends where a header begins. Lines end in \n, \r\n or \r. After an error, that of
// r, nothing follows.
func Split(r io.Reader) iter.Seq2[Raw, error] {
	return func(yield func(Raw, error) bool) {
		l := &lexer{in: r, line: 1}
		if err := l.byteOrderMark(); err != nil {
			yield(Raw{Number: 1, Line: 1}, err)
			return
		}
		for raw := (Raw{Number: 1, Line: 1}); ; {
			found, err := l.toNextGame()
			if found {
				raw.Text, raw.cut = l.takeGame()
			}
			if !found && err == nil || !yield(raw, err) || err != nil {
				return
			}
			raw = Raw{Number: raw.Number + 1, Line: l.lineOf(l.start)}
		}
	}
}

// toNextGame reads up to the beginning of the next game, or to the end of the text; found is
// false if there is no game before that.
func (l *lexer) toNextGame() (found bool, err error) {
	var tags, moves, ended, broken bool // what the game has had
	depth := 0                          // of variations
	for {
		kind := l.open()
		switch {
		case kind == endOfText && errors.Is(l.err, io.EOF):
			return tags || moves, nil
		case kind == endOfText:
			return false, l.err
		case kind == word && ended, kind == tag && broken,
			kind == tag && (moves || ended) && (depth == 0 || l.lineStart()):
			return true, nil
		}
		text, whole := l.close(kind)
		switch kind {
		case tag:
			tags = true
		case word:
			moves, ended = true, ended || depth == 0 && isOutcome(string(text))
		case comment, lineComment:
			moves, broken = moves || tags, !whole
		case openVariation:
			moves = true
			depth++
		case closeVariation:
			depth = max(0, depth-1)
		}
	}
}
