package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"

	"sargon78/sargon/game"
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
// not closed ends where a header begins. After an error, that of r, nothing follows.
func Split(r io.Reader) iter.Seq2[Raw, error] {
	return func(yield func(Raw, error) bool) {
		s := &splitter{in: bufio.NewReaderSize(r, chunkBytes), lineStart: true}
		if err := s.byteOrderMark(); err != nil {
			yield(Raw{Number: 1, Line: 1}, err)
			return
		}
		line := 1
		for number := 1; ; number++ {
			found, err := s.game()
			if err != nil {
				yield(Raw{Number: number, Line: line}, err)
				return
			}
			if !found || !yield(Raw{Number: number, Line: line, Text: s.text, cut: s.cut}, nil) {
				return
			}
			line += s.newlines
			s.text, s.newlines, s.cut = s.text[:0], 0, false
		}
	}
}

const chunkBytes = 64 << 10

// splitter finds where games begin. It knows just enough of PGN for that.
type splitter struct {
	in       *bufio.Reader
	text     []byte // of the game so far
	newlines int    // in it
	cut      bool

	state                splitState
	lineStart, blankLine bool // the next byte is the first of its line; the line before was empty
	word                 []byte
	depth                int  // of variations
	tags, moves, ended   bool // what the game has had
}

type splitState int

const (
	between splitState = iota // words
	inWord
	inNAG
	inLine // to be passed over, or a comment to its end
	inBraces
	inTag
	inValue
	inEscape
)

// header begins a game even where a comment is open.
const headerBegins = `[Event "`

// byteOrderMark takes the mark of UTF-8 over, and refuses those of UTF-16.
func (s *splitter) byteOrderMark() error {
	mark, _ := s.in.Peek(len(utf8Mark))
	switch {
	case string(mark) == utf8Mark:
		s.text = append(s.text, mark...)
		_, _ = s.in.Discard(len(mark))
	case bytes.HasPrefix(mark, []byte("\xFE\xFF")), bytes.HasPrefix(mark, []byte("\xFF\xFE")):
		return errors.New("the text is UTF-16; want UTF-8 or Latin-1")
	}
	return nil
}

// game reads up to the beginning of the next game; found is false if there is none.
func (s *splitter) game() (found bool, err error) {
	s.state, s.depth = between, 0
	s.tags, s.moves, s.ended = false, false, false
	for {
		if _, err := s.in.Peek(len(headerBegins)); err != nil && s.in.Buffered() == 0 {
			if !errors.Is(err, io.EOF) {
				return false, err
			}
			return s.tags || s.moves || s.state == inWord, nil
		}
		chunk, _ := s.in.Peek(s.in.Buffered())
		n, begins := s.scan(chunk)
		if room := maxGame - len(s.text); n > room {
			s.text, s.cut = append(s.text, chunk[:room]...), true
		} else {
			s.text = append(s.text, chunk[:n]...)
		}
		s.newlines += bytes.Count(chunk[:n], []byte{'\n'})
		_, _ = s.in.Discard(n) // as many are there
		if begins {
			return true, nil
		}
	}
}

// scan goes through a chunk and returns how many bytes of it belong to this game, and
// whether the next one begins there. It stops before a byte that cannot be judged without
// those behind the chunk.
func (s *splitter) scan(chunk []byte) (n int, begins bool) {
	for n < len(chunk) {
		c := chunk[n]
		switch s.state {
		case between:
			if s.beginsGame(c) {
				return n, true
			}
			s.open(c)
		case inWord, inNAG:
			end := n
			for end < len(chunk) && !delimiters[chunk[end]] {
				end++
			}
			s.endOfWord(chunk[n:end], end < len(chunk))
			n = end
			continue
		case inBraces:
			if c == '[' && s.lineStart && s.blankLine {
				if rest := chunk[n:]; n > 0 && len(rest) < len(headerBegins) {
					return n, false // read more first
				} else if bytes.HasPrefix(rest, []byte(headerBegins)) {
					return n, true
				}
			}
			if c == '}' {
				s.state = between
			}
		case inLine:
			if c == '\n' {
				s.state = between
			}
		default:
			s.insideTag(c)
		}
		n++
		if c == '\n' {
			s.blankLine, s.lineStart = s.lineStart, true
		} else if c != '\r' {
			s.lineStart = false
		}
	}
	return n, false
}

// beginsGame tells whether a byte between words is the first of another game.
func (s *splitter) beginsGame(c byte) bool {
	switch {
	case c == '[':
		return (s.moves || s.ended) && (s.depth == 0 || s.lineStart)
	case delimiters[c], c == '.', c == '%' && s.lineStart:
		return false
	}
	return s.ended
}

// open begins what a byte between words begins.
func (s *splitter) open(c byte) {
	switch {
	case c == '%' && s.lineStart, c == ';':
		s.state = inLine
		s.moves = s.moves || c == ';' && s.tags
	case c == '{':
		s.state = inBraces
		s.moves = s.moves || s.tags
	case c == '(':
		s.depth++
		s.moves = true
	case c == ')':
		s.depth = max(0, s.depth-1)
	case c == '[':
		s.state, s.tags = inTag, true
	case c == '$':
		s.state, s.word = inNAG, s.word[:0]
	case !delimiters[c] && c != '.':
		s.state, s.word = inWord, append(s.word[:0], c)
	}
}

// endOfWord takes over the rest of a word, or the part of it that is there.
func (s *splitter) endOfWord(rest []byte, whole bool) {
	if len(s.word) < len(game.Draw) { // the longest word that matters
		s.word = append(s.word, rest...)
	}
	if !whole {
		return
	}
	if s.state == inWord {
		s.moves = true
		s.ended = s.ended || s.depth == 0 && isOutcome(string(s.word))
	}
	s.state = between
}

// insideTag follows a tag to its end, or to that of its line.
func (s *splitter) insideTag(c byte) {
	switch {
	case c == '\n':
		s.state = between
	case s.state == inEscape:
		s.state = inValue
	case s.state == inValue && c == '\\':
		s.state = inEscape
	case s.state == inValue && c == '"':
		s.state = inTag
	case s.state == inTag && c == '"':
		s.state = inValue
	case s.state == inTag && c == ']':
		s.state = between
	}
}

// delimiters are the bytes that end a word.
var delimiters = func() (is [256]bool) {
	for _, c := range []byte(" \t\r\n\v\f{}()[];$<>") {
		is[c] = true
	}
	return is
}()
