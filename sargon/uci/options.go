package uci

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sargon78/emu/z80/cores"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/game"
	"sargon78/sargon/speed"
	"sargon78/sargon/think"
)

// Settings are the values of the options.
type Settings struct {
	Engine   string // one of sargon.EngineNames, or rom@ and the name of a core
	Level    int    // 0 by the clock, 1–6 the search of 1978; see Plays
	Limited  bool   // play at the level that is nearest to Elo
	Elo      int
	Speed    string // of the emulated machine, as speed.Parse reads it
	Book     bool
	Analyse  bool   // the program analyses: the book is not asked
	Rom      string // file of a ROM image for the engine rom
	Play     string // Play1978 or PlayAvoidRepetition
	Score    string // ScoreAbsolute or Score1978
	Lines    int    // MultiPV
	Overhead int    // ms lost between the engine and the clock, for each move
	LogFile  string
}

// Values of options.
const (
	Play1978            = "1978"
	PlayAvoidRepetition = "avoid-repetition"
	ScoreAbsolute       = "absolute" // with the material on the board
	Score1978           = "1978"     // what changes, counted from the position searched
)

// DefaultSettings returns the settings of a session before its first setoption command.
func DefaultSettings() Settings {
	return Settings{
		Engine: sargon.FastestEngine, Speed: speed.Max, Book: true, Play: Play1978,
		Score: ScoreAbsolute, Lines: 1,
		Elo: levelElo[0], Overhead: 30,
	}
}

// PlayingLevel returns the level that is played, 0 for by the clock: that of Level, or of Elo.
func (s *Settings) PlayingLevel() sargon.Level {
	if s.Limited {
		return levelOfElo(s.Elo)
	}
	return sargon.Level(s.Level)
}

// option is a line of the table of options: all that a GUI, the command line and the help say of it.
// Its kind follows from the field of the settings that holds its value: a *bool is a check, an *int
// a spin, a *string a combo if there are choices. A new option is a line of this table, a field of
// Settings with its default, and what it changes.
type option struct {
	name     string
	about    string // for the help; without it, the next option that has one speaks for this one too
	field    func(*Settings) any
	min, max int                          // of an int
	choices  []string                     // of a string
	hidden   []string                     // choices that can be typed, but are not listed
	read     func(string) (string, error) // of a string without choices; nil takes all
}

const (
	noText      = "<empty>" // how UCI writes an empty string
	maxOverhead = 5000      // ms
	maxLines    = 20
	maxHash     = 33554432 // MB; this and the next as in Stockfish, whose numbers GUIs know
	maxThreads  = 1024
)

// machines returns the names of the emulated machine on each of its cores.
func machines() (names []string) {
	for _, core := range cores.Names() {
		names = append(names, "rom@"+core)
	}
	return names
}

// ignoredSpin returns a number that nothing reads, as the field of Hash and Threads. GUIs set these in
// every engine, and libraries like python-chess refuse an engine without them.
func ignoredSpin(*Settings) any { return new(1) }

