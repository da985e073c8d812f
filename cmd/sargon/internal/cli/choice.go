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
	pflag.Value
	words []string
	or    func(word string) error
	gone  map[string]string
}

// ChoiceVar registers a flag, of a *string, *int or *[]string, whose value is one of the words in its
// usage: "`a|b|c` what it is for". In a list they have commas between.
func ChoiceVar(fs *pflag.FlagSet, to any, name, initial, usage string) *Choice {
	switch to := to.(type) {
	case *string:
		fs.StringVar(to, name, initial, usage)
	case *int:
		number, _ := strconv.Atoi(initial)
		fs.IntVar(to, name, number, usage)
	case *[]string:
		fs.StringSliceVar(to, name, listed(initial), usage)
	}
	f := fs.Lookup(name)
	v := &Choice{Value: f.Value, words: wordsOf(strings.Split(usage, "`")[1]), gone: map[string]string{}}
	f.Value, f.DefValue = v, initial
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

// Set takes a value as it is given; the error says what would be right.
func (v *Choice) Set(text string) error {
	words := []string{text}
	list, isList := v.Value.(pflag.SliceValue)
	if isList {
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
	if isList {
		return list.Replace(words)
	}
	return v.Value.Set(text)
}

// listed takes a list apart.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
