package render_test

import (
	"fmt"
	"strings"
	"testing"

	"haulfront/render"
)

// scenery is a page with a static component in changing surroundings.
var scenery = map[string]string{
	"Note.tsx": `import { useId } from "react";
export function Note({ text }: { text: string }) { return <p id={useId()}>{text}</p>; }`,
	"server.tsx": `import { Island, serve } from "@haulfront/render";
import { createContext, useContext, useId } from "react";
import { Note } from "./Note";
const Known = createContext("-"), Unknown = createContext("-");
const Inner = () => <b>{useContext(Known)}</b>;
const Around = () => <i><Inner /></i>;
const Static = ({ kind, text }: { kind: string; text?: any }) => {
  if (kind === "known") return <i>{useContext(Known)}</i>;
  if (kind === "unknown") return <i>{useContext(Unknown)}</i>;
  if (kind === "id") return <i id={useId()} />;
  if (kind === "option") return <option>a</option>;
  if (kind === "text") return "text";
  if (kind === "class") return <i title={typeof text.show + text.show()} />;
  if (kind === "island") return <i><Island of={Note} id="note" props={{ text }}>{null}</Island></i>;
  if (kind === "children") return <Island of={Note} id="note" props={{ text }}><em>within</em></Island>;
  if (kind === "meta") return <meta name="a" content="b" />;
  if (kind === "throws") throw new Error("no truck: " + text);
  return <i>{String(text)}</i>;
};
function Page({ kind, where, text }: { kind: string; where: string; text: any }) {
  const node = kind === "inner" ? <Inner /> : kind === "around" ? <Around /> : <Static kind={kind} text={kind === "class" ? { show: () => text } : kind === "date" ? new Date(text) : text} />;
  return (
    <html><body>
      <Known value={where === "known" ? "Plano" : "Frisco"}><Unknown value={where === "unknown" ? "Plano" : "Frisco"}>
        {where === "selected" ? <select defaultValue="a">{node}</select> : where === "text" ? <p>a{node}b</p> : where === "later" ? <p><b /><b />{node}b</p> : <p><b />{node}b</p>}
      </Unknown></Known>
    </body></html>
  );
}
serve({ pages: { Page }, islands: { Note }, statics: { components: [Static, Inner, Around], contexts: [Known] } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Note: () => import("./Note") });`,
}

