//go:build ignore

// Svg draws what `tmux capture-pane -p -e -N` says as a picture: go run .ci/svg.go < text >
// file.svg
//
// Several of them, with a line of a form feed after each, become a picture that moves: each is shown
// for a second, and what stays the same is drawn once. Block graphics become rectangles, so the
// picture needs no font that has them.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A cell in units of the picture, divisible by the dots of every set.
const (
	wide = 8
	high = 18
)

// What a terminal has where a program says nothing.
var plain = style{ink: "#d8d8d8", ground: "#16181c"}

type style struct {
	ink, ground   string
	bold, reverse bool
	dim           bool
}

func (s style) colors() (ink, ground string) {
	ink, ground = s.ink, s.ground
	if s.reverse {
		ink, ground = ground, ink
	}
	if s.dim {
		ink = "#8c8f96"
	}
	return ink, ground
}

type picture struct {
	areas map[string]*strings.Builder // rectangles by their layer and colour
	words strings.Builder
	width int
}

// span are the frames from one up to another, in which something is shown.
type span struct{ from, to int }

// line is a row of a frame, with the style that the row before it has left.
type line struct {
	text  string
	style style
}

func main() {
	frames := [][]line{{}}
	in := bufio.NewScanner(os.Stdin)
	s := plain
	for in.Scan() {
		if in.Text() == "\f" {
			frames = append(frames, []line{})
			s = plain
			continue
		}
		last := len(frames) - 1
		frames[last] = append(frames[last], line{in.Text(), s})
		(&picture{areas: map[string]*strings.Builder{}}).row(0, in.Text(), &s)
	}
	if last := len(frames) - 1; last > 0 && len(frames[last]) == 0 {
		frames = frames[:last]
	}
	pictures := map[span]*picture{}
	width, rows := 0, len(frames[0])
	for y := range rows {
		for from := 0; from < len(frames); {
			to := from + 1
			for to < len(frames) && frames[to][y] == frames[from][y] {
				to++
			}
			at := span{from, to}
			if pictures[at] == nil {
				pictures[at] = &picture{areas: map[string]*strings.Builder{}}
			}
			row := frames[from][y]
			pictures[at].row(y, row.text, &row.style)
			width = max(width, pictures[at].width)
			from = to
		}
	}
	w, h := width*wide, rows*high
	fmt.Printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\">\n", w, h,
		w)
	fmt.Printf("<path fill=%q d=\"M0 0h%dv%dh-%dz\"/>\n", plain.ground, w, h, w)
	spans := slices.SortedFunc(maps.Keys(pictures), func(a, b span) int {
		return cmp.Or(a.from-b.from, a.to-b.to)
	})
	for _, at := range spans {
		pictures[at].write(at, len(frames))
	}
	fmt.Println("</svg>")
}

// write writes what is shown in some of all frames.
func (p *picture) write(at span, all int) {
	fmt.Println("<g>")
	if at.to-at.from < all {
		values, times := "hidden;visible;hidden", fmt.Sprintf("0;%.4f;%.4f",
			float64(at.from)/float64(all), float64(at.to)/float64(all))
		switch {
		case at.from == 0:
			values, times = "visible;hidden", fmt.Sprintf("0;%.4f", float64(at.to)/float64(all))
		case at.to == all:
			values, times = "hidden;visible", fmt.Sprintf("0;%.4f", float64(at.from)/float64(all))
		}
		fmt.Printf("<animate attributeName=\"visibility\" dur=\"%ds\" repeatCount=\"indefinite\" "+
			"calcMode=\"discrete\" keyTimes=%q values=%q/>\n", all, times, values)
	}
	fmt.Println("<g shape-rendering=\"crispEdges\">")
	for _, layer := range slices.Sorted(maps.Keys(p.areas)) { // grounds first
		fmt.Printf("<path fill=%q d=%q/>\n", layer[1:], p.areas[layer])
	}
	fmt.Println("</g><g font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"13\" " +
		"xml:space=\"preserve\">")
	fmt.Print(p.words.String(), "</g></g>\n")
}

// row draws a line of text with its ANSI colours. s is the style that the line before has left; it
// becomes the style that this line leaves.
func (p *picture) row(y int, line string, s *style) {
	x := 0
	grounds, dots := &run{p: p}, [6]*run{}
	words := &wording{p: p}
	for i := range dots {
		dots[i] = &run{p: p}
	}
	for line != "" {
		if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
			codes, after, _ := strings.Cut(rest, "m")
			s.change(codes)
			line = after
			continue
		}
		r := []rune(line)[0]
		line = line[len(string(r)):]
		ink, ground := s.colors()
		if ground != plain.ground {
			grounds.add(x*wide, y*high, wide, high, "0"+ground)
		}
		shape := blocks(r)
		for i, row := range shape {
			for j, set := range row {
				w := wide / len(row)
				h := high / len(shape)
				if set {
					dots[i].add(x*wide+j*w, y*high+i*h, w, h, "1"+ink)
				}
			}
		}
		if shape == nil && r != ' ' {
			words.add(x, y, r, ink, s.bold)
		}
		x++
	}
	words.end()
	grounds.end()
	for _, d := range dots {
		d.end()
	}
	p.width = max(p.width, x)
}

