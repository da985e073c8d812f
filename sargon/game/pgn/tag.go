package pgn

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sargon78/sargon"
	"sargon78/sargon/game"
)

// tag adds the current tag to a header. Text that is not a tag becomes a comment. The error is about
// the position or the variant, without which the moves have no meaning.
func (p *parser) tag(tags *game.Tags, opening *string) error {
	name, value := p.token.text, p.token.value
	for _, known := range ourTags {
		if name != known && strings.EqualFold(name, known) {
			p.warn("[%s] is read as [%s]", name, known)
			name = known
			p.token.text = name
		}
	}
	decides := name == "FEN" || name == "Variant"
	has := tags.Get(name)
	switch {
	case decides && p.token.odd != "":
		return fmt.Errorf(`%s; want [%s "value"]`, p.token.odd, name)
	case decides && has != "" && has != value:
		return fmt.Errorf("[%s %q], but also [%s %q]", name, has, name, value)
	case name == "Variant" && !slices.Contains(variants, strings.ToLower(strings.Join(strings.Fields(value), " "))):
		return fmt.Errorf("a game of %s; want the chess that all play", value)
	case name == "FEN" && value != "":
		if _, err := sargon.ParseFEN(value); err != nil {
			return err
		}
	case p.token.odd != "" && (name == "" || has != ""):
		p.warn("%s; it stays as a comment", p.token.odd)
		p.appendComment(opening, strings.Trim(string(p.raw()), " \t\r\n"))
		return nil
	case p.token.odd != "":
		p.warn("%s; read as [%s %q]", p.token.odd, name, value)
	case has != "" && has != value:
		p.warn("[%s %q] takes the place of [%s %q]", name, value, name, has)
	}
	if tags.Set(name, value); len(*tags) > maxTags {
		return fmt.Errorf("more than %d tags", maxTags)
	}
	return nil
}

// ourTags are the tags that have a meaning here; other spellings in upper and lower case count too.
var ourTags = append([]string{"FEN", "SetUp", "Variant"}, roster...)

func isOurTag(name string) bool {
	return slices.ContainsFunc(ourTags, func(known string) bool { return strings.EqualFold(known, name) })
}

// variants are the values of the tag Variant that do not change the rules.
var variants = []string{"", "?", "-", "standard", "standard chess", "chess", "normal", "normal chess",
	"regular", "regular chess", "classical", "classical chess", "classic", "orthodox", "orthodox chess",
	"from position", "fromposition", "none"}

// tagToken reads a tag. If a tag is malformed but its value is clear, odd says what is wrong.
func tagToken(text string, whole bool) token {
	t := token{kind: tag}
	inner := strings.TrimFunc(strings.TrimPrefix(text, "["), isGap)
	if whole {
		name, value, _ := strings.Cut(strings.TrimFunc(strings.TrimSuffix(inner, "]"), isGap), `"`)
		t.text, t.value = strings.TrimFunc(name, isGap), oneLine(unescape.Replace(strings.TrimSuffix(value, `"`)))
		if strings.Trim(t.text, tagLetters) == "" {
			return t
		}
	}
	tell := func(wrong string) { t.odd = fmt.Sprintf("%s is no tag: %s", shortened(text), wrong) }
	if whole && isName(t.text) {
		tell("its name may have letters, digits and _")
		return t
	}
	t.text, t.value = "", ""
	tell(`want [Name "value"]`)
	inner, closed := strings.CutSuffix(inner, "]")
	inner = strings.TrimFunc(inner, isGap)
	end := strings.IndexFunc(inner, func(r rune) bool { return isGap(r) || isQuote(r) })
	if end < 0 {
		end = len(inner)
	}
	name, value := inner[:end], strings.TrimFunc(inner[end:], isGap)
	if words, quoted, found := strings.Cut(value, `"`); found && words != "" &&
		strings.HasSuffix(quoted, `"`) && isName(strings.Join(strings.Fields(words), "")) {
		name, value = name+strings.Join(strings.Fields(words), ""), `"`+quoted
	}
	if !isName(name) || name == inner {
		return t
	}
	t.text = name
	bare := strings.TrimFunc(value, isQuote)
	opens, closes := strings.IndexFunc(value, isQuote) == 0, len(value) > 1 && strings.HasSuffix(value, `"`)
	switch {
	case !closed:
		tell("the ] is missing")
	case !opens && bare == value:
		tell("the quotes are missing")
	case opens && value[0] != '"':
		tell(`its quotes are not "`)
	case !opens || !closes:
		tell("a quote is missing")
	case strings.HasSuffix(bare, `\`):
		tell(`\ before the quote; want \\`)
	case strings.Contains(bare, `"`):
		tell(`a quote in the value; want \"`)
	case strings.ContainsAny(bare, "\r\n"):
		tell("its value is broken over two lines")
	case strings.Trim(name, tagLetters) != "":
		tell("its name may have letters, digits and _")
	}
	t.value = oneLine(unescape.Replace(bare))
	return t
}

// isGap reports whether a character is invisible.
func isGap(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(unseen, r) }

func isQuote(r rune) bool {
	return strings.ContainsRune("\"'`´“”„‟‘’‚‛«»‹›″", r)
}

// isName reports whether a text can be the name of a tag, even if other programs would not read it.
func isName(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return isGap(r) || isQuote(r) || unicode.IsControl(r) || r < utf8.RuneSelf && !inName[r]
	}) < 0
}

// oneLine returns a text without ends of lines and other control characters.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// tagLetters are the characters allowed in the name of a tag.
const tagLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
