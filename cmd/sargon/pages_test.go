package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"sargon78/sargon/spec"
)

func TestMarkdownIsLaidOut(t *testing.T) {
	const markdown = `## 1. A heading that is not wrapped

Words of a paragraph
that go on.

- An item that goes on
  here.
   1. Inner item of words.

| at | what is done there       |
|----|--------------------------|
| up | all of it is taken back  |
|    | so−so                    |

    code of four spaces
` + "```text\ncode     as it is, however long\n```\nThe end.\n"
	assert.Equal(t, `## 1. A heading that is not wrapped

Words of a
paragraph that
go on.

- An item that
  goes on here.
   1. Inner item
      of words.

at  what is done
    there
--  ------------
up  all of it is
    taken back
    so−so

    code of four spaces
code     as it is, however long
The end.
`, layOut(markdown, 16))
}

// On a terminal of 80 columns every page fits, except for code, and no word is lost.
func TestPagesFitATerminal(t *testing.T) {
	t.Parallel()
	letters := func(text string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" \n-|`", r) {
				return -1
			}
			return r
		}, text)
	}
	for _, p := range spec.Pages() {
		plain, _, _ := strings.Cut(p.String(), "```") // the layout drops the language of code
		written, shown := letters(plain), letters(layOut(plain, 80))
		if written != shown {
			same := 0
			for same < min(len(written), len(shown)) && written[same] == shown[same] {
				same++
			}
			t.Errorf("%s: %.80q is shown as %.80q", p.Name, written[same:], shown[same:])
		}
		for _, section := range p.Sections {
			if strings.Contains(section.Text, "```") || strings.Contains(section.Text, "\n    ") {
				continue
			}
			for line := range strings.Lines(layOut(section.Text, 80)) {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 81, line)
			}
		}
	}
}
