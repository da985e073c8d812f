package game

import "strings"

// plain returns a move or a result in ASCII where it is written with signs that mean the same: dashes
// of all lengths, figurines, typographic crosses and fractions, and without what cannot be seen.
func plain(text string) string {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return plainSigns.Replace(text)
		}
	}
	return text
}

var plainSigns = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "﹘", "-", "﹣", "-", "－", "-",
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
	"×", "x", "✕", "x", "✗", "x", "†", "+", "‡", "#", "‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?",
	"½", "1/2", "⁄", "/", "∕", "/", "∶", ":", "：", ":", "…", "...", "О", "O", "о", "o", // Cyrillic
	"\u00a0", " ", "\u2002", " ", "\u2003", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ",
	"\u00ad", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u200e", "", "\u200f", "", "\u2060", "",
	"\ufe0e", "", "\ufe0f", "", "\ufeff", "",
)
