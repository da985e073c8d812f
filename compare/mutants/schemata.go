package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mutantVariable is the environment variable that tells a program with schemata which fault to do: its
// number, from 1. Without the variable the program does none. With traceFaults it does none, and writes the
// number of each fault whose place it reaches to stderr, once, as a line.
const (
	mutantVariable = "SARGON_MUTANT"
	traceFaults    = -1

	// maxMutantCalls ends a program that does not end by itself: it is the number of times that a program
	// may reach places of faults, about a third of a second. Without a fault less than half of it is needed.
	maxMutantCalls = 200_000_000
)

// schemata is a Go package with all of its faults planted at the same time, each of them inside a test of a
// number: mutant schemata (Untch, Offutt, Harrold, ISSTA 1993). So one build serves all faults.
type schemata struct {
	folder string // of the package, from the module
	faults []*goFault
	files  []*schemaFile
	names  *token.FileSet
	pkg    *types.Package
	info   *types.Info
	lookup types.Importer
}

// A goFault is a change of a Go file: another text takes the place of the bytes from from to to.
type goFault struct {
	*fault
	from, to int
	new      string
	unfit    string // why it is not planted, like "does not build"; "" if it is planted
}

type schemaFile struct {
	*source
	tree  *ast.File
	wraps []*wrap
}

// A wrap is an expression or a statement with faults in it.
type wrap struct {
	from, to int
	of       string // the type of an expression; "" for a statement
	called   bool   // it is a statement in the head of another one, and becomes a call
	alts     []alternative
}

// An alternative is what stands in place of an expression or a statement in a fault.
type alternative struct {
	number   int // the number of the fault, from 1
	text     string
	from, to int // where schema has put it
}

// newSchemata returns a package with the faults of some of its files.
func newSchemata(ctx context.Context, root, folder string, wanted func(file string) bool) (*schemata, error) {
	sources, err := sourcesIn(os.DirFS(root), ".go", folder)
	if err != nil {
		return nil, err
	}
	sources = slices.DeleteFunc(sources, func(s source) bool { return path.Dir(s.file) != folder })
	s := &schemata{folder: folder, names: token.NewFileSet()}
	if s.lookup, err = exportData(ctx, root, s.names, "./"+folder); err != nil {
		return nil, err
	}
	for i := range sources {
		file := &schemaFile{source: &sources[i]}
		file.tree, err = parser.ParseFile(s.names, file.file, file.text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
	}
	if s.pkg, s.info, err = s.check(s.names, s.trees(), nil); err != nil {
		return nil, err
	}
	for _, file := range s.files {
		if wanted(path.Base(file.file)) {
			if err := s.plant(file); err != nil {
				return nil, err
			}
		}
	}
	return s, s.drop()
}

func (s *schemata) trees() (all []*ast.File) {
	for _, f := range s.files {
		all = append(all, f.tree)
	}
	return all
}

// exportData returns an importer that reads what the compiler has written: for the packages that a package
// imports, and for those that numberFile imports.
func exportData(ctx context.Context, root string, names *token.FileSet, pkg string) (types.Importer, error) {
	list := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		pkg, "os", "strconv")
	list.Dir = root
	said, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(said)) {
		if name, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			files[name] = file
		}
	}
	return importer.ForCompiler(names, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(files[name])
	}), nil
}

// check checks the types of the package. If wrong is not nil, check calls it for each error and returns no
// error.
func (s *schemata) check(names *token.FileSet, trees []*ast.File, wrong func(types.Error)) (
	*types.Package, *types.Info, error,
) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{},
	}
	config := types.Config{Importer: s.lookup}
	if wrong != nil {
		config.Error = func(err error) {
			var e types.Error
			if errors.As(err, &e) && !e.Soft {
				wrong(e)
			}
		}
	}
	pkg, err := config.Check("sargon78/"+s.folder, names, trees, info)
	if wrong != nil {
		err = nil
	}
	return pkg, info, err
}

// plant plants each fault of a file, or notes why it cannot.
func (s *schemata) plant(file *schemaFile) error {
	var err error
	start := file.tree.FileStart
	err = file.goFaults(func(kind string, from, to int, new string) {
		f := &goFault{fault: file.change(kind, from, to, new), from: from, to: to, new: new}
		f.ID = fmt.Sprintf("%s:%d:%s", f.File, f.Line, kind)
		s.faults = append(s.faults, f)
		number := len(s.faults)
		place := enclosing(file.tree, start+token.Pos(from), start+token.Pos(to))
		switch w := s.wrap(file, place); {
		case w != nil:
			w.alts = append(w.alts, alternative{
				number: number,
				text:   file.text[w.from:from] + new + file.text[to:w.to],
			})
		case slices.ContainsFunc(place, isConstants):
			s.plantConstant(file, f, number)
		default:
			f.unfit = "no place"
		}
	})
	return err
}

// enclosing returns the nodes around a place, the innermost last.
func enclosing(tree *ast.File, from, to token.Pos) (all []ast.Node) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if n == nil || n.Pos() > from || n.End() < to {
			return false
		}
		all = append(all, n)
		return true
	})
	return all
}

