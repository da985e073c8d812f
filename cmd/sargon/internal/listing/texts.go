package listing

// texts are those of the frame, in the order of Languages.
var texts = map[string][2]string{
	"title":    {"The annotated program", "Das kommentierte Programm"},
	"contents": {"Contents", "Inhalt"},
	"pages":    {"Specification and deep dives", "Beschreibung und Vertiefungen"},
	"skip":     {"To the program", "Zum Programm"},
	"find":     {"Find in the page", "In der Seite suchen"},
	"next":     {"Next", "Weiter"},
	"of":       {"of", "von"},
	"none":     {"not found", "nicht gefunden"},
	"about": {"Every line of the program, as it lies in memory. Names are links: to where they are " +
		"defined, and from there back to all who use them. Addresses are links to their line.",
		"Jede Zeile des Programms, wie sie im Speicher liegt. Namen sind Links: dorthin, wo sie " +
			"definiert sind, und von dort zurück zu allen, die sie benutzen. Adressen sind Links auf " +
			"ihre Zeile."},
	"counted": {"“Ran” is how often the line ran in the search of this position at level %d: " +
		"%d evaluations, best move %v. ↷ is how often a branch was taken. The warmer the colour, the " +
		"more.", "„Lief“ sagt, wie oft die Zeile lief, als diese Stellung auf Stufe %d durchsucht " +
		"wurde: %d Bewertungen, bester Zug %v. ↷ sagt, wie oft verzweigt wurde. Je wärmer die Farbe, " +
		"desto öfter."},
	"uncounted": {"Nothing is counted: this program cannot search here: ",
		"Nichts ist gezählt: Dieses Programm kann hier nicht suchen: "},
	"run": {"Every line can be run to: ", "Zu jeder Zeile kann man laufen: "},
	"click": {"a click on how often it ran has the machine run to there, at the third visit with ,3 " +
		"behind the address; or ", "ein Klick darauf, wie oft sie lief, lässt die Maschine dorthin " +
		"laufen, mit ,3 hinter der Adresse beim dritten Mal; oder "},
	"elsewhere": {"Not reached in this search, but in: ",
		"In dieser Suche nicht erreicht, aber in: "},
	"address":  {"Address", "Adresse"},
	"bytes":    {"Bytes", "Bytes"},
	"t":        {"T", "T"},
	"ran":      {"Ran", "Lief"},
	"source":   {"Source", "Quelltext"},
	"gloss":    {"Meaning", "Bedeutung"},
	"calledby": {"called by", "aufgerufen von"},
	"hosts":    {"hosts", "Gastgebern"},
	"share":    {"of the time of the search", "der Zeit der Suche"},
	"beside":   {"The same in Go", "Dasselbe in Go"},
	"sha":      {"%d bytes from %04X, SHA-256 %s", "%d Bytes ab %04X, SHA-256 %s"},
}

// text returns a word of the frame.
func (l *Listing) text(key string) string { return texts[key][l.language] }
