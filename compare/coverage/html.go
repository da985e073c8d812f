package coverage

import (
	"html/template"
	"io"
	"math/bits"
	"path"
	"strconv"
)

// row is a line of the annotated listing.
type row struct {
	File    string // a heading
	Text    string
	Addr    uint16
	Code    bool // an instruction stands there
	Ran     uint64
	Heat    int    // 0 never … 9 most often
	Branch  string // how often each way
	Missing string
	Why     string
	Class   string
}

// WriteHTML writes the program as a page of its own: each line with how often it ran, from cold to
// hot, branches with how often they went each way, and in red what never happened.
func (r *Report) WriteHTML(out io.Writer) error {
	return page.Execute(out, struct {
		*Report
		EngineText, DialogueText string
		Files                    []Routine
		Rows                     []row
	}{r, r.Engine.String(), r.Dialogue.String(), r.files(), r.rows()})
}

// rows are the lines of the source in their order, or the instructions where there is none.
func (r *Report) rows() (rows []row) {
	instructions := map[uint16]*Instruction{}
	hottest := uint64(1)
	for i := range r.Instructions {
		one := &r.Instructions[i]
		instructions[one.Addr] = one
		hottest = max(hottest, one.Ran)
	}
	if r.image == nil || r.image.Source == nil {
		routine := ""
		for i := range r.Instructions {
			one := &r.Instructions[i]
			if one.Routine != routine {
				routine = one.Routine
				rows = append(rows, row{File: routine})
			}
			rows = append(rows, one.row("        "+one.Text, hottest))
		}
		return rows
	}
	file := ""
	for i := range r.image.Source.Lines {
		line := &r.image.Source.Lines[i]
		if line.File != file {
			file = line.File
			rows = append(rows, row{File: path.Base(file)})
		}
		one := instructions[line.Address]
		if one == nil || len(line.Bytes) == 0 {
			rows = append(rows, row{Text: line.Text})
			continue
		}
		rows = append(rows, one.row(line.Text, hottest))
	}
	return rows
}

// mostHeat is the hottest colour.
const mostHeat = 9

func (i *Instruction) row(text string, hottest uint64) row {
	r := row{
		Text: text, Addr: i.Addr, Code: true, Ran: i.Ran, Missing: i.missing(), Why: i.Why,
		Class: i.Part.String(),
	}
	if i.Ran > 0 {
		r.Heat = 1 + (mostHeat-1)*bits.Len64(i.Ran)/bits.Len64(hottest)
	}
	if i.Branch && i.Ran > 0 {
		r.Branch = short(i.Taken) + " / " + short(i.Ran-i.Taken)
	}
	return r
}

// short writes a count in few characters: 950, 12k, 3.4M.
func short(n uint64) string {
	units := []string{"", "k", "M", "G", "T"}
	unit, whole, rest := 0, n, uint64(0)
	for whole >= 1000 && unit < len(units)-1 {
		whole, rest = whole/1000, whole%1000/100
		unit++
	}
	text := strconv.FormatUint(whole, 10)
	if unit > 0 && whole < 10 {
		text += "." + strconv.FormatUint(rest, 10)
	}
	return text + units[unit]
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{"short": short}).Parse(
	`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What ran of {{.Image}}</title>
<style>
body { font: 14px/1.3 ui-monospace, monospace; margin: 1.5em; background: #fff; color: #222 }
h1 { font-size: 1.3em } h2 { font-size: 1.1em; margin: 1.5em 0 .3em }
p, table.sums { max-width: 60em; font-family: system-ui, sans-serif }
table { border-collapse: collapse } td, th { padding: 0 .6em; text-align: right; white-space: pre }
td.text, th.text { text-align: left } td.addr { color: #777 } .dialogue td { color: #888 }
.h1{background:#eef4fb}.h2{background:#e2edf8}.h3{background:#fdf6d8}.h4{background:#fdedb8}
.h5{background:#fde09a}.h6{background:#fccf84}.h7{background:#fbb870}.h8{background:#f99f60}
.h9{background:#f78650} .missing td.text { background: #c22; color: #fff }
.dialogue.missing td.text { background: none; color: #888 }
@media (prefers-color-scheme: dark) {
 body { background: #181818; color: #ddd }
 .h1{background:#1b2530}.h2{background:#20303f}.h3{background:#35321c}.h4{background:#453b18}
 .h5{background:#554214}.h6{background:#664512}.h7{background:#774412}.h8{background:#884012}
 .h9{background:#993c12} }
</style></head><body>
<h1>What ran of {{.Image}} ({{.Name}})</h1>
<p>Search, evaluation, moves and set-up: <b>{{.EngineText}}</b>.
The dialogue with a person, which a comparison does not call: {{.DialogueText}}.</p>
<p>Each line of the program with how often it ran: <span class="h1">&nbsp;seldom&nbsp;</span>
<span class="h4">&nbsp;often&nbsp;</span> <span class="h9">&nbsp;most often&nbsp;</span>. Behind a
branch: how often it was taken / not taken. What never happened is white on red.</p>
<table class="sums"><tr><th class="text">part</th><th>instructions</th><th>ways of branches</th></tr>
{{range .Files}}<tr><td class="text"><a href="#{{.File}}">{{.File}}</a></td>` +
		`<td>{{.Ran}} of {{.Instructions}}</td><td>{{.Gone}} of {{.Ways}}</td></tr>
{{end}}</table>
<table>
{{range .Rows}}{{if .File}}<tr><th class="text" colspan="4"><h2 id="{{.File}}">{{.File}}</h2></th></tr>
{{else if .Code}}<tr class="{{.Class}}{{if .Missing}} missing{{end}}" title="{{.Missing}}` +
		`{{if .Why}}: {{.Why}}{{end}}"><td class="addr">{{printf "%04X" .Addr}}</td>` +
		`<td class="h{{.Heat}}">{{short .Ran}}</td><td>{{.Branch}}</td><td class="text">{{.Text}}</td></tr>
{{else}}<tr><td></td><td></td><td></td><td class="text">{{.Text}}</td></tr>
{{end}}{{end}}</table></body></html>
`))
