package game

import (
	"slices"
	"strings"
)

// Tag is a pair of a PGN header.
type Tag struct{ Name, Value string }

// Tags is a PGN header in order. The zero value is an empty one.
type Tags []Tag

// Get returns the value of a tag, "" if there is none.
func (t Tags) Get(name string) string {
	for _, tag := range t {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// Set changes a tag or adds it at the end.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}

// Delete takes a tag away.
func (t *Tags) Delete(name string) {
	*t = slices.DeleteFunc(*t, func(tag Tag) bool { return tag.Name == name })
}

// roster is the header that every game has, in the order of the PGN standard.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// defaultTag is what the standard writes for a value that is not known.
func defaultTag(name string) string {
	if name == "Date" {
		return "????.??.??"
	}
	return "?"
}

// escapeTag writes a value between quotes: backslashes and quotes are escaped, and a line
// break, which the standard does not allow, becomes a space.
func escapeTag(value string) string {
	value = strings.Join(strings.Fields(strings.ToValidUTF8(value, "?")), " ")
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
}
