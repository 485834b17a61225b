package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestDocs runs the commands of README.md, CONTRIBUTING.md and the README.md of every folder at the top.
//
// Each line of a block ```sh is a command. It is verified as commandKinds says, in the order of the document, in a copy
// of the checkout that the document has for itself. A block ```text right behind such a block is what its commands
// print, or what the running server logs: each of its lines must come, and "…" stands for any text. Commands,
// paths and
// links in sentences are verified without running anything, and so are blocks in other languages.
func TestDocs(t *testing.T) {
	t.Parallel()
	for _, file := range documents(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			newDocument(t, filepath.Dir(file)).play(readDocument(t, file))
		})
	}
}

// A commandKind is a kind of command, and how commands of this kind are verified. The first kind whose pattern matches
// applies; a command that matches none fails the test, so that none goes unverified.
type commandKind struct {
	pattern *regexp.Regexp
	verify  func(*document, string)
}

// ownProgram begins every command that runs this program.
const ownProgram = `^(go run \./cmd/haulfront|(bin/)?haulfront) `

var commandKinds = []commandKind{
	// Started, and waited for until it serves. It runs until the next heading of the second level or the next
	// server. The documents' addresses on localhost lead to it.
	{regexp.MustCompile(`^make (run|dev)$`), (*document).serve},
	{regexp.MustCompile(ownProgram + `serve\b`), (*document).serve},
	// Other targets take too long: they exist.
	{regexp.MustCompile(`^make [a-z]+$`), (*document).dryRun},
	// Commands that take little time are run. The test binary's own main replaces go run and make build.
	{regexp.MustCompile(ownProgram + `(content|leads|office|backup|restore|health|new|version)\b`), (*document).run},
	// Commands that render the whole site have tests of their own; the command line's parser accepts these.
	{regexp.MustCompile(ownProgram + `(check|export|self-test)\b`), (*document).parse},
	// Commands that test, or that change the machine: the paths in them exist.
	{regexp.MustCompile(`^(go (test|vet|tool)|npx|npm run|(echo \S+ \| )?sudo (install|systemctl|tee)) `),
		(*document).paths},
	{regexp.MustCompile(`^go doc `), (*document).run},
	{regexp.MustCompile(`^(cat|cp|curl|echo|grep|head|ls|mkdir|mv|rm|sed|until) `), (*document).run},
}

// assignments set variables for the one command behind them.
var assignments = regexp.MustCompile(`^([A-Z_]+=\S+ +)+`)

func (d *document) command(command string) {
	d.t.Helper()
	for _, kind := range commandKinds {
		if kind.pattern.MatchString(assignments.ReplaceAllString(command, "")) {
			kind.verify(d, command)
			return
		}
	}
	d.t.Errorf("%q is of no kind that this test can verify; commandKinds has those that it can", command)
}

// documents are the paths of all documents from the top of the checkout.
func documents(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CONTRIBUTING.md"}
	found, err := fs.Glob(os.DirFS(testkit.Root(t)), "*/README.md")
	testkit.Must(t, err)
	return append(list, found...)
}

func readDocument(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testkit.Root(t), file))
	testkit.Must(t, err)
	return string(text)
}

var (
	// codeSpan is code in a sentence.
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	// codeIn is code that a file has, "`schedule` in `schedule.go`".
	codeIn = regexp.MustCompile("`([^`\n]+)` in `([^`\n]+)`")
	// markdownLink is a link or a picture.
	markdownLink = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
)

// play goes through a document from its first line to its last.
func (d *document) play(text string) {
	var language string // of the block that this line is in; empty outside of all
	var block []string
	behindCommands := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		fence, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence && language == "":
			if fence == "" {
				d.t.Fatal("a block has no language; want sh for commands, text for what they print")
			}
			language, block = fence, nil
		case isFence:
			d.block(language, block, behindCommands)
			behindCommands, language = language == "sh", ""
		case language != "":
			block = append(block, line)
		case strings.HasPrefix(line, "## "):
			d.stopServer()
			behindCommands = false
		default:
			d.sentence(line)
		}
	}
}

