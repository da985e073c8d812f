package asm

import "strings"

// decided is the lead at which guessDialect stops reading the source.
const decided = 50

// guessDialect counts lines that only one of the dialects can read.
func guessDialect(text string) Dialect {
	zilog, tdl := operations()[Zilog], operations()[TDL]
	lead := 0 // of TDL
	for line := range strings.Lines(text) {
		if lead >= decided || lead <= -decided {
			break
		}
		line, _, _ = strings.Cut(line, ";")
		words := strings.Fields(strings.ToUpper(line))
		for len(words) > 0 && strings.HasSuffix(words[0], ":") {
			words = words[1:]
		}
		for i, word := range words[:min(2, len(words))] {
			_, isZilog := zilog[word]
			_, isTDL := tdl[word]
			isTDL = isTDL || i == 1 && word == "="
			if isZilog == isTDL {
				continue
			}
			if lead--; isTDL {
				lead += 2
			}
			break
		}
	}
	if lead > 0 {
		return TDL
	}
	return Zilog
}
