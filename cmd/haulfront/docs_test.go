package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// documents are the paths of all documents from the top of the checkout.
var documents = []string{"README.md", "CONTRIBUTING.md", "cmd/haulfront/OFFICE.md", "components/README.md",
	"components/art/README.md", "content/README.md", "render/README.md", "render/RATIONALE.md"}

var (
	// block is a block of code, with its language.
	block = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	// codeSpan is code in a sentence.
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// codeIn is code that a file has outside of its comments, "`schedule` in `schedule.go`".
	codeIn = regexp.MustCompile("`([^`\n]+)`,? (?:in|of)\\s`([^`\n]+\\.\\w+)`")
	// comment is a comment of Go or TypeScript.
	comment = regexp.MustCompile(`(?m)(?:^|\s)//.*$`)
	// markdownLink is a link or a picture of a file.
	markdownLink = regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`)
	// filePath is the path of a file or folder; what is between angle brackets stands for any name.
	filePath = regexp.MustCompile(
		`^[\w<][\w.<>-]*(/[\w.<>-]+)*(/|\.(css|go|json|md|ts|tsx|txtar|yaml|yml))$|^[\w-]+(/[\w.<>-]+)+$`)
	// ownCommand is a command of this program.
	ownCommand = regexp.MustCompile(`^(?:go run \./cmd/haulfront|haulfront) (.*)$`)
)

func readDocument(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testkit.Root(t), file))
	testkit.Must(t, err)
	return string(text)
}

// TestDocs runs the commands of each document as one script, after testdata/docs/commands.sh. Commands are the lines of
// blocks of sh. A block of text right behind one is what its commands print, or what the running server logs; "…"
// stands for any text. A heading of the second level stops the server.
func TestDocs(t *testing.T) {
	t.Parallel()
	step := regexp.MustCompile("(?ms)^## |^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")
	built := regexp.MustCompile(`(?m)^bin/haulfront `)
	for _, file := range documents {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			script := ". cmd/haulfront/testdata/docs/commands.sh\nset -v\n"
			for _, found := range step.FindAllStringSubmatch(readDocument(t, file), -1) {
				if found[1] == "" {
					script += "stop_server\n"
					continue
				}
				script += "exec >$out\n" + built.ReplaceAllString(found[1], "haulfront ")
				for line := range strings.Lines(found[2]) {
					pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), "…", ".*")
					script += "expect '" + strings.ReplaceAll(pattern, "'", `'\''`) + "'\n"
				}
			}
			runScript(t, script)
		})
	}
}

// runScript runs a script in a copy of the checkout, in which localhost:8080 and localhost:9090 are unused addresses.
func runScript(t *testing.T, script string) {
	t.Helper()
	dir, home := filepath.Join(t.TempDir(), "haulfront"), t.TempDir()
	copyCheckout(t, testkit.Root(t), dir)
	caches, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE").Output()
	testkit.Must(t, err)
	// go doc reads the whole module graph, with parts that no build needs, and that a new machine does not have yet.
	graph := exec.CommandContext(t.Context(), "go", "list", "-m", "all")
	graph.Dir = testkit.Root(t)
	testkit.Must(t, graph.Run())
	goCache, modules, _ := strings.Cut(strings.TrimSpace(string(caches)), "\n")
	site, admin := program.UnusedAddress(t), program.UnusedAddress(t)
	testkit.Must(t, os.WriteFile(filepath.Join(home, ".curlrc"), fmt.Appendf(nil,
		"connect-to = localhost:8080:%s\nconnect-to = localhost:9090:%s\n", site, admin), 0o644))
	file := filepath.Join(home, "script.sh")
	testkit.Must(t, os.WriteFile(file, []byte(script), 0o644))

	// The limit is long because machines are shared.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", file)
	// No settings but the addresses, and Go's caches, which Go would look for in the home folder.
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "ADDR=" + site,
		"ADMIN_ADDR=" + admin, "GOCACHE=" + goCache, "GOMODCACHE=" + modules, "GOPROXY=off"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if stderr, err := cmd.CombinedOutput(); err != nil {
		printed, _ := os.ReadFile(filepath.Join(home, "out"))
		log, _ := os.ReadFile(filepath.Join(home, "log"))
		t.Fatalf("%v in the last of these commands:\n%s\nprinted:\n%s\nthe server's log:\n%s", err, stderr,
			printed, log)
	}
}

// copyCheckout copies a checkout; node_modules is linked.
func copyCheckout(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range listCheckout(t, from) {
		if strings.HasSuffix(name, "/") {
			testkit.Must(t, os.MkdirAll(filepath.Join(to, name), 0o755))
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, name))
		testkit.Must(t, err)
		testkit.Must(t, os.WriteFile(filepath.Join(to, name), data, 0o644))
	}
	modules, err := filepath.EvalSymlinks(filepath.Join(from, "node_modules"))
	testkit.Must(t, err)
	testkit.Must(t, os.Symlink(modules, filepath.Join(to, "node_modules")))
}

// listCheckout returns the folders of a checkout, with "/" at the end, and its files, without what is built or
// installed.
func listCheckout(t *testing.T, top string) (names []string) {
	t.Helper()
	testkit.Must(t, fs.WalkDir(os.DirFS(top), ".", func(name string, entry fs.DirEntry, err error) error {
		leave := slices.Contains([]string{".git", "bin", "var"}, name) || path.Base(name) == "node_modules"
		switch {
		case err != nil:
			return err
		case leave && entry.IsDir():
			return fs.SkipDir
		case entry.IsDir():
			names = append(names, name+"/")
		case !leave && entry.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	}))
	return names
}

// Every file, link, command and make target that a sentence names exists.
func TestDocsNameWhatExists(t *testing.T) {
	t.Parallel()
	checkout := listCheckout(t, testkit.Root(t))
	for _, file := range documents {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Dir(file)
			text := block.ReplaceAllString(readDocument(t, file), "")
			for _, link := range markdownLink.FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join(testkit.Root(t), folder, link[1])); err != nil {
					t.Errorf("a link leads nowhere: %v", err)
				}
			}
			for _, span := range codeSpan.FindAllStringSubmatch(text, -1) {
				code := strings.Join(strings.Fields(span[1]), " ")
				if target, ok := strings.CutPrefix(code, "make "); ok {
					makefile := readDocument(t, "Makefile")
					if !regexp.MustCompile(`(?m)^` + strings.Fields(target)[0] + `:`).MatchString(makefile) {
						t.Errorf("there is no %s", code)
					}
				} else if own := ownCommand.FindStringSubmatch(code); own != nil {
					parse(t, own[1])
				} else if filePath.MatchString(code) && len(matches(t, checkout, folder, code)) == 0 {
					t.Errorf("there is no %s", code)
				}
			}
			for _, found := range codeIn.FindAllStringSubmatch(text, -1) {
				if !slices.ContainsFunc(matches(t, checkout, folder, found[2]), func(name string) bool {
					data, err := os.ReadFile(name)
					return err != nil || strings.Contains(comment.ReplaceAllString(string(data), ""), found[1])
				}) {
					t.Errorf("there is no %s in %s", found[1], found[2])
				}
			}
		})
	}
}

// matches returns the files that a document in a folder can mean by a path: from the top of the checkout, or up to
// three levels below the folder. A path that begins in neither, such as a media type, and one that commands make, means
// the checkout.
func matches(t *testing.T, checkout []string, folder, named string) (found []string) {
	t.Helper()
	pattern := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.TrimSuffix(named, "/"), "*")
	top, levels := testkit.Root(t), strings.Count(pattern, "/")+1
	for _, name := range checkout {
		name = strings.TrimSuffix(name, "/")
		meant := []string{name}
		if below, ok := strings.CutPrefix(name, folder+"/"); ok || folder == "." {
			parts := strings.Split(below, "/")
			meant = append(meant, strings.Join(parts[min(max(0, len(parts)-levels), 3):], "/"))
		}
		if slices.ContainsFunc(meant, func(path string) bool {
			is, _ := filepath.Match(pattern, path)
			return is
		}) {
			found = append(found, filepath.Join(top, name))
		}
	}
	first, _, deep := strings.Cut(pattern, "/")
	made := regexp.MustCompile(`^(bin|var|assets/photos)/`).MatchString(pattern)
	if _, err := os.Stat(filepath.Join(top, first)); made || deep && err != nil {
		found = append(found, top)
	}
	return found
}

// parse gives a command of this program to its parser.
func parse(t *testing.T, line string) {
	t.Helper()
	help := false
	parser, err := command.Parser(kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) { help = true }))
	testkit.Must(t, err)
	if _, err := parser.Parse(strings.Fields(strings.ReplaceAll(line, `"`, ""))); err != nil && !help {
		t.Errorf("haulfront %s: %v", line, err)
	}
}

