package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// typesFile is where the types of the page's scripts are that are structs of Go, in JSON.
const typesFile = "browser/go.d.ts"

// typesOf are those structs, by the folders of their packages, with their names in the page.
var typesOf = []struct {
	folder string
	names  map[string]string
}{
	{"machine", map[string]string{
		"Status": "MachineStatus", "Game": "Game", "Ply": "Ply", "Inside": "Inside", "Try": "Try",
		"Hot": "Hot", "SquareView": "InsideSquare", "CodeLine": "CodeLine", "Area": "Area",
		"Moment": "Moment", "Access": "Access", "PointSeen": "Point", "Reading": "Reading",
		"Thought": "Thought", "Arc": "Arc", "Branch": "Branch",
	}},
	{".", map[string]string{
		"pageConfig": "Config", "language": "Language", "staffReply": "StaffReply",
		"counters": "Counters", "wrongPINs": "WrongPINs", "picture": "Picture", "times": "Times",
		"sheetRow": "SheetRow",
	}},
}

// types writes the types in TypeScript, with the comments that they have in Go.
func types() (string, error) {
	var out strings.Builder
	out.WriteString("// Written by go generate from the types of Go that the program and the server send.\n")
	for _, of := range typesOf {
		files, err := filepath.Glob(filepath.Join(of.folder, "*.go"))
		if err != nil {
			return "", err
		}
		missing := len(of.names)
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				return "", err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok || of.names[spec.Name.Name] == "" {
					return true
				}
				missing--
				t := typescript{names: of.names}
				fmt.Fprintf(&out, "\ninterface %s %s\n", of.names[spec.Name.Name], t.of(spec.Type, "\n"))
				return false
			})
		}
		if missing > 0 {
			return "", fmt.Errorf("%s: %d of its types for the page are missing", of.folder, missing)
		}
	}
	return out.String(), nil
}

// typescript writes types of Go as they are in JSON.
type typescript struct{ names map[string]string }

// of writes a type; fields of a struct are on lines that begin so.
func (t typescript) of(e ast.Expr, line string) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return t.of(e.X, line)
	case *ast.ArrayType:
		return t.of(e.Elt, line) + "[]"
	case *ast.MapType:
		return fmt.Sprintf("Record<%s, %s>", t.of(e.Key, line), t.of(e.Value, line))
	case *ast.StructType:
		text := "{"
		for _, f := range e.Fields.List {
			text += t.field(f, line+"  ")
		}
		return text + line + "}"
	case *ast.Ident:
		switch {
		case t.names[e.Name] != "":
			return t.names[e.Name]
		case e.Name == "string":
			return "string"
		case e.Name == "bool":
			return "boolean"
		}
	}
	return "number"
}

func (t typescript) field(f *ast.Field, line string) string {
	if f.Tag == nil {
		return ""
	}
	text, _ := strconv.Unquote(f.Tag.Value) // it was parsed
	tag := reflect.StructTag(text)
	name, more, _ := strings.Cut(tag.Get("json"), ",")
	if more == "omitempty" {
		name += "?"
	}
	kind := tag.Get("ts") // where Go says less
	if kind == "" {
		kind = t.of(f.Type, line)
	}
	comment := strings.TrimSpace(f.Comment.Text())
	if comment != "" {
		comment = " // " + comment
	}
	return fmt.Sprintf("%s%s: %s;%s", line, name, kind, comment)
}
