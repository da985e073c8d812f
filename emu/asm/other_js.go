package asm

// In a browser no text of unknown kind is assembled: the page gets its programs assembled. The
// functions that recognise other files are left out there, because the regular expressions that they
// need would be a fortieth of the page's program.

// otherText returns nil: a text can be one of the two dialects.
func otherText(_, _ string) *Error { return nil }

// assemblePrinted returns nil twice: the text is not a printed listing.
func assemblePrinted(_, _ string, _ Options) (*Program, error) { return nil, nil }
