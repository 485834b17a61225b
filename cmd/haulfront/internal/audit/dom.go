package audit

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// elements yields the elements below n, in the order of the page; with names only those.
func elements(n *html.Node, names ...string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for d := range n.Descendants() {
			if d.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, d.Data)) && !yield(d) {
				return
			}
		}
	}
}

// first returns the first element of that name below n, nil where there is none.
func first(n *html.Node, name string) *html.Node {
	for e := range elements(n, name) {
		return e
	}
	return nil
}

func attr(n *html.Node, name string) string {
	value, _ := lookup(n, name)
	return value
}

func lookup(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// headings are the elements of headings.
var headings = []string{"h1", "h2", "h3", "h4", "h5", "h6"}

// inline are the elements that do not break the text they stand in.
var inline = []string{"a", "abbr", "b", "bdi", "cite", "code", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "wbr"}

// textOf is the text that n shows, with single spaces.
func textOf(n *html.Node) string {
	var text strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
			return
		}
		if n.Type == html.ElementNode && slices.Contains([]string{"script", "style", "template", "noscript"}, n.Data) {
			return
		}
		breaks := n.Type == html.ElementNode && !slices.Contains(inline, n.Data)
		if breaks {
			text.WriteByte(' ')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if breaks {
			text.WriteByte(' ')
		}
	}
	walk(n)
	return singleSpaced(text.String())
}

// singleSpaced replaces all white space by single spaces.
func singleSpaced(text string) string { return strings.Join(strings.Fields(text), " ") }