func isConstants(n ast.Node) bool {
	d, ok := n.(*ast.GenDecl)
	return ok && d.Tok == token.CONST
}

// wrap returns the wrap of the innermost expression or statement that may have one; nil if there is none.
func (s *schemata) wrap(file *schemaFile, place []ast.Node) *wrap {
	if slices.ContainsFunc(place, isConstants) {
		return nil
	}
	for i := len(place) - 1; i > 0; i-- {
		w := &wrap{from: file.at(place[i].Pos()), to: file.at(place[i].End())}
		switch n := place[i].(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				return nil
			}
		case *ast.IncDecStmt, *ast.ExprStmt, *ast.BranchStmt:
		case ast.Expr:
			if w.of = s.typeOf(n); w.of == "" || !isValue(place[i-1], n) {
				continue
			}
		default:
			continue
		}
		if w.of == "" {
			switch place[i-1].(type) {
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			default:
				w.called = true
			}
		}
		return file.wrapAt(w)
	}
	return nil
}

// isValue reports whether an expression stands where any other one of its type may stand.
func isValue(parent ast.Node, n ast.Expr) bool {
	switch p := parent.(type) {
	case *ast.AssignStmt:
		return !slices.Contains(p.Lhs, n)
	case *ast.IncDecStmt:
		return false
	case *ast.UnaryExpr:
		return p.Op != token.AND
	case *ast.KeyValueExpr:
		return p.Key != n
	case *ast.RangeStmt:
		return p.Key != n && p.Value != n
	case *ast.SelectorExpr: // a method may need the address of the value
		return false
	case *ast.SliceExpr:
		return p.X != n
	case *ast.IndexExpr:
		return p.X != n
	case *ast.CallExpr:
		return p.Fun != n
	case *ast.ArrayType, *ast.Field:
		return false
	}
	return true
}

// typeOf returns the type of an expression as the package writes it; "" if it is no value.
func (s *schemata) typeOf(n ast.Expr) string {
	tv, known := s.info.Types[n]
	if !known || !tv.IsValue() || tv.Type == nil {
		return ""
	}
	of := types.Default(tv.Type)
	if _, isTuple := of.(*types.Tuple); isTuple {
		return ""
	}
	return types.TypeString(of, func(p *types.Package) string {
		if p == s.pkg {
			return ""
		}
		return p.Name()
	})
}

func (f *schemaFile) at(p token.Pos) int { return int(p - f.tree.FileStart) }

// wrapAt returns the wrap at the place of w: the one that is there, or else w.
func (f *schemaFile) wrapAt(w *wrap) *wrap {
	for _, other := range f.wraps {
		if other.from == w.from && other.to == w.to && (other.of == "") == (w.of == "") {
			return other
		}
	}
	f.wraps = append(f.wraps, w)
	return w
}

// plantConstant plants a fault of a constant: each use of it in the package gets the other value, and so
// does each use of a constant that is made of it.
func (s *schemata) plantConstant(file *schemaFile, f *goFault, number int) {
	names := token.NewFileSet()
	var trees []*ast.File
	for _, other := range s.files {
		text := other.text
		if other == file {
			text = f.applied(text)
		}
		tree, err := parser.ParseFile(names, other.file, text, 0)
		if err != nil {
			f.unfit = "does not build"
			return
		}
		trees = append(trees, tree)
	}
	changed, _, err := s.check(names, trees, nil)
	if err != nil {
		f.unfit = "does not build"
		return
	}
	f.unfit = "no use"
	for _, other := range s.files {
		ast.Inspect(other.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				return !isConstants(n)
			case *ast.ArrayType: // a longer array is no fault
				return false
			case *ast.Ident:
				was, isConst := s.info.Uses[n].(*types.Const)
				if !isConst || was.Pkg() != s.pkg || was.Parent() != s.pkg.Scope() {
					return true
				}
				is, isConst := changed.Scope().Lookup(was.Name()).(*types.Const)
				if !isConst || constant.Compare(was.Val(), token.EQL, is.Val()) {
					return true
				}
				w := &wrap{from: other.at(n.Pos()), to: other.at(n.End()), of: s.typeOf(n)}
				if w.of == "" {
					return true
				}
				w = other.wrapAt(w)
				w.alts = append(w.alts, alternative{
					number: number, text: fmt.Sprintf("%s(%s)", w.of, is.Val().ExactString()),
				})
				f.unfit = ""
			}
			return true
		})
	}
}

// applied returns the text of a file with the fault in it.
func (f *goFault) applied(text string) string { return text[:f.from] + f.new + text[f.to:] }

