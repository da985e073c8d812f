package pgn

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

const utf8Mark = "\xEF\xBB\xBF"

// windows1252 are the characters of the bytes 80 to 9F in text that is not UTF-8. The PGN standard
// uses Latin-1; Windows-1252 is Latin-1 with more characters. (The tables of golang.org/x/text would
// add 100 KB to the program of the page.)
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// decode returns a text in UTF-8, without a byte order mark.
func decode(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte(utf8Mark))
	if utf8.Valid(text) {
		return text
	}
	decoded := make([]byte, 0, len(text)+len(text)/8)
	for _, c := range text {
		r := rune(c)
		if 0x80 <= c && c <= 0x9F {
			r = windows1252[c-0x80]
		}
		decoded = utf8.AppendRune(decoded, r)
	}
	return decoded
}

// encode returns a text in Windows-1252. It is the inverse of decode. A character that Windows-1252
// does not have becomes a question mark.
func encode(text string) string {
	var b strings.Builder
	for _, r := range text {
		c := byte('?')
		if i := slices.Index(windows1252, r); i >= 0 {
			c = byte(0x80 + i)
		} else if r < 0x80 || 0xA0 <= r && r <= 0xFF {
			c = byte(r)
		}
		b.WriteByte(c)
	}
	return b.String()
}
