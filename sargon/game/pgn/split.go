package pgn

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"

	"sargon78/sargon/game"
)

// Raw is the text of a game, not yet read.
type Raw struct {
	Number int // from 1
	Line   int // on which Text begins, from 1
	// Text is everything between the beginning of this game and that of the next one; for the first
	// game also the text before it. It is valid until the next game is read.
	Text []byte

	cut bool // the game was longer than maxGame
}

// hasTag reports whether the game has a tag.
func (r Raw) hasTag() bool {
	l := &lexer{buf: r.Text}
	for kind := l.open(); kind != endOfText; kind = l.open() {
		if _, whole := l.close(kind); kind == tag && whole {
			return true
		}
	}
	return false
}

// maxGame limits the text of a game, and so the memory for reading.
const maxGame = 4 << 20

// Split splits a text into its games, and holds one at a time in memory. A game begins with a tag after
// moves, or with any move after a result. It also begins after an empty line, if one of the following
// tags repeats one of the header before: that header was a game without moves. A comment or variation
// that is not closed ends where a header begins. A line ends with \n, \r\n or \r. After an error, which comes
// from r, there are no more games.
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

// toNextGame reads up to the beginning of the next game, or to the end of the text; found is false if
// there is no game before that.
func (l *lexer) toNextGame() (found bool, err error) {
	var moves, ended, broken bool // what the game has had so far
	var h headerTags
	depth := 0 // of variations
	for {
		kind := l.open()
		if kind == endOfText {
			found = h.end > 0 || moves
			if !errors.Is(l.err, io.EOF) {
				found, err = false, l.err
			}
			return found, err
		}
		text, whole := l.close(kind)
		begins := false // another game
		switch kind {
		case tag:
			switch {
			case !moves && !broken:
				begins = h.add(l, text)
			case whole || beginsLine(l, text):
				begins = depth == 0 || broken || l.lineStart(l.start)
			}
		case word:
			begins = ended && beginsMoves(text)
			moves, ended = true, ended || depth == 0 && isOutcome(text)
		case comment:
			broken = broken || !whole
		case openVariation:
			moves = true
			depth++
		case closeVariation:
			depth = max(0, depth-1)
		}
		if begins {
			l.at = l.start
			return true, nil
		}
	}
}

// beginsLine reports whether a token that is not a tag looks like one: it is the first of its line, and
// has a name.
func beginsLine(l *lexer, text []byte) bool {
	text = bytes.TrimLeft(text[1:], " \t")
	return l.lineStart(l.start) && len(text) > 0 && tagLetter[text[0]]
}

// beginsMoves reports whether a word after a result begins another game: a move or its number.
func beginsMoves(text []byte) bool {
	if isOutcome(text) {
		return false
	}
	word := string(decode(text))
	move := withoutNumber(word)
	return game.IsMove(move) || move == "" && (word == "1" || strings.Contains(word, "."))
}

// headerTags are the tags of a header, some of which may belong to the next game.
type headerTags struct {
	names map[string]int // from the first empty line on: the position of the last tag of each name
	block int            // position of the first tag after the last empty line
	end   int            // end of the last tag; 0 if there is none
}

// add adds the current tag. It reports whether the tags after an empty line are the header of another
// game, and if so moves the lexer back to their beginning.
func (h *headerTags) add(l *lexer, text []byte) (another bool) {
	begin, before := l.start-l.game, h.end
	h.end = l.at - l.game
	if before == 0 || l.cut {
		return false
	}
	empty := hasEmptyLine(l.buf[l.game+before : l.start])
	if h.names == nil && !empty {
		return false
	}
	if h.names == nil { // few headers have an empty line
		h.names = map[string]int{}
		first := &lexer{buf: l.buf[l.game:l.start]}
		for kind := first.open(); kind != endOfText; kind = first.open() {
			if text, _ := first.close(kind); kind == tag {
				h.names[tagName(text)] = first.start
			}
		}
	}
	if empty {
		h.block = begin
	}
	name := tagName(text)
	if at, twice := h.names[name]; twice && at < h.block && name != "" {
		l.start = l.game + h.block
		return true
	}
	h.names[name] = begin
	return false
}

// tagName returns the name of a tag as it is written.
func tagName(text []byte) string {
	text = bytes.TrimLeft(text[1:], " \t")
	n := 0
	for n < len(text) && tagLetter[text[n]] {
		n++
	}
	return string(bytes.ToLower(text[:n]))
}

// hasEmptyLine reports whether the text between two tags contains an empty line.
func hasEmptyLine(text []byte) bool {
	lineEnds := 0
	for i, c := range text {
		switch {
		case c == '\r', c == '\n' && (i == 0 || text[i-1] != '\r'):
			lineEnds++
		case !isBlank(c):
			lineEnds = 0
		}
		if lineEnds == 2 {
			return true
		}
	}
	return false
}

// Is reports whether a text begins like PGN, and not like a list of positions or recordings: with a
// tag, a comment, a move or its number.
func Is(beginning []byte) bool {
	l := &lexer{buf: beginning}
	switch kind := l.open(); kind {
	case tag, lineComment:
		return true
	case comment: // JSON begins with the same character
		inside := bytes.TrimLeft(beginning[l.start+1:], " \t\r\n")
		return !bytes.HasPrefix(inside, []byte(`"`))
	case word:
		text, _ := l.close(kind)
		return !IsEPD(string(text)) && beginsMoves(text)
	}
	return false
}
