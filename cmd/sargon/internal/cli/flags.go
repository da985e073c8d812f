package cli

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sargon78/emu/nearest"
)

// Choice is the value of a flag that is one of some words, or several of them.
type Choice struct {
	pflag.Value
	words []string
	check func(word string) error
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
	v := &Choice{Value: f.Value, words: wordsOf(strings.Split(usage, "`")[1])}
	f.Value, f.DefValue = v, initial
	return v
}

// WorkersVar registers --workers: how many pieces of work go on at the same time, by default as many
// as there are processors.
func WorkersVar(fs *pflag.FlagSet, to *int, usage string) {
	fs.IntVar(to, "workers", runtime.GOMAXPROCS(0), usage)
	fs.Lookup("workers").DefValue = "one for each processor"
}

// OrCheck allows other words that check accepts; its error says what would be right. Without OrCheck no
// other word is accepted.
func (v *Choice) OrCheck(check func(word string) error) { v.check = check }

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
		case v.check == nil:
			return fmt.Errorf("want %s", strings.Join(v.words, ", "))
		default:
			if err := v.check(word); err != nil {
				return err
			}
		}
	}
	if isList {
		return list.Replace(words)
	}
	return v.Value.Set(text)
}

// optionalInt is the value of a flag of OptionalIntVar.
type optionalInt struct{ to **int }

// OptionalIntVar registers a flag whose value is a whole number. *to is nil if the flag is not given.
func OptionalIntVar(fs *pflag.FlagSet, to **int, name, usage string) {
	fs.Var(optionalInt{to}, name, usage)
}

// String returns the number, "" if there is none.
func (v optionalInt) String() string {
	if v.to == nil || *v.to == nil {
		return ""
	}
	return strconv.Itoa(**v.to)
}

// Set takes the number.
func (v optionalInt) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err == nil {
		*v.to = &n
	}
	return err
}

// Type returns what the number is called in wantedTypes.
func (v optionalInt) Type() string { return "int" }

// listed takes a list apart.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// flagError returns an error of pflag with what would be right, where pflag does not say it.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest.Name(unknown.GetSpecifiedName(), names); near != "" {
			return Usagef("%w (did you mean --%s?)", err, near)
		}
	case errors.As(err, &invalid):
		f, why := invalid.GetFlag(), errors.Unwrap(invalid)
		want := wantedTypes[f.Value.Type()]
		if _, choice := f.Value.(*Choice); !choice && want != "" { // a choice says itself what it wants
			why = errors.New("want " + want)
		}
		return Usagef("--%s %q: %w", f.Name, invalid.GetValue(), why)
	}
	return &UsageError{err}
}

var wantedTypes = map[string]string{
	"int": "a whole number", "uint64": "a whole number from 0 on", "float64": "a number",
	"duration": "a time like 90s, 5m or 1h30m", "bool": "true or false",
}

// usageOf returns how the value of a flag is written, empty if it has none, and what the flag is for.
// A value with which the usage begins, as in "`N` number of games", is not a part of that.
func usageOf(f *pflag.Flag) (value, text string) {
	value, text = pflag.UnquoteUsage(f)
	if strings.HasPrefix(f.Usage, "`") {
		text = strings.TrimSpace(strings.TrimPrefix(text, value))
	}
	return value, text
}

// wordsOf returns the words of a|b|c, nil for anything else.
func wordsOf(text string) []string {
	if !strings.Contains(text, "|") || strings.Contains(text, " ") {
		return nil
	}
	return strings.Split(text, "|")
}

// completion completes the values of a command's flags and its arguments as they are written: the
// words of a choice, FILE.pgn, FILE, DIR. All else only the user knows.
func completion(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		value, text := usageOf(f)
		f.Usage, _, _ = strings.Cut(text, "\n")                 // next to the flag, without the signs of its value
		_ = c.RegisterFlagCompletionFunc(f.Name, values(value)) // an error: it has one
	})
	if c.ValidArgsFunction == nil && c.ValidArgs == nil {
		words := strings.Fields(c.Use)
		c.ValidArgsFunction = values(strings.Trim(words[len(words)-1], "[]…."))
	}
}

// values completes what is written in a way.
func values(written string) cobra.CompletionFunc {
	words, directive := wordsOf(written), cobra.ShellCompDirectiveNoFileComp
	switch kind, extension, _ := strings.Cut(written, "."); {
	case kind == "FILE" && extension != "":
		words, directive = []string{extension}, cobra.ShellCompDirectiveFilterFileExt
	case kind == "FILE":
		directive = cobra.ShellCompDirectiveDefault
	case kind == "DIR":
		directive = cobra.ShellCompDirectiveFilterDirs
	}
	return cobra.FixedCompletions(words, directive)
}
