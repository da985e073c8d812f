package uci

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sargon78/emu/z80/cores"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/speed"
	"sargon78/sargon/think"
)

// Settings are the values of the options.
type Settings struct {
	Engine   string       // one of sargon.EngineNames, or rom@ and the name of a core
	Level    sargon.Level // 0 by the clock, 1–6 the search of 1978; see Plays
	Limited  bool         // play at the level that is nearest to Elo
	Elo      int
	Speed    string // of the emulated machine, as speed.Parse reads it
	Book     bool
	Analyse  bool          // the program analyses: the book is not asked
	Rom      string        // file of an edition for the engine rom
	Play     string        // Play1978 or PlayAvoidRepetition
	Score    string        // ScoreAbsolute or Score1978
	Lines    int           // MultiPV
	Overhead time.Duration // lost between the engine and the clock, for each move
	LogFile  string
}

// Values of options.
const (
	Play1978            = "1978"
	PlayAvoidRepetition = "avoid-repetition"
	ScoreAbsolute       = "absolute" // with the material on the board
	Score1978           = "1978"     // what changes, counted from the position searched
)

// DefaultSettings returns what a session begins with if nobody says otherwise.
func DefaultSettings() Settings {
	return Settings{
		Engine: sargon.FastestEngine, Speed: speed.Max, Book: true, Play: Play1978,
		Score: ScoreAbsolute, Lines: 1,
		Elo: levelElo[0], Overhead: 30 * time.Millisecond,
	}
}

// Plays returns the level that is played, 0 for by the clock: that of Level, or of Elo.
func (s *Settings) Plays() sargon.Level {
	if s.Limited {
		return levelOfElo(s.Elo)
	}
	return s.Level
}

// option is a line of the table of options.
type option struct {
	name     string
	kind     string   // check, spin, combo or string
	choices  []string // of a combo
	hidden   []string // of a combo: they can be typed, but are not listed
	min, max int      // of a spin
	get      func(*Settings) string
	set      func(*Settings, string) error
}

const (
	noText      = "<empty>" // how UCI writes an empty string
	maxOverhead = 5000      // ms
	maxLines    = 20
)

// machines are the emulated machine on each of its cores.
func machines() (names []string) {
	for _, core := range cores.Names() {
		names = append(names, "rom@"+core)
	}
	return names
}

// check is an option that is kept in a field of the settings, as the next three are.
func check(name string, field func(*Settings) *bool) option {
	return option{
		name: name, kind: "check",
		get: func(s *Settings) string { return strconv.FormatBool(*field(s)) },
		set: func(s *Settings, v string) error { *field(s) = v == "true"; return nil },
	}
}

func spin[T ~int | ~uint8](name string, least, most int, field func(*Settings) *T) option {
	return option{
		name: name, kind: "spin", min: least, max: most,
		get: func(s *Settings) string { return strconv.Itoa(int(*field(s))) },
		set: func(s *Settings, v string) error {
			n, err := strconv.Atoi(v)
			*field(s) = T(n)
			return err
		},
	}
}

func text(name string, field func(*Settings) *string) option {
	return option{
		name: name, kind: "string",
		get: func(s *Settings) string { return *field(s) },
		set: func(s *Settings, v string) error { *field(s) = v; return nil },
	}
}

func combo(name string, field func(*Settings) *string, choices, hidden []string) option {
	o := text(name, field)
	o.kind, o.choices, o.hidden = "combo", choices, hidden
	return o
}

// constant is an option that does nothing: programs ask every engine for some.
func constant(name string) option {
	return spin(name, 1, 1, func(*Settings) *int { one := 1; return &one })
}

var options = []option{
	combo("Engine", func(s *Settings) *string { return &s.Engine }, sargon.EngineNames, machines()),
	spin("Level", 0, int(sargon.MaxLevel), func(s *Settings) *sargon.Level { return &s.Level }),
	{
		name: "Speed", kind: "string",
		get: func(s *Settings) string { return s.Speed },
		set: func(s *Settings, v string) error {
			parsed, err := speed.Parse(v)
			if err == nil {
				s.Speed = parsed.Name
			}
			return err
		},
	},
	check("Book", func(s *Settings) *bool { return &s.Book }),
	text("Rom", func(s *Settings) *string { return &s.Rom }),
	combo("Play", func(s *Settings) *string { return &s.Play },
		[]string{Play1978, PlayAvoidRepetition}, nil),
	combo("Score", func(s *Settings) *string { return &s.Score },
		[]string{ScoreAbsolute, Score1978}, nil),
	spin("MultiPV", 1, maxLines, func(s *Settings) *int { return &s.Lines }),
	constant("Hash"), constant("Threads"),
	check("UCI_LimitStrength", func(s *Settings) *bool { return &s.Limited }),
	spin("UCI_Elo", levelElo[0], levelElo[sargon.MaxLevel-1],
		func(s *Settings) *int { return &s.Elo }),
	check("UCI_AnalyseMode", func(s *Settings) *bool { return &s.Analyse }),
	check("Ponder", func(*Settings) *bool { return new(bool) }), // only tells that the engine can
	{
		name: "Move Overhead", kind: "spin", min: 0, max: maxOverhead,
		get: func(s *Settings) string { return strconv.FormatInt(s.Overhead.Milliseconds(), 10) },
		set: func(s *Settings, v string) error {
			n, err := strconv.Atoi(v)
			s.Overhead = time.Duration(n) * time.Millisecond
			return err
		},
	},
	text("Debug Log File", func(s *Settings) *string { return &s.LogFile }),
}

