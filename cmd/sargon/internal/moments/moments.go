// Package moments lets a person choose among the moments of a machine that are kept, by their
// names and pictures, or keep one more.
package moments

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/paint"
	"sargon78/emu/jupiter"
	"sargon78/sargon/emulated/states"
)

// Picker is the list. Its first line keeps a new moment.
type Picker struct {
	folder states.Folder
	items  []item
	at     int // 0 is the line for a new one
	name   []rune
	wrong  string // what is wrong with what was typed
	Saves  bool   // the name that Key gave is to be saved, not loaded
}

type item struct {
	name  string
	state *states.State
	err   error
}

// New reads a folder.
func New(folder states.Folder) (*Picker, error) {
	names, err := folder.Names()
	if err != nil {
		return nil, err
	}
	p := &Picker{folder: folder}
	for _, name := range names {
		s, err := folder.Load(name)
		p.items = append(p.items, item{name, s, err})
	}
	return p, nil
}

// Key handles a key. At the end it gives the name that was chosen, or "" if none was.
func (p *Picker) Key(e *tcell.EventKey) (name string, end bool) {
	p.wrong = ""
	switch e.Key() {
	case tcell.KeyEscape, tcell.KeyCtrlC, tcell.KeyF6, tcell.KeyF10:
		return "", true
	case tcell.KeyUp:
		p.at = max(0, p.at-1)
	case tcell.KeyDown:
		p.at = min(len(p.items), p.at+1)
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		p.at, p.name = 0, p.name[:max(0, len(p.name)-1)]
	case tcell.KeyDelete:
		p.remove()
	case tcell.KeyRune:
		p.at, p.name = 0, append(p.name, e.Rune())
	case tcell.KeyEnter:
		return p.choose()
	}
	return "", false
}

func (p *Picker) choose() (name string, end bool) {
	if p.at > 0 {
		chosen := p.items[p.at-1]
		if chosen.err != nil {
			p.wrong = chosen.err.Error()
			return "", false
		}
		return chosen.name, true
	}
	name = strings.TrimSpace(string(p.name))
	if err := states.CheckName(name); err != nil {
		p.wrong = err.Error()
		return "", false
	}
	p.Saves = true
	return name, true
}

func (p *Picker) remove() {
	if p.at == 0 {
		return
	}
	if err := p.folder.Delete(p.items[p.at-1].name); err != nil {
		p.wrong = err.Error()
		return
	}
	p.items = append(p.items[:p.at-1], p.items[p.at:]...)
	p.at = min(p.at, len(p.items))
}

// listWidth is that of the names, where there is room for a picture beside them.
const listWidth = 30

// Draw draws the list, and the picture of the one under the cursor.
func (p *Picker) Draw(a paint.Area) {
	a.Bar(0, "Moments that are kept: Enter takes one up, Delete removes it, Esc goes back",
		paint.Reverse)
	style := func(i int) tcell.Style {
		if i == p.at {
			return paint.Reverse
		}
		return paint.Plain
	}
	list := a.Within(0, 2, listWidth, a.Height-4)
	list.Text(0, 0, "keep this one as: "+string(p.name)+"_", style(0))
	top := max(0, p.at-list.Height+1)
	for i := top; i < len(p.items) && 1+i-top < list.Height; i++ {
		list.Text(0, 1+i-top, p.items[i].name, style(i+1))
	}
	a.Text(0, a.Height-1, p.wrong, paint.Strong)
	if p.at == 0 {
		return
	}
	picture := a.Within(listWidth+2, 2, a.Width, a.Height-3)
	chosen := p.items[p.at-1]
	if chosen.err != nil {
		picture.Text(0, 0, chosen.err.Error(), paint.Strong)
		return
	}
	s := chosen.state
	when := s.Saved.Local().Format("2006-01-02 15:04")
	lines := []string{fmt.Sprintf("%s of %s, %s", s.Kind, s.Edition, when), s.Note, ""}
	for i, line := range append(lines, strings.Split(Picture(s), "\n")...) {
		picture.Text(0, i, line, paint.Plain)
	}
}

// Picture draws the screen of a state as text, or its board if there is no screen.
func Picture(s *states.State) string {
	if len(s.Screen) == len(jupiter.Screen{}) {
		screen := jupiter.Screen(s.Screen)
		return strings.TrimRight(screen.String(), "\n ")
	}
	return s.Board
}
