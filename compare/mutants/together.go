package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Building a program for each fault takes longer than finding it. Faults in functions are
// therefore built together: each one is a copy of its function, and in the place of the function
// stands a switch that calls the copy named by the environment.

// plantedVariable is the environment variable that says which fault is in force, by its number.
const plantedVariable = "SARGON_PLANTED_FAULT"

// together is one program with many faults.
type together struct {
	bin     string
	numbers map[string]int // of the faults in it, by ID, from 1
}

// buildTogether builds a program with all of the faults that can be built so. The others are left
// out: a program with one of them alone may be built or not.
func buildTogether(ctx context.Context, root, dir string, faults []fault) (*together, error) {
	const mostTries = 5 // a package is only compiled when those that it needs are
	left := faults
	for range mostTries {
		t := &together{bin: filepath.Join(dir, "together"), numbers: map[string]int{}}
		overlay, err := writeTogether(root, dir, left, t)
		if err != nil {
			return nil, err
		}
		said, err := build(ctx, root, t.bin, "-overlay", overlay,
			"-gcflags=sargon78/native/...=-e") // all errors, not only the first ten
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			return t, nil
		}
		wrong := map[int]bool{}
		for _, m := range faultSaid.FindAllStringSubmatch(said, -1) {
			number, _ := strconv.Atoi(m[1])
			wrong[number] = true
		}
		if len(wrong) == 0 {
			return nil, fmt.Errorf("go build: %s", said)
		}
		kept := left[:0:0]
		for _, f := range left {
			if n := t.numbers[f.ID()]; n > 0 && !wrong[n] {
				kept = append(kept, f)
			}
		}
		left = kept
	}
	return nil, fmt.Errorf("the program with all faults is not built after %d tries", mostTries)
}

// faultSaid finds the faults that the compiler complains of: each copy has a file name of its own.
var faultSaid = regexp.MustCompile(`fault_(\d+):\d+`)

// writeTogether writes the changed sources, and the list for -overlay.
func writeTogether(root, dir string, faults []fault, t *together) (string, error) {
	byFile := map[string][]fault{}
	for _, f := range faults {
		if f.where != "declarations" {
			byFile[f.file] = append(byFile[f.file], f)
		}
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
		text, err := copies(string(source), faults, t.numbers)
		if err == nil {
			err = put(file, text)
		}
		if err != nil {
			return "", err
		}
	}
	for _, dir := range nativeFolders {
		err := put(dir+"/planted_fault.go", fmt.Sprintf(`package %s

import "os"

var plantedFault = os.Getenv(%q)
`, filepath.Base(dir), plantedVariable))
		if err != nil {
			return "", err
		}
	}
	return writeOverlay(dir, replace)
}

// copies returns a source with a copy of its function for each fault, which gets the next number.
func copies(source string, faults []fault, numbers map[string]int) (string, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", source, 0)
	if err != nil {
		return "", err
	}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	var out, end bytes.Buffer
	done := 0
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from, to := at(f.Pos()), at(f.End())
		var inside []fault
		for _, planted := range faults {
			if from <= planted.offset && planted.offset < to {
				inside = append(inside, planted)
			}
		}
		if len(inside) == 0 {
			continue
		}
		nameAt, behindName := at(f.Name.Pos()), at(f.Name.End())
		out.WriteString(source[done:nameAt] + f.Name.Name + "_right")
		done = behindName
		var cases strings.Builder
		for _, planted := range inside {
			number := len(numbers) + 1
			numbers[planted.ID()] = number
			name := fmt.Sprintf("%s_fault_%d", f.Name.Name, number)
			changed := source[from:nameAt] + name + source[behindName:planted.offset] +
				planted.new + source[planted.offset+len(planted.old):to]
			fmt.Fprintf(&end, "\n//line fault_%d:1\n%s\n", number, changed)
			fmt.Fprintf(&cases, "\tcase \"%d\":\n%s\n", number, call(f, name))
		}
		fmt.Fprintf(&end, "\n//line switch:1\n%s {\n\tswitch plantedFault {\n%s\t}\n%s\n}\n",
			heading(f, source, at), &cases, call(f, f.Name.Name+"_right"))
	}
	return out.String() + source[done:] + end.String(), nil
}

// heading is that of a function, with names for what is only typed, and without those of results.
func heading(f *ast.FuncDecl, source string, at func(token.Pos) int) string {
	text := func(n ast.Node) string { return source[at(n.Pos()):at(n.End())] }
	var b strings.Builder
	b.WriteString("func ")
	if f.Recv != nil {
		fmt.Fprintf(&b, "(receiver %s) ", text(f.Recv.List[0].Type))
	}
	b.WriteString(f.Name.Name)
	if f.Type.TypeParams != nil {
		b.WriteString(text(f.Type.TypeParams))
	}
	list := func(fields *ast.FieldList, name string) {
		b.WriteString("(")
		n := 0
		for _, field := range fields.List {
			for range max(1, len(field.Names)) {
				if n++; name != "" {
					fmt.Fprintf(&b, "%s%d ", name, n)
				}
				b.WriteString(text(field.Type) + ", ")
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

// call is the statement that hands on what a function was given.
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