// run is a rectangle that grows to the right as long as nothing changes.
type run struct {
	p          *picture
	x, y, w, h int
	color      string
}

func (r *run) add(x, y, w, h int, color string) {
	if color == r.color && x == r.x+r.w && y == r.y && h == r.h {
		r.w += w
		return
	}
	r.end()
	r.x, r.y, r.w, r.h, r.color = x, y, w, h, color
}

func (r *run) end() {
	if r.w > 0 {
		if r.p.areas[r.color] == nil {
			r.p.areas[r.color] = &strings.Builder{}
		}
		fmt.Fprintf(r.p.areas[r.color], "M%d %dh%dv%dh-%dz", r.x, r.y, r.w, r.h, r.w)
	}
	r.w = 0
}

// wording is a word that grows to the right as long as nothing changes.
type wording struct {
	p    *picture
	x, y int
	text []rune
	ink  string
	bold bool
}

func (w *wording) add(x, y int, r rune, ink string, bold bool) {
	ascii := r < 0x7F && (len(w.text) == 0 || w.text[0] < 0x7F) // others may have any width
	if x != w.x+len(w.text) || ink != w.ink || bold != w.bold || !ascii {
		w.end()
		w.x, w.y, w.ink, w.bold = x, y, ink, bold
	}
	w.text = append(w.text, r)
}

func (w *wording) end() {
	if len(w.text) == 0 {
		return
	}
	weight := ""
	if w.bold {
		weight = " font-weight=\"bold\""
	}
	fmt.Fprintf(&w.p.words, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=%q%s>%s</text>\n",
		w.x*wide, w.y*high+13, len(w.text)*wide, w.ink, weight, html.EscapeString(string(w.text)))
	w.text = nil
}

// blocks returns the dots of a block graphic, row by row, nil for any other character.
func blocks(r rune) [][]bool {
	const quadrants = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
	if i := slices.Index([]rune(quadrants), r); i > 0 {
		return dotRows(i, 2)
	}
	if r >= 0x1FB00 && r <= 0x1FB3B {
		i := int(r-0x1FB00) + 1
		for _, left := range []int{0x15, 0x2A} { // the halves are elsewhere
			if i >= left {
				i++
			}
		}
		return dotRows(i, 3)
	}
	return nil
}

func dotRows(bits, rows int) (shape [][]bool) {
	for i := range rows {
		shape = append(shape, []bool{bits>>(2*i)&1 == 1, bits>>(2*i+1)&1 == 1})
	}
	return shape
}

// palette are the first colours of a terminal.
var palette = []string{
	"#000000", "#aa3731", "#448c27", "#b08000", "#325cc0", "#7a3e9d", "#0083b2", "#c8c8c8",
	"#777777", "#f05050", "#60cb00", "#ffbc5d", "#5f8fff", "#e64ce6", "#00aacb", "#ffffff",
}

// change applies the numbers of an escape sequence ESC [ … m, such as "1;38;5;7". It ignores numbers that
// it does not know.
func (s *style) change(codes string) {
	list := strings.Split(codes, ";")
	for i := 0; i < len(list); i++ {
		n, _ := strconv.Atoi(list[i])
		switch {
		case n == 0:
			*s = plain
		case n == 1:
			s.bold = true
		case n == 2:
			s.dim = true
		case n == 7:
			s.reverse = true
		case n >= 30 && n < 38:
			s.ink = palette[n-30]
		case n >= 90 && n < 98:
			s.ink = palette[n-90+8]
		case n >= 40 && n < 48:
			s.ground = palette[n-40]
		case n == 39:
			s.ink = plain.ink
		case n == 49:
			s.ground = plain.ground
		case n == 38 || n == 48:
			color := ""
			if i+4 < len(list) && list[i+1] == "2" {
				color = "#"
				for _, part := range list[i+2 : i+5] {
					v, _ := strconv.Atoi(part)
					color += fmt.Sprintf("%02x", v)
				}
				i += 4
			} else if i+2 < len(list) {
				v, _ := strconv.Atoi(list[i+2])
				color = indexed(v)
				i += 2
			}
			if n == 38 {
				s.ink = color
			} else {
				s.ground = color
			}
		}
	}
}

// indexed returns a colour of the 256: 16 of the palette, a cube, greys.
func indexed(v int) string {
	switch {
	case v < 16:
		return palette[v]
	case v >= 232:
		return fmt.Sprintf("#%02[1]x%02[1]x%02[1]x", 8+10*(v-232))
	}
	level := func(n int) int {
		if n == 0 {
			return 0
		}
		return 55 + 40*n
	}
	v -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(v/36), level(v/6%6), level(v%6))
}
