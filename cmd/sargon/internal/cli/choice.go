package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Choice is the value of a flag that is one of some words, or several of them.
type Choice struct {
	to    any // *string, *int, or *[]string for words with commas between
	words []string
	or    func(word string) error
	gone  map[string]string
}

// ChoiceVar registers a flag whose value is one of the words in its usage: "`a|b|c` what it is for".
func ChoiceVar(fs *pflag.FlagSet, to any, name, initial, usage string) *Choice {
	v := &Choice{to: to, words: wordsOf(strings.Split(usage, "`")[1]), gone: map[string]string{}}
	v.put(initial)
	fs.Var(v, name, usage)
	return v
}

// Or has another word checked: the error says what would be right. Without it there are no others.
func (v *Choice) Or(check func(word string) error) { v.or = check }

// Gone notes a word of an older version, and what to use instead.
func (v *Choice) Gone(word, instead string) *Choice {
	v.gone[word] = instead
	return v
}

// Instead says what to use instead of a word that is gone; "" if it is not.
func (v *Choice) Instead(word string) string { return v.gone[word] }

// Types of the values, as pflag has them.
const (
	Word   = "word"
	Number = "number"
	List   = "list"
)

// Type is one of these.
func (v *Choice) Type() string {
	switch v.to.(type) {
	case *int:
		return Number
	case *[]string:
		return List
	}
	return Word
}

func (v *Choice) String() string {
	switch to := v.to.(type) {
	case *string:
		return *to
	case *int:
		return strconv.Itoa(*to)
	case *[]string:
		return strings.Join(*to, ",")
	}
	return ""
}

// Set takes a value as it is given; the error says what would be right.
func (v *Choice) Set(text string) error {
	words := []string{text}
	if v.Type() == List {
		words = listed(text)
	}
	for _, word := range words {
		switch {
		case slices.Contains(v.words, word):
		case v.gone[word] != "":
			return fmt.Errorf("%q is gone; %s", word, v.gone[word])
		case v.or == nil:
			return fmt.Errorf("want %s", strings.Join(v.words, ", "))
		default:
			if err := v.or(word); err != nil {
				return err
			}
		}
	}
	v.put(text)
	return nil
}

func (v *Choice) put(text string) {
	switch to := v.to.(type) {
	case *string:
		*to = text
	case *int:
		*to, _ = strconv.Atoi(text) // it is one of the words
	case *[]string:
		*to = listed(text)
	}
}

// listed takes a list apart.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
