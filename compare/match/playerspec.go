package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sargon78/compare/lines"
	"sargon78/emu/z80/cores"
	"sargon78/sargon/think"
	"sargon78/sargon/uci"
)

// PlayerSpec describes a player: one of Sargon's engines, or a program that speaks UCI.
type PlayerSpec struct {
	Name string // as tables show it; a program's own name if this is empty

	ROMImage string // that the engine rom runs, set by Try; "" is the embedded ROM
	named    bool   // Name was typed

	// Settings are those of Sargon's engine, if Command is empty.
	Settings uci.Settings
	Command  string      // a program and its arguments
	Options  [][2]string // of the program
	Anchor   int         // Elo that the program is limited to, 0 for none

	Limits think.Limits       // depth, nodes and time of each move; with any of them the player has no clock
	Time   *think.TimeControl // its own, nil for that of the match

	StartTimeout, MoveTimeout time.Duration // of a program, 0 for those of the match
}

// timeControl returns the player's time control in a match with tc. A player with a limit has no clock,
// nor has one at a level of 1978, which takes its own time: the result is then nil.
func (e *PlayerSpec) timeControl(tc think.TimeControl) think.TimeControl {
	l := &e.Limits
	switch {
	case e.Settings.PlayingLevel() > 0 || l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0:
		return nil
	case e.Time != nil:
		return *e.Time
	}
	return tc
}

const execPrefix = "exec:"

// ParsePlayerSpec reads an engine and its settings, separated by commas:
//
//	rom,level=2              an engine of Sargon and its UCI options, in any case
//	10x12,depth=3,name=deep  limits: depth, nodes, movetime in seconds, tc
//	exec:stockfish,option.Skill Level=0,nodes=1
//	exec:stockfish,elo=1500  by UCI_LimitStrength and UCI_Elo
//	exec:lc0,start-timeout=90,move-timeout=900
//	                         seconds that a program has to get ready, and for a move without a clock
//
// Write ,, for a comma inside a value. Words with spaces are quoted.
func ParsePlayerSpec(spec string) (PlayerSpec, error) {
	parts := splitCommas(spec)
	e := PlayerSpec{Settings: uci.DefaultSettings()}
	if command, ok := strings.CutPrefix(parts[0], execPrefix); ok {
		if _, err := lines.Split(command); err != nil {
			return e, fmt.Errorf("player %q: %w", spec, err)
		}
		e.Command = command
	} else {
		engine, core := cores.SplitCore(parts[0])
		name, file, isFile := strings.Cut(engine, ":")
		if core != "" {
			name += "@" + core
		}
		if err := e.Settings.Set("Engine", name); err != nil {
			return e, fmt.Errorf("player %q: want rom, rom:FILE, 10x12, 0x88, bitboards or exec:PROGRAM "+
				"first; rom@CORE with one of the cores %s", spec, strings.Join(cores.Names(), ", "))
		}
		if isFile {
			e.Settings.Rom = file
		}
	}
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return e, fmt.Errorf("player %q: %q; want NAME=VALUE", spec, part)
		}
		if err := e.set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return e, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if e.Name == "" && e.Command == "" {
		e.Name = e.sargonName()
	}
	return e, nil
}

// sargonName returns a name for one of Sargon's engines with the settings that matter for its play.
func (e *PlayerSpec) sargonName() string {
	name := "Sargon " + e.Settings.Engine
	if e.ROMImage != "" {
		name = "Sargon 1978 (" + e.ROMImage + ")"
	}
	switch {
	case e.Settings.PlayingLevel() > 0:
		name += fmt.Sprintf(" level %d", e.Settings.PlayingLevel())
	case e.Limits.Depth > 0:
		name += fmt.Sprintf(" depth %d", e.Limits.Depth)
	}
	if e.Settings.Play != uci.Play1978 {
		name += ", " + e.Settings.Play
	}
	return name
}

// limitStrength is the option that makes programs play at the strength UCI_Elo.
var limitStrength = [2]string{"UCI_LimitStrength", "true"}

// set sets KEY=VALUE of a player. Which keys there are depends on the player: an engine of this project
// has the settings of package uci, another program has options.
func (e *PlayerSpec) set(key, value string) (err error) {
	option, isOption := strings.CutPrefix(key, "option.")
	number, wrong := strconv.Atoi(value)
	switch key = strings.ToLower(key); {
	case key == "name":
		e.Name, e.named = value, true
	case (key == "depth" || key == "nodes" || key == "elo") && (wrong != nil || number < 1):
		err = fmt.Errorf("%s=%q; want a number from 1", key, value)
	case key == "depth":
		e.Limits.Depth = number
	case key == "nodes":
		e.Limits.Nodes = uint64(number)
	case key == "movetime":
		var ok bool
		if e.Limits.MoveTime, ok = think.ParseTime(value, time.Second); !ok || e.Limits.MoveTime < time.Millisecond {
			err = fmt.Errorf("movetime=%q; want seconds, at least 0.001", value)
		}
	case e.Command != "" && (key == "start-timeout" || key == "move-timeout"):
		timeout, ok := think.ParseTime(value, time.Second)
		if !ok || timeout < time.Millisecond {
			return fmt.Errorf("%s=%q; want seconds, at least 0.001", key, value)
		}
		if key == "start-timeout" {
			e.StartTimeout = timeout
		} else {
			e.MoveTimeout = timeout
		}
	case key == "tc":
		e.Time = new(think.TimeControl)
		*e.Time, err = think.ParseTimeControl(value, time.Second)
	case key == "elo" && e.Command != "":
		e.Anchor = number
		e.Options = append(e.Options, limitStrength, [2]string{"UCI_Elo", value})
	case key == "elo":
		err = errors.Join(e.Settings.Set(limitStrength[0], limitStrength[1]),
			e.Settings.Set("UCI_Elo", value))
	case e.Command == "" && !isOption:
		err = e.Settings.Set(key, value)
	case e.Command != "" && isOption:
		e.Options = append(e.Options, [2]string{option, value})
	case isOption:
		err = fmt.Errorf("%q: options of Sargon are written without the word option", key)
	default:
		err = fmt.Errorf("%q is not known; options of a program are written option.NAME=VALUE", key)
	}
	return err
}

// splitCommas splits at single commas; two commas are one comma in the text.
func splitCommas(text string) []string {
	const kept = "\x00"
	parts := strings.Split(strings.ReplaceAll(text, ",,", kept), ",")
	for i := range parts {
		parts[i] = strings.ReplaceAll(parts[i], kept, ",")
	}
	return parts
}
