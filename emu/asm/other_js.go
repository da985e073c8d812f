package asm

// In a browser no text of unknown kind is assembled: the page gets its programs assembled. What
// recognises other files is left out there, because the regular expressions that it needs would be
// a fortieth of the page's program.

// otherText returns nil: a text can be one of the two dialects.
func otherText(_, _ string) *Error { return nil }

// assemblePrinted returns nil twice: the text is no printed listing.
func assemblePrinted(_, _ string, _ Options) (*Program, error) { return nil, nil }