func (d *document) block(language string, lines []string, behindCommands bool) {
	d.t.Helper()
	switch language {
	case "sh":
		d.printed.Take()
		text := strings.ReplaceAll(strings.Join(lines, "\n"), "\\\n", " ")
		for command := range strings.Lines(text) {
			command, _, _ = strings.Cut(strings.TrimSpace(command), "  # ")
			if command != "" && !strings.HasPrefix(command, "#") {
				d.command(strings.TrimSpace(command))
			}
		}
	case "text":
		if behindCommands {
			d.output(lines)
		}
	case "ini", "json", "yaml": // examples of files that an operator writes
	case "go", "tsx":
		if d.folder != "render" { // see TestDocsRenderExample
			d.t.Error("there is code in " + language + ", which no test compiles")
		}
	default:
		d.t.Errorf("no test knows how to verify a block of %q", language)
	}
}

// sentence verifies the code and the links of a line outside of blocks.
func (d *document) sentence(line string) {
	d.t.Helper()
	for _, span := range codeSpan.FindAllStringSubmatch(line, -1) {
		switch code := span[1]; {
		case strings.HasPrefix(code, "make "):
			d.dryRun(code)
		case regexp.MustCompile(ownProgram).MatchString(code):
			d.parse(code)
		case strings.HasPrefix(code, "go "):
			d.paths(code)
		case filePath.MatchString(code):
			d.path(code)
		}
	}
	for _, found := range codeIn.FindAllStringSubmatch(line, -1) {
		d.contains(found[2], found[1])
	}
	for _, link := range markdownLink.FindAllStringSubmatch(line, -1) {
		if _, err := os.Stat(filepath.Join(testkit.Root(d.t), d.folder, link[1])); err != nil &&
			!strings.Contains(link[1], "://") {
			d.t.Errorf("a link leads nowhere: %v", err)
		}
	}
}

// The README's table of settings has each setting with its default, and no other.
func TestDocsHaveEverySetting(t *testing.T) {
	t.Parallel()
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)`.*$").FindAllStringSubmatch(readDocument(t,
		"README.md"), -1) {
		rows[row[1]] = row[0]
	}
	for _, tag := range program.SettingTags() {
		name, value := tag.Get("env"), tag.Get("default")
		row, ok := rows[name]
		delete(rows, name)
		// "0" and references stand for something that the table says in words.
		inWords := value == "" || value == "0" || strings.HasPrefix(value, "${")
		if !ok {
			t.Errorf("the README has no row for %s", name)
		} else if !inWords && !strings.Contains(row, "| `"+value+"` |") {
			t.Errorf("the README does not have the default of %s, %q:\n%s", name, value, row)
		}
	}
	for name := range rows {
		t.Errorf("the README has the setting %s, which does not exist", name)
	}
}

// Imports run one way, through the layers that CONTRIBUTING.md lists: every package stands in one, and imports packages
// of the layers below it.
func TestLayers(t *testing.T) {
	t.Parallel()
	layers := map[string]int{} // by the end of the import path
	for _, row := range regexp.MustCompile(`(?m)^\| ([0-9]+) \|([^|]*)\|`).FindAllStringSubmatch(
		readDocument(t, "CONTRIBUTING.md"), -1) {
		for _, name := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			layers[name[1]], _ = strconv.Atoi(row[1]) // digits, as the pattern has it
		}
	}
	layerOf := func(path string) (layer int) {
		longest := 0
		for name, number := range layers {
			if strings.HasSuffix("/"+path, "/"+name) && len(name) > longest {
				layer, longest = number, len(name)
			}
		}
		return layer
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-f",
		`{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./...")
	list.Dir = testkit.Root(t)
	out, err := list.Output()
	testkit.Must(t, err)
	for line := range strings.Lines(string(out)) {
		packages := strings.Fields(line)
		own := packages[0]
		if layerOf(own) == 0 {
			t.Errorf("%s has no layer in CONTRIBUTING.md", own)
		}
		for _, imported := range packages[1:] {
			if strings.HasPrefix(imported, "haulfront/") && layerOf(imported) <= layerOf(own) {
				t.Errorf("%s imports %s, which is not in a layer below it", own, imported)
			}
		}
	}
}
