package prove

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sargon78/compare/routine"
	"sargon78/roms/romstest"
	"sargon78/sargon"
	"sargon78/sargon/emulated"
	"sargon78/sargon/emulated/debugger"
)

// A debugger goes to the first call that differs, and from there to the write inside it.
func TestADebuggerGoesToTheCallThatDiffers(t *testing.T) {
	attach := func(old, new, name string) (*debugger.Debugger, string, error) {
		image := romstest.ImageWithChange(t, "evaluate", old, new)
		engine, err := emulated.New("rom", image)
		require.NoError(t, err)
		require.NoError(t, engine.SetPosition(besideSearches(t)[0].Position))
		d, err := debugger.Search(t.Context(), engine, sargon.SearchOptions{Level: 1, NoBook: true})
		require.NoError(t, err)
		said, err := AttachTo(t.Context(), d, name)
		return d, said, err
	}
	d, said, err := attach("DEC D ", "NOP ; ", "Points_Piece")
	require.NoError(t, err)
	require.Regexp(t, `^points_piece: call \d+, made at T-state \d+: MTRL: the program 30h, 10x12 2Fh, left by LD \(HL\),A at`, said)
	require.Contains(t, d.Where(), "points_piece")
	began := d.Time().Now()
	said, err = d.Comparison().Origin(t.Context())
	require.NoError(t, err)
	require.Regexp(t, `^here 30 goes into MTRL; the page has 2F \(call \d+ of points_piece\)$`, said)
	require.Contains(t, d.Where(), "points_material+11")
	require.Greater(t, d.Time().Now(), began)
	require.Equal(t, []debugger.Row{{Name: "MTRL", Program: "30h", Other: "2Fh", Differs: true}}, d.Comparison().Rows())
	_, err = d.Move(t.Context(), debugger.Back, "step", "") // the debugger can go back from there
	require.NoError(t, err)

	d, said, err = attach("DEC D ", "DEC D ", "points_piece")
	require.NoError(t, err)
	require.Regexp(t, `^points_piece: \d+ calls in this search, no difference$`, said)
	require.Nil(t, d.Comparison())
	_, _, err = attach("DEC D ", "NOP ; ", "nowhere")
	require.EqualError(t, err, "there is no routine \"nowhere\"; `sargon prove --list` lists them")

	unknown := &callInDebugger{d, &routine.Difference{What: "the program returns, 10x12 goes on"}}
	_, err = unknown.Origin(t.Context())
	require.ErrorContains(t, err, "no single instruction of the call has left what differs: the program returns")
	require.Equal(t, "the program returns, 10x12 goes on", unknown.Rows()[0].Name)
}
