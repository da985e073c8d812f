package screen

import (
	"cmp"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// ChooseGlyphSet is ParseGlyphSet, with "auto" for what Detect chooses here.
func ChooseGlyphSet(name string) (GlyphSet, error) {
	if name == "auto" {
		set, _ := DetectHere()
		return set, nil
	}
	return ParseGlyphSet(name)
}

// DetectHere is Detect for the terminal and the system of this process.
func DetectHere() (set GlyphSet, why string) { return Detect(os.Getenv, runtime.GOOS) }

// terminals are those that are known, by TERM, TERM_PROGRAM and TERM_PROGRAM_VERSION with blanks
// between them; the first that matches counts.
//
// Sextants are chosen only for terminals known to draw them by themselves, without asking
// the font: otherwise the screen could be full of empty boxes. Inside tmux or
// screen the terminal behind them is not known, so it is not trusted.
var terminals = []struct {
	pattern string
	set     GlyphSet
	why     string
}{
	{`^linux[ -]`, Half, "the Linux console has half blocks only"},
	{`^(vt.*|cons25|wsvt25|sun) .* `, Half, "a text console"},
	{`^(tmux|screen)`, Quadrant, "inside tmux or screen; if the terminal around it has " +
		"sextants, choose them"},
	{`^xterm-kitty `, Sextant, "kitty draws them itself"},
	{`^foot`, Sextant, "foot draws them itself"},
	{`ghostty .*\b(0|1\.[01])\.`, Quadrant, "Ghostty has sextants from 1.2 on"},
	{`^xterm-ghostty | ghostty `, Sextant, "Ghostty draws them itself"},
	{`^alacritty[ -]`, Sextant, "Alacritty draws them itself"},
	{`^wezterm | WezTerm `, Sextant, "WezTerm draws them itself"},
}

// Detect chooses a set by what is known of the terminal, and says why in a few words.
// getenv is os.Getenv, goos is runtime.GOOS.
func Detect(getenv func(string) string, goos string) (GlyphSet, string) {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case term == "dumb":
		return ASCII, "TERM is dumb"
	case goos != "windows" && !utf8Locale(getenv):
		return ASCII, "the locale is not UTF-8"
	case goos == "windows" && getenv("WT_SESSION") == "" && program == "":
		return Half, "a Windows console"
	case getenv("TMUX") != "":
		term = "tmux"
	}
	name := term + " " + program + " " + getenv("TERM_PROGRAM_VERSION")
	for _, t := range terminals {
		if regexp.MustCompile(t.pattern).MatchString(name) {
			return t.set, t.why
		}
	}
	if vte, _ := strconv.Atoi(getenv("VTE_VERSION")); vte >= 7800 { // 0.78
		return Sextant, "VTE (GNOME) draws them itself"
	}
	return Quadrant, "this terminal is not known to have sextants"
}

// utf8Locale looks at the locale as the C library does.
func utf8Locale(getenv func(string) string) bool {
	v := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
}
