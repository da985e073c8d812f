package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Building a program for each fault takes longer than finding it. Faults in functions and
// variables are therefore built together: each one is a copy of its function, and in the place of
// the function stands a switch that calls the copy named by the environment; or a copy of the
// variable's value. Constants, and values for which something is called, cannot be chosen so.

// plantedVariable is the environment variable that says which fault is in force, by its number.
const plantedVariable = "SARGON_PLANTED_FAULT"

// together are programs with many faults.
type together struct {
	dir     string          // where they are
	numbers map[string]int  // of the faults in it, by ID, from 1
	wrong   map[string]bool // the faults, by ID, that the compiler refuses
}

// path is where the program of a name is.
func (t *together) path(name string) string { return filepath.Join(t.dir, name) }

// buildTogether builds, by a call of the compiler that returns what it said, programs with all of
// the faults that can be built so.
func buildTogether(
	root, dir string, faults []fault, build func(overlay string) (string, error),
) (*together, error) {
	const mostTries = 5 // a package is only compiled when those that it needs are
	left := faults
	t := &together{dir: dir, wrong: map[string]bool{}}
	for range mostTries {
		t.numbers = map[string]int{}
		overlay, err := writeTogether(root, dir, left, t)
		if err != nil {
			return nil, err
		}
		said, err := build(overlay)
		if err == nil {
			return t, nil
		}
		wrong := faultsIn(said)
		if len(wrong) == 0 {
			return nil, fmt.Errorf("%w: %s", err, said)
		}
		kept := left[:0:0]
		for _, f := range left {
			if wrong[t.numbers[f.ID()]] {
				t.wrong[f.ID()] = true
			} else {
				kept = append(kept, f)
			}
		}
		left = kept
	}
	return nil, fmt.Errorf("the program with all faults is not built after %d tries", mostTries)
}

// faultsIn are the faults that the compiler complains of: each copy has a file name of its own.
func faultsIn(said string) map[int]bool {
	wrong := map[int]bool{}
	for _, m := range faultSaid.FindAllStringSubmatch(said, -1) {
		number, _ := strconv.Atoi(m[1])
		wrong[number] = true
	}
	return wrong
}

var faultSaid = regexp.MustCompile(`fault_(\d+):\d+`)

// writeTogether writes the changed sources, and the list for -overlay.
func writeTogether(root, dir string, faults []fault, t *together) (string, error) {
	byFile := map[string][]fault{}
	for _, f := range faults {
		byFile[f.file] = append(byFile[f.file], f)
	}
	replace := map[string]string{}
	put := func(file, text string) error {
		changed := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		replace[filepath.Join(root, filepath.FromSlash(file))] = changed
		return os.WriteFile(changed, []byte(text), 0o666)
	}
	for file, faults := range byFile {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return "", err
		}
		text, name, err := copies(string(source), faults, t.numbers)
		if err == nil {
			err = put(file, text)
		}
		if err == nil {
			err = put(path.Dir(file)+"/planted_fault.go", plantedSource(name))
		}
		if err != nil {
			return "", err
		}
	}
	return writeOverlay(dir, replace)
}

// plantedSource is a source file that a package with copies needs.
func plantedSource(name string) string {
	return fmt.Sprintf(`package %s

import "os"

var plantedFault = os.Getenv(%q)

func withFault[T any](number string, wrong, right T) T {
	if plantedFault == number {
		return wrong
	}
	return right
}
`, name, plantedVariable)
}

// copies returns a source with a copy of its function or value for each fault, which gets the next
// number; and the name of its package.
func copies(
	source string, faults []fault, numbers map[string]int,
) (text, name string, err error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", source, 0)
	if err != nil {
		return "", "", err
	}
	c := &copier{source: source, files: files, faults: faults, numbers: numbers}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR && len(v.Values) == 1 {
					c.value(v)
				}
			}
		}
	}
	return c.out.String() + source[c.done:] + c.end.String(), tree.Name.Name, nil
}

// copier writes a source with its copies.
type copier struct {
	source  string
	files   *token.FileSet
	faults  []fault
	numbers map[string]int

	done int          // how much of the source has been written
	out  bytes.Buffer // that, and
	end  bytes.Buffer // what comes behind all of it
}

func (c *copier) at(p token.Pos) int { return c.files.Position(p).Offset }

func (c *copier) text(n ast.Node) string { return c.source[c.at(n.Pos()):c.at(n.End())] }

