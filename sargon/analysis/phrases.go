package analysis

// Language is one that reasons can be written in.
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
)

// phrases are the texts of Reasons. What stands in braces is replaced. Both languages have the same keys
// with the same places.
var phrases = map[Language]map[string]string{English: english, German: german}

var english = map[string]string{
	"expects.gain":  "{move}: Sargon expects {line}, and that {side} gains {pawns} pawns by then.",
	"expects.loss":  "{move}: Sargon expects {line}, and that {side} loses {pawns} pawns by then.",
	"expects.even":  "{move}: Sargon expects {line}, and that nothing is gained or lost by then.",
	"alone.gain":    "{move}: Sargon counts that {side} gains {pawns} pawns by this move alone.",
	"alone.loss":    "{move}: Sargon counts that {side} loses {pawns} pawns by this move alone.",
	"alone.even":    "{move}: Sargon counts that nothing is gained or lost by this move alone.",
	"mates":         "{move}: Sargon mates by {line}.",
	"mates.now":     "{move}: that is mate.",
	"mated":         "{move}: Sargon is mated whatever it plays; here by {line}.",
	"stalemate":     "{line} (stalemate)",
	"stalemate.now": "{move}: that is stalemate.",
	"only":          "It is the only legal move.",

	"equal.one":  "At best equal, and tried later: {moves}.",
	"equal.more": "At best equal, and tried later: {moves} and {number} more.",

	"next.exact": "Next best is {other}, {pawns} pawns worse: Sargon expects {line} then.",
	"next.alone": "Next best is {other}, {pawns} pawns worse.",
	"next.bound": "Next best is {other}, at least {pawns} pawns worse, as {line} shows.",
	"next.mated": "After every other move Sargon is mated: after {other} by {line}.",
	"next.mates": "Next best is {other}, which does not mate, as {line} shows.",

	"not.exact":           "{move} is {pawns} pawns worse than {other}: Sargon expects {line} then.",
	"not.alone":           "{move} is {pawns} pawns worse than {other}.",
	"not.bound":           "{move} is at least {pawns} pawns worse than {other}, as {line} shows.",
	"not.mated":           "After {move} Sargon is mated by {line}.",
	"not.mates":           "{other} mates, and {move} does not, as {line} shows.",
	"not.mates.alone":     "{other} mates, and {move} does not.",
	"not.equal":           "{move} is no better than {other}, as {line} shows: of equal moves Sargon plays the first.",
	"not.equal.alone":     "{move} is no better than {other}: of equal moves Sargon plays the first.",
	"not.tried.mate":      "{move} was not tried: {other} mates, and the search ends with the first mate that it finds.",
	"not.tried.full":      "{move} was not tried: the list of moves was full, and Sargon drops what finds no room.",
	"not.tried.promotion": "{move} was not searched: Sargon promotes to a queen only.",
	"other.search": "The search that found Sargon's move was ended by the clock, or broken off. A search at " +
		"level {number} says:",
	"instead": "Sargon would play another move.",
	"same":    "Sargon would play that too.",

	"book.white": "{move} is from the opening book: Sargon begins with e4 or d4, by chance, and does not " +
		"search.",
	"book.black": "{move} is from the opening book: Sargon does not search at the first move. It answers moves " +
		"of the pawns on d2, f2, g2 and h2 and of the knights with d5, and all others with e5.",
	"book.not": "{move} was not searched: Sargon plays {other} from its opening book.",

	"balance.because": "The balance is tipped by {parts}: with {better}, {gain}; with {worse}, {lack}. Without that " +
		"{worse} would be {pawns} pawns ahead.",
	"balance.tie": "The balance is tipped by {parts}: with {better}, {gain}; with {worse}, {lack}. Without that " +
		"both would be equal, and Sargon would play the first, {worse}.",
	"balance.sum":   "Several things together put {better} ahead: {sum}.",
	"limit.points":  "What is taken and hangs counts 15 pawns at most; cut off: {cuts}.",
	"limit.control": "Control and development count 0.75 pawns together at most; cut off: {cuts}.",
	"cut":           "{pawns} with {move}",

	"depth.one": "It looked {number} half-move ahead, at {evals} positions. What follows {last} it judged " +
		"only by exchanges on single squares.",
	"depth": "It looked {number} half-moves ahead, at {evals} positions. What follows {last} it judged only " +
		"by exchanges on single squares.",
	"depth.check": "It looked {number} half-moves ahead, and one more after a check, at {evals} positions. " +
		"What follows {last} it judged only by exchanges on single squares.",
	"depth.end": "It looked {number} half-moves ahead, at {evals} positions.",

	"part.material":    "material",
	"part.atStake":     "a piece left hanging",
	"part.secondLoss":  "a second hanging piece",
	"part.loose":       "hanging pieces",
	"part.control":     "control of squares",
	"part.development": "castling and development",
	"parts.points":     "what is taken and what hangs",
	"parts.loose":      "hanging pieces, half a pawn each",
	"parts.position":   "control and development together",
	"then":             "In that line {clauses}.",
	"then.alone":       "With it {clauses}.",
	"on":               "{piece} on {square}",
	"parts.exchange":   "what is won and lost",
	"loose.one":        "{pieces} hangs ({change})",
	"change":           "{pawns} pawns",
	"change.none":      "no change",
	"balance.only":     "One thing alone puts {better} ahead: {sum}.",
	"clause.and":       "{first}, {next}",
	"term":             "{part} {pawns}",

	"nothing.taken":     "nothing is taken",
	"even.exchange":     "equal pieces are exchanged",
	"promotes":          "{side} promotes a pawn",
	"wins":              "{side} takes {pieces}",
	"loses":             "{side} loses {pieces}",
	"trades":            "{side} takes {pieces} and loses {others}",
	"stake":             "{piece} on {square} hangs and costs {side} {pawns} pawns",
	"stake.none":        "no piece of {side} hangs",
	"second":            "two pieces of {side} hang, and the second, {piece} on {square}, counts half: {pawns} pawns",
	"second.none":       "no second piece of {side} hangs",
	"second.hanging":    "no gain counts: {piece} on {square} has just moved and hangs",
	"loose.count":       "{pieces} hang ({change})",
	"loose.none":        "nothing else hangs ({change})",
	"loose.more":        "{pieces} and {number} more hang ({change})",
	"loose.nothing":     "nothing hangs ({change})",
	"loose.sum":         "other hanging pieces {pawns}",
	"control.count":     "control {pawns}",
	"control.only":      "{pawns} pawns",
	"control.same":      "control stays as it is",
	"control.hanging":   "control does not count: {piece} on {square} has just moved and hangs",
	"development.count": "{items}",
	"development.same":  "castling and development are as now",
	"item.castling":     "castling and king moves {pawns}",
	"item.minors":       "knights and bishops {pawns}",
	"item.early":        "early rook and queen moves {pawns}",

	"list.and": "{first} and {last}", "list": "{first}, {next}",
	"white": "White", "black": "Black",
	"white.pawn": "White's pawn", "black.pawn": "Black's pawn",
	"white.knight": "White's knight", "black.knight": "Black's knight",
	"white.bishop": "White's bishop", "black.bishop": "Black's bishop",
	"white.rook": "White's rook", "black.rook": "Black's rook",
	"white.queen": "White's queen", "black.queen": "Black's queen",
	"white.king": "White's king", "black.king": "Black's king",
	"one.pawn": "a pawn", "one.knight": "a knight", "one.bishop": "a bishop", "one.rook": "a rook",
	"one.queen": "a queen", "one.king": "a king",
	"many.pawn": "{number} pawns", "many.knight": "{number} knights", "many.bishop": "{number} bishops",
	"many.rook": "{number} rooks", "many.queen": "{number} queens", "many.king": "{number} kings",
}

