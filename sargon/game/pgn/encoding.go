package pgn

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

const utf8Mark = "\xEF\xBB\xBF"

// oldCharacters are those of text that is not UTF-8: PGN was made for Latin-1, and this is
// Latin-1 with more characters.
var oldCharacters = charmap.Windows1252

// decode returns a text in UTF-8, without a byte order mark.
func decode(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte(utf8Mark))
	if utf8.Valid(text) {
		return text
	}
	decoded := make([]byte, 0, len(text)+len(text)/8)
	for _, c := range text {
		decoded = utf8.AppendRune(decoded, oldCharacters.DecodeByte(c))
	}
	return decoded
}

// encode is the inverse of decode for a text that is not to be UTF-8. What cannot be said
// becomes a question mark.
func encode(text string) string {
	var b strings.Builder
	for _, r := range text {
		c, ok := oldCharacters.EncodeRune(r)
		if !ok {
			c = '?'
		}
		b.WriteByte(c)
	}
	return b.String()
}