// Every setting is documented, and no other.
func TestDocsHaveEverySetting(t *testing.T) {
	t.Parallel()
	text := readDocument(t, "README.md")
	known := program.SettingNames()
	for _, name := range program.SettingNames() {
		if !regexp.MustCompile("`" + name + "[=`]").MatchString(text + readDocument(t, "CONTRIBUTING.md")) {
			t.Errorf("no document explains %s", name)
		}
	}
	for _, found := range regexp.MustCompile("`([A-Z]+_[A-Z_]+)[=`]").FindAllStringSubmatch(text, -1) {
		if !slices.Contains(known, found[1]) {
			t.Errorf("the README has the setting %s, which does not exist", found[1])
		}
	}
}

// Every block of code in render's README is in the package's example, which go test runs.
func TestDocsRenderExample(t *testing.T) {
	t.Parallel()
	plain := func(code string) string { return strings.Join(strings.Fields(code), " ") }
	example := plain(readDocument(t, "render/example_test.go"))
	for _, found := range block.FindAllStringSubmatch(readDocument(t, "render/README.md"), -1) {
		if (found[1] == "go" || found[1] == "tsx") && !strings.Contains(example, plain(found[2])) {
			t.Errorf("the example does not have this code:\n%s", found[2])
		}
	}
}

// Imports run one way: a package imports packages of its own directory, and of directories in rows below it, as
// CONTRIBUTING.md lists them.
func TestImports(t *testing.T) {
	t.Parallel()
	rows := map[string]int{} // the number of each directory's row
	for _, row := range regexp.MustCompile(`(?m)^\| ([0-9]+) \|([^|]*)\|`).FindAllStringSubmatch(
		readDocument(t, "CONTRIBUTING.md"), -1) {
		for _, name := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			rows[name[1]], _ = strconv.Atoi(row[1])
		}
	}
	directory := func(path string) string {
		path = strings.TrimPrefix(strings.TrimPrefix(path, "haulfront/"), "cmd/haulfront/internal/")
		for rows[path] == 0 && path != "." {
			path = filepath.Dir(path)
		}
		return path
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-f",
		`{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./...", "haulfront/render/...")
	list.Dir = testkit.Root(t)
	out, err := list.Output()
	testkit.Must(t, err)
	for line := range strings.Lines(string(out)) {
		packages := strings.Fields(line)
		own := directory(packages[0])
		for _, imported := range packages[1:] {
			to := directory(imported)
			if strings.HasPrefix(imported, "haulfront/") && to != own && rows[to] <= rows[own] {
				t.Errorf("%s imports %s, which is not in a row below it", packages[0], imported)
			}
		}
	}
}
