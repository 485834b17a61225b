package load

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

func TestReadFileChecksEncoding(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"byte order mark and Windows line ends", "\ufeffa: b\r\nc: d\r\n", "a: b\nc: d\n"},
		{"Windows-1252", "a: b\r\nname: Caf\xe9\r\n",
			"x.yaml:2: the line is not UTF-8; wanted the file saved as UTF-8"},
		{"UTF-16", "\xff\xfea\x00", "x.yaml:1: the line is not UTF-8; wanted the file saved as UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			data, err := ReadFile(fstest.MapFS{"x.yaml": {Data: []byte(test.text)}}, "x.yaml")
			if got := string(data); err == nil && got != test.want || err != nil && err.Error() != test.want {
				t.Errorf("ReadFile(%q) = %q, %v, want %q", test.text, got, err, test.want)
			}
		})
	}
}

func TestParseYAMLNamesTheProblem(t *testing.T) {
	deep := func(unit string) string { return strings.Repeat(unit, 20_000/len(unit)) }
	nested := ""
	for i := range maxDepth + 1 {
		nested += strings.Repeat(" ", i) + "a:\n"
	}
	const hint = "; wanted even indentation and closed quotation marks here and in the line above, " +
		"and quotation marks around text with a colon\n"
	for _, test := range []struct{ text, want string }{
		{"a: b\ntitle: Read: More\n", "2: mapping value is not allowed in this context" + hint +
			"   1 | a: b\n>  2 | title: Read: More\n              ^"},
		{"a: b\nstate:\u00a0Texas\n", `2: a no-break space (U+00A0) follows "state:"; wanted an ordinary space`},
		{"a: b\nstate:\u200bTexas\n", `2: an invisible character (U+200B) follows "state:"; wanted an ordinary space`},
		{"a: We are #1\n", "1: everything after # is a comment: #1; " +
			"wanted quotation marks around the text, or a space after #"},
		{"a: b # note\n#note\nc: 'd #1'\n", ""},
		{"", `1: the file has 1 documents; wanted keys with values, without a line "---"`},
		{"a: b\n---\nc: d\n", `1: the file has 2 documents; wanted keys with values, without a line "---"`},
		{deep("["), "1: lists and keys are nested too deep; wanted at most 50"},
		{deep("[\n"), "51: lists and keys are nested too deep; wanted at most 50"},
		{deep("{a: "), "1: lists and keys are nested too deep; wanted at most 50"},
		{deep("- "), "1: lists and keys are nested too deep; wanted at most 50"},
		{deep("? "), "1: lists and keys are nested too deep; wanted at most 50"},
		{nested, "51: lists and keys are nested too deep; wanted at most 50"},
		{strings.Repeat("a:\n", 20_000), "10001: the file has 20000 lines; wanted at most 10000"},
	} {
		_, problem := ParseYAML("x.yaml", test.text)
		got := ""
		if problem != nil {
			got = strings.TrimPrefix(problem.Error(), "x.yaml:")
		}
		if got != test.want {
			t.Errorf("parseYAML(%.80q) = %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestReadFileWantsRegularFiles(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := errors.Join(syscall.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("folder"), 0o700),
		os.WriteFile(at("file"), []byte("a: b"), 0o600), os.Symlink("pipe", at("pipe-link")),
		os.Symlink("file", at("file-link")), os.Symlink("/dev/zero", at("device")), os.Symlink("loop", at("loop")),
		// As Kubernetes mounts a ConfigMap.
		os.Symlink("folder", at("..data")), os.WriteFile(at("folder/x.yaml"), []byte("a: b"), 0o600),
		os.Symlink("..data/x.yaml", at("x.yaml"))); err != nil {
		t.Fatal(err)
	}
	const refused, unread = ":1: this is not a file with text; wanted a regular file", ":1: the file cannot be read: "
	for name, want := range map[string]string{
		"file": "", "file-link": "", "x.yaml": "", "pipe": refused, "pipe-link": refused, "socket": refused,
		"device": refused, "folder": refused, "loop": unread, "none": unread,
	} {
		_, err := ReadFile(os.DirFS(dir), name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), name+want)) {
			t.Errorf("ReadFile(%s) = %v, want %q", name, err, want)
		}
	}
}
