package content

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"

	"haulfront/content/load"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const frontMatterFence = "---\n"

// converter turns Markdown into HTML. Raw HTML is not allowed.
var converter = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Typographer),
	goldmark.WithParserOptions(markdown.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrollableTables{}, 100))),
)

const quoteBoxMarker = "{quote-box}"

// document reads a file of Markdown after a front matter with the wanted keys. It returns the HTML between the lines
// that stand for quote boxes, whose number is known, and links to the sections; false, with a diagnostic, if the file
// cannot be read.
func document(d *load.Decoder, file, wanted string, front any, boxes int) (parts []string, contents []Link, ok bool) {
	data, ok := d.Read(file)
	if !ok {
		return nil, nil, false
	}
	rest, found := strings.CutPrefix(string(data), frontMatterFence)
	head, body, closed := strings.Cut(rest, "\n"+frontMatterFence)
	if !found || !closed {
		d.Diagnostics.Add(load.Position{File: file, Line: 1}, "there is no front matter", `wanted `+wanted+` between two lines "---"`)
		return nil, nil, false
	}
	node := d.ParseText(file, "\n"+head) // an empty line instead of the fence keeps the line numbers
	if node == nil {
		return nil, nil, false
	}
	d.Decode(file, node, front)
	lines, first := strings.Split(body, "\n"), load.Position{File: file, Line: 4 + strings.Count(head, "\n")}
	if !checkNesting(d, first, lines) {
		return nil, nil, false
	}
	ids, contents, at, part := markdown.NewContext(), []Link{}, first, []string(nil)
	for i, line := range append(lines, quoteBoxMarker) {
		here := load.Position{File: file, Line: first.Line + i}
		if strings.TrimSpace(line) == quoteBoxMarker {
			parts = append(parts, convert(d, at, ids, part, &contents))
			at, part = load.Position{File: file, Line: here.Line + 1}, nil
			continue
		}
		part = append(part, d.Resolve(here, d.Samples.Sentences(line)))
	}
	if n := len(parts) - 1; n != boxes {
		d.Diagnostics.Add(first, fmt.Sprintf("%d lines hold %s", n, quoteBoxMarker),
			fmt.Sprintf("wanted %s", []string{"none", "one"}[boxes]))
	}
	return parts, contents, true
}

var deepMarkers = regexp.MustCompile(fmt.Sprintf(`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){%d}`, load.MaxDepth+1))

// checkNesting bounds the nesting of Markdown: the time of goldmark is quadratic in it, 17 s for 200 KB of ">".
func checkNesting(d *load.Decoder, at load.Position, lines []string) bool {
	brackets := 0
	for i, line := range lines {
		for _, pair := range []string{"[]", "()"} {
			brackets += strings.Count(line, pair[:1]) - strings.Count(line, pair[1:])
		}
		if brackets = max(0, brackets); strings.TrimSpace(line) == "" {
			brackets = 0
		}
		if brackets > load.MaxDepth || deepMarkers.MatchString(line) {
			d.Diagnostics.Add(load.Position{File: at.File, Line: at.Line + i}, "quotes, lists or brackets are nested too deep",
				fmt.Sprintf("wanted at most %d", load.MaxDepth))
			return false
		}
	}
	return true
}

// convert turns Markdown into HTML, and adds links to its sections to contents. The ids of headings are unique over all
// parts with the same context.
func convert(d *load.Decoder, at load.Position, ids markdown.Context, lines []string, contents *[]Link) string {
	src := []byte(strings.Join(lines, "\n"))
	tree := converter.Parser().Parse(text.NewReader(src), markdown.WithContext(ids))
	// Blocks know their first line; an inline element gets the position of its block.
	here := at
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walk has no errors of its own
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			here.Line = at.Line + bytes.Count(src[:n.Lines().At(0).Start], []byte("\n"))
		}
		switch n := n.(type) {
		case *ast.Heading:
			switch {
			case n.Level != 2 && n.Level != 3:
				d.Diagnostics.Add(here, fmt.Sprintf("the heading is of level %d", n.Level),
					"wanted ## or ###: the page's title is above them")
			case n.Level == 3 && len(*contents) == 0:
				d.Warnings.Add(here, "the first heading is of level 3", "wanted ##: the page's title is above it")
			}
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				*contents = append(*contents, Link{plainText(n, src), "#" + string(id.([]byte))})
			}
		case *ast.Link:
			if wrong, wanted := d.BrokenLink(string(n.Destination)); wrong != "" {
				d.Diagnostics.Add(here, wrong, wanted)
			}
		case *ast.Image:
			d.Diagnostics.Add(here, fmt.Sprintf("there is the picture %q in the text", n.Destination),
				"wanted text: an article's picture is the scene or photograph that blog.yaml names")
		case *ast.RawHTML, *ast.HTMLBlock:
			d.Diagnostics.Add(here, "there is HTML in the text", "wanted Markdown")
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	_ = converter.Renderer().Render(&out, src, tree) // writing to a bytes.Buffer never fails
	return out.String()
}

func plainText(n ast.Node, src []byte) string {
	var words strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				words.Write(n.Segment.Value(src))
			case *ast.String: // added by the typographer, as an entity
				words.WriteString(html.UnescapeString(string(n.Value)))
			}
		}
		return ast.WalkContinue, nil
	})
	return words.String()
}

// scrollableTables puts each table into a box that scrolls sideways, so that the page does not on a phone. The box is
// focusable, because keyboards cannot scroll it otherwise.
type scrollableTables struct{}

func (scrollableTables) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(tables.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := "</table>\n</div>\n"
		if entering {
			tag = `<div class="ArticleBody-scroll" tabindex="0">` + "\n<table>\n"
		}
		_, err := w.WriteString(tag)
		return ast.WalkContinue, err
	})
}
