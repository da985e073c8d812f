package game

import "slices"

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
