package files

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sargon78/sargon/must"
)

func says(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, WriteFile(name, nil, says("one")))
	if os.Symlink(name, link) != nil {
		link = name // a system without symbolic links
	}
	require.NoError(t, WriteFile(link, nil, says("two")))
	text := must.Have(os.ReadFile(name))
	assert.Equal(t, "two", string(text), "a link is followed")

	failed := errors.New("out of ideas")
	err := WriteFile(name, nil, func(w io.Writer) error { return errors.Join(says("thr")(w), failed) })
	assert.ErrorIs(t, err, failed)
	text = must.Have(os.ReadFile(name))
	assert.Equal(t, "two", string(text), "the old file stays")
	assert.Empty(t, must.Have(filepath.Glob(filepath.Join(dir, ".*"))))

	var out bytes.Buffer
	require.NoError(t, WriteFile("-", &out, says("three")))
	assert.Equal(t, "three", out.String())
	assert.ErrorContains(t, WriteFile("-", nil, says("")), "want the name of a file")
	assert.Error(t, WriteFile(dir, nil, says("")), "a folder is not replaced")
}

// WriteFile refuses a read-only file before it writes anything.
func TestAReadOnlyFileIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o444))
	require.NoError(t, os.Chmod(name, 0o444)) // whatever the umask is
	_, err := Writable(name)
	assert.ErrorContains(t, err, name+": it is read-only")
	assert.ErrorContains(t, CheckWriteNew(name, true), "read-only")
	assert.ErrorContains(t, WriteFile(name, nil, says("new")), "read-only")
	assert.Equal(t, "old", string(must.Have(os.ReadFile(name))))
	require.NoError(t, os.Chmod(name, 0o600)) // Windows does not remove a read-only file
}

func TestAFileKeepsItsPermissions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	before := must.Have(os.Stat(name))
	require.NoError(t, WriteFile(name, nil, says("new")))
	assert.Equal(t, before.Mode(), must.Have(os.Stat(name)).Mode())
}

// WriteFile follows a symbolic link even if the file that it leads to does not exist yet.
func TestADanglingLinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip("a system without links: ", err)
	}
	target, err := Writable(link)
	require.NoError(t, err)
	assert.Equal(t, name, target)
	require.NoError(t, WriteFile(link, nil, says("text")))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.Equal(t, os.ModeSymlink, info.Mode().Type(), "the link stays")
	text := must.Have(os.ReadFile(name))
	assert.Equal(t, "text", string(text))
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("text"))
	require.NoError(t, z.Close())
	zipped := packed.String()
	const bzipped = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xcb\x28\xd3\x2d\x00\x00\x00\x81\x80\x02" +
		"\x00\x04\x40\x20\x00\x21\x98\x19\x83\x2c\x2e\xe4\x8a\x70\xa1\x21\x96\x51\xa6\x5a"
	for name, data := range map[string]string{
		"a.txt": "text", "a.gz": zipped, "a.GZ": zipped, "plain.gz": "text", "a.pgn": zipped, "a.bz2": bzipped, "b": bzipped,
		"twice.gz": zipped + zipped, "twice.bz2": bzipped + bzipped, "empty.gz": "", "BZh": "BZhello",
	} {
		name := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(data), 0o600))
		want := map[string]string{zipped: "text", bzipped: "text", zipped + zipped: "texttext", bzipped + bzipped: "texttext"}[data]
		if want == "" {
			want = data
		}
		for _, from := range []string{name, "-"} {
			in, err := Open(from, strings.NewReader(data))
			require.NoError(t, err, name)
			text, err := io.ReadAll(in)
			require.NoError(t, err, name)
			assert.Equal(t, want, string(text), "%s by the name %s", name, from)
			assert.NoError(t, in.Close())
		}
	}
	for data, want := range map[string]string{
		"PK\x03\x04....":       "this is a zip file; unpack it first: unzip; want a text, or one packed by gzip or bzip2",
		"\x28\xb5\x2f\xfd....": "packed by zstd", "\xfd7zXZ\x00....": "packed by xz", "7z\xbc\xaf\x27\x1c...": "a 7z file",
		"Rar!\x1a\x07\x00": "a rar file", "\xff\xfe1\x00": "UTF-16 text; save it as UTF-8", "\xfe\xff\x001": "UTF-16 text",
		"%PDF-1.4": "a PDF", zipped[:5]: "cut short", bzipped[:20]: "cut short", zipped[:15]: "cut short",
		zipped[:14] + "\xff\xff" + zipped[16:]: "packed by gzip, and damaged",
	} {
		name := filepath.Join(dir, "bad.gz")
		require.NoError(t, os.WriteFile(name, []byte(data), 0o600))
		for from, named := range map[string]string{name: "bad.gz: ", "-": "standard input: "} {
			in, err := Open(from, strings.NewReader(data))
			if err == nil {
				_, err = io.ReadAll(in)
			} else {
				assert.ErrorContains(t, err, named)
			}
			assert.ErrorContains(t, err, want)
		}
	}
	_, err := Open(filepath.Join(dir, "missing"), nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
	t.Chdir(dir)
	_, err = Open("-", nil) // there is no standard input
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestKind(t *testing.T) {
	for name, want := range map[string]string{"a.pgn": ".pgn", "A.PGN.GZ": ".pgn", "a.epd.bz2": ".epd", "a": "", "a.gz": "", "-": ""} {
		assert.Equal(t, want, Kind(name), name)
	}
}

func TestNonEmptyLinesOfAnySystem(t *testing.T) {
	for _, text := range []string{"a\n\nb c\n", "a\r\n\r\nb c", "a\r\rb c\r", "\ufeffa\n \nb c\n\n"} {
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			var got []Line
			for line, err := range NonEmptyLines(in, 100) {
				require.NoError(t, err)
				got = append(got, line)
			}
			require.Equal(t, []Line{{1, "a"}, {3, "b c"}}, got, "%q", text)
		}
	}
}

func TestInterruptibleReadsAll(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	text := strings.Repeat("e2e4 e7e5\n", 30_000)
	for _, in := range []io.Reader{strings.NewReader(text),
		iotest.OneByteReader(strings.NewReader(text[:100]))} {
		got := must.Have(io.ReadAll(Interruptible(ctx, in)))
		assert.True(t, strings.HasPrefix(text, string(got)))
		assert.Contains(t, []int{100, len(text)}, len(got))
	}
}

func TestInterruptibleEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	in, out := io.Pipe() // no writer
	defer out.Close()
	ended := make(chan error)
	go func() {
		_, err := Interruptible(ctx, in).Read(make([]byte, 1))
		ended <- err
	}()
	stop()
	assert.ErrorIs(t, <-ended, context.Canceled)
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	in := strings.NewReader(" one \r\n\n" + long + "\nlast\nmore")
	lines, failed := Lines(context.Background(), in, func(s string) bool { return s == "last" })
	var got []string
	for line := range lines {
		got = append(got, line)
	}
	assert.Equal(t, []string{" one ", "", long[:maxLine], "last"}, got)
	assert.NoError(t, *failed)

	broken := errors.New("disk on fire")
	in2 := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))
	lines, failed = Lines(context.Background(), in2, nil)
	assert.Equal(t, "half", <-lines)
	_, more := <-lines
	assert.False(t, more)
	assert.ErrorIs(t, *failed, broken)
}