// Whatever a static component depends on, it has the bytes that rendering it anew gives; and it is rendered anew for nothing else.
func TestStatics(t *testing.T) {
	var uses []render.Use
	engine := newEngine(t, scenery, func(c *render.Config) { c.Observe = func(u render.Use) { uses = append(uses, u) } })
	fresh := newEngine(t, scenery, func(c *render.Config) { c.NoMemo = true })
	tests := []struct {
		kind, where string
		text        any
		put         int
	}{
		{"known", "", "a", 0}, {"known", "", "a", 1}, {"known", "unknown", "a", 1}, {"known", "", "b", 0},
		{"known", "known", "a", 0}, {"known", "known", "a", 1}, {"known", "", "a", 1},
		{"unknown", "", "", 0}, {"unknown", "unknown", "", 0}, {"unknown", "unknown", "", 0},
		// Inner is kept before what is around it, which reads the context by it alone.
		{"inner", "", "", 0}, {"around", "", "", 1}, {"around", "known", "", 0}, {"around", "", "", 1}, {"around", "known", "", 1},
		{"id", "", "", 0}, {"id", "later", "", 0}, {"id", "later", "", 1}, {"id", "", "", 1},
		{"option", "", "", 0}, {"option", "selected", "", 0}, {"option", "", "", 1}, {"option", "selected", "", 1},
		{"text", "", "", 0}, {"text", "text", "", 0}, {"text", "", "", 1}, {"text", "text", "", 1},
		{"island", "", "a", 0}, {"island", "", "b", 0}, {"island", "", "a", 1}, {"children", "", "a", 0}, {"children", "", "a", 1},
		{"meta", "", "", 0}, {"meta", "", "", 0},
		{"class", "", "a", 0}, {"class", "", "b", 0}, {"date", "", "a", 0}, {"date", "", 0, 0}, {"date", "", 1e9, 0},
		{"", "", "1", 0}, {"", "", 1, 0}, {"", "", 1.5, 0}, {"", "", nil, 0}, {"", "", "null", 0}, {"", "", true, 0}, {"", "", "true", 0},
		{"", "", []any{"a", "b"}, 0}, {"", "", []any{"a,b"}, 0}, {"", "", map[string]any{"a": []any{}}, 0}, {"", "", map[string]any{"a": map[string]any{}}, 0},
		{"", "", []any{"a", "b"}, 1}, {"", "", map[string]any{"a": map[string]any{}}, 1}, {"", "", nil, 1}, {"", "", 1.5, 1},
	}
	for i, tt := range tests {
		props := map[string]any{"kind": tt.kind, "where": tt.where, "text": tt.text}
		uses = nil
		got, err := engine.Render(t.Context(), "Page", props)
		want, wantErr := fresh.Render(t.Context(), "Page", props)
		if err != nil || wantErr != nil || string(got) != string(want) {
			t.Errorf("%d: %v is\n%s (%v), want\n%s (%v)", i, tt, got, err, want, wantErr)
			continue
		}
		if uses[0].Statics != tt.put {
			t.Errorf("%d: %v put %d components in place, want %d", i, tt, uses[0].Statics, tt.put)
		}
		if strings.Contains(string(want), "data-island=") && len(uses) != 2-tt.put {
			t.Errorf("%d: %v took %d renders, want %d", i, tt, len(uses), 2-tt.put)
		}
		compressed, err := engine.RenderGzip(t.Context(), "Page", props)
		if err != nil || string(gunzip(t, compressed)) != string(want) {
			t.Errorf("%d: %v compressed is %x, %v", i, tt, compressed, err)
		}
	}
	for range 2 {
		if _, err := engine.Render(t.Context(), "Page", map[string]any{"kind": "throws", "text": "x"}); err == nil || !strings.Contains(err.Error(), "no truck: x") {
			t.Errorf("the component that throws: %v", err)
		}
	}
}

// What is kept is bounded, the least recently used is dropped first, and nothing is kept of pages that are kept themselves.
func TestStaticsAreBounded(t *testing.T) {
	put := 0
	engine := newEngine(t, scenery, func(c *render.Config) {
		c.Fragments, c.Observe = 3, func(u render.Use) { put = u.Statics }
	})
	page := func(text int) map[string]any { return map[string]any{"kind": "", "where": "", "text": text} }
	if _, err := engine.Page(t.Context(), "Page", page(1)); err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct{ text, put int }{{1, 0}, {2, 0}, {1, 1}, {3, 0}, {1, 1}, {4, 0}, {2, 0}, {1, 1}, {4, 1}} {
		if _, err := engine.Render(t.Context(), "Page", page(tt.text)); err != nil {
			t.Fatal(err)
		}
		if put != tt.put {
			t.Errorf("%d: the text %d put %d components in place, want %d", i, tt.text, put, tt.put)
		}
	}
}

// A mistake in the server's entry stops the start.
func TestStaticsAreFunctions(t *testing.T) {
	for wrong, want := range map[string]string{
		`{ components: [memo(() => null)] }`:                                               "static component 0 is no function",
		`{ components: [], contexts: Array.from({ length: 65 }, () => createContext(0)) }`: "64 contexts",
	} {
		dir := tree(t, map[string]string{"server.tsx": fmt.Sprintf(`import { createContext, memo } from "react";
import { serve } from "@haulfront/render";
serve({ pages: {}, statics: %s });
export { createContext, memo };`, wrong)})
		_, err := render.New(render.Config{Dir: dir, ServerEntry: "server.tsx", Workers: 1})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New() with %s = %v, want %q", wrong, err, want)
		}
	}
}
