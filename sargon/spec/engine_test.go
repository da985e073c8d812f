package spec_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/native"
	"sargon78/native/reference"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/analysis"
	"sargon78/sargon/emulated"
	"sargon78/sargon/must"
	"sargon78/sargon/spec"
	"sargon78/sargon/spec/variables"
)

// engine is the text of the page about the engine, or of a section of it.
func engine(t *testing.T, section string) string {
	t.Helper()
	return must.Have(spec.Find(section)).Text
}

// tableRows are the rows of the tables in a text whose first cell matches a pattern.
func tableRows(text, first string) (rows [][]string) {
	pattern := regexp.MustCompile(`^` + first + `$`)
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		row := strings.Split(strings.Trim(line, "|\n"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if pattern.MatchString(row[0]) {
			rows = append(rows, row)
		}
	}
	return rows
}

// example is the position of the worked example, which the guide gives.
func example(t *testing.T) sargon.Position {
	t.Helper()
	call := regexp.MustCompile(`sargon analyze --explain "(.*)"`).FindStringSubmatch(engine(t, "guide"))
	require.NotNil(t, call)
	return must.Have(sargon.ParseFEN(call[1]))
}

// What the page shows of the worked example is what the program prints, and all of it.
func TestTheWorkedExample(t *testing.T) {
	a, err := analysis.Analyze(t.Context(), native.New10x12(), example(t).FEN(),
		analysis.Options{Level: 1, Explain: true})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, a.Write(&b))
	printed, _, found := strings.Cut(b.String(), "best move")
	require.True(t, found)

	page, _ := spec.Lookup(spec.EnginePage)
	shown := regexp.MustCompile("(?s)```explain\n(.*?)```").FindAllStringSubmatch(page.String(), -1)
	assert.Len(t, shown, 6)
	for _, block := range shown {
		assert.Contains(t, printed, block[1])
		printed = strings.Replace(printed, block[1], "", 1)
	}
	assert.Empty(t, strings.TrimSpace(printed), "printed, but not on the page")
}

// The drawings hold the bytes of the engine.
func TestDrawings(t *testing.T) {
	start := sargon.StartPosition()
	drawn := regexp.MustCompile(`(?m)^ *(\d+) +((?:[0-9A-F]{2} +){9}[0-9A-F]{2})`).
		FindAllStringSubmatch(engine(t, "1"), -1)
	require.Len(t, drawn, 12)
	for _, row := range drawn {
		first := must.Have(strconv.Atoi(row[1]))
		for i, text := range strings.Fields(row[2]) {
			assert.Equal(t, fmt.Sprintf("%02X", uint8(start.Board[first+i])), text, "square %d", first+i)
		}
	}

	e := reference.New()
	require.NoError(t, e.SetPosition(example(t)))
	x := must.Have(e.Examine(t.Context()))
	d5 := must.Have(sargon.ParseSquare("d5"))
	var lists []string
	for _, row := range regexp.MustCompile(`(?m)^  (?:White|Black)  \|(.*)\|`).
		FindAllStringSubmatch(engine(t, "6"), -1) {
		lists = append(lists, strings.Fields(strings.ReplaceAll(row[1], "|", " "))...)
	}
	assert.Equal(t, fmt.Sprintf("% X", x.Attacks[d5][:]), strings.Join(lists, " "))

	capture := slices.IndexFunc(x.Generated, func(m sargon.Move) bool { return m.UCI() == "e4d5" })
	require.GreaterOrEqual(t, capture, 0)
	m := x.Generated[capture]
	record := fmt.Sprintf("00 00     %02X     %02X     %02X     00\n", uint8(m.From), uint8(m.To),
		uint8(m.Flags))
	assert.Contains(t, engine(t, "3"), record)
	assert.Contains(t, strings.Join(strings.Fields(engine(t, "3")), ""),
		"bit76543210"+fmt.Sprintf("%08b", uint8(m.Flags)))
}

