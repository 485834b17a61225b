package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
)

// words splits a command as the shell does. Optional words, in brackets, are verified too.
func (d *document) words(command string) []string {
	d.t.Helper()
	command = strings.NewReplacer("[", "", "]", "").Replace(assignments.ReplaceAllString(command, ""))
	out, err := exec.CommandContext(d.t.Context(), "bash", "-c", `printf '%s\0' `+command).Output()
	if err != nil {
		d.t.Fatalf("%s: %v", command, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// parse gives a command to the parser of the program's command line.
func (d *document) parse(line string) {
	d.t.Helper()
	args := d.words(regexp.MustCompile(ownProgram).ReplaceAllString(line, ""))
	help := false
	parser, err := command.Parser(kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) { help = true }))
	testkit.Must(d.t, err)
	if _, err := parser.Parse(args); err != nil && !help {
		d.t.Errorf("%s: %v", line, err)
	}
}

// dryRun verifies that make has a target.
func (d *document) dryRun(command string) {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), "make", append([]string{"-n"}, strings.Fields(command)[1:]...)...)
	cmd.Dir = testkit.Root(d.t)
	// Without the variables of a make that runs this test.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// paths verifies the paths of the checkout that a command names.
func (d *document) paths(command string) {
	d.t.Helper()
	for word := range strings.FieldsSeq(command) {
		word = strings.TrimSuffix(strings.TrimPrefix(word, "./"), "...")
		if filePath.MatchString(word) {
			d.path(word)
		}
	}
}

// filePath is the path of a file or folder; what is between angle brackets stands for any name.
var filePath = regexp.MustCompile(
	`^[\w<][\w.<>-]*(/[\w.<>-]+)*(/|\.(css|go|json|md|ts|tsx|txtar|yaml|yml))$|^[\w-]+(/[\w.<>-]+)+$`)

// path verifies that a path exists: from the top of the checkout, or in the document's folder, at any depth. A path
// that begins in neither, such as a media type, is none.
func (d *document) path(code string) {
	d.t.Helper()
	for _, made := range []string{"assets/photos/", "bin/", "var/"} {
		if strings.HasPrefix(code+"/", made) {
			return // the commands make them
		}
	}
	top := testkit.Root(d.t)
	pattern := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.TrimSuffix(code, "/"), "*")
	for _, folder := range []string{".", d.folder, d.folder + "/*", d.folder + "/*/*", d.folder + "/*/*/*"} {
		if found, err := filepath.Glob(filepath.Join(top, folder, pattern)); err == nil && len(found) > 0 {
			return
		}
	}
	first, _, deep := strings.Cut(pattern, "/")
	if _, err := os.Stat(filepath.Join(top, first)); err == nil || !deep {
		d.t.Errorf("there is no %s", code)
	}
}

// contains verifies that a file, from the document's folder or the top of the checkout, has a piece of code.
func (d *document) contains(file, code string) {
	d.t.Helper()
	for _, folder := range []string{d.folder, "."} {
		if text, err := os.ReadFile(filepath.Join(testkit.Root(d.t), folder, file)); err == nil &&
			strings.Contains(string(text), code) {
			return
		}
	}
	d.t.Errorf("there is no %s in %s", code, file)
}

// Every block of code in render's README is in the package's example, which go test runs.
func TestDocsRenderExample(t *testing.T) {
	t.Parallel()
	plain := func(code string) string { return strings.Join(strings.Fields(code), " ") }
	example := plain(readDocument(t, "render/example_test.go"))
	blocks := regexp.MustCompile("(?s)```(?:tsx|go)\n(.*?)```").FindAllStringSubmatch(readDocument(t,
		"render/README.md"), -1)
	if len(blocks) == 0 {
		t.Error("the README has no code")
	}
	for _, block := range blocks {
		if !strings.Contains(example, plain(block[1])) {
			t.Errorf("the example has not this code:\n%s", block[1])
		}
	}
}
