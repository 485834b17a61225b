package load

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	yaml "github.com/goccy/go-yaml/ast"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const frontMatterFence = "---\n"

// converter turns Markdown into HTML. Raw HTML is not allowed.
var converter = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Typographer),
	goldmark.WithParserOptions(markdown.WithAutoHeadingID()),
)

// Document is the text of a file of Markdown, as HTML.
type Document struct {
	// Heading is that of the first level, if the text begins with one; Parts are without it.
	Heading string
	// Parts are between the lines that hold a marker alone.
	Parts []string
	// Sections are the headings of the second level.
	Sections []Section
}

// Section is a heading, with its id in the HTML.
type Section struct{ Title, ID string }

// Document reads Markdown after a front matter, with a number of lines that hold a marker; false, with a diagnostic.
func (d *Decoder) Document(file, wanted string, front any, marker string, markers int) (document Document, ok bool) {
	layers, ok := d.read(file)
	if !ok {
		return document, false
	}
	file = layers[0].name
	head, body, found := frontMatter(layers[0])
	if !found {
		d.Diagnostics.Add(Position{file, 1}, "there is no front matter", `wanted `+wanted+` between two lines "---"`)
		return document, false
	}
	node := d.ParseText(file, "\n"+head) // an empty line instead of the fence keeps the line numbers
	if node == nil {
		return document, false
	}
	d.origins[node] = file
	program := layers[len(layers)-1]
	if len(layers) > 1 && !d.Other || !(Position{File: program.name}).BuiltIn() {
		program.data = nil
	} else if below, _, _ := frontMatter(program); len(layers) > 1 {
		d.adopt(node, d.ParseText(program.name, "\n"+below), program.name)
	}
	if lang := Child[*yaml.StringNode](node, "lang"); lang != nil && d.Localized[lang.Value] != nil {
		defer func(facts *References) { d.References = facts }(d.References)
		d.References = d.Localized[lang.Value]
	}
	d.Decode(file, node, front)
	lines, first := strings.Split(body, "\n"), Position{file, 4 + strings.Count(head, "\n")}
	if !checkNesting(d, first, lines) {
		return document, false
	}
	lines = d.pruneLines(lines, strings.Split(string(program.data), "\n"))
	ids, at, part := markdown.NewContext(), first, []string(nil)
	for i, line := range append(lines, marker) {
		here := Position{file, first.Line + i}
		if strings.TrimSpace(line) == marker {
			document.add(d, at, ids, part)
			at, part = Position{file, here.Line + 1}, nil
			continue
		}
		part = append(part, d.Resolve(here, line))
	}
	if n := len(document.Parts) - 1; n != markers {
		d.Diagnostics.Add(first, fmt.Sprintf("%d lines hold %s", n, marker),
			fmt.Sprintf("wanted %s", []string{"none", "one"}[markers]))
	}
	return document, true
}

var markdownLink = regexp.MustCompile(`\]\((/[^)\s]*)\)`)

func frontMatter(file layered) (head, body string, ok bool) {
	rest, opened := strings.CutPrefix(string(file.data), frontMatterFence)
	head, body, closed := strings.Cut(rest, "\n"+frontMatterFence)
	return head, body, opened && closed
}

// pruneLines blanks the program's paragraphs, each a line, on what this company lacks, and headings without any left.
func (d *Decoder) pruneLines(lines, program []string) []string {
	lines = slices.Clone(lines)
	heading := -1 // the last one, while no text follows it
	for i, line := range lines {
		if !slices.Contains(program, line) && !strings.Contains(line, "{form}") {
			heading = -1
			continue
		}
		if d.References.lacks(line) {
			lines[i] = ""
		}
		for _, link := range markdownLink.FindAllStringSubmatch(line, -1) {
			if wrong, _ := d.BrokenLink(link[1]); wrong != "" {
				lines[i] = ""
			}
		}
		switch {
		case strings.HasPrefix(line, "## "):
			if heading >= 0 {
				lines[heading] = ""
			}
			heading = i
		case lines[i] != "":
			heading = -1
		}
	}
	if heading >= 0 {
		lines[heading] = ""
	}
	return lines
}

