// Package copyof makes a copy of the reference engine, native/reference, in which its rules can be done
// one by one and stubbed, and its accesses to memory are watched. So the engine that is there to be read
// needs no hooks.
//
//	text, err := copyof.Reference(os.ReadFile) // of native/reference/FILE, from the root of the module
//
// The copy is compare/prove/parts/copy.go. `go generate ./compare/prove/parts` writes it.
package copyof

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Folder is where the engine is, from the root of the module.
const Folder = "native/reference"

// files are those that are copied: all that does a search.
var files = []string{
	"attack.go", "engine.go", "evaluate.go", "exchange.go", "shared.go", "generate.go", "list.go", "make.go", "memory.go",
	"pins.go", "routines.go", "rules.go", "search.go", "tables.go",
}

// Copied reports whether a file, from the root of the module, is one that the copy is made of.
func Copied(file string) bool {
	return path.Dir(file) == Folder && slices.Contains(files, path.Base(file))
}

// first are statements that come first in a function. Of those with a Part alone the arguments and the
// answer follow from the signature.
var first = map[string]string{
	"attack": "PartAttack", "inCheck": "PartInCheck", "pinAllows": "PartPinAllows", "enter": "PartEnter",
	"findPins": "PartPins", "pinsOf": "PartPinsOf", "findPin": "PartPinRay", "exchange": "PartExchange",
	"evaluateSquare": "PartCountSquare", "evaluatePiece": "PartCountPiece", "development": "PartDevelopment",
	"make": "PartMake", "generateSquare": "PartSquare", "generatePiece": "PartPiece",
	"generateDirection": "PartDirection", "generatePawn": "PartPawn", "generateCastling": "PartCastling",
	"add": "PartAdd", "order": "PartOrder", "follows": "PartFollows",

	"unmake":         "if e.instead(PartUnmake, at) { return }",
	"rate":           "if e.instead(PartRate, at) { return uint8(e.answer) }",
	"clamp":          "if e.instead(PartLimit, uint16(uint8(x)), uint16(limit)) { return int8(e.answer) }",
	"exchangeRound":  "if e.exchangeStubbed(PartRound, x) { return false }",
	"exchangeStrike": "if e.exchangeStubbed(PartStrike, x) { return x.attacker != 0 }",
	"take": `if e.instead(PartTake, s.list, uint16(s.count)) {
		s.count = max(s.count, 1) - 1
		return uint8(e.answer), e.answer != 0
	}`,
	"evaluate": `if e.instead(PartEvaluate, uint16(uint8(e.bc0)), uint16(uint8(e.mv0)), uint16(e.color), e.mlptrj) {
		e.valm = uint8(e.answer)
		return
	}`,
	"generate": `if e.instead(PartGenerate, uint16(ply), e.mlnxt, uint16(e.color), e.mlptrj) {
		e.ckflg = e.answer&1 != 0
		e.mlnxt += recordBytes * (e.answer >> 1)
		return
	}`,

	"memory.get": "m.touch(at, false)",
	"memory.set": "m.touch(at, true)",
	"memory.clearLists": `for at := uint16(whiteList); at < whiteList+attackLists; at++ {
		m.touch(at, true)
	}`,
}

// last are the returns that take the place of a function's last statement.
var last = map[string]string{"attack": "return e.attackInParts(square, reference, build)"}

// fields are those that a type has besides.
var fields = map[string]string{
	"Engine": `
	stubs  Stubs  // nil: no part is stubbed
	answer uint16 // of a part that is stubbed

	// LastExchange is what PartRound or PartStrike has left.
	LastExchange ExchangeState
`,
	"memory": "\n	watch *Watch // nil: nobody wants to know what is read and written\n",
}

