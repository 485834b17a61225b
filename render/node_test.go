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
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"pgregory.net/rapid"

	"haulfront/render"
)

// Texts of errors of the engine alone: about a component that waits, without its name, and about a value that has no
// text, without the reason.
const (
	waits       = "waits for a promise, and a render does not wait: pass data as props"
	undescribed = "the thrown value cannot be described"
)

// nodeRuntime is @haulfront/render in Node, for pages without islands: it answers each line with a page, and with the
// last error that React has caught and dropped, or else its reason against components that wait.
const nodeRuntime = `
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createInterface } from "node:readline";
function textOf(error) {
  try {
    const text = String(error);
    if (text.startsWith('The server used "renderToString" which does not support Suspense.')) return "` + waits + `";
    return text.replace("Cannot perform 'get' on a proxy that has been revoked", "Proxy already revoked");
  } catch {
    return "` + undescribed + `";
  }
}
export function serve({ pages }) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { page, props, period } = JSON.parse(line);
    const answer = { html: "", error: null, dropped: null, mean: 0 };
    globalThis.caught = (error) => {
      const text = textOf(error);
      if (answer.dropped === null || text !== "` + waits + `") answer.dropped = text;
    };
    try {
      const begun = performance.now();
      let now = begun, count = 0;
      do {
        answer.html = renderToString(createElement(pages[page], props));
        count++;
      } while ((now = performance.now()) - begun < period);
      answer.mean = ((now - begun) / count) * 1e6;
    } catch (error) {
      answer.error = textOf(error);
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  });
}`

// nodeProcess is a Node process that renders pages with React as published.
type nodeProcess struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// caughtPlugin makes React's renderer report the errors that it catches, and keep no part of a stylesheet that throws
// for the next page. All else is as published.
var caughtPlugin = api.Plugin{Name: "caught", Setup: func(b api.PluginBuild) {
	resolve := func(api.OnResolveArgs) (api.OnResolveResult, error) {
		file, err := filepath.Abs("../node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js")
		return api.OnResolveResult{Path: file, Namespace: "caught"}, err
	}
	load := func(a api.OnLoadArgs) (result api.OnLoadResult, err error) {
		source, err := os.ReadFile(a.Path)
		text := string(source)
		for old, replaced := range map[string]string{
			"function onError() {}": "function onError(error) { globalThis.caught(error); }",
			"function flushStyleInPreamble(stylesheet) {": "function flushStyleInPreamble(stylesheet) {" +
				"stylesheetFlushingQueue.length = 0;",
		} {
			if n := strings.Count(text, old); n != 1 {
				err = errors.Join(err, fmt.Errorf("%s has %q %d times, want once", a.Path, old, n))
			}
			text = strings.Replace(text, old, replaced, 1)
		}
		return api.OnLoadResult{Contents: &text, ResolveDir: filepath.Dir(a.Path)}, err
	}
	b.OnResolve(api.OnResolveOptions{Filter: `^react-dom/server$`}, resolve)
	b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: "caught"}, load)
}}

// newNode bundles files for Node, and starts it.
func newNode(t testing.TB, files map[string]string) *nodeProcess {
	t.Helper()
	dir := tree(t, files)
	runtime := filepath.Join(dir, "runtime.js")
	bundle := filepath.Join(dir, "bundle.cjs")
	err := os.WriteFile(runtime, []byte(nodeRuntime), 0o600)
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: dir, EntryPoints: []string{"server.tsx"}, Outfile: bundle, Write: true, Bundle: true,
		Platform: api.PlatformNode, Packages: api.PackagesExternal, JSX: api.JSXAutomatic,
		MinifyWhitespace: true, MinifySyntax: true, // as in the engine: functions have a text
		Alias: map[string]string{"@haulfront/render": runtime}, Plugins: []api.Plugin{caughtPlugin},
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

// render renders a page. dropped is the text of the error that React has dropped, so that html shows a fallback or ends
// early.
func (n *nodeProcess) render(t rapid.TB, page string, props any) (html string, dropped *string, _ error) {
	answer := n.call(t, page, props, 0)
	if answer.Error != nil {
		return "", nil, errors.New(*answer.Error)
	}
	if strings.HasPrefix(answer.HTML, "<html") {
		answer.HTML = "<!doctype html>" + answer.HTML // as the engine adds it
	}
	return answer.HTML, answer.Dropped, nil
}

// time renders a page for a period, and returns the mean time of a render.
func (n *nodeProcess) time(t rapid.TB, page string, props any, period time.Duration) time.Duration {
	return time.Duration(n.call(t, page, props, period).Mean)
}

// answer is what nodeRuntime answers. Mean is in nanoseconds.
type answer struct {
	HTML           string
	Error, Dropped *string
	Mean           float64
}

func (n *nodeProcess) call(t rapid.TB, page string, props any, period time.Duration) (a answer) {
	call, err := json.Marshal(map[string]any{"page": page, "props": props, "period": period.Milliseconds()})
	if err == nil {
		_, err = n.in.Write(append(call, '\n'))
	}
	line, readErr := n.out.ReadBytes('\n')
	if err := errors.Join(err, readErr, json.Unmarshal(line, &a)); err != nil {
		t.Fatal("Node does not answer: ", err)
	}
	return a
}

// differs says where the engine's page is not Node's, or one of them fails alone. What React drops in Node is the
// page's error here, and only an island of the same name has Node's HTML.
func differs(t rapid.TB, engine *render.Engine, node *nodeProcess, page string, props any) string {
	got, err := engine.Render(context.Background(), page, props)
	want, dropped, wantErr := node.render(t, page, props)
	failed := &render.Error{}
	if dropped != nil && errors.As(err, &failed) && isText(failed.Message, *dropped) {
		if got, err = engine.Island(context.Background(), page, "", props); strings.HasPrefix(want, "<!doctype") {
			got = append([]byte("<!doctype html>"), got...)
		}
		want = strings.ReplaceAll(strings.ReplaceAll(want, "\r\n", "\n"), "\r", "\n") // as in the props of islands
		dropped = nil
	}
	if dropped == nil && string(got) == want && (err == nil) == (wantErr == nil) {
		return ""
	}
	if dropped != nil {
		want += "\nand the error: " + *dropped
	}
	return fmt.Sprintf("%v is\n%s (%v), want as Node has it\n%s (%v)", props, got, err, want, wantErr)
}

// isText reports whether an error's message is a text of Node.
func isText(message, text string) bool {
	if at := strings.Index(message, waits); at > 0 {
		message = message[at:]
	}
	if strings.HasPrefix(message, undescribed) {
		message = undescribed
	}
	return message == text
}

// compare fails if the engine's page is not Node's.
func compare(t rapid.TB, engine *render.Engine, node *nodeProcess, page string, props any) {
	if difference := differs(t, engine, node, page, props); difference != "" {
		t.Fatal(difference)
	}
}
