package render_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"
	"pgregory.net/rapid"
)

// letter shows a text everywhere a page and an island can show one.
var letter = map[string]string{
	"Letter.tsx": `
export function Letter({ text }: { text: string }) {
  return <form title={text} aria-label={text}>
    <p>{text}</p>
    <input defaultValue={text} />
    <textarea defaultValue={text} />
    <select defaultValue={text}><option>{text}</option></select>
  </form>;
}`,
	"Sheet.tsx": `
import { Island } from "@haulfront/render";
import { Letter } from "./Letter";
export function Sheet({ text }: { text: string }) {
  return <html><head><title>{text}</title><meta name="description" content={text} /></head>
    <body><h1>{text}</h1><Island of={Letter} id="letter" props={{ text }} /></body></html>;
}`,
	"server.tsx": `import { serve } from "@haulfront/render";
import { Sheet } from "./Sheet";
import { Letter } from "./Letter";
serve({ pages: { Sheet }, islands: { Letter } });`,
	"browser.ts": `import { start } from "@haulfront/render/browser";
start({ Letter: () => import("./Letter") });`,
}

// hostile are texts that have broken a page somewhere: out of a script, an attribute, a comment, a template's slot.
var hostile = []string{
	"<!--<script>", "</script>", "<script>alert(1)</script>", "<!--", "-->", "--!>", "]]>", "<![CDATA[",
	"<!--island html letter-->", "<!--island props letter-->", "</textarea>", "</title>",
	"</select><img src=x onerror=alert(1)>",
	`" onfocus="alert(1)`, "' x='", "`${1}`", "&lt;", "&amp;lt;", "&#x3C;", "&", "<", ">", "\\", "\\u003c", "$&$1$$",
	"\u2028", "\u2029", "\ufeff", "\x00", "\ufffd", "\r\n", "\r", "\n", "\t", "\x7f", "\u0085", "\u202e",
	"\U0001f69b", "é", "{{text}}",
}

// drawText returns a text in JSON, because only JSON can name a lone surrogate.
func drawText(t *rapid.T) (encoded json.RawMessage, want string) {
	part := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String(), rapid.Just(strings.Repeat("x<y&", 2600)))
	var units []string
	for i := range rapid.IntRange(0, 6).Draw(t, "parts") {
		if rapid.IntRange(0, 9).Draw(t, fmt.Sprint("surrogate ", i)) == 0 {
			units = append(units, fmt.Sprintf(`\u%04x`, rapid.IntRange(0xd800, 0xdfff).Draw(t, "unit")))
			continue
		}
		data, err := json.Marshal(part.Draw(t, fmt.Sprint("part ", i)))
		must(t, err)
		units = append(units, string(data[1:len(data)-1]))
	}
	encoded = json.RawMessage(`"` + strings.Join(units, "") + `"`)
	must(t, json.Unmarshal(encoded, &want))
	return encoded, want
}

// visible is what HTML keeps of a text: a parser normalises line ends, and drops or replaces U+0000.
func visible(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.NewReplacer("\x00", "", "\ufffd", "").Replace(s)
}

// Whatever a text says, the page has the same elements, and the text stands in it as a text.
func TestTextStaysText(t *testing.T) {
	engine := newEngine(t, letter, nil)
	shape := outline(parse(t, []byte(html(t, engine, "Sheet", map[string]string{"text": "plain"}))))
	rapid.Check(t, func(t *rapid.T) {
		encoded, want := drawText(t)
		page, err := engine.Page(t.Context(), "Sheet", map[string]any{"text": encoded})
		must(t, err)
		props := string(page.Slots()[0].Props)
		if strings.ContainsAny(props, "<>&\u2028\u2029") || strings.Contains(props, `\ud`) {
			t.Fatalf("props %s have lone surrogates, or characters that a script element may not have", props)
		}
		// The island is rendered both ways: with the page, and again for a state of its own.
		for _, overrides := range []map[string]any{nil, {"letter": map[string]any{"text": encoded, "again": true}}} {
			out, err := page.HTML(t.Context(), overrides)
			must(t, err)
			doc := parse(t, out)
			if got := outline(doc); got != shape {
				t.Fatalf("the page for %q has the elements\n%s\nwant\n%s", want, got, shape)
			}
			checkTexts(t, doc, want)
		}
	})
}

func checkTexts(t *rapid.T, doc *xhtml.Node, want string) {
	seen := 0
	for node := range doc.Descendants() {
		if node.Type != xhtml.ElementNode {
			continue
		}
		for _, a := range node.Attr {
			switch a.Key {
			case "title", "aria-label", "value", "content":
				seen++
				if visible(a.Val) != visible(want) {
					t.Fatalf("<%s %s=%q>, want %q", node.Data, a.Key, a.Val, want)
				}
			}
		}
		switch node.Data {
		case "title", "h1", "p", "textarea", "option":
			seen++
			if got := text(node); visible(got) != visible(want) {
				t.Fatalf("<%s>%q, want %q", node.Data, got, want)
			}
		case "script":
			seen++
			var props struct{ Text string }
			if err := json.Unmarshal([]byte(text(node)), &props); err != nil || visible(props.Text) != visible(want) {
				t.Fatalf("the island's props are %q (%v), want the text %q", text(node), err, want)
			}
		}
	}
	if seen != 10 {
		t.Fatalf("the text was looked for in %d places, want 10", seen)
	}
}

func parse(t rapid.TB, out []byte) *xhtml.Node {
	doc, err := xhtml.Parse(strings.NewReader(string(out)))
	must(t, err)
	return doc
}

// outline is the page's elements and the names of their attributes.
func outline(doc *xhtml.Node) string {
	var b strings.Builder
	for node := range doc.Descendants() {
		if node.Type == xhtml.CommentNode {
			b.WriteString("<!---->\n")
		}
		if node.Type != xhtml.ElementNode {
			continue
		}
		b.WriteString(node.Data)
		for _, a := range node.Attr {
			// An option is selected or not, whatever its text.
			if a.Key != "selected" {
				b.WriteString(" " + a.Key)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func text(node *xhtml.Node) string {
	all := ""
	for child := range node.Descendants() {
		if child.Type == xhtml.TextNode {
			all += child.Data
		}
	}
	return all
}
