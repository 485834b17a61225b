//go:build acceptance

package acceptance

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestCompleteExample makes the example complete of render a program of its own, outside of the checkout, by the
// commands of its README. Its page has the styles of Tailwind and of a CSS module in an empty folder, where neither
// sources nor packages are.
func TestCompleteExample(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(testkit.Root(t), "render/README.md"))
	testkit.Must(t, err)
	commands := regexp.MustCompile("(?s)```text\n(render=[^`]*examples/complete.*?)```").FindSubmatch(readme)
	if commands == nil {
		t.Fatal("the README has no commands that copy the example")
	}
	home := t.TempDir()
	make := exec.CommandContext(t.Context(), "bash", "-ec", string(commands[1]))
	caches, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE", "GOCACHE").Output()
	testkit.Must(t, err)
	modules, builds, _ := strings.Cut(strings.TrimSpace(string(caches)), "\n")
	make.Dir = testkit.Root(t)
	make.Env = append(os.Environ(), "HOME="+home, "GOMODCACHE="+modules, "GOCACHE="+builds)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("the commands: %v\n%s", err, out)
	}
	types := exec.CommandContext(t.Context(), "npx", "tsc", "--noEmit")
	types.Dir = filepath.Join(home, "boxes")
	if out, err := types.CombinedOutput(); err != nil {
		t.Errorf("the types: %v\n%s", err, out)
	}

	program := exec.Command(filepath.Join(home, "boxes", "example"))
	program.Dir, program.Env = t.TempDir(), append(os.Environ(), "ADDR=127.0.0.1:0")
	out, err := program.StderrPipe()
	testkit.Must(t, err)
	testkit.Must(t, program.Start())
	t.Cleanup(func() {
		_ = program.Process.Kill()
		_ = program.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	testkit.Must(t, err)
	get := func(path string) string {
		response, err := http.Get(regexp.MustCompile(`http://\S+`).FindString(line) + path)
		testkit.Must(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		testkit.Must(t, err)
		return string(body)
	}
	page := get("/?name=Ann")
	class := regexp.MustCompile(`class="(Counter_\w+) font-bold"`).FindStringSubmatch(page)
	style := regexp.MustCompile(`href="(/assets/[^"]+\.css)"`).FindStringSubmatch(page)
	if class == nil || style == nil || !strings.Contains(page, "Howdy, <!-- -->Ann") {
		t.Fatalf("the page is %s", page)
	}
	css := get(style[1])
	for _, rule := range []string{"." + class[1] + "{", ".font-bold{", ".mx-auto{"} {
		if !strings.Contains(css, rule) {
			t.Errorf("the stylesheet lacks %s", rule)
		}
	}
}
