package listing

import (
	"fmt"
	"slices"
	"strings"

	"sargon78/roms"
)

// texts are the texts around the source, in the order of Languages.
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
			"ihre Zeile. Der Quelltext, seine Kommentare und die Beschreibung sind englisch."},
	"counted": {"“Ran” is how often the line ran in the search of this position at level %d: " +
		"%s evaluations, best move %v. ↷ is how often a branch was taken. The warmer the colour, the " +
		"more.", "„Lief“ sagt, wie oft die Zeile lief, als diese Stellung auf Stufe %d durchsucht " +
		"wurde: %s Bewertungen, bester Zug %v. ↷ sagt, wie oft verzweigt wurde. Je wärmer die Farbe, " +
		"desto öfter."},
	"white": {"white to move", "Weiß am Zug"},
	"black": {"black to move", "Schwarz am Zug"},
	"uncounted": {"Nothing is counted: this program cannot search here: ",
		"Nichts ist gezählt: Dieses Programm kann hier nicht suchen: "},
	"run": {"You can run to any line: ", "Sie können zu jeder Zeile laufen: "},
	"click": {"click on how often it ran, and the machine runs to there, with ,3 at the end of the " +
		"address to the third time; or type ", "Klicken Sie darauf, wie oft sie lief, und die Maschine " +
		"läuft dorthin, mit ,3 am Ende der Adresse bis zum dritten Mal; oder tippen Sie "},
	"elsewhere": {"Not reached in this search, but in: ",
		"In dieser Suche nicht erreicht, aber in: "},
	"address":  {"Address", "Adresse"},
	"bytes":    {"Bytes", "Bytes"},
	"t":        {"T", "T"},
	"ran":      {"Ran", "Lief"},
	"source":   {"Source", "Quelltext"},
	"gloss":    {"Meaning", "Bedeutung"},
	"calledby": {"called by", "aufgerufen von"},
	"hosts":    {"programs around this one", "Programmen um dieses herum"},
	"share":    {"of the time of the search", "der Zeit der Suche"},
	"beside":   {"The same in Go", "Dasselbe in Go"},
	"sha":      {"%s bytes from %04X, SHA-256 %s", "%s Bytes ab %04X, SHA-256 %s"},
}

// german has German descriptions of the embedded ROM's files and of the pages, by their names.
var german = map[string]string{
	"main.z80":      "das ganze Programm, in der Reihenfolge, in der es im Speicher liegt",
	"terminal.z80":  "dasselbe Programm für jeden Computer mit einem Z80: unter CP/M oder ganz ohne",
	"attack.z80":    "wer ein Feld angreift",
	"bdos.z80":      "die Routinen von terminal.z80 durch CP/M",
	"board.z80":     "das Brett mit 10 mal 12 Feldern, ein Schritt darauf, die Grundstellung",
	"book.z80":      "der erste Zug",
	"dialogue.z80":  "das Spiel zwischen dem Programm und einem Menschen",
	"draw.z80":      "ein Feld auf dem Bildschirm, mit dem Bild seiner Figur oder einem Rahmen",
	"evaluate.z80":  "was eine Stellung wert ist",
	"exchange.z80":  "was ein Abtausch auf einem Feld kostet",
	"game.z80":      "ein Zug des Spielers",
	"generate.z80":  "alle Züge einer Seite",
	"input.z80":     "was der Spieler tippt",
	"key.z80":       "eine Taste, durch den Monitor",
	"lines.z80":     "was ein Mensch Zeile für Zeile sieht und tippt, durch die Routinen von terminal.z80",
	"make.z80":      "ein Zug auf dem Brett, und seine Rücknahme",
	"messages.z80":  "alles, was das Programm sagt, in eigenen Worten: Von 1978 ist nur die Suche",
	"movelist.z80":  "die Liste der Züge neben dem Brett",
	"names.z80":     "was die überlieferten Namen bedeuten",
	"pictures.z80":  "wie die Figuren aussehen",
	"pins.z80":      "gefesselte Figuren",
	"record.z80":    "ein Zug als sechs Bytes, und Listen von Zügen",
	"screen.z80":    "Text durch den Monitor, das Brett aus eigener Hand",
	"search.z80":    "das Vorausdenken",
	"setup.z80":     "eine Stellung, die der Spieler aufbaut, Feld für Feld",
	"show.z80":      "was das Brett beim Ziehen zeigt: wer denkt, und wer gezogen hat",
	"sort.z80":      "die Züge eines Halbzugs, geordnet",
	"squares.z80":   "durch das Brett, wie man es liest",
	"variables.z80": "der Speicher, durch den die Teile des Programms miteinander reden",

	"engine":    "Was Sargon tut: die Beschreibung",
	"z80":       "Den Z80-Quelltext lesen",
	"index":     "Warum Index-Bytes",
	"lists":     "Angriffslisten in halben Bytes",
	"exchange":  "Der Abtausch",
	"alphabeta": "Alpha-Beta in einer Reihe von Bytes",
	"edges":     "Was an den Rändern schiefgeht",
	"machine":   "Die Maschine: worauf das Programm läuft",
}

// described returns the description of a file of the program, or of a page, and its language: the
// German text if there is one, otherwise the English text.
func (l *Listing) described(name, text string) (about, language string) {
	own := strings.HasSuffix(name, ".z80") && l.image.Kind != roms.Embedded
	if de := german[name]; Languages[l.language] == "de" && de != "" && !own {
		return de, "de"
	}
	return text, "en"
}

// number formats a number with the thousands separator of the language.
func (l *Listing) number(n uint64) string {
	separator := map[string]string{"en": ",", "de": "."}[Languages[l.language]]
	var groups []string
	for ; n >= 1000; n /= 1000 {
		groups = append(groups, fmt.Sprintf("%03d", n%1000))
	}
	groups = append(groups, fmt.Sprint(n))
	slices.Reverse(groups)
	return strings.Join(groups, separator)
}

// text returns a text around the source.
func (l *Listing) text(key string) string { return texts[key][l.language] }
