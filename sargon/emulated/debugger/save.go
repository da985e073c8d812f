package debugger

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sargon78/emu"
	"sargon78/sargon/emulated/states"
)

// States sets the folder where save and load store moments. Only then do the commands for them exist: a
// page has no files, and is not linked with them.
func (d *Debugger) States(folder states.Folder) {
	if d.folder = folder; folder != "" {
		d.stateCommands = map[string]func(*call) (string, error){"save": save, "load": load, "states": listStates}
	}
}

// Folder returns the folder set by States.
func (d *Debugger) Folder() states.Folder { return d.folder }

// State returns the present moment as a state that can be saved.
func (d *Debugger) State() (*states.State, error) {
	pc := d.machine.PC
	s := &states.State{
		Kind: states.Search, Image: d.image.Name, SHA256: d.image.SHA256(),
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

// Load continues from a state. The past begins there. On an error nothing has changed.
func (d *Debugger) Load(s *states.State) error {
	if err := s.CheckImage(d.image); err != nil {
		return err
	}
	kind, restore := states.Search, func(data []byte) error {
		var snapshot emu.Snapshot
		if err := snapshot.UnmarshalBinary(data); err != nil {
			return err
		}
		return d.machine.Restore(snapshot)
	}
	if d.jupiter != nil {
		kind, restore = states.Program, d.jupiter.Load
	}
	if s.Kind != kind {
		return fmt.Errorf("the state is of a %s; this is a %s", s.Kind, kind)
	}
	if err := restore(s.Machine); err != nil {
		return err
	}
	d.visited, d.midSearch = s.Evals, s.Kind == states.Program
	d.restart()
	if d.memory != nil && d.machine.PC == d.evaluate && s.Evals > 0 {
		d.visited-- // the visit at the present is counted again
	}
	return nil
}

// stateCommand returns a command for saved states.
func stateCommand(name string) func(*call) (string, error) {
	return func(c *call) (string, error) {
		if f := c.stateCommands[name]; f != nil {
			return f(c)
		}
		return "", errors.New("states cannot be saved here")
	}
}

func save(c *call) (string, error) {
	s, err := c.State()
	if err == nil {
		err = c.folder.Save(c.args, s)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("saved as %q: %s", c.args, s.Note), nil
}

func load(c *call) (string, error) {
	s, err := c.folder.Load(c.args)
	if err == nil {
		err = c.Load(s)
	}
	return c.describeStop(Stop{}, err)
}

func listStates(c *call) (string, error) {
	names, err := c.folder.Names()
	if err == nil && len(names) == 0 {
		return "no states are saved in " + string(c.folder), nil
	}
	for i, name := range names {
		s, wrong := c.folder.Load(name)
		if wrong != nil {
			names[i] += ": " + wrong.Error()
			continue
		}
		names[i] += fmt.Sprintf(": %s of %s, %s, %s", s.Kind, s.Image,
			s.Saved.Local().Format("2006-01-02 15:04"), s.Note)
	}
	return strings.Join(names, "\n"), err
}