// describe returns the line that tells a program about an option.
func (o *option) describe(s *Settings) string {
	value := o.get(s)
	if o.kind == "string" && value == "" {
		value = noText
	}
	text := fmt.Sprintf("option name %s type %s default %s", o.name, o.kind, value)
	if o.kind == "spin" {
		text += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, choice := range o.choices {
		text += " var " + choice
	}
	return text
}

// change checks a value and sets it. Names and choices are read in any case, and choices
// with spaces too, which earlier versions had.
func (o *option) change(s *Settings, value string) error {
	bad := func(want string) error {
		return fmt.Errorf("option %s: %q; want %s", o.name, value, want)
	}
	switch o.kind {
	case "check":
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return bad("true or false")
		}
	case "spin":
		if n, err := strconv.Atoi(value); err != nil || n < o.min || n > o.max {
			return bad(fmt.Sprintf("a number from %d to %d", o.min, o.max))
		}
	case "combo":
		word := strings.Join(strings.Fields(value), "-")
		all := slices.Concat(o.choices, o.hidden)
		i := slices.IndexFunc(all, func(c string) bool { return strings.EqualFold(c, word) })
		if i < 0 {
			return bad(strings.Join(all, " or "))
		}
		value = all[i]
	case "string":
		if value == noText {
			value = ""
		}
	}
	if err := o.set(s, value); err != nil {
		return fmt.Errorf("option %s: %w", o.name, err)
	}
	return nil
}

// Set changes an option by its UCI name.
func (s *Settings) Set(name, value string) error {
	for i := range options {
		if strings.EqualFold(options[i].name, name) {
			return options[i].change(s, value)
		}
	}
	return fmt.Errorf("there is no option %q", name)
}

// NewThinker opens the engine of the settings and has it play as they say. queenPawn
// decides White's book move; nil leaves it to chance.
func (s *Settings) NewThinker(open Opener, queenPawn func() bool) (*think.Thinker, error) {
	rom := s.Rom
	if engine, _ := cores.Cut(s.Engine); engine != "rom" {
		rom = ""
	}
	engine, err := open(s.Engine, rom)
	if err != nil {
		return nil, err
	}
	if queenPawn == nil {
		queenPawn = func() bool { return rand.IntN(2) == 1 }
	}
	t := &think.Thinker{Mirror: game.NewMirror(engine), Style: think.Style{QueenPawn: queenPawn}}
	s.apply(t)
	return t, nil
}

// apply hands over what can change without a new engine.
func (s *Settings) apply(t *think.Thinker) {
	t.Style.Book = s.Book && !s.Analyse
	t.Style.AvoidRepetition = s.Play == PlayAvoidRepetition
	parsed, _ := speed.Parse(s.Speed) // checked when it was set
	emulated.SetSpeed(t.Mirror.Engine, parsed.Thinking)
}

// renewEngine makes the engine what the settings say. It must not be thinking. If a new
// engine cannot be opened, the one there is stays, and the settings say so.
func (s *session) renewEngine() {
	if s.settings.Engine != s.opened.Engine || s.settings.Rom != s.opened.Rom {
		if err := s.openEngine(); err != nil {
			s.out.info("engine %s cannot be used: %v; %s stays", s.settings.Engine, err,
				s.opened.Engine)
			s.settings.Engine, s.settings.Rom = s.opened.Engine, s.opened.Rom
		}
	}
	s.settings.apply(s.thinker)
}

func (s *session) openEngine() error {
	thinker, err := s.settings.NewThinker(s.config.Open, s.config.QueenPawn)
	if err != nil {
		return err
	}
	s.thinker, s.opened = thinker, s.settings
	return nil
}
