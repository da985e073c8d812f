package pgn_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/sargon"
	"sargon78/sargon/game"
	"sargon78/sargon/game/pgn"
)

var roundTrips = flag.Int("games", 150, "how many games TestRoundTrip makes")

// Games of random moves that are written in many styles are read as they are meant, with the expected
// number of warnings.
func TestRoundTrip(t *testing.T) {
	w := &hand{dice: rand.New(rand.NewPCG(1978, uint64(*roundTrips)))}
	const perFile = 10
	for done := 0; done < *roundTrips; done += perFile {
		w.begin()
		var games []oddGame
		for range perFile {
			games = append(games, w.game(t))
		}
		text := w.text.String()
		i := 0
		for g, err := range pgn.Read(strings.NewReader(text), "f.pgn") {
			require.Less(t, i, len(games), "%q", text)
			want := games[i]
			if i++; want.damaged {
				var e *pgn.Error
				require.ErrorAs(t, err, &e, "%q", text)
				require.Equal(t, i, e.Game)
				require.Greater(t, e.Line, 0)
				g = e.GameBefore
			} else {
				require.NoError(t, err, "%q", text)
				require.Len(t, g.Warnings(), want.warnings, "%q\n%v", text, g.Warnings())
			}
			want.holds(t, g, text)
			if !want.damaged {
				want.holds(t, readOne(t, pgn.Text(g)), pgn.Text(g))
			}
		}
		require.Equal(t, len(games), i, "%q", text)
	}
}

// oddGame is what a game in an odd style should be read as.
type oddGame struct {
	*game.Game
	tags     [][2]string
	comments map[int]string // by index of the half-move
	signs    map[int]string
	outcome  game.Outcome
	warnings int
	damaged  bool
	tagged   bool // the game has a tag Result
}

func (o *oddGame) holds(t *testing.T, g *game.Game, text string) {
	require.Equal(t, o.FEN(), g.FEN(), "%q", text)
	require.Equal(t, o.StartFEN(), g.StartFEN(), "%q", text)
	for _, tag := range o.tags {
		require.Equal(t, tag[1], g.Tags.Get(tag[0]), "%s in %q", tag[0], text)
	}
	for i := range g.Len() {
		require.Equal(t, o.Ply(i).SAN, g.Ply(i).SAN)
		require.Equal(t, o.signs[i], g.Ply(i).Signs, "%q", text)
		if !o.damaged || i < g.Len()-1 {
			require.Equal(t, o.comments[i], g.Ply(i).Comment, "%q", text)
		}
		require.Equal(t, o.Ply(i).Variations, g.Ply(i).Variations, "%q", text)
	}
	if !o.damaged {
		require.Equal(t, o.outcome, g.Result().Outcome, "%q", text)
	}
}

// hand writes games in random styles, as people do. Each file has one kind of line ends.
type hand struct {
	dice    *rand.Rand
	text    strings.Builder
	lineEnd string
}

func (h *hand) pick(from ...string) string { return from[h.dice.IntN(len(from))] }

func (h *hand) chance(of int) bool { return h.dice.IntN(of) == 0 }

func (h *hand) begin() {
	h.text.Reset()
	h.lineEnd = h.pick("\n", "\r\n", "\r")
	h.write(h.pick("", "\ufeff", "% a line to be passed over\n", "\n\n"))
}

func (h *hand) write(text string) {
	h.text.WriteString(strings.ReplaceAll(text, "\n", h.lineEnd))
}

func (h *hand) game(t *testing.T) oddGame {
	o := oddGame{Game: game.New(), comments: map[int]string{}, signs: map[int]string{}, outcome: game.Unfinished}
	fen := ""
	if h.chance(4) {
		fen = h.pick("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7",
			"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 40")
		var err error
		o.Game, err = game.FromFEN(fen)
		require.NoError(t, err)
	}
	written, spelling := h.result()
	o.outcome = written
	h.header(&o, fen, written)
	for range h.dice.IntN(50) {
		legal := o.Legal()
		if len(legal) == 0 || o.Result().Over() {
			break
		}
		h.move(t, &o, legal[h.dice.IntN(len(legal))])
		if h.chance(200) {
			h.write(" " + h.pick("Zz9", "e9", "}", "> ", "Sf3", ")", "{open\n\n") + h.pick(" e4 ", " d5\n") + "1-0")
			o.damaged = true
			break
		}
	}
	if r := o.Result(); r.Over() && !o.damaged {
		o.outcome, spelling = r.Outcome, string(r.Outcome)
		if o.tagged && written != game.Unfinished && written != o.outcome {
			o.warnings++
		}
	}
	if !o.damaged {
		h.write(h.pick(" ", "\n", " \n") + spelling)
	}
	h.write(h.pick("\n\n", "\n\n\n", "\n \n"))
	return o
}

func (h *hand) result() (game.Outcome, string) {
	switch h.dice.IntN(4) {
	case 0:
		return game.WhiteWins, h.pick("1-0", "1–0", "1—0", "1:0", "1 - 0", "1- 0", "1 – 0")
	case 1:
		return game.BlackWins, h.pick("0-1", "0–1", "0:1", "0 - 1", "0 -1")
	case 2:
		return game.Draw, h.pick("1/2-1/2", "1/2", "½-½", "½–½", "0.5-0.5", "0,5-0,5", "½ - ½", "draw")
	}
	return game.Unfinished, "*"
}

