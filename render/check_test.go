package render_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"haulfront/render"
)

// careless has mistakes that only React's development build sees, each in a line of its own.
var careless = alone(`const Item = ({ n }: any) => <li>{n}</li>;
const any: any = { class: "box" };
function Page() {
  console.error("once");
  return (
    <main>
      <ul>{[1, 2].map((n) => <Item n={n} />)}</ul>
      <p>
        <div>a</div>
        <span><ul><li>a<ul><li>b</li></ul></li></ul></span>
      </p>
      <table><tbody><tr><td><p>a</p></td></tr></tbody></table>
      <table><tr><td>a</td></tr></table>
      <a href="/"><b><a href="/b">b</a></b></a>
      <div {...any} />
      <button><p>a</p></button>
    </main>
  );
}`)

// In development, React's warnings follow a render with their lines, and are logged once.
func TestReactWarnings(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	found := make(chan []render.Message, 9)
	engine := newEngine(t, careless, func(c *render.Config) {
		serverAlone(c)
		c.Development, c.Log = true, slog.New(slog.NewTextHandler(&log, nil))
		c.Observe = func(use render.Use) {
			if use.Warnings != nil {
				found <- use.Warnings
			}
		}
	})
	html(t, engine, "Page", nil)
	var got strings.Builder
	for _, w := range <-found {
		line, _, _ := strings.Cut(w.Text, "\n")
		fmt.Fprintf(&got, "%s:%d %s\n", w.File, w.Line, line)
	}
	const want = "server.tsx:8 Each child in a list should have a unique \"key\" prop.\n" +
		"server.tsx:10 In HTML, <div> cannot be inside of <p>: the browser's parser would move it.\n" +
		"server.tsx:11 In HTML, <ul> cannot be inside of <p>: the browser's parser would move it.\n" +
		"server.tsx:11 In HTML, <ul> cannot be inside of <p>: the browser's parser would move it.\n" +
		"server.tsx:14 In HTML, <tr> cannot be inside of <table>: the browser's parser would move it.\n" +
		"server.tsx:15 In HTML, <a> cannot be inside of <a>: the browser's parser would move it.\n" +
		"server.tsx:16 Invalid DOM property `class`. Did you mean `className`?\n"
	if got.String() != want {
		t.Errorf("the warnings are\n%s, want\n%s", got.String(), want)
	}
	html(t, engine, "Page", nil)
	if again := <-found; len(again) != strings.Count(want, "\n") {
		t.Errorf("the next render has the warnings %v", again)
	}
	if got := log.String(); strings.Count(got, "once") != 2 || strings.Count(got, "<tr>") != 1 {
		t.Errorf("the log is %s, want each message once per render of the page", got)
	}
}