// drop takes out the faults that do not build.
func (s *schemata) drop() error {
	for range 20 {
		names := token.NewFileSet()
		var trees []*ast.File
		texts := map[string]*schemaFile{}
		for _, file := range s.files {
			text := file.schema()
			tree, err := parser.ParseFile(names, file.file, text, 0)
			if err != nil {
				return fmt.Errorf("%w\n%s", err, text)
			}
			trees, texts[file.file] = append(trees, tree), file
		}
		tree, err := parser.ParseFile(names, "mutant.go", s.numberFile(), 0)
		if err != nil {
			return err
		}
		var left []string
		bad := map[int]bool{}
		_, _, err = s.check(names, append(trees, tree), func(e types.Error) {
			place := names.Position(e.Pos)
			file := texts[place.Filename]
			number, ok := 0, false
			if file != nil {
				number, ok = file.numberAt(place.Offset)
			}
			if !ok {
				left = append(left, e.Error())
				return
			}
			bad[number] = true
		})
		switch {
		case err != nil:
			return err
		case len(bad) == 0 && len(left) > 0:
			return fmt.Errorf("the package with its faults does not build: %s", left[0])
		case len(bad) == 0:
			return nil
		}
		for number := range bad {
			s.faults[number-1].unfit = "does not build"
		}
		for _, file := range s.files {
			for _, w := range file.wraps {
				w.alts = slices.DeleteFunc(w.alts, func(a alternative) bool { return bad[a.number] })
			}
			file.wraps = slices.DeleteFunc(file.wraps, func(w *wrap) bool { return len(w.alts) == 0 })
		}
	}
	return errors.New("the package with its faults does not build")
}

// numberAt returns the number of the fault whose text stands at an offset of the text that schema has made;
// or else that of the first fault of the innermost wrap near it.
func (f *schemaFile) numberAt(offset int) (number int, ok bool) {
	size := -1
	for _, w := range f.wraps {
		for _, a := range w.alts {
			if a.from <= offset && offset <= a.to {
				return a.number, true
			}
		}
		first, last := w.alts[0].from, w.alts[len(w.alts)-1].to
		if first-200 <= offset && offset <= last+200 && (size < 0 || last-first < size) {
			number, size, ok = w.alts[0].number, last-first, true
		}
	}
	return number, ok
}

// schema returns the text of a file with all of its faults in it.
func (f *schemaFile) schema() string {
	slices.SortFunc(f.wraps, func(a, b *wrap) int {
		// If a statement consists of one expression, the statement is the outer one.
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to), cmp.Compare(a.of, b.of))
	})
	var b bytes.Buffer
	rest := f.wraps
	f.emit(&b, 0, len(f.text), &rest)
	return b.String()
}

// emit writes a part of the file, and the wraps in it.
func (f *schemaFile) emit(b *bytes.Buffer, from, to int, rest *[]*wrap) {
	for len(*rest) > 0 && (*rest)[0].to <= to {
		w := (*rest)[0]
		*rest = (*rest)[1:]
		b.WriteString(f.text[from:w.from])
		from = w.to
		begin, result, end := "func() "+w.of+" {\n", "return ", "\n}()"
		if w.of == "" {
			begin, result, end = "", "", ""
			if w.called {
				begin, end = "func() {\n", "\n}()"
			}
		}
		b.WriteString(begin)
		for i := range w.alts {
			a := &w.alts[i]
			fmt.Fprintf(b, "if mutantIs(%d) {\n%s", a.number, result)
			a.from = b.Len()
			b.WriteString(a.text)
			a.to = b.Len()
			if w.of == "" {
				b.WriteString("\n} else ")
			} else {
				b.WriteString("\n}\n")
			}
		}
		if w.of == "" {
			b.WriteString("{\n")
		}
		b.WriteString(result)
		f.emit(b, w.from, w.to, rest)
		if w.of == "" {
			b.WriteString("\n}")
		}
		b.WriteString(end)
	}
	b.WriteString(f.text[from:to])
}

// numberFile returns the text of the file that reads the number of the fault to do.
func (s *schemata) numberFile() string {
	return fmt.Sprintf(`package %s

import (
	"os"
	"strconv"
)

var (
	mutantNumber, _ = strconv.Atoi(os.Getenv(%q))
	mutantsMet      [%d]bool
	mutantCalls     int
)

func mutantIs(n int) bool {
	if mutantCalls++; mutantCalls > %d {
		os.Exit(3)
	}
	return n == mutantNumber || mutantNumber < 0 && mutantMet(n)
}

func mutantMet(n int) bool {
	if !mutantsMet[n] {
		mutantsMet[n] = true
		_, _ = os.Stderr.WriteString(strconv.Itoa(n) + "\n")
	}
	return false
}
`, s.files[0].tree.Name.Name, mutantVariable, len(s.faults)+1, maxMutantCalls)
}

// build builds a program of the module with the schemata in it.
func (s *schemata) build(ctx context.Context, root, dir, program, bin string) error {
	replace := map[string]string{}
	write := func(name, text string) error {
		to := filepath.Join(dir, path.Base(name))
		replace[filepath.Join(root, filepath.FromSlash(name))] = to
		return os.WriteFile(to, []byte(text), 0o666)
	}
	err := write(s.folder+"/mutant_number.go", s.numberFile())
	for _, file := range s.files {
		if err == nil {
			err = write(file.file, file.schema())
		}
	}
	text, jsonErr := json.Marshal(map[string]any{"Replace": replace})
	if err = cmp.Or(err, jsonErr); err == nil {
		err = os.WriteFile(overlay(dir), text, 0o666)
	}
	if err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay(dir), "-o", bin, program)
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", program, err, said)
	}
	return nil
}
