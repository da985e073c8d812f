package tui

import (
	"context"

	"github.com/gdamore/tcell/v2"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/terminal"
)

// Inside opens the debugger at the evaluation of an answer, on a goroutine of its own. show turns it
// into a view, on the goroutine of the loop.
type Inside func(ctx context.Context, a front.Answer) (show func(*terminal.Loop, tcell.Screen) terminal.View, err error)

// answerPage is a page that says why Sargon made a move. Return opens the debugger at the evaluation
// that decided; when the user leaves the debugger, the page is shown again.
type answerPage struct {
	terminal.Page
	answer  front.Answer
	inside  Inside // nil if there is no debugger
	message string
	opening context.CancelFunc // ends the opening of the debugger; nil if it is not being opened
	view    terminal.View      // the debugger; nil if it is not shown
}

// show opens the page.
func (p *answerPage) show(a front.Answer) {
	p.close()
	p.answer, p.message = a, ""
	p.Show()
}

// close closes page and debugger.
func (p *answerPage) close() {
	if p.opening != nil {
		p.opening()
	}
	p.Page, p.opening, p.view = terminal.Page{}, nil, nil
}

// leads reports whether the page can open the debugger.
func (p *answerPage) leads() bool { return p.inside != nil && p.answer.Case != "" }

// lines returns the text of the page.
func (p *answerPage) lines(width int) (lines []string) {
	lines = append(lines, p.answer.Title)
	for _, sentence := range p.answer.Sentences {
		lines = append(append(lines, ""), terminal.Wrap(sentence, width)...)
	}
	if p.leads() {
		lines = append(append(lines, ""), terminal.Wrap("Return looks inside: the debugger, at the evaluation that "+
			"decided. Escape comes back.", width)...)
	}
	if p.message != "" {
		lines = append(append(lines, ""), terminal.Wrap(p.message, width)...)
	}
	return lines
}

// key handles a key while the page is open. It reports whether the key was used.
func (p *answerPage) key(e *tcell.EventKey, l *terminal.Loop, screen tcell.Screen) bool {
	switch {
	case p.opening != nil && e.Key() == tcell.KeyEscape:
		p.opening()
		return true
	case p.opening != nil && e.Key() == tcell.KeyEnter:
		return true
	case p.leads() && e.Key() == tcell.KeyEnter:
		p.open(l, screen)
		return true
	}
	if p.Page.Key(e.Key()) {
		if !p.Page.Open {
			p.close()
		}
		return true
	}
	p.close()
	return false
}

// open begins to open the debugger.
func (p *answerPage) open(l *terminal.Loop, screen tcell.Screen) {
	ctx, stop := context.WithCancel(context.Background())
	answer, inside := p.answer, p.inside
	p.opening, p.message = stop, "Going there … Escape stays here."
	go func() {
		show, err := inside(ctx, answer)
		l.Post(func() {
			switch {
			case ctx.Err() != nil:
				if p.opening != nil {
					p.opening, p.message = nil, ""
				}
			case err != nil:
				p.opening, p.message = nil, "Not possible: "+err.Error()
			default:
				p.opening, p.message = nil, ""
				p.view = show(l, screen)
			}
		})
	}()
}
