package cpm

// codePage437 are the characters 80 to FF as programs for the IBM PC and its relatives meant them.
var codePage437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
	"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// Rune returns the Unicode character for a character that a program prints; those from 80 on are of
// code page 437.
func Rune(c byte) rune {
	if c < 0x80 {
		return rune(c)
	}
	return codePage437[c-0x80]
}

// Control characters: they are executed, not printed.
const (
	charBack   = 0x08
	charTab    = 0x09
	charDown   = 0x0A
	charStart  = 0x0D
	charDelete = 0x7F
)