var options = []option{
	{
		name: "Engine", field: func(s *Settings) any { return &s.Engine },
		choices: sargon.EngineNames, hidden: machines(),
		about: "rom (the emulated machine; rom@library with another core), 10x12, 0x88 or " +
			"bitboards (native); all play the same",
	},
	{
		name: "Level", field: func(s *Settings) any { return &s.Level }, max: int(sargon.MaxLevel),
		about: "0: search one ply deeper again and again, as long as the clock allows; " +
			"1–6: the search of 1978 at this level, whatever the clock says",
	},
	{
		name: "Speed", field: func(s *Settings) any { return &s.Speed }, read: readSpeed,
		about: "of the emulated machine: max, or any MHz like 1.79, 2.5, 4",
	},
	{
		name: "Book", field: func(s *Settings) any { return &s.Book },
		about: "answer from the book at move 1; not in UCI_AnalyseMode, and not for go infinite, " +
			"go depth, go nodes and go mate, which ask for a search",
	},
	{
		name: "Rom", field: func(s *Settings) any { return &s.Rom },
		about: "file of your own ROM image, for the engine rom",
	},
	{
		name: "Play", field: func(s *Settings) any { return &s.Play },
		choices: []string{Play1978, PlayAvoidRepetition},
		about: "1978: exactly as in 1978; avoid-repetition: do not repeat a winning position, " +
			"unless all other moves give the win away",
	},
	{
		name: "Score", field: func(s *Settings) any { return &s.Score },
		choices: []string{ScoreAbsolute, Score1978},
		about: "absolute: includes the material on the board, as engines of today report it; " +
			"1978: Sargon's own score, the change from the position searched",
	},
	{
		name: "MultiPV", field: func(s *Settings) any { return &s.Lines }, min: 1, max: maxLines,
		about: "how many best moves to show; each after the first is found by a further search " +
			"without the moves before it",
	},
	{name: "Hash", field: ignoredSpin, min: 1, max: maxHash},
	{
		name: "Threads", field: ignoredSpin, min: 1, max: maxThreads,
		about: "accepted for compatibility, without effect",
	},
	{name: "UCI_LimitStrength", field: func(s *Settings) any { return &s.Limited }},
	{
		name: "UCI_Elo", field: func(s *Settings) any { return &s.Elo },
		min: levelElo[0], max: levelElo[sargon.MaxLevel-1],
		about: "play at the level nearest to this strength, as measured in " + strengthMeasured,
	},
	{
		name: "UCI_AnalyseMode", field: func(s *Settings) any { return &s.Analyse },
		about: "the book is not asked",
	},
	{
		name: "Ponder", field: func(*Settings) any { return new(bool) }, // only tells that it can
		about: "tells GUIs that go ponder and ponderhit are understood",
	},
	{
		name: "Move Overhead", field: func(s *Settings) any { return &s.Overhead }, max: maxOverhead,
		about: "milliseconds between engine and clock that each move loses",
	},
	{
		name: "Debug Log File", field: func(s *Settings) any { return &s.LogFile },
		about: "file for all that is said in both directions",
	},
}

// strengthMeasured is where the numbers of levelElo come from.
const strengthMeasured = "1720 games with Stockfish 15.1 (sargon help match)"

// OptionHelp describes all options for a help text: lines of at most width characters, the first
// column as wide as column.
func OptionHelp(column, width int) string {
	var text strings.Builder
	names := ""
	for _, o := range options {
		if names += o.name; o.about == "" {
			names += ", "
			continue
		}
		line := "  " + names
		if n := utf8.RuneCountInString(line); n+1 <= column {
			line += strings.Repeat(" ", column-n)
		} else {
			line += ": "
		}
		for i, word := range strings.Fields(o.about) {
			if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				text.WriteString(strings.TrimRight(line, " ") + "\n")
				line = strings.Repeat(" ", column)
			} else if i > 0 {
				line += " "
			}
			line += word
		}
		text.WriteString(line + "\n")
		names = ""
	}
	return text.String()
}

func readSpeed(text string) (string, error) {
	parsed, err := speed.Parse(text)
	return parsed.Name, err
}

// describe returns the line that describes an option to a GUI.
func (o *option) describe(s *Settings) string {
	text := func(kind string, value any) string {
		return fmt.Sprintf("option name %s type %s default %v", o.name, kind, value)
	}
	switch field := o.field(s).(type) {
	case *bool:
		return text("check", *field)
	case *int:
		return text("spin", *field) + fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	value := *o.field(s).(*string)
	if o.choices != nil {
		return text("combo", value) + " var " + strings.Join(o.choices, " var ")
	}
	return text("string", cmp.Or(value, noText))
}

// change checks a value and sets it. Names and choices are read in any case.
func (o *option) change(s *Settings, value string) error {
	want := func(what string) error {
		return fmt.Errorf("option %s: %q; want %s", o.name, value, what)
	}
	switch field := o.field(s).(type) {
	case *bool:
		i := slices.Index([]string{"false", "true"}, strings.ToLower(value))
		if i < 0 {
			return want("true or false")
		}
		*field = i == 1
	case *int:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return want(fmt.Sprintf("a number from %d to %d", o.min, o.max))
		}
		*field = n
	case *string:
		switch {
		case o.choices != nil:
			all := slices.Concat(o.choices, o.hidden)
			i := slices.IndexFunc(all, func(c string) bool { return strings.EqualFold(c, value) })
			if i < 0 {
				return want(strings.Join(all, " or "))
			}
			value = all[i]
		case o.read != nil:
			read, err := o.read(value)
			if err != nil {
				return fmt.Errorf("option %s: %w", o.name, err)
			}
			value = read
		case value == noText:
			value = ""
		}
		*field = value
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
	if engine, _ := cores.SplitCore(s.Engine); engine != "rom" {
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
