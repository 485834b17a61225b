package content

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"unicode/utf16"
)

func TestReadFileChecksEncoding(t *testing.T) {
	var wide []byte
	for _, unit := range utf16.Encode([]rune("a: b")) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	const saveAs = `; wanted UTF-8: in Notepad choose "Save as" and the encoding UTF-8`
	for _, test := range []struct{ name, text, want string }{
		{"byte order mark and Windows line ends", "\ufeffa: b\r\nc: d\r\n", "a: b\nc: d\n"},
		{"old Macintosh", "a: b\rc: d", "a: b\nc: d"},
		{"Windows-1252", "a: b\r\nname: Caf\xe9\r\n",
			`x.yaml:2: the character after "name: Caf" looks like Windows-1252` + saveAs},
		{"UTF-16", "\xff\xfe" + string(wide), "x.yaml:1: this looks like UTF-16" + saveAs},
		{"UTF-16 without a mark", string(wide), "x.yaml:1: this looks like UTF-16" + saveAs},
		{"lost character", "a: b\nname: Caf\ufffd\n", `x.yaml:2: the character after "name: Caf" was lost ` +
			"in a conversion; wanted it typed again, in a file saved as UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			data, err := ReadFile(fstest.MapFS{"x.yaml": {Data: []byte(test.text)}}, "x.yaml")
			if got := string(data); err == nil && got != test.want || err != nil && err.Error() != test.want {
				t.Errorf("ReadFile(%q) = %q, %v, want %q", test.text, got, err, test.want)
			}
		})
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

// TestLoadReadsWindowsFiles loads all files as Notepad writes them.
func TestLoadReadsWindowsFiles(t *testing.T) {
	files := sampleFiles(t)
	for name, file := range files {
		text := "\ufeff" + strings.ReplaceAll(string(file.Data), "\n", "\r\n")
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	saved, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if everything(t, saved) != everything(t, sample(t)) {
		t.Error("the site differs from that of the files with UNIX line ends")
	}
}