var german = map[string]string{
	"expects.gain":  "{move}: Sargon erwartet {line} und dass {side} bis dahin {pawns} Bauern gewinnt.",
	"expects.loss":  "{move}: Sargon erwartet {line} und dass {side} bis dahin {pawns} Bauern verliert.",
	"expects.even":  "{move}: Sargon erwartet {line} und dass bis dahin nichts gewonnen und nichts verloren wird.",
	"alone.gain":    "{move}: Sargon rechnet damit, dass {side} allein durch diesen Zug {pawns} Bauern gewinnt.",
	"alone.loss":    "{move}: Sargon rechnet damit, dass {side} allein durch diesen Zug {pawns} Bauern verliert.",
	"alone.even":    "{move}: Sargon rechnet damit, dass durch diesen Zug nichts gewonnen und nichts verloren wird.",
	"mates":         "{move}: Sargon setzt matt mit {line}.",
	"mates.now":     "{move}: Das ist matt.",
	"mated":         "{move}: Sargon wird matt, was es auch zieht; hier durch {line}.",
	"stalemate":     "{line} (patt)",
	"stalemate.now": "{move}: Das ist patt.",
	"only":          "Es ist der einzige erlaubte Zug.",

	"equal.one":  "Höchstens gleich gut und später probiert: {moves}.",
	"equal.more": "Höchstens gleich gut und später probiert: {moves} und {number} weitere.",

	"next.exact": "Am nächsten kommt {other}, {pawns} Bauern schlechter: Sargon erwartet dann {line}.",
	"next.alone": "Am nächsten kommt {other}, {pawns} Bauern schlechter.",
	"next.bound": "Am nächsten kommt {other}, mindestens {pawns} Bauern schlechter, wie {line} zeigt.",
	"next.mated": "Nach jedem anderen Zug wird Sargon matt: nach {other} durch {line}.",
	"next.mates": "Am nächsten kommt {other}, setzt aber nicht matt, wie {line} zeigt.",

	"not.exact":       "{move} ist {pawns} Bauern schlechter als {other}: Sargon erwartet dann {line}.",
	"not.alone":       "{move} ist {pawns} Bauern schlechter als {other}.",
	"not.bound":       "{move} ist mindestens {pawns} Bauern schlechter als {other}, wie {line} zeigt.",
	"not.mated":       "Nach {move} wird Sargon matt durch {line}.",
	"not.mates":       "{other} setzt matt, {move} nicht, wie {line} zeigt.",
	"not.mates.alone": "{other} setzt matt, {move} nicht.",
	"not.equal": "{move} ist nicht besser als {other}, wie {line} zeigt: Von gleichen Zügen spielt Sargon " +
		"den ersten.",
	"not.equal.alone": "{move} ist nicht besser als {other}: Von gleichen Zügen spielt Sargon den ersten.",
	"not.tried.mate": "{move} wurde nicht probiert: {other} setzt matt, und mit dem ersten Matt endet die " +
		"Suche.",
	"not.tried.full": "{move} wurde nicht probiert: Die Zugliste war voll, und was keinen Platz findet, lässt " +
		"Sargon weg.",
	"not.tried.promotion": "{move} wurde nicht gesucht: Sargon verwandelt nur in eine Dame.",
	"other.search": "Die Suche nach Sargons Zug wurde von der Uhr beendet oder abgebrochen. Eine Suche " +
		"auf Stufe {number} sagt:",
	"instead": "Sargon würde einen anderen Zug spielen.",
	"same":    "Auch Sargon würde das spielen.",

	"book.white": "{move} steht in der Eröffnungsbibliothek: Sargon beginnt zufällig mit e4 oder d4 und sucht " +
		"nicht.",
	"book.black": "{move} steht in der Eröffnungsbibliothek: Beim ersten Zug sucht Sargon nicht. Auf Züge der " +
		"Bauern d2, f2, g2 und h2 und der Springer antwortet es d5, auf alle anderen e5.",
	"book.not": "{move} wurde nicht gesucht: Sargon spielt {other} aus der Eröffnungsbibliothek.",

	"balance.because": "Den Ausschlag gibt {parts}: Mit {better} gilt: {gain}; mit {worse}: {lack}. Ohne das " +
		"läge {worse} um {pawns} Bauern vorn.",
	"balance.tie": "Den Ausschlag gibt {parts}: Mit {better} gilt: {gain}; mit {worse}: {lack}. Ohne das " +
		"wären beide gleich, und Sargon spielte den ersten, {worse}.",
	"balance.sum":   "Mehreres zusammen bringt {better} nach vorn: {sum}.",
	"limit.points":  "Was geschlagen wird und hängt, zählt höchstens 15 Bauern; abgeschnitten: {cuts}.",
	"limit.control": "Felder und Entwicklung zählen zusammen höchstens 0,75 Bauern; abgeschnitten: {cuts}.",
	"cut":           "{pawns} bei {move}",

	"depth.one": "Sargon sah {number} Halbzug voraus, {evals} Stellungen. Was nach {last} kommt, beurteilte " +
		"es nur nach Abtauschen auf einzelnen Feldern.",
	"depth": "Sargon sah {number} Halbzüge voraus, {evals} Stellungen. Was nach {last} kommt, beurteilte es " +
		"nur nach Abtauschen auf einzelnen Feldern.",
	"depth.check": "Sargon sah {number} Halbzüge voraus, nach einem Schach einen mehr, {evals} Stellungen. " +
		"Was nach {last} kommt, beurteilte es nur nach Abtauschen auf einzelnen Feldern.",
	"depth.end": "Sargon sah {number} Halbzüge voraus, {evals} Stellungen.",

	"part.material":    "das Material",
	"part.atStake":     "eine Figur, die hängen bleibt",
	"part.secondLoss":  "eine zweite hängende Figur",
	"part.loose":       "hängende Figuren",
	"part.control":     "die Beherrschung der Felder",
	"part.development": "die Entwicklung mit der Rochade",
	"parts.points":     "was geschlagen wird und was hängt",
	"parts.loose":      "hängende Figuren, je ein halber Bauer",
	"parts.position":   "Felder und Entwicklung zusammen",
	"then":             "In dieser Variante gilt: {clauses}.",
	"then.alone":       "Damit gilt: {clauses}.",
	"on":               "{piece} auf {square}",
	"parts.exchange":   "was gewonnen und verloren wird",
	"loose.one":        "{pieces} hängt ({change})",
	"change":           "{pawns} Bauern",
	"change.none":      "keine Änderung",
	"balance.only":     "Nur eines bringt {better} nach vorn: {sum}.",
	"clause.and":       "{first}, {next}",
	"term":             "{part} {pawns}",

	"nothing.taken":     "nichts wird geschlagen",
	"even.exchange":     "gleiche Figuren werden getauscht",
	"promotes":          "{side} verwandelt einen Bauern",
	"wins":              "{side} schlägt {pieces}",
	"loses":             "{side} verliert {pieces}",
	"trades":            "{side} schlägt {pieces} und verliert {others}",
	"stake":             "{piece} auf {square} hängt und kostet {side} {pawns} Bauern",
	"stake.none":        "bei {side} hängt nichts",
	"second":            "bei {side} hängen zwei Figuren, und die zweite, {piece} auf {square}, zählt halb: {pawns} Bauern",
	"second.none":       "bei {side} hängt keine zweite Figur",
	"second.hanging":    "kein Gewinn zählt: {piece} auf {square} hat eben gezogen und hängt",
	"loose.count":       "{pieces} hängen ({change})",
	"loose.none":        "sonst hängt nichts ({change})",
	"loose.more":        "{pieces} und {number} weitere hängen ({change})",
	"loose.nothing":     "nichts hängt ({change})",
	"loose.sum":         "sonst hängende Figuren {pawns}",
	"control.count":     "Felder {pawns}",
	"control.only":      "{pawns} Bauern",
	"control.same":      "die Beherrschung bleibt, wie sie ist",
	"control.hanging":   "die Beherrschung zählt nicht: {piece} auf {square} hat eben gezogen und hängt",
	"development.count": "{items}",
	"development.same":  "Rochade und Entwicklung sind wie jetzt",
	"item.castling":     "Rochade und Königszüge {pawns}",
	"item.minors":       "Springer und Läufer {pawns}",
	"item.early":        "frühe Turm- und Damenzüge {pawns}",

	"list.and": "{first} und {last}", "list": "{first}, {next}",
	"white": "Weiß", "black": "Schwarz",
	"white.pawn": "der weiße Bauer", "black.pawn": "der schwarze Bauer",
	"white.knight": "der weiße Springer", "black.knight": "der schwarze Springer",
	"white.bishop": "der weiße Läufer", "black.bishop": "der schwarze Läufer",
	"white.rook": "der weiße Turm", "black.rook": "der schwarze Turm",
	"white.queen": "die weiße Dame", "black.queen": "die schwarze Dame",
	"white.king": "der weiße König", "black.king": "der schwarze König",
	"one.pawn": "einen Bauern", "one.knight": "einen Springer", "one.bishop": "einen Läufer",
	"one.rook": "einen Turm", "one.queen": "eine Dame", "one.king": "einen König",
	"many.pawn": "{number} Bauern", "many.knight": "{number} Springer", "many.bishop": "{number} Läufer",
	"many.rook": "{number} Türme", "many.queen": "{number} Damen", "many.king": "{number} Könige",
}
