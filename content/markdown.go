package content

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml/parser"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// articlePage is a file of the folder articles: Markdown behind a front matter of YAML. Its sections are of the second
// level, its links are checked like those of all copy, and one line is {quote-box} alone.
type articlePage struct {
	Meta metaSource
	Lead string
	// parts are the HTML in front of the quote box and behind it.
	parts    []string
	contents []Link
}

// frontMatter opens an article's file. The article's own title, date and picture are in blog.yaml, because its card shows
// them too.
type frontMatter struct {
	Title       string `yaml:"title"`
	Description string `yaml:"description"`
	Lead        string `yaml:"lead"`
}

func (p *articlePage) meta() *metaSource { return &p.Meta }

func (p *articlePage) check(*decoder) {}

func (p *articlePage) heading(s *Site, slug string) string { return s.blog.find(slug).Title }

func (p *articlePage) scene(s *Site, slug string) SceneName { return s.blog.find(slug).scene() }

func (p *articlePage) props(s *Site, info BuildInfo, slug string) any { return s.Article(info, slug) }

const (
	frontMatterFence = "---\n"
	quoteBoxMarker   = "{quote-box}"
)

// converter turns Markdown into HTML. Raw HTML is not allowed.
var converter = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Typographer),
	goldmark.WithParserOptions(markdown.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(scrollableTables{}, 100))),
)

// read reads an article; false, with a diagnostic, where its file cannot be read at all.
func (page *articlePage) read(d *decoder, file string) bool {
	var front frontMatter
	body, line, ok := d.markdown(file, "title, description and lead", &front)
	if !ok {
		return false
	}
	page.Meta, page.Lead = metaSource{Title: front.Title, Description: front.Description}, front.Lead
	d.positions[&page.Meta.Title], d.positions[&page.Meta.Description] = d.positions[&front.Title], d.positions[&front.Description]

	parts, starts := [][]string{nil}, []int{line}
	for i, written := range strings.Split(body, "\n") {
		if strings.TrimSpace(written) == quoteBoxMarker {
			parts, starts = append(parts, nil), append(starts, line+i+1)
			continue
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], d.resolve(position{file, line + i}, written))
	}
	if len(parts) != 2 {
		d.diagnostics.add(position{file, line}, fmt.Sprintf("%d lines hold %s", len(parts)-1, quoteBoxMarker), "wanted one")
	}
	ids := markdown.NewContext()
	for i, part := range parts {
		page.parts = append(page.parts, d.convert(position{file, starts[i]}, ids, strings.Join(part, "\n"), &page.contents))
	}
	return true
}

// markdown reads a file of Markdown behind a front matter with the wanted keys. It returns the Markdown and its first line;
// false, with a diagnostic, where the file cannot be read at all.
func (d *decoder) markdown(file, wanted string, front any) (body string, line int, ok bool) {
	data, err := fs.ReadFile(d.fsys, file)
	if err != nil {
		d.diagnostics.add(position{file, 1}, "the file cannot be read: "+err.Error(), "wanted a readable file")
		return "", 0, false
	}
	rest, found := strings.CutPrefix(string(data), frontMatterFence)
	head, body, closed := strings.Cut(rest, "\n"+frontMatterFence)
	if !found || !closed {
		d.diagnostics.add(position{file, 1}, "there is no front matter", `wanted `+wanted+` between two lines "---"`)
		return "", 0, false
	}
	// An empty line instead of the fence keeps the line numbers.
	tree, err := parser.ParseBytes([]byte("\n"+head), 0)
	if err != nil || len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.diagnostics.add(position{file, 1}, "the front matter is not YAML", "wanted "+wanted)
		return "", 0, false
	}
	d.decode(file, tree.Docs[0].Body, front)
	return body, 4 + strings.Count(head, "\n"), true
}

// convert turns Markdown into HTML, and adds links to its sections to contents. The ids of headings are unique over all parts
// with the same context.
func (d *decoder) convert(at position, ids markdown.Context, source string, contents *[]Link) string {
	src := []byte(source)
	tree := converter.Parser().Parse(text.NewReader(src), markdown.WithContext(ids))
	// Blocks know their first line; what is inline gets the position of its block.
	here := at
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walk has no errors of its own
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			here.line = at.line + bytes.Count(src[:n.Lines().At(0).Start], []byte("\n"))
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level != 2 && n.Level != 3 {
				d.diagnostics.add(here, fmt.Sprintf("the heading is of level %d", n.Level), "wanted ## or ###: the page's title is above them")
			}
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				*contents = append(*contents, Link{plainText(n, src), "#" + string(id.([]byte))})
			}
		case *ast.Link:
			if wrong, wanted := d.brokenLink(string(n.Destination)); wrong != "" {
				d.diagnostics.add(here, wrong, wanted)
			}
		case *ast.RawHTML, *ast.HTMLBlock:
			d.diagnostics.add(here, "there is HTML in the text", "wanted Markdown")
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	_ = converter.Renderer().Render(&out, src, tree) // writing to a bytes.Buffer never fails
	return out.String()
}

// plainText is the text of a heading without its markup.
func plainText(n ast.Node, src []byte) string {
	var words strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				words.Write(n.Segment.Value(src))
			case *ast.String: // what the typographer put in, as an entity
				words.WriteString(html.UnescapeString(string(n.Value)))
			}
		}
		return ast.WalkContinue, nil
	})
	return words.String()
}

// scrollableTables puts each table into a box that scrolls sideways, so that the page does not on a phone. The box can be
// focused, or it could not be scrolled with the keyboard.
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
