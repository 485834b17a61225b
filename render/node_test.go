package render_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"pgregory.net/rapid"

	"haulfront/render"
)

// nodeRuntime is @haulfront/render in Node, for pages without islands: it answers each line with a page.
const nodeRuntime = `
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createInterface } from "node:readline";
export function serve({ pages }) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { page, props } = JSON.parse(line);
    const answer = { html: "", error: "" };
    try {
      answer.html = renderToString(createElement(pages[page], props));
    } catch (error) {
      answer.error = "in Node";
      try {
        answer.error += ": " + (error?.message || error);
      } catch {} // it has no text
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  });
}`

// nodeProcess is a Node process that renders pages with React as published.
type nodeProcess struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// newNode bundles files for Node, and starts it.
func newNode(t *testing.T, files map[string]string) *nodeProcess {
	t.Helper()
	dir := tree(t, files)
	runtime := filepath.Join(dir, "runtime.js")
	bundle := filepath.Join(dir, "bundle.cjs")
	err := os.WriteFile(runtime, []byte(nodeRuntime), 0o600)
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: dir, EntryPoints: []string{"server.tsx"}, Outfile: bundle, Write: true, Bundle: true,
		Platform: api.PlatformNode, Packages: api.PackagesExternal, JSX: api.JSXAutomatic,
		MinifyWhitespace: true, MinifySyntax: true, // as in the engine: functions have a text
		Alias: map[string]string{"@haulfront/render": runtime},
	})
	for _, message := range result.Errors {
		err = errors.Join(err, errors.New(message.Text))
	}
	command := exec.CommandContext(t.Context(), "node", bundle)
	command.Dir, command.Stderr, command.Env = dir, os.Stderr, append(os.Environ(), "NODE_ENV=production")
	in, inErr := command.StdinPipe()
	out, outErr := command.StdoutPipe()
	if err := errors.Join(err, inErr, outErr); err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = command.Wait() // the test's context may have ended it
	})
	return &nodeProcess{in, bufio.NewReader(out)}
}

// render renders a page.
func (n *nodeProcess) render(t rapid.TB, page string, props any) (html string, _ error) {
	call, err := json.Marshal(map[string]any{"page": page, "props": props})
	if err == nil {
		_, err = n.in.Write(append(call, '\n'))
	}
	line, readErr := n.out.ReadBytes('\n')
	var answer struct{ HTML, Error string }
	if err := errors.Join(err, readErr, json.Unmarshal(line, &answer)); err != nil {
		t.Fatal("Node does not answer: ", err)
	}
	if answer.Error != "" {
		return "", errors.New(answer.Error)
	}
	if strings.HasPrefix(answer.HTML, "<html") {
		answer.HTML = "<!doctype html>" + answer.HTML // as the engine adds it
	}
	return answer.HTML, nil
}

// differs says where the engine's page is not Node's, or one of them fails alone. Where Node shows the fallback of a
// failed <Suspense>, the page is an error, and only an island of the same name has Node's HTML. React writes
// stylesheets with a precedence last and drops errors then, so that Node's page ends there: the page is that error.
func differs(t rapid.TB, engine *render.Engine, node *nodeProcess, page string, props any) string {
	got, err := engine.Render(context.Background(), page, props)
	want, wantErr := node.render(t, page, props)
	if strings.Contains(want, "<!--$!-->") && err != nil {
		if got, err = engine.Island(context.Background(), page, "", props); strings.HasPrefix(want, "<!doctype") {
			got = append([]byte("<!doctype html>"), got...)
		}
	}
	dropped := err != nil && wantErr == nil && strings.Contains(fmt.Sprint(props), "precedence:")
	if dropped || string(got) == want && (err == nil) == (wantErr == nil) {
		return ""
	}
	return fmt.Sprintf("%v is\n%s (%v), want as Node has it\n%s (%v)", props, got, err, want, wantErr)
}

// compare fails if the engine's page is not Node's.
func compare(t rapid.TB, engine *render.Engine, node *nodeProcess, page string, props any) {
	if difference := differs(t, engine, node, page, props); difference != "" {
		t.Fatal(difference)
	}
}
