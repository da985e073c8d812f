package instruction

import (
	"fmt"
	"strings"
)

// Opcode is what the table says of an opcode. The zero value is for what is no instruction there.
type Opcode struct {
	// Text is the instruction in Zilog's syntax. Placeholders stand for what follows the
	// opcode, and for what a prefix changes:
	//
	//	%b a byte    %w a word    %e the target of a relative jump
	//	%p HL, IX or IY    %h H, IXH or IYH    %l L, IXL or IYL    %m (HL), (IX+d) or (IY+d)
	Text string

	TStates uint8 // of the whole instruction, prefixes too
	Taken   uint8 // what it takes more when it jumps or repeats
	Flags   uint8 // the bits of F that it calculates
}

// The pages of opcodes. In Indexed are only those of Main that the prefix changes.
var (
	Main        = page(0)
	Bits        = page(0xCB)
	Extended    = page(0xED)
	Indexed     = indexed()     // after DD and FD
	IndexedBits = indexedBits() // after DD CB d and FD CB d
)

// T-states that no row tells.
const (
	PrefixTStates    = 4 // DD or FD, before an instruction that it changes or not
	UndefinedTStates = 8 // an opcode after ED that does nothing

	displacement = 8 // to read d and to add it to IX
	overlapped   = 3 // less where n is read while d is added
	bitsOverhead = 4 // after CB d comes earlier, and the opcode is read as d is added
)

func page(prefix uint8) (all [256]Opcode) {
	for i := range Rows {
		r := &Rows[i]
		if r.Prefix != prefix || r.has("x") {
			continue
		}
		for op := range all {
			if o, ok := r.at(uint8(op)); ok && all[op].Text == "" {
				all[op] = o
			}
		}
	}
	return all
}

func indexed() (all [256]Opcode) {
	for op, o := range Main {
		if unprefixed.Replace(o.Text) == o.Text {
			continue
		}
		o.TStates += PrefixTStates
		if strings.Contains(o.Text, "%m") {
			o.TStates += displacement
		}
		if strings.HasSuffix(o.Text, "%m,%b") {
			o.TStates -= overlapped
		}
		all[op] = o
	}
	return all
}

// indexedBits are those of Bits with (HL), whatever register the opcode names. But for BIT the
// result goes there too, which is how they are written then.
func indexedBits() (all [256]Opcode) {
	for op := range all {
		all[op] = Bits[op&^7|memory]
		for i := range Rows {
			if r := &Rows[i]; r.has("x") && op&7 != memory {
				if o, ok := r.at(uint8(op)); ok {
					all[op] = o
				}
			}
		}
		all[op].TStates += PrefixTStates + displacement - bitsOverhead
	}
	return all
}

// unprefixed writes what a prefix would change as it is without.
var unprefixed = strings.NewReplacer("%p", "HL", "%h", "H", "%l", "L", "%m", "(HL)")

const memory = 6 // the code of (HL)

// at tells what the row says of an opcode; not ok if nothing.
func (r *Row) at(op uint8) (o Opcode, ok bool) {
	if op&r.mask != r.Opcode {
		return o, false
	}
	o = Opcode{TStates: r.tStates[0], Taken: r.taken, Flags: r.flags}
	plain := r.Prefix != 0 || r.has("m") // there H and L are themselves
	var operands []string
	for i, operand := range r.Operands {
		var code uint8
		if r.Shift[i] >= 0 {
			code = op &^ r.mask >> r.Shift[i] & widths[operand]
		}
		text := operandText(operand, code)
		switch {
		case operand == "r" && code == memory:
			return o, false
		case operand == "s" && code == memory:
			o.TStates = r.tStates[1]
		case plain && text != "%m":
			text = unprefixed.Replace(text)
		}
		operands = append(operands, text)
	}
	o.Text = strings.TrimSpace(r.Mnemonic + " " + strings.Join(operands, ","))
	return o, true
}

func (r *Row) has(operand string) bool {
	for _, o := range r.Operands {
		if o == operand {
			return true
		}
	}
	return false
}

// widths are the masks of the codes of operands.
var widths = map[string]uint8{
	"r": 7, "s": 7, "b": 7, "p": 7, "cc": 7, "ck": 3, "ss": 3, "qq": 3, "i": 3,
}

// operandText writes an operand of the table, with its code from the opcode.
func operandText(operand string, code uint8) string {
	switch operand {
	case "r", "s":
		return [8]string{"B", "C", "D", "E", "%h", "%l", "%m", "A"}[code]
	case "ss":
		return [4]string{"BC", "DE", "%p", "SP"}[code]
	case "qq":
		return [4]string{"BC", "DE", "%p", "AF"}[code]
	case "cc", "ck":
		return Conditions[code]
	case "b":
		return fmt.Sprint(code)
	case "i":
		return [4]string{"0", "0", "1", "2"}[code]
	case "p":
		return fmt.Sprintf("%02Xh", code*8)
	}
	if text, ok := map[string]string{
		"m": "%m", "x": "%m", "HL": "%p", "hl": "HL", "j": "(%p)",
		"n": "%b", "nn": "%w", "e": "%e", "(n)": "(%b)", "(nn)": "(%w)",
	}[operand]; ok {
		return text
	}
	return operand
}

// Conditions are those of jumps, calls and returns, by their codes.
var Conditions = [8]string{"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"}
