package play

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"sargon78/cmd/sargon/internal/front"
	"sargon78/cmd/sargon/internal/store"
	"sargon78/roms"
	"sargon78/roms/edition"
	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

// close waits until the game is kept.
func (k *keeper) close() error {
	if k.slot == nil {
		return nil
	}
	if err := k.slot.Close(); err != nil {
		return fmt.Errorf("the game is not kept: %w", err)
	}
	return nil
}

// discard forgets the game.
func (k *keeper) discard() error {
	if k.slot == nil {
		return nil
	}
	return k.slot.Discard()
}

// engineName is how PGN names the engine's side.
const engineName = "Sargon"

// keep writes the game to the folder, and to the PGN file if there is one. What has ended
// stays where it is: another game gets a place of its own.
func (k *keeper) keep(kept front.Kept) error {
	t := k.game.Session
	g := t.Game()
	k.tag(g)
	errs := []error{k.keepApart(g), k.putPGN(g)}
	if k.slot != nil {
		saved := store.Saved{
			Title: k.resumed.Title, PGN: pgn.Text(g),
			Player: t.Player(), Level: t.Level(), Engine: t.Engine(),
			View: string(kept.View), Over: t.Over(), Position: kept.Position, Rom: k.savedRom(),
		}
		if kept.Machine != nil {
			saved.Program, saved.Machine = k.sum, store.Pack(kept.Machine)
			saved.Thought = kept.Thought
		}
		k.saved = saved
		errs = append(errs, k.slot.Keep(saved))
	}
	return errors.Join(errs...)
}

// keepApart keeps a game in a place of its own when another one is begun, so that both stay.
func (k *keeper) keepApart(g *game.Game) error {
	last := k.kept
	k.kept = g
	if last == nil || last == g || last.Len() == 0 || k.slot == nil {
		return nil
	}
	err := k.slot.Close()
	slot, newErr := store.Folder(k.Folder).New()
	if newErr != nil {
		slot = nil // a game that is not kept is better than none
	}
	k.slot, k.resumed.Title = slot, ""
	return errors.Join(err, newErr)
}

// putPGN writes the game to its file, when something has happened in it.
func (k *keeper) putPGN(g *game.Game) error {
	now := progress(g)
	if k.file == nil || now == k.put || g.Len() == 0 && !k.file.Holds(g) {
		return nil
	}
	err := k.file.Put(g)
	if err == nil {
		k.put = now
	}
	return err
}

// progress is a text that changes with the moves and the result of a game, and from one
// game to another.
func progress(g *game.Game) string { return fmt.Sprintf("%p %v %v", g, g.Records(), g.Result()) }

// savedRom says where the edition is found again.
func (k *keeper) savedRom() *store.Rom {
	if k.image.Kind == roms.Embedded {
		return nil
	}
	return &store.Rom{
		File: absolute(k.Rom.Rom), Symbols: absolute(k.Rom.Symbols), Load: k.Rom.Load,
		SHA256: k.sum,
	}
}

// absolute makes a name good in any folder; where that is impossible, it stays.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); name != "" && err == nil {
		return abs
	}
	return name
}

// engineWords names what is played against.
func (k *keeper) engineWords() string {
	if edition := edition.Name(k.image); edition != "" && k.game.Session.Engine() == "rom" {
		return edition
	}
	return k.game.Session.Engine()
}

// tag fills in the header of the game.
func (k *keeper) tag(g *game.Game) {
	opponent := fmt.Sprintf("%s 1978 (%s, level %d)",
		engineName, k.engineWords(), k.game.Session.Level())
	sides := []string{"White", "Black"}
	if k.game.Session.Player() == sargon.Black {
		sides[0], sides[1] = sides[1], sides[0]
	}
	if name := g.Tags.Get(sides[0]); name == "" || name == "?" ||
		strings.HasPrefix(name, engineName) {
		g.Tags.Set(sides[0], "Player")
	}
	g.Tags.Set(sides[1], opponent)
	if g.Tags.Get("Date") == "" {
		g.Tags.Set("Date", time.Now().Format("2006.01.02"))
	}
	if g.Tags.Get("Event") == "" {
		g.Tags.Set("Event", "sargon play")
	}
}
