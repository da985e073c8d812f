package cli

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"time"

	"sargon78/emu/spelling"
)

// What package flag says, with the name of the flag, and then what is wrong with its value.
var (
	flagUnknown = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	flagAlone   = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	flagValue   = regexp.MustCompile(
		`^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-([^:]*): ((?s).*)$`)
	flagSyntax = regexp.MustCompile(`^bad flag syntax: (.*)$`)
)

// flagError says in the words of this program what package flag did not like.
func flagError(fs *flag.FlagSet, err error) error {
	text := err.Error()
	if m := flagUnknown.FindStringSubmatch(text); m != nil {
		var names []string
		fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		text = fmt.Sprintf("there is no flag --%s", m[1])
		if near := spelling.Nearest(m[1], names); near != "" {
			text += fmt.Sprintf(" (did you mean --%s?)", near)
		}
		return errors.New(text)
	}
	if m := flagAlone.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("--%s wants %s behind it", m[1], wanted(fs.Lookup(m[1])))
	}
	if m := flagValue.FindStringSubmatch(text); m != nil {
		f := fs.Lookup(m[2])
		if why := m[3]; f != nil && why != "parse error" && why != "value out of range" {
			return fmt.Errorf("--%s %s: %s", m[2], m[1], why)
		}
		return fmt.Errorf("--%s %s: want %s", m[2], m[1], wanted(f))
	}
	if m := flagSyntax.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("%s is no flag; they are written --NAME, --NAME VALUE or --NAME=VALUE", m[1])
	}
	return err
}

// wanted says what the value of a flag is.
func wanted(f *flag.Flag) string {
	if f == nil {
		return "a value"
	}
	if value, _ := usageOf(f); choice(value) != nil {
		return "one of " + strings.Join(choice(value), ", ")
	}
	if getter, ok := f.Value.(flag.Getter); ok {
		switch getter.Get().(type) {
		case int, int64:
			return "a whole number"
		case uint, uint64:
			return "a whole number from 0 on"
		case float64:
			return "a number"
		case time.Duration:
			return "a time like 90s, 5m or 1h30m"
		case bool:
			return "true or false"
		}
	}
	if value, _ := usageOf(f); value != "" && value != "value" {
		return "a value (" + value + ")"
	}
	return "a value"
}
