package debugger

import (
	"errors"
	"fmt"
	"time"

	"sargon78/emu"
	"sargon78/sargon/emulated/states"
)

// States sets the folder where save and load keep moments, and only then the commands for it: a
// page has no files, and is not linked with them.
func (d *Debugger) States(folder states.Folder) {
	if d.folder = folder; folder != "" {
		d.inFolder = map[string]func(*call) error{"save": save, "load": load, "states": listStates}
	}
}

// Folder returns the folder set by States.
func (d *Debugger) Folder() states.Folder { return d.folder }

// State returns the present moment for keeping.
func (d *Debugger) State() (*states.State, error) {
	pc := d.machine.PC
	s := &states.State{
		Kind: states.Search, Edition: d.image.Name, SHA256: d.image.SHA256(),
		Saved: time.Now().UTC().Truncate(time.Second),
		Note:  d.PlaceName(pc) + ", " + d.whenText(),
	}
	if d.memory != nil {
		s.Board = d.boardText()
		s.Evals = d.visits()
	}
	var err error
	if d.jupiter == nil {
		s.Machine, err = d.machine.Snapshot().MarshalBinary()
		return s, err
	}
	screen, _ := d.Screen()
	s.Kind, s.Screen = states.Program, screen[:]
	s.Machine, err = d.jupiter.Save()
	return s, err
}

// Load goes on from a state. The past begins there. On an error nothing has changed.
func (d *Debugger) Load(s *states.State) error {
	if err := s.Fits(d.image); err != nil {
		return err
	}
	kind := states.Search
	if d.jupiter != nil {
		kind = states.Program
	}
	if s.Kind != kind {
		return fmt.Errorf("the state is of a %s; this is a %s", s.Kind, kind)
	}
	if d.jupiter != nil {
		if err := d.jupiter.Load(s.Machine); err != nil {
			return err
		}
	} else {
		var snapshot emu.Snapshot
		if err := snapshot.UnmarshalBinary(s.Machine); err != nil {
			return err
		}
		if err := d.machine.Restore(snapshot); err != nil {
			return err
		}
	}
	d.visited, d.inThought = s.Evals, s.Kind == states.Program
	d.restart()
	if d.memory != nil && d.machine.PC == d.evaluate && s.Evals > 0 {
		d.visited-- // the visit at the present is counted again
	}
	return nil
}

// inFolder returns a command about saved states.
func inFolder(name string) func(*call) error {
	return func(c *call) error {
		if f := c.d.inFolder[name]; f != nil {
			return f(c)
		}
		return errors.New("states are not kept here")
	}
}

func save(c *call) error {
	if err := states.CheckName(c.args); err != nil {
		return err
	}
	s, err := c.d.State()
	if err != nil {
		return err
	}
	if err := c.d.folder.Save(c.args, s); err != nil {
		return err
	}
	return c.say(fmt.Sprintf("kept as %q: %s", c.args, s.Note))
}

func load(c *call) error {
	s, err := c.d.folder.Load(c.args)
	if err != nil {
		return err
	}
	if err := c.d.Load(s); err != nil {
		return err
	}
	return c.say(c.d.Where())
}

func listStates(c *call) error {
	names, err := c.d.folder.Names()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return c.say("no states are kept in " + string(c.d.folder))
	}
	for _, name := range names {
		line := name
		if s, err := c.d.folder.Load(name); err != nil {
			line += ": " + err.Error()
		} else {
			line += fmt.Sprintf(": %s of %s, %s, %s", s.Kind, s.Edition,
				s.Saved.Local().Format("2006-01-02 15:04"), s.Note)
		}
		if err := c.say(line); err != nil {
			return err
		}
	}
	return nil
}
