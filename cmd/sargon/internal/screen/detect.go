package screen

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// ChooseSet is ParseSet, with "auto" for what Detect chooses here.
func ChooseSet(name string) (Set, error) {
	if name == "auto" {
		set, _ := DetectHere()
		return set, nil
	}
	return ParseSet(name)
}

// DetectHere is Detect for the terminal and the system of this process.
func DetectHere() (set Set, why string) { return Detect(os.Getenv, runtime.GOOS) }

// Detect chooses a set by what is known of the terminal, and says why in a few words.
// getenv is os.Getenv, goos is runtime.GOOS.
//
// Sextants are chosen only for terminals known to draw them by themselves, without asking
// the font: nobody should meet the machine as a screen of empty boxes. Inside tmux or
// screen the terminal behind is not known, so it is not trusted.
func Detect(getenv func(string) string, goos string) (Set, string) {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case term == "dumb":
		return ASCII, "TERM is dumb"
	case goos != "windows" && !utf8Locale(getenv):
		return ASCII, "the locale is not UTF-8"
	case goos == "windows" && getenv("WT_SESSION") == "" && program == "":
		return Half, "a Windows console"
	case term == "linux" || strings.HasPrefix(term, "linux-"):
		return Half, "the Linux console has half blocks only"
	case strings.HasPrefix(term, "vt") || term == "cons25" || term == "wsvt25" || term == "sun":
		return Half, "a text console"
	case getenv("TMUX") != "" || hasPrefix(term, "tmux", "screen"):
		return Quadrant, "inside tmux or screen; if the terminal around it has " +
			"sextants, choose them"
	}
	if name := drawsSextants(getenv, term, program); name != "" {
		return Sextant, name + " draws them itself"
	}
	return Quadrant, "this terminal is not known to have sextants"
}

// drawsSextants names the terminal if it is one of those that draw sextants whatever the
// font.
func drawsSextants(getenv func(string) string, term, program string) string {
	switch {
	case term == "xterm-kitty":
		return "kitty"
	case hasPrefix(term, "foot"):
		return "foot"
	case term == "xterm-ghostty" || program == "ghostty":
		if v := getenv("TERM_PROGRAM_VERSION"); v == "" || atLeast(v, 1, 2) {
			return "Ghostty"
		}
	case term == "alacritty" || hasPrefix(term, "alacritty-"):
		return "Alacritty"
	case program == "WezTerm" || term == "wezterm":
		return "WezTerm"
	}
	if vte, err := strconv.Atoi(getenv("VTE_VERSION")); err == nil && vte >= 7800 { // 0.78
		return "VTE (GNOME)"
	}
	return ""
}

// utf8Locale looks at the locale as the C library does.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

func hasPrefix(text string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// atLeast compares a version such as "1.2.3-dev" with major.minor. What cannot be read
// counts as old.
func atLeast(version string, major, minor int) bool {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	a, errA := strconv.Atoi(parts[0])
	b, errB := strconv.Atoi(strings.TrimRight(parts[1], "-abcdefghijklmnopqrstuvwxyz"))
	return errA == nil && errB == nil && (a > major || a == major && b >= minor)
}