var deepMarkers = regexp.MustCompile(fmt.Sprintf(`^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){%d}`, maxDepth+1))

// checkNesting bounds the nesting of Markdown: the time of goldmark is quadratic in it, 17 s for 200 KB of ">".
func checkNesting(d *Decoder, at Position, lines []string) bool {
	brackets := 0
	for i, line := range lines {
		for _, pair := range []string{"[]", "()"} {
			brackets += strings.Count(line, pair[:1]) - strings.Count(line, pair[1:])
		}
		if brackets = max(0, brackets); strings.TrimSpace(line) == "" {
			brackets = 0
		}
		if brackets > maxDepth || deepMarkers.MatchString(line) {
			d.Diagnostics.Add(Position{at.File, at.Line + i}, "quotes, lists or brackets are nested too deep",
				fmt.Sprintf("wanted at most %d", maxDepth))
			return false
		}
	}
	return true
}

// add turns Markdown into HTML. The ids of headings are unique over all parts with the same context.
func (document *Document) add(d *Decoder, at Position, ids markdown.Context, lines []string) {
	src := []byte(strings.Join(lines, "\n"))
	tree := converter.Parser().Parse(text.NewReader(src), markdown.WithContext(ids))
	if h, ok := tree.FirstChild().(*ast.Heading); ok && h.Level == 1 && document.Parts == nil {
		document.Heading = plainText(h, src)
		tree.RemoveChild(tree, h)
	}
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
		case *ast.Paragraph, *ast.TextBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				for _, slip := range slips {
					if slip.pattern.Match(line.Value(src)) {
						d.Warnings.Add(Position{here.File, here.Line + i}, slip.wrong, slip.wanted)
					}
				}
			}
		case *ast.Heading:
			switch {
			case n.Level != 2 && n.Level != 3:
				d.Diagnostics.Add(here, fmt.Sprintf("the heading is of level %d", n.Level),
					"wanted ## or ###: the page's title is above them")
			case n.Level == 3 && len(document.Sections) == 0:
				d.Warnings.Add(here, "the first heading is of level 3", "wanted ##: the page's title is above it")
			}
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				document.Sections = append(document.Sections, Section{plainText(n, src), string(id.([]byte))})
			}
		case *ast.Link:
			if wrong, wanted := d.BrokenLink(string(n.Destination)); wrong != "" {
				d.Diagnostics.Add(here, wrong, wanted)
			}
		case *ast.Image:
			d.Diagnostics.Add(here, fmt.Sprintf("there is the picture %q in the text", n.Destination),
				"wanted text: an article's picture is the scene that its front matter names, or its photograph")
		case *ast.RawHTML, *ast.HTMLBlock:
			d.Diagnostics.Add(here, "there is HTML in the text", "wanted Markdown")
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	_ = converter.Renderer().Render(&out, src, tree) // writing to a bytes.Buffer never fails
	document.Parts = append(document.Parts, scrollableTables.Replace(out.String()))
}

// slips are what other editors understand and Markdown shows as it was typed.
var slips = []struct {
	pattern       *regexp.Regexp
	wrong, wanted string
}{
	{regexp.MustCompile(`^\s*##+[^#\s]`), "the line is no heading", "wanted a space behind ##"},
	{regexp.MustCompile(`^\s*[•▪◦‣·]`), "the line is no item of a list",
		`wanted "- " in front of it, and an empty line above the list`},
	{regexp.MustCompile(`~~`), "~~ does not cross out text", "wanted the text as it should be read"},
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

// scrollableTables lets each table scroll sideways on a phone, in a box that keyboards can focus.
var scrollableTables = strings.NewReplacer("<table>\n", `<div class="ArticleBody-scroll" tabindex="0">`+"\n<table>\n",
	"</table>\n", "</table>\n</div>\n")
