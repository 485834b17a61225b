package load

import (
	"fmt"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// PlaceholderMark marks places in new files that a person has to fill in.
const PlaceholderMark = "FILL_IN"

// Placeholder matches the mark.
var Placeholder = regexp.MustCompile(`\b` + PlaceholderMark + `\b`)

// showPlaceholder shows a placeholder in a draft; numbers and names stay empty. No check reports it, because it has no
// position.
func (d *Decoder) showPlaceholder(node ast.Node, v reflect.Value) bool {
	written, ok := node.(*ast.StringNode)
	if !ok || !d.Drafts || v.Kind() == reflect.Pointer || !Placeholder.MatchString(written.Value) {
		return false
	}
	delete(d.Positions, v.Addr().Interface())
	switch value := v.Addr().Interface().(type) {
	case *string:
		*value = written.Value
	case interface{ ShowPlaceholder(string) }:
		value.ShowPlaceholder(written.Value)
	}
	return true
}

var (
	// placeholderLine is a line of YAML with a placeholder: its key, if any, and the comment that describes the value.
	placeholderLine = regexp.MustCompile(`^\s*(?:- )?(?:(\w+): )?[^#]*\b` + PlaceholderMark + `\b[^#]*(?:# (.*))?$`)
	draftLine       = regexp.MustCompile(`^draft:\s*(?i:true)\b`)
)

// Drafted returns the placeholders of a file, and the line draft: true of its front matter or its YAML.
func Drafted(file, text string) (placeholders, unfinished Diagnostics) {
	if !strings.Contains(text, PlaceholderMark) && !strings.Contains(text, "draft:") {
		return nil, nil // matching each line would be a seventh of the loading time
	}
	markdown, n, fences := path.Ext(file) == ".md", 0, 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == strings.TrimSpace(frontMatterFence) {
			fences++
		}
		if (!markdown || fences == 1) && draftLine.MatchString(line) {
			unfinished.Add(Position{file, n}, "the page is a draft", "wanted no draft: true once it is finished")
		}
		if Placeholder.MatchString(line) && (markdown || !strings.HasPrefix(strings.TrimSpace(line), "#")) {
			wrong, wanted := describePlaceholder(line)
			placeholders.Add(Position{file, n}, wrong, wanted)
		}
	}
	return placeholders, unfinished
}

func describePlaceholder(line string) (wrong, wanted string) {
	match := placeholderLine.FindStringSubmatch(line)
	if match == nil || match[2] == "" {
		return fmt.Sprintf("%q is still to be written", strings.TrimSpace(line)),
			"wanted your own text in place of " + PlaceholderMark
	}
	missing := "an item"
	if match[1] != "" {
		missing = strconv.Quote(match[1])
	}
	return missing + " is still to be written", "wanted in place of " + PlaceholderMark + ": " + match[2]
}

// Divide separates the diagnostics in the lines of a node from the others in its file.
func (ds Diagnostics) Divide(node ast.Node) (inside, outside Diagnostics) {
	first, last := node.GetToken().Position.Line, 0
	ast.Walk(visitor(func(n ast.Node) {
		token := n.GetToken()
		last = max(last, token.Position.Line+strings.Count(token.Value, "\n"))
	}), node)
	for _, d := range ds {
		if first <= d.At.Line && d.At.Line <= last {
			inside = append(inside, d)
		} else {
			outside = append(outside, d)
		}
	}
	return inside, outside
}

// visitor implements [ast.Visitor] for all nodes.
type visitor func(ast.Node)

// Visit implements [ast.Visitor].
func (v visitor) Visit(node ast.Node) ast.Visitor {
	v(node)
	return v
}
