package translator

// Quick returns a core that translates at once and waits for it.
func Quick() *Core { return &Core{soon: true, first: 1, most: mostInstructions} }

// Translated tells how many T-states have passed in translations.
func (c *Core) Translated() uint64 { return c.translated }
