//go:build !js

package asm

import (
	"fmt"
	"regexp"
	"strings"
)

// Texts that are not a source for this assembler: each gets one message, not one for each line.

// otherKind is a kind of text. Its beginning identifies it, or lines that no source has.
type otherKind struct {
	is     string
	begins *regexp.Regexp // the whole text
	lines  *regexp.Regexp // each line
	share  int            // the share of its lines that must match is 1/share; 0: enough of them are
}

// enough is how many matching lines identify a kind.
const enough = 3

var otherKinds = []otherKind{
	{is: "text in RTF, from a word processor: save it as plain text",
		begins: regexp.MustCompile(`^\s*\{\\rtf`)},
	{is: "a page of the web: save the text of the listing that is on it",
		begins: regexp.MustCompile(`(?i)^\s*<(!doctype|html|\?xml|head|body|pre)\b`)},
	{is: "a document in PDF: copy the text of the listing out of it",
		begins: regexp.MustCompile(`^%PDF`)},
	{is: "PostScript: the text of the listing is wanted", begins: regexp.MustCompile(`^%!PS`)},
	{is: "in Motorola's S-records: an image must be raw or in Intel HEX",
		lines: regexp.MustCompile(`^S[0-9][0-9A-Fa-f]{6,}\s*$`)},
	{is: "a hexadecimal dump: write its bytes to a file, name it .bin, and give its symbols with --symbols",
		lines: regexp.MustCompile(
			`^\s*(0x)?[0-9A-Fa-f]{4,8}:?\s+([0-9A-Fa-f]{2}[\s-]+){7,}[0-9A-Fa-f]{2}\b`), share: 2},
	{is: "a converter's mixture for the Z80 and the 8086 (.IF_Z80 … .ELSE … .ENDIF): take the listing that " +
		"it was made from",
		lines: regexp.MustCompile(`(?i)^\s*\.?(IF_?Z80|IF_?X86|IF_?8086|IF_?16)\b`)},
	{is: "a source for the 8086",
		lines: regexp.MustCompile(`(?i)^[^;]*(\b(MOV|ADD|SUB|CMP|XOR|AND|OR|TEST|INC|DEC|PUSH|POP|MUL|DIV)\s+` +
			`([ABCD]X|[SD]I|BP|[ABCD][HL]|E[ABCD]X|E[SD]I|EBP|ESP|[BD]?WORD\s+PTR|BYTE\s+PTR)\b|` +
			`\b(LODSB|STOSB|REP\s+MOVSB|INT\s+(21H|0x21|0x80))\b)`)},
	{is: "a source for the 6502",
		lines: regexp.MustCompile(`(?i)^[^;]*\s(LD[AXY]\s+#|ST[XY]\s|JSR\s|B(NE|EQ|CC|CS|PL|MI)\s|T[AXY][AXY]\b)`),
		share: 10},
}

// A source for the 8080 has lines like the first two, and none like the others.
var (
	intelLine     = regexp.MustCompile(`(?i)^[^;]*\b(MVI|LXI|LDAX|STAX|LHLD|SHLD|CPI|JNZ|JMP|XCHG)\b`)
	intelOnly     = regexp.MustCompile(`(?i)^([\w$.?@]+:?)?\s+(ORG|DB|DW|DS|EQU|SET)\b`)
	tdlOnly       = regexp.MustCompile(`(?i)^([\w$.?@]+:?)?\s*(\.(LOC|BYTE|WORD|BLKB|BLKW|ASCII)\b|=)`)
	zilogOnly     = regexp.MustCompile(`(?i)^([\w$.?@]+:?)?\s+(LD|JR|DJNZ|EX|EXX)\b`)
	onlyFor8080   = "a source for the 8080, in Intel's mnemonics and directives (MVI, LXI, ORG, DB)"
	intelEvidence = 2
)

// otherText returns the error for a text that is in neither dialect; nil if it may be in one.
func otherText(name, text string) *Error {
	lines := strings.Split(text, "\n")
	for _, kind := range otherKinds {
		if kind.begins != nil {
			if kind.begins.MatchString(text) {
				return otherError(name, 1, kind.is)
			}
			continue
		}
		first, count, filled := 0, 0, 0
		for i, line := range lines {
			if strings.TrimSpace(line) == "" {
				continue
			}
			filled++
			if kind.lines.MatchString(line) {
				if count++; first == 0 {
					first = i + 1
				}
			}
		}
		isMixture := strings.Contains(kind.is, "mixture") // one such line is enough
		if count >= enough && (kind.share == 0 || count*kind.share >= filled) || count > 0 && isMixture {
			return otherError(name, first, kind.is)
		}
	}
	first, intel, directives := 0, 0, 0
	for i, line := range lines {
		switch {
		case tdlOnly.MatchString(line), zilogOnly.MatchString(line):
			return nil
		case intelLine.MatchString(line):
			if intel++; first == 0 {
				first = i + 1
			}
		case intelOnly.MatchString(line):
			directives++
		}
	}
	if intel >= intelEvidence && directives > 0 {
		return otherError(name, first, onlyFor8080)
	}
	return nil
}

func otherError(name string, line int, is string) *Error {
	return &Error{File: name, Line: line, Message: fmt.Sprintf("this is %s; %s", is, Wanted)}
}
