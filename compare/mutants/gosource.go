package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// replacements are the changes of operators, truth values and jumps.
var replacements = map[string]string{
	"+": "-", "-": "+", "*": "+", "/": "*", "%": "/",
	"&": "|", "|": "&", "^": "|", "&^": "&", "<<": ">>", ">>": "<<",
	"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
	"+=": "-=", "-=": "+=", "&=": "|=", "|=": "&=", "^=": "|=", "&^=": "&=", "<<=": ">>=", ">>=": "<<=",
	"++": "--", "--": "++",
	"true": "false", "false": "true", "break": "continue", "continue": "break",
}

// goFaults calls change for each change of a Go file: operators changed, conditions negated, numbers one
// off, truth values inverted, statements left out, break and continue exchanged.
func (s *source) goFaults(change change) error {
	tree, err := parser.ParseFile(token.NewFileSet(), s.file, s.text, 0)
	if err != nil {
		return err
	}
	g := &goReader{s.text, tree.FileStart, change}
	for _, d := range tree.Decls {
		ast.Inspect(d, g.visit)
	}
	return nil
}

type goReader struct {
	text   string
	start  token.Pos
	change change
}

// put puts new between two places.
func (g *goReader) put(kind string, from, to token.Pos, new string) {
	g.change(kind, int(from-g.start), int(to-g.start), new)
}

// replace changes a word or an operator, if it has a replacement.
func (g *goReader) replace(kind, word string, at token.Pos) {
	if other, ok := replacements[word]; ok {
		g.put(kind, at, at+token.Pos(len(word)), other)
	}
}

// visit makes the changes of a node; false if there are none below it.
func (g *goReader) visit(n ast.Node) bool {
	const operator, leftOut = "operator changed", "statement left out"
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.ArrayType, *ast.FuncType: // another length or type is not a fault
		return false
	case *ast.CommClause: // what a case of a select waits for cannot be left out
		for _, s := range n.Body {
			ast.Inspect(s, g.visit)
		}
		return false
	case *ast.BinaryExpr:
		g.replace(operator, n.Op.String(), n.OpPos)
	case *ast.IncDecStmt:
		g.replace(operator, n.Tok.String(), n.TokPos)
		g.put(leftOut, n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		g.replace(operator, n.Tok.String(), n.TokPos)
		if n.Tok != token.DEFINE {
			g.put(leftOut, n.Pos(), n.End(), "")
		}
	case *ast.ExprStmt:
		g.put(leftOut, n.Pos(), n.End(), "")
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB || n.Op == token.XOR {
			g.put("sign dropped", n.OpPos, n.X.Pos(), "")
		}
	case *ast.IfStmt:
		text := g.text[n.Cond.Pos()-g.start : n.Cond.End()-g.start]
		g.put("condition negated", n.Cond.Pos(), n.Cond.End(), "!("+text+")")
	case *ast.BasicLit:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		if n.Kind != token.INT || err != nil {
			break
		}
		g.put("number too big", n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
		if v > 0 {
			g.put("number too small", n.Pos(), n.End(), strconv.FormatInt(v-1, 10))
		}
	case *ast.Ident:
		g.replace("truth turned", n.Name, n.Pos())
	case *ast.BranchStmt:
		if n.Label == nil {
			g.replace("jump changed", n.Tok.String(), n.Pos())
		}
	}
	return true
}