// Reference returns the text of the copy, of files that read returns by their names from the root of the
// module. The error says which function is missing or cannot be stubbed.
func Reference(read func(file string) ([]byte, error)) ([]byte, error) {
	var body strings.Builder
	imports := map[string]bool{}
	missing := map[string]bool{}
	for name := range first {
		missing[name] = true
	}
	for _, file := range files {
		source, err := read(path.Join(Folder, file))
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		begin := tree.Name.End()
		for _, i := range tree.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			imports[name] = true
		}
		e := edits{text: string(source), start: tree.FileStart}
		for _, d := range tree.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				begin = g.End()
			}
			if err := e.declaration(d, missing); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		fmt.Fprintf(&body, "\n// From %s/%s.\n%s", Folder, file, e.from(begin))
	}
	for name := range missing {
		return nil, fmt.Errorf("%s has no function %s", Folder, name)
	}
	var all []string
	for name := range imports {
		all = append(all, strconv.Quote(name))
	}
	slices.SortFunc(all, func(a, b string) int { // the standard library first
		ours := func(s string) int { return strings.Index(s, "sargon78") }
		if ours(a) != ours(b) {
			return ours(a) - ours(b)
		}
		return strings.Compare(a, b)
	})
	i := slices.IndexFunc(all, func(s string) bool { return strings.HasPrefix(s, `"sargon78`) })
	if i > 0 {
		all = slices.Insert(all, i, "")
	}
	text := "// Code generated by copyof from native/reference. DO NOT EDIT.\n\npackage parts\n\nimport (\n" +
		strings.Join(all, "\n") + "\n)\n" + body.String()
	return format.Source([]byte(text))
}

// edits are changes of a text, from its beginning to its end.
type edits struct {
	text  string
	start token.Pos
	all   []edit
}

type edit struct {
	from, to int
	new      string
}

func (e *edits) put(from, to token.Pos, new string) {
	e.all = append(e.all, edit{int(from - e.start), int(to - e.start), new})
}

// from returns the changed text from a place on.
func (e *edits) from(begin token.Pos) string {
	var text strings.Builder
	at := int(begin - e.start)
	for _, one := range e.all {
		text.WriteString(e.text[at:one.from])
		text.WriteString(one.new)
		at = one.to
	}
	text.WriteString(e.text[at:])
	return text.String()
}

// declaration changes a function or a type.
func (e *edits) declaration(d ast.Decl, missing map[string]bool) error {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if receiver(d) == "memory" {
			name = "memory." + name
		}
		if statement, ok := first[name]; ok {
			if strings.HasPrefix(statement, "Part") {
				var err error
				if statement, err = stub(d, statement); err != nil {
					return err
				}
			}
			e.put(d.Body.Lbrace+1, d.Body.Lbrace+1, "\n"+statement+"\n")
			delete(missing, name)
		}
		if statement, ok := last[name]; ok {
			s := d.Body.List[len(d.Body.List)-1]
			e.put(s.Pos(), s.End(), statement)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && v.Names[0].Name == "_" { // checked where it is written
				e.put(d.Pos(), d.End(), "")
			}
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if of, ok := t.Type.(*ast.StructType); ok && fields[t.Name.Name] != "" {
				e.put(of.Fields.Closing, of.Fields.Closing, fields[t.Name.Name])
			}
		}
	}
	return nil
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	if star, ok := d.Recv.List[0].Type.(*ast.StarExpr); ok {
		return star.X.(*ast.Ident).Name
	}
	return ""
}

// stub returns the statement that lets a stub take the place of a function, by its parameters and its result.
func stub(d *ast.FuncDecl, part string) (string, error) {
	args := part
	for _, p := range d.Type.Params.List {
		for _, name := range p.Names {
			arg := name.Name
			switch t := typeName(p.Type); t {
			case "uint16":
			case "bool":
				arg = "word(" + arg + ")"
			case "int8":
				arg = "uint16(uint8(" + arg + "))"
			case "uint8", "int", "sargon.Piece", "sargon.Color", "sargon.Flags":
				arg = "uint16(" + arg + ")"
			default:
				return "", fmt.Errorf("%s: a stub cannot be given a %s", d.Name.Name, t)
			}
			args += ", " + arg
		}
	}
	answer := ""
	if d.Type.Results != nil {
		switch t := typeName(d.Type.Results.List[0].Type); t {
		case "bool":
			answer = " e.answer != 0"
		case "uint16":
			answer = " e.answer"
		case "uint8", "int8":
			answer = " " + t + "(e.answer)"
		default:
			return "", fmt.Errorf("%s: a stub cannot answer a %s", d.Name.Name, t)
		}
	}
	return fmt.Sprintf("if e.instead(%s) { return%s }", args, answer), nil
}

func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return typeName(t.X) + "." + t.Sel.Name
	}
	return "type of another kind"
}