// The test vectors are what the engines do, and reach what the page says they reach.
func TestVectors(t *testing.T) {
	positions := regexp.MustCompile(`(?m)^ ?(\d+)  (\S+ [wb] .*)$`).
		FindAllStringSubmatch(engine(t, "17"), -1)
	vectors := tableRows(engine(t, "17"), `\d+`)
	require.Len(t, positions, 10)
	require.Len(t, vectors, 30)
	rom := must.Have(emulated.New("rom", romstest.Image(t)))
	engine10x12 := reference.New()
	engines := []sargon.Engine{engine10x12, native.New0x88(), native.NewBitboards(), rom}
	for _, v := range vectors {
		number := must.Have(strconv.Atoi(v[0]))
		level := must.Have(strconv.Atoi(v[1]))
		require.Equal(t, v[0], positions[number-1][1])
		p := must.Have(sargon.ParseFEN(positions[number-1][2]))
		for _, e := range engines {
			if e == sargon.Engine(rom) && level > 2 {
				continue // it takes long, and package compare does it
			}
			require.NoError(t, e.SetPosition(p))
			r, err := e.Search(context.Background(), sargon.SearchOptions{Level: sargon.Level(level)})
			require.NoError(t, err)
			assert.Equal(t, v[2:], []string{
				r.Best.UCI(), strconv.Itoa(int(r.Score)), fmt.Sprint(r.Evals), fmt.Sprint(r.Gens),
				strconv.Itoa(r.Records), r.Trace.String(),
			}, "%s: position %d, level %d", e.Name(), number, level)
		}
	}
	var missed []string
	for i, n := range engine10x12.Reached {
		if p := reference.Rule(i); n == 0 && p.Info().Section <= 11 {
			missed = append(missed, p.String())
		}
	}
	assert.ElementsMatch(t, []string{
		"en-passant-one-step", "pair-cut", "pair-dropped", "pair-above", "typeless-moves",
	}, missed)
}

// The index has the names of package variables, and the entry points.
func TestTheIndexOfCellsIsComplete(t *testing.T) {
	rows, known := tableRows(engine(t, "15"), `0x\w+`), map[string]bool{"TBASE": true}
	require.Len(t, rows, len(variables.All))
	for i, row := range rows {
		c, size := variables.All[i], ""
		if c.Size > 0 {
			size = strconv.Itoa(c.Size)
		}
		assert.Equal(t, []string{fmt.Sprintf("0x%03X", c.Offset), c.Name, size}, row[:3])
		assert.NotEmpty(t, row[3], c.Name)
		for _, section := range regexp.MustCompile(`\d+`).FindAllString(row[4], -1) {
			_, err := spec.Find(section)
			assert.NoError(t, err, c.Name)
		}
		known[c.Name] = true
	}
	entries := []string{"MVEMSG"} // a variable, but each ROM image has it where it likes
	for _, row := range tableRows(engine(t, "15"), `[A-Z]{4,}`) {
		entries = append(entries, row[0])
		known[row[0]] = true
	}
	assert.ElementsMatch(t, variables.EntryPoints, entries)
	page, _ := spec.Lookup(spec.EnginePage)
	named := regexp.MustCompile("`([A-Z][A-Z0-9]+)`").FindAllStringSubmatch(page.String(), -1)
	assert.Greater(t, len(named), 100)
	for _, name := range named {
		assert.True(t, known[name[1]], "%s is used, and not in the index", name[1])
	}
}

// The appendix gives the offsets that the ROM has.
func TestAppendixAgreesWithTheROM(t *testing.T) {
	image := romstest.Image(t)
	board, ok := image.Symbol("BOARDA")
	require.True(t, ok)
	named := regexp.MustCompile(`^[A-Z]+ \(`)
	found := 0
	for _, row := range tableRows(engine(t, "appendix"), `0x\w+`) {
		if !named.MatchString(row[2]) {
			continue
		}
		found++
		name, _, _ := strings.Cut(row[2], " ")
		address, ok := image.Symbol(name)
		require.True(t, ok, name)
		offset := must.Have(strconv.ParseUint(row[0][2:], 16, 16))
		assert.Equal(t, address, image.Load+uint16(offset), name)
		assert.Equal(t, row[1], strconv.Itoa(int(address-board)), name)
	}
	assert.Equal(t, 7, found)
}