// header writes tags, whole and broken, with blanks and comments between them.
func (h *hand) header(o *oddGame, fen string, outcome game.Outcome) {
	between := func() {
		h.write(h.pick("\n", "\n", "\n", "\n", " ", "", "\n{a comment}\n", " {a}\n", "\n; c [Site \"y\"]\n", "\n% [Site \"y\"]\n", "\n \n", "\u00a0\n"))
	}
	add := func(name, value, written string) {
		h.write(written)
		o.tags = append(o.tags, [2]string{name, value})
		between()
	}
	names := []string{"Event", "Site", "White", "Black", "ECO", "Annotator"}
	h.dice.Shuffle(len(names)-1, func(i, j int) { names[i+1], names[j+1] = names[j+1], names[i+1] })
	for _, name := range names[:1+h.dice.IntN(len(names))] {
		value := h.pick("x", "Ann Bell", "München", "a ] b", "O\"Neil", `C:\chess`, "two  blanks", "[x]", "♔", "a; b", "100%")
		whole := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
		switch {
		case h.chance(6) && value != "" && !strings.ContainsAny(value, "];[\\\""):
			o.warnings++
			add(name, value, h.pick("["+name+" '"+value+"']", "["+name+" “"+value+"”]", "["+name+" "+value+"]", "["+name+" \""+value+"]",
				"["+name+" "+value+"\"]")+"\n")
		case strings.Contains(value, "\"") && h.chance(2):
			o.warnings++
			add(name, value, "["+name+" \""+value+"\"]\n")
		default:
			add(name, value, h.pick("["+name+" \""+whole+"\"]", "[ "+name+"\t\""+whole+"\" ]", "["+name+"\""+whole+"\"]", "["+name+"\n\""+whole+"\"\n]"))
		}
	}
	if fen != "" {
		add("FEN", "", "[SetUp \"1\"]\n[FEN \""+fen+"\"]")
	}
	if h.chance(2) {
		h.write(fmt.Sprintf("[Result %q]", outcome))
		o.tagged = true
		between()
	} else if h.chance(8) {
		h.write(`[Variant "` + h.pick("Standard", "Classical", "Regular", "From Position") + `"]`)
	}
	h.write("\n\n")
}

// move plays a move and writes it in a random style.
func (h *hand) move(t *testing.T, o *oddGame, m game.Move) {
	i := o.Len()
	before := o.Clone()
	san := o.SAN(m)
	require.NoError(t, o.Play(m))
	number := fmt.Sprintf("%d.", o.Ply(i).Number)
	if o.Ply(i).Side == sargon.Black {
		number = h.pick("", fmt.Sprintf("%d...", o.Ply(i).Number), fmt.Sprintf("%d…", o.Ply(i).Number))
	}
	text := san
	switch bare := strings.TrimRight(san, "+#"); {
	case strings.HasPrefix(san, "O"):
		text = strings.NewReplacer("O", h.pick("O", "0"), "-", h.pick("-", "–", "—", " - ")).Replace(bare)
	case m.Promotion != sargon.NoPiece:
		move, piece, _ := strings.Cut(bare, "=")
		text = move + h.pick("="+piece, piece, "("+piece+")", " ("+piece+")", "=("+piece+")", "/"+piece)
	case h.chance(4):
		from, to := m.From.String(), m.To.String()
		piece := strings.Trim(san[:1], "abcdefgh")
		text = piece + from + h.pick("-", "–", "—", "") + to
	case h.chance(5):
		text = strings.NewReplacer("N", "♘", "B", "♗", "R", "♜", "Q", "♕", "K", "♚", "x", h.pick("×", ":", "x")).Replace(bare)
	}
	h.write(h.pick(" ", "\n", " ", "\u00a0 ", "\t") + number + h.pick(" ", "") + text)
	mark, sign := h.pick("", "", "", "", "!", "?", "!?", "??"), ""
	h.write(mark)
	switch h.dice.IntN(12) {
	case 0:
		h.write(" ±")
		sign = " +/-"
	case 1:
		h.write(" $20 $11")
		sign = " +-- = (quiet)"
	case 2:
		h.write(" $1")
		if mark == "" {
			mark = "!"
		} else if mark != "!" {
			o.warnings++
		}
	}
	if mark+sign != "" {
		o.signs[i] = mark + sign
	}
	switch h.dice.IntN(10) {
	case 0:
		h.write(" {a comment; with [%clk 0:01] (and ) more}")
		o.comments[i] = "a comment; with [%clk 0:01] (and ) more"
	case 1:
		h.write(" ; to the end { of the line\n")
		o.comments[i] = "to the end { of the line"
	case 2:
		h.write(" <odd>")
		o.warnings++
		o.comments[i] = "<odd>"
	}
	if other := before.Legal(); h.chance(10) {
		instead := before.Clone()
		require.NoError(t, instead.Play(other[h.dice.IntN(len(other))]))
		ply := *instead.Ply(instead.Len() - 1)
		ply.Comment = "why"
		o.Ply(i).Variations = append(o.Ply(i).Variations, game.Variation{Plies: []game.Ply{ply}})
		h.write(" (" + ply.SAN + " {why})")
	}
}
