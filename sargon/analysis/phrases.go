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

	"equal.one":  "No better, and tried later: {moves}.",
	"equal.more": "No better, and tried later: {moves} and {number} more.",

	"next.exact": "The next best move is {other}, {pawns} pawns less: Sargon would expect {line}.",
	"next.alone": "The next best move is {other}, {pawns} pawns less.",
	"next.bound": "The next best move is {other}, at least {pawns} pawns less: {line} was enough to see that.",
	"next.mated": "Every other move is mated: {other} by {line}.",
	"next.mates": "The next best move is {other}: {line} was enough to see that it does not mate.",

	"not.exact":       "{move} is {pawns} pawns less than {other}: Sargon would expect {line}.",
	"not.alone":       "{move} is {pawns} pawns less than {other}.",
	"not.bound":       "{move} is at least {pawns} pawns less than {other}: {line} was enough to see that.",
	"not.mated":       "{move} is mated: {line}.",
	"not.mates":       "{move} does not mate as {other} does: {line} was enough to see that.",
	"not.mates.alone": "{move} does not mate as {other} does.",
	"not.equal": "{move} came out no better than {other} when Sargon expected {line}: of equal moves it plays the " +
		"one that it tries first.",
	"not.equal.alone": "{move} came out no better than {other}: of equal moves Sargon plays the one that it tries " +
		"first.",
	"not.tried.mate":      "{move} was not tried: {other} mates, and the search ends with the first mate that it finds.",
	"not.tried.full":      "{move} was not tried: the list of moves was full, and Sargon drops what finds no room.",
	"not.tried.promotion": "{move} was not searched: Sargon promotes to a queen only.",
	"instead":             "Sargon would play another move.",
	"same":                "Sargon would play that too.",

	"book.white": "{move} is from the opening book: Sargon begins with e4 or d4, by chance, and does not search.",
	"book.black": "{move} is from the opening book: Sargon does not search at the first move. It answers moves " +
		"of the pawns on d2, f2, g2 and h2 and of the knights with d5, and all others with e5.",
	"book.not": "{move} was not searched: Sargon plays {other} from its opening book.",

	"balance.because": "What tips the balance is {parts}: with {better}, {gain}; with {worse}, {lack}. Without " +
		"that {worse} would be {pawns} pawns ahead.",
	"balance.tie": "What tips the balance is {parts}: with {better}, {gain}; with {worse}, {lack}. Without that " +
		"both would be equal, and Sargon would play {worse}, which it tried first.",
	"balance.sum":   "No part tips the balance alone; {better} is ahead of {worse} by the sum: {sum}.",
	"limit.points":  "With {move} the limit of 15 pawns cut off {pawns}.",
	"limit.control": "With {move} the limit of 0.75 pawns for control and development together cut off {pawns}.",

	"depth.one": "It looked {number} half-move ahead, at {evals} positions: what {last} leaves out of account it " +
		"only knows from exchanges on single squares.",
	"depth": "It looked {number} half-moves ahead, at {evals} positions: of what follows {last} it knows only the " +
		"exchanges on single squares.",
	"depth.check": "It looked {number} half-moves ahead, and one more after a check, at {evals} positions: of what " +
		"follows {last} it knows only the exchanges on single squares.",
	"depth.end": "It looked {number} half-moves ahead, at {evals} positions.",

	"part.material":    "material",
	"part.atStake":     "the greatest loss at the end",
	"part.secondLoss":  "a second piece that hangs",
	"part.loose":       "what else hangs (half a pawn each)",
	"part.control":     "control of squares (an eighth of a pawn for each attacker)",
	"part.development": "castling and development",
	"parts.points":     "all that is taken or hangs",
	"parts.position":   "control and development together",
	"then":             "By then {clauses}.",
	"on":               "{piece} on {square}",
	"parts.exchange":   "what is won and lost",
	"loose.one":        "{pieces} hangs, {change}",
	"change":           "{pawns} pawns compared with now",
	"change.none":      "no change from now",
	"balance.only":     "{better} is ahead of {worse} by one thing alone: {sum}.",
	"clause.and":       "{first}, {next}",
	"term":             "{part} {pawns}",

	"nothing.taken":     "nothing is taken",
	"even.exchange":     "equal pieces are exchanged",
	"promotes":          "{side} promotes a pawn",
	"wins":              "{side} takes {pieces}",
	"loses":             "{side} loses {pieces}",
	"trades":            "{side} takes {pieces} and loses {others}",
	"stake":             "{piece} on {square} hangs, and the exchange there costs {side} {pawns} pawns",
	"stake.none":        "no piece of {side} hangs",
	"second":            "two pieces of {side} hang, and for the second, {piece} on {square}, half counts: {pawns} pawns",
	"second.none":       "no second piece of {side} hangs",
	"second.hanging":    "no gain counts, since {piece} on {square}, which has just moved, hangs",
	"loose.count":       "{pieces} hang, {change}",
	"loose.none":        "nothing else hangs, {change}",
	"control.count":     "control changes by {pawns} pawns",
	"control.same":      "control stays as it is",
	"control.hanging":   "control does not count, since {piece} on {square}, which has just moved, hangs",
	"development.count": "{items}",
	"development.same":  "castling and development are as now",
	"item.castling":     "castling and king moves count {pawns}",
	"item.minors":       "the development of knights and bishops counts {pawns}",
	"item.early":        "early moves of rooks and queens count {pawns}",

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

	"equal.one":  "Nicht besser und später probiert: {moves}.",
	"equal.more": "Nicht besser und später probiert: {moves} und {number} weitere.",

	"next.exact": "Der nächstbeste Zug ist {other}, {pawns} Bauern weniger: Sargon würde {line} erwarten.",
	"next.alone": "Der nächstbeste Zug ist {other}, {pawns} Bauern weniger.",
	"next.bound": "Der nächstbeste Zug ist {other}, mindestens {pawns} Bauern weniger: {line} genügte, um das zu " +
		"sehen.",
	"next.mated": "Bei jedem anderen Zug wird Sargon matt: bei {other} durch {line}.",
	"next.mates": "Der nächstbeste Zug ist {other}: {line} genügte, um zu sehen, dass er nicht matt setzt.",

	"not.exact":       "{move} ist {pawns} Bauern weniger als {other}: Sargon würde {line} erwarten.",
	"not.alone":       "{move} ist {pawns} Bauern weniger als {other}.",
	"not.bound":       "{move} ist mindestens {pawns} Bauern weniger als {other}: {line} genügte, um das zu sehen.",
	"not.mated":       "Bei {move} wird Sargon matt: {line}.",
	"not.mates":       "{move} setzt nicht matt wie {other}: {line} genügte, um das zu sehen.",
	"not.mates.alone": "{move} setzt nicht matt wie {other}.",
	"not.equal": "{move} brachte nichts Besseres als {other}, wenn Sargon {line} erwartete: Von gleichen Zügen " +
		"spielt es den, den es zuerst probiert.",
	"not.equal.alone": "{move} brachte nichts Besseres als {other}: Von gleichen Zügen spielt Sargon den, den es " +
		"zuerst probiert.",
	"not.tried.mate": "{move} wurde nicht probiert: {other} setzt matt, und mit dem ersten Matt endet die Suche.",
	"not.tried.full": "{move} wurde nicht probiert: Die Zugliste war voll, und was keinen Platz findet, lässt " +
		"Sargon weg.",
	"not.tried.promotion": "{move} wurde nicht gesucht: Sargon verwandelt nur in eine Dame.",
	"instead":             "Sargon würde einen anderen Zug spielen.",
	"same":                "Auch Sargon würde das spielen.",

	"book.white": "{move} steht in der Eröffnungsbibliothek: Sargon beginnt zufällig mit e4 oder d4 und sucht " +
		"nicht.",
	"book.black": "{move} steht in der Eröffnungsbibliothek: Beim ersten Zug sucht Sargon nicht. Auf Züge der " +
		"Bauern d2, f2, g2 und h2 und der Springer antwortet es d5, auf alle anderen e5.",
	"book.not": "{move} wurde nicht gesucht: Sargon spielt {other} aus der Eröffnungsbibliothek.",

	"balance.because": "Den Ausschlag gibt {parts}: Mit {better} gilt: {gain}; mit {worse}: {lack}. Ohne das " +
		"läge {worse} um {pawns} Bauern vorn.",
	"balance.tie": "Den Ausschlag gibt {parts}: Mit {better} gilt: {gain}; mit {worse}: {lack}. Ohne das wären " +
		"beide gleich, und Sargon spielte {worse}, das es zuerst probiert hat.",
	"balance.sum":   "Kein Teil gibt allein den Ausschlag; {better} liegt durch die Summe vor {worse}: {sum}.",
	"limit.points":  "Bei {move} schnitt die Grenze von 15 Bauern {pawns} ab.",
	"limit.control": "Bei {move} schnitt die Grenze von 0,75 Bauern für Felder und Entwicklung zusammen {pawns} ab.",

	"depth.one": "Sargon sah {number} Halbzug voraus, {evals} Stellungen: Was {last} sonst noch bewirkt, weiß es " +
		"nur durch Abtausche auf einzelnen Feldern.",
	"depth": "Sargon sah {number} Halbzüge voraus, {evals} Stellungen: Was nach {last} kommt, weiß es nur durch " +
		"Abtausche auf einzelnen Feldern.",
	"depth.check": "Sargon sah {number} Halbzüge voraus, nach einem Schach einen mehr, {evals} Stellungen: Was nach " +
		"{last} kommt, weiß es nur durch Abtausche auf einzelnen Feldern.",
	"depth.end": "Sargon sah {number} Halbzüge voraus, {evals} Stellungen.",

	"part.material":    "das Material",
	"part.atStake":     "der größte Verlust am Ende",
	"part.secondLoss":  "eine zweite hängende Figur",
	"part.loose":       "was sonst hängt (je ein halber Bauer)",
	"part.control":     "die Beherrschung der Felder (ein Achtel Bauer je Angreifer)",
	"part.development": "die Entwicklung mit der Rochade",
	"parts.points":     "alles, was geschlagen wird oder hängt",
	"parts.position":   "Felder und Entwicklung zusammen",
	"then":             "Bis dahin: {clauses}.",
	"on":               "{piece} auf {square}",
	"parts.exchange":   "was gewonnen und verloren wird",
	"loose.one":        "{pieces} hängt, {change}",
	"change":           "{pawns} Bauern gegen jetzt",
	"change.none":      "keine Änderung gegen jetzt",
	"balance.only":     "{better} liegt nur durch eines vor {worse}: {sum}.",
	"clause.and":       "{first}, {next}",
	"term":             "{part} {pawns}",

	"nothing.taken":     "nichts wird geschlagen",
	"even.exchange":     "gleiche Figuren werden getauscht",
	"promotes":          "{side} verwandelt einen Bauern",
	"wins":              "{side} schlägt {pieces}",
	"loses":             "{side} verliert {pieces}",
	"trades":            "{side} schlägt {pieces} und verliert {others}",
	"stake":             "{piece} auf {square} hängt, und der Abtausch dort kostet {side} {pawns} Bauern",
	"stake.none":        "bei {side} hängt nichts",
	"second":            "bei {side} hängen zwei Figuren, und die zweite, {piece} auf {square}, zählt halb: {pawns} Bauern",
	"second.none":       "bei {side} hängt keine zweite Figur",
	"second.hanging":    "kein Gewinn zählt, denn {piece} auf {square} hat eben gezogen und hängt",
	"loose.count":       "{pieces} hängen, {change}",
	"loose.none":        "sonst hängt nichts, {change}",
	"control.count":     "die Beherrschung ändert sich um {pawns} Bauern",
	"control.same":      "die Beherrschung bleibt, wie sie ist",
	"control.hanging":   "die Beherrschung zählt nicht, denn {piece} auf {square} hat eben gezogen und hängt",
	"development.count": "{items}",
	"development.same":  "Rochade und Entwicklung sind wie jetzt",
	"item.castling":     "Rochade und Königszüge zählen {pawns}",
	"item.minors":       "die Entwicklung von Springern und Läufern zählt {pawns}",
	"item.early":        "frühe Züge von Türmen und Damen zählen {pawns}",

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
