package main

import (
	"fmt"
	"reflect"
	"strings"

	"sargon78/cmd/sargon/internal/web"
	"sargon78/cmd/sargon/internal/web/machine"
)

// typesFile is the file of TypeScript types for the JSON of Go structs. The page's scripts are checked
// with it.
const typesFile = "browser/go.d.ts"

// sent are values of the types that the program sends. The types of their fields are written, too.
var sent = []any{
	machine.Status{}, machine.Game{}, machine.Inside{}, machine.Source{},
	machine.Moment{}, machine.Reading{}, machine.Thought{}, machine.ValuedLine{},
	machine.Answer{}, machine.Failure{},
}

// typescript writes Go types as the TypeScript types of their JSON.
type typescript struct {
	strings.Builder
	known map[string]bool
}

// types writes the types in TypeScript.
func types() string {
	t := typescript{known: map[string]bool{}}
	t.WriteString("// Written by go generate from the types of Go that the program and the server send.\n")
	for _, v := range append(sent, web.JSONTypes...) {
		t.of(reflect.TypeOf(v), "\n")
	}
	return t.String()
}

// of returns the TypeScript type of a Go type. It writes an interface for a struct that has a name. line
// is the line end and the indentation in front of each field of a struct without a name.
func (t *typescript) of(r reflect.Type, line string) string {
	switch r.Kind() {
	case reflect.Pointer:
		return t.of(r.Elem(), line)
	case reflect.Slice, reflect.Array:
		if r == reflect.TypeFor[[]byte]() {
			return "string" // in base 64
		}
		return t.of(r.Elem(), line) + "[]"
	case reflect.Map:
		return fmt.Sprintf("Record<%s, %s>", t.of(r.Key(), line), t.of(r.Elem(), line))
	case reflect.Struct:
		return t.structure(r, line)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	}
	return "number"
}

func (t *typescript) structure(r reflect.Type, line string) string {
	name := r.Name()
	if name == "" {
		return "{" + t.fields(r, line+"  ") + line + "}"
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	if !t.known[name] {
		t.known[name] = true
		fields := t.fields(r, "\n  ")
		fmt.Fprintf(t, "\ninterface %s {%s\n}\n", name, fields)
	}
	return name
}

// fields returns the fields of a struct as TypeScript, with the names that they have in JSON. line goes
// before each field.
func (t *typescript) fields(r reflect.Type, line string) (text string) {
	for _, f := range reflect.VisibleFields(r) {
		name, more, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if more == "omitempty" {
			name += "?"
		}
		kind := f.Tag.Get("ts") // a type that is more exact than that of Go
		if kind == "" {
			kind = t.of(f.Type, line)
		}
		text += fmt.Sprintf("%s%s: %s;", line, name, kind)
	}
	return text
}
