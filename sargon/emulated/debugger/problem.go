package debugger

// Problem is an error that a front end may translate into the user's language.
type Problem struct {
	Kind  string // one of ProblemKinds
	Value string // the value in the message, as typed or as the debugger formats it; "" for none

	text string // in English
}

func (p *Problem) Error() string { return p.text }

// Errors that need no value.
var (
	errOver  = &Problem{Kind: "over", text: "the search is over: from here you can only go back"}
	errWhere = &Problem{Kind: "where", text: "where? Want an address, a symbol or file:line"}
	errCall  = &Problem{Kind: "call", text: "the stack shows no call of this routine"}
	errNames = &Problem{Kind: "names", text: "the program does not have the names needed to follow its search"}
	errFirst = &Problem{Kind: "first", text: "there is no evaluation before this moment"}
)

// ProblemKinds returns the kinds of all problems.
func ProblemKinds() []string {
	return []string{
		errOver.Kind, errWhere.Kind, errCall.Kind, errNames.Kind, errFirst.Kind,
		"command", "name", "instruction", "point",
	}
}
