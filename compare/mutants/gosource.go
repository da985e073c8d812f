package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// otherOperator is what an operator is changed to.
var otherOperator = map[token.Token]string{
	token.ADD: "-", token.SUB: "+", token.MUL: "+", token.QUO: "*", token.REM: "/",
	token.AND: "|", token.OR: "&", token.XOR: "|", token.AND_NOT: "&",
	token.SHL: ">>", token.SHR: "<<",
	token.EQL: "!=", token.NEQ: "==",
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.LAND: "||", token.LOR: "&&",
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.AND_ASSIGN: "|=", token.OR_ASSIGN: "&=",
	token.XOR_ASSIGN: "|=", token.AND_NOT_ASSIGN: "&=", token.SHL_ASSIGN: ">>=",
	token.SHR_ASSIGN: "<<=", token.INC: "--", token.DEC: "++",
}

// goFaults lists the faults of a Go file: operators changed, conditions negated, numbers one off,
// truth values turned, statements left out, loops gone on with where they were left.
func (s *source) goFaults() ([]*fault, error) {
	g := &goReader{source: s, places: token.NewFileSet()}
	tree, err := parser.ParseFile(g.places, s.file, s.text, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		ast.Inspect(d, g.visit)
	}
	return g.faults, nil
}

type goReader struct {
	source *source
	places *token.FileSet
	faults []*fault
}

// offset is a place in the source, in bytes from its start.
func (g *goReader) offset(p token.Pos) int { return g.places.Position(p).Offset }

// change adds the fault that puts new between two places of the source.
func (g *goReader) change(kind string, from, to token.Pos, new string) {
	g.faults = append(g.faults, g.source.change(kind, g.offset(from), g.offset(to), new))
}

func (g *goReader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.ArrayType, *ast.FuncType: // a longer array, another type is no fault
		return false
	case *ast.CommClause: // what a case of a select waits for cannot be left out
		for _, s := range n.Body {
			ast.Inspect(s, g.visit)
		}
		return false
	case *ast.BinaryExpr:
		g.operator(n.Op, n.OpPos)
	case *ast.IncDecStmt:
		g.operator(n.Tok, n.TokPos)
		g.leaveOut(n)
	case *ast.AssignStmt:
		g.operator(n.Tok, n.TokPos)
		if n.Tok != token.DEFINE {
			g.leaveOut(n)
		}
	case *ast.ExprStmt:
		g.leaveOut(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB || n.Op == token.XOR {
			g.change("sign dropped", n.OpPos, n.X.Pos(), "")
		}
	case *ast.IfStmt:
		text := g.source.text[g.offset(n.Cond.Pos()):g.offset(n.Cond.End())]
		g.change("condition negated", n.Cond.Pos(), n.Cond.End(), "!("+text+")")
	case *ast.BasicLit:
		g.literal(n)
	case *ast.Ident:
		switch n.Name {
		case "true":
			g.change("truth turned", n.Pos(), n.End(), "false")
		case "false":
			g.change("truth turned", n.Pos(), n.End(), "true")
		}
	case *ast.BranchStmt:
		switch {
		case n.Label != nil:
		case n.Tok == token.BREAK:
			g.change("jump changed", n.Pos(), n.End(), "continue")
		case n.Tok == token.CONTINUE:
			g.change("jump changed", n.Pos(), n.End(), "break")
		}
	}
	return true
}

func (g *goReader) operator(op token.Token, at token.Pos) {
	if other, ok := otherOperator[op]; ok {
		g.change("operator changed", at, at+token.Pos(len(op.String())), other)
	}
}

func (g *goReader) leaveOut(n ast.Node) {
	g.change("statement left out", n.Pos(), n.End(), "")
}

func (g *goReader) literal(n *ast.BasicLit) {
	v, err := strconv.ParseInt(n.Value, 0, 64)
	if n.Kind != token.INT || err != nil {
		return
	}
	g.change("number too big", n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
	if v > 0 {
		g.change("number too small", n.Pos(), n.End(), strconv.FormatInt(v-1, 10))
	}
}
