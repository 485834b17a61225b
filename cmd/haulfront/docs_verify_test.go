package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/destinations"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// words splits a command as the shell does. What is optional in it, between brackets, is verified as if it were given.
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
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil && !help {
		d.t.Errorf("%s: %v", line, err)
	}
}

// dryRun has make print what a target runs, and verifies what of it is Go.
func (d *document) dryRun(command string) {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), "make", append([]string{"-n"}, strings.Fields(command)[1:]...)...)
	cmd.Dir = testkit.Root(d.t)
	// Not the variables of a make that runs this test.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Errorf("%s: %v\n%s", command, err, out)
		return
	}
	for line := range strings.Lines(strings.ReplaceAll(string(out), "\\\n", " ")) {
		line = assignments.ReplaceAllString(strings.TrimSpace(line), "")
		switch {
		case strings.HasPrefix(line, "go test "), strings.HasPrefix(line, "go vet "):
			d.goTest(line)
		case strings.HasPrefix(line, "go run ./cmd/haulfront "):
			d.parse(line)
		}
	}
}

// goTest verifies a go test or go vet: its packages exist, and -run, -bench and -fuzz match functions in them.
func (d *document) goTest(command string) {
	d.t.Helper()
	words := d.words(command)
	var functions []string
	packages := 0
	for _, word := range words {
		if folder, ok := strings.CutPrefix(word, "./"); ok {
			packages++
			functions = append(functions, d.testFunctions(folder)...)
		}
	}
	if packages == 0 {
		d.t.Errorf("%s names no package", command)
	}
	for i, word := range words[:len(words)-1] {
		kind := map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}[word]
		pattern, _, _ := strings.Cut(words[i+1], "/") // behind the slash are cases of a test
		if kind == "" || pattern == "^$" {
			continue
		}
		chosen := regexp.MustCompile(pattern)
		if !slices.ContainsFunc(functions, func(f string) bool { return strings.HasPrefix(f, kind) && chosen.MatchString(f) }) {
			d.t.Errorf("%s: %s %s matches nothing", command, word, words[i+1])
		}
	}
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w*)\(`)

// testFunctions are the names of the test functions in a folder, or in a tree of folders where it ends with "...".
func (d *document) testFunctions(folder string) []string {
	d.t.Helper()
	folder, tree := strings.CutSuffix(folder, "...")
	top := filepath.Join(testkit.Root(d.t), folder)
	var names []string
	files := 0
	err := filepath.WalkDir(top, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != top && (!tree || entry.Name() == "node_modules"):
			return fs.SkipDir
		case filepath.Ext(file) != ".go":
			return nil
		}
		files++
		text, err := os.ReadFile(file)
		for _, match := range testFunction.FindAllSubmatch(text, -1) {
			names = append(names, string(match[1]))
		}
		return err
	})
	if err != nil || files == 0 {
		d.t.Errorf("./%s is no package: %v", folder, err)
	}
	return names
}

// npm verifies that a program of a package, or a script of ours, exists.
func (d *document) npm(command string) {
	d.t.Helper()
	words := d.words(command)
	if words[0] == "npx" {
		if _, err := os.Stat(filepath.Join(testkit.Root(d.t), "node_modules", ".bin", words[1])); err != nil {
			d.t.Errorf("%s: %v", command, err)
		}
		return
	}
	if !strings.Contains(readDocument(d.t, "package.json"), fmt.Sprintf("%q:", words[2])) {
		d.t.Errorf("%s: package.json has no such script", command)
	}
}

// unit verifies a systemd unit: it starts a command of the program, with variables that are settings.
func (d *document) unit(lines []string) {
	d.t.Helper()
	for _, line := range lines {
		switch key, value, _ := strings.Cut(line, "="); key {
		case "ExecStart":
			d.parse(filepath.Base(value))
		case "Environment":
			if name, _, _ := strings.Cut(value, "="); !slices.Contains(program.SettingNames(), name) {
				d.t.Errorf("%s: there is no such setting", line)
			}
		}
	}
}

// administer verifies a command of an administrator: what it installs is in the checkout or made by make build, the units that
// it names are in the folder deploy, and the variables that it sets are settings.
func (d *document) administer(command string) {
	d.t.Helper()
	if name, _, ok := strings.Cut(strings.TrimPrefix(command, "echo "), "="); ok && !slices.Contains(program.SettingNames(), name) {
		d.t.Errorf("%s: there is no such setting", command)
	}
	for _, word := range strings.Fields(command) {
		file := word
		if unit := strings.HasSuffix(word, ".service") || strings.HasSuffix(word, ".socket"); unit && !strings.Contains(word, "/") {
			file = "cmd/haulfront/deploy/" + word
		}
		if !strings.Contains(file, "/") || strings.HasPrefix(file, "/") || strings.Contains(file, "=") || file == "bin/haulfront" {
			continue
		}
		if _, err := os.Stat(filepath.Join(testkit.Root(d.t), file)); err != nil {
			d.t.Errorf("%s: %v", command, err)
		}
	}
}

// excerpt verifies lines of YAML: some file of the content has each of them.
func (d *document) excerpt(lines []string) {
	d.t.Helper()
	files, err := fs.Glob(content.FS, "*.yaml")
	if err != nil {
		d.t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		all.WriteString(readDocument(d.t, filepath.Join("content", file)))
	}
	for _, line := range lines {
		line, _, _ = strings.Cut(line, " #")
		if !strings.Contains(all.String(), strings.TrimSpace(line)) {
			d.t.Errorf("no file of the content has the line %q", line)
		}
	}
}

// filePath is the path of a file or folder; what is between angle brackets stands for any name.
var filePath = regexp.MustCompile(`^[\w<][\w.<>-]*(/[\w.<>-]+)*(/|\.(css|go|json|md|ts|tsx|txtar|yaml|yml))$|^[\w-]+(/[\w.<>-]+)+$`)

// path verifies that a path exists: from the top of the checkout, or as the end of a path in the document's folder. What is
// in no folder of ours is no path but, for example, a media type.
func (d *document) path(code string) {
	d.t.Helper()
	for _, made := range []string{"assets/photos/", "bin/", "var/"} {
		if strings.HasPrefix(code+"/", made) {
			return // the commands make them
		}
	}
	top := testkit.Root(d.t)
	pattern := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.TrimSuffix(code, "/"), "*")
	if found, err := filepath.Glob(filepath.Join(top, pattern)); err == nil && len(found) > 0 {
		return
	}
	first, _, deep := strings.Cut(pattern, "/")
	_, err := os.Stat(filepath.Join(top, first))
	ours, found := err == nil || !deep, false
	if d.folder != "." {
		for _, file := range d.tree() {
			ours = ours || path.Base(file) == first
			parts := strings.Split(file, "/")
			end := parts[max(0, len(parts)-1-strings.Count(pattern, "/")):]
			matched, _ := path.Match(pattern, path.Join(end...)) // the pattern is a path, it has no bad syntax
			found = found || matched
		}
	}
	if ours && !found {
		d.t.Errorf("there is no %s", code)
	}
}

// contains verifies that a file, from the document's folder or the top of the checkout, has a piece of code.
func (d *document) contains(file, code string) {
	d.t.Helper()
	for _, folder := range []string{d.folder, "."} {
		if text, err := os.ReadFile(filepath.Join(testkit.Root(d.t), folder, file)); err == nil && strings.Contains(string(text), code) {
			return
		}
	}
	d.t.Errorf("there is no %s in %s", code, file)
}

// tree lists the files and folders in the document's folder.
func (d *document) tree() []string {
	d.t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(filepath.Join(testkit.Root(d.t), d.folder)), ".", func(file string, _ fs.DirEntry, err error) error {
		list = append(list, file)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

// Every block of code in render's README is in the package's example, which go test runs.
func TestDocsRenderExample(t *testing.T) {
	t.Parallel()
	plain := func(code string) string { return strings.Join(strings.Fields(code), " ") }
	example := plain(readDocument(t, "render/example_test.go"))
	blocks := regexp.MustCompile("(?s)```(?:tsx|go)\n(.*?)```").FindAllStringSubmatch(readDocument(t, "render/README.md"), -1)
	if len(blocks) == 0 {
		t.Error("the README has no code")
	}
	for _, block := range blocks {
		if !strings.Contains(example, plain(block[1])) {
			t.Errorf("the example has not this code:\n%s", block[1])
		}
	}
}

// template takes a block as LEAD_TEMPLATE_FILE.
func (d *document) template(lines []string) {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), "lead.json")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		d.t.Fatal(err)
	}
	settings := destinations.Settings{Template: destinations.Template{LeadTemplateFile: file, LeadTemplateURL: "https://crm.example"}}
	if _, err := settings.Open(); err != nil {
		d.t.Error(err)
	}
}