// inside are the faults within a node, each with the next number.
func (c *copier) inside(n ast.Node) (inside []fault) {
	for _, f := range c.faults {
		if c.at(n.Pos()) <= f.offset && f.offset < c.at(n.End()) {
			inside = append(inside, f)
			c.numbers[f.ID()] = len(c.numbers) + 1
		}
	}
	return inside
}

// replace writes the source up to a node, and another text for the node.
func (c *copier) replace(n ast.Node, text string) {
	c.out.WriteString(c.source[c.done:c.at(n.Pos())] + text)
	c.done = c.at(n.End())
}

// changed returns the text between two places with a fault in it.
func (c *copier) changed(f fault, from, to int) string {
	return c.source[from:f.offset] + f.new + c.source[f.offset+len(f.old):to]
}

// value makes copies of the value of a variable. All are computed when the program starts, so they
// may not call anything that could fail.
func (c *copier) value(v *ast.ValueSpec) {
	value := v.Values[0]
	calls := false
	ast.Inspect(value, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		calls = calls || call
		return !calls
	})
	if calls {
		return
	}
	chosen := c.text(value)
	typed := ""
	if v.Type != nil {
		typed = "[" + c.text(v.Type) + "]"
	}
	inside := c.inside(value)
	for _, f := range inside {
		number := c.numbers[f.ID()]
		chosen = fmt.Sprintf("withFault%s(\"%d\",\n//line fault_%d:1\n%s,\n%s)", typed, number, number,
			c.changed(f, c.at(value.Pos()), c.at(value.End())), chosen)
	}
	if inside != nil {
		c.replace(value, chosen)
	}
}

// function makes copies of a function.
func (c *copier) function(f *ast.FuncDecl) {
	inside := c.inside(f)
	if inside == nil {
		return
	}
	name := f.Name.Name
	c.replace(f.Name, name+"_right")
	var cases strings.Builder
	for _, planted := range inside {
		number := c.numbers[planted.ID()]
		copied := fmt.Sprintf("%s_fault_%d", name, number)
		fmt.Fprintf(&c.end, "\n//line fault_%d:1\n%s%s%s\n", number,
			c.source[c.at(f.Pos()):c.at(f.Name.Pos())], copied,
			c.changed(planted, c.at(f.Name.End()), c.at(f.End())))
		fmt.Fprintf(&cases, "\tcase \"%d\":\n%s\n", number, call(f, copied))
	}
	fmt.Fprintf(&c.end, "\n//line switch:1\n%s {\n\tswitch plantedFault {\n%s\t}\n%s\n}\n",
		c.heading(f), &cases, call(f, name+"_right"))
}

// heading returns the heading of a function, with names for all parameters, and without names for
// results.
func (c *copier) heading(f *ast.FuncDecl) string {
	var b strings.Builder
	b.WriteString("func ")
	if f.Recv != nil {
		fmt.Fprintf(&b, "(receiver %s) ", c.text(f.Recv.List[0].Type))
	}
	b.WriteString(f.Name.Name)
	if f.Type.TypeParams != nil {
		b.WriteString(c.text(f.Type.TypeParams))
	}
	list := func(fields *ast.FieldList, name string) {
		b.WriteString("(")
		n := 0
		for _, field := range fields.List {
			for range max(1, len(field.Names)) {
				if n++; name != "" {
					fmt.Fprintf(&b, "%s%d ", name, n)
				}
				b.WriteString(c.text(field.Type) + ", ")
			}
		}
		b.WriteString(")")
	}
	list(f.Type.Params, "given")
	if f.Type.Results != nil {
		list(f.Type.Results, "")
	}
	return b.String()
}

// call returns the statement that passes a function's arguments on.
func call(f *ast.FuncDecl, name string) string {
	var b strings.Builder
	if f.Type.Results != nil {
		b.WriteString("return ")
	}
	if f.Recv != nil {
		b.WriteString("receiver.")
	}
	b.WriteString(name + "(")
	n := 0
	for _, field := range f.Type.Params.List {
		for range max(1, len(field.Names)) {
			n++
			fmt.Fprintf(&b, "given%d", n)
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				b.WriteString("...")
			}
			b.WriteString(", ")
		}
	}
	b.WriteString(")")
	if f.Type.Results == nil {
		b.WriteString("\nreturn")
	}
	return b.String()
}
