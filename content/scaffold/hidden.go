package scaffold

import (
	"fmt"
	"io/fs"
	"slices"

	"haulfront/content/load"

	"github.com/goccy/go-yaml/ast"
)

// placeKeys are the keys of a town's line that a second line of the same town may have otherwise: nothing is lost.
var placeKeys = []string{"slug", "name", "lat", "lon", "anchor"}

// Hidden reports what a town's line under also in locations.yaml says, such as its drive, and its line under cities
// does not: once the town has a page, that line alone counts. The error is a list of diagnostics.
func Hidden(fsys fs.FS) error {
	const file = "locations.yaml"
	data, _ := load.ReadFile(fsys, file)          // loading has the diagnostics
	tree, _ := load.ParseYAML(file, string(data)) // the same
	var ds load.Diagnostics
	for _, also := range entriesOf(tree, "also") {
		for _, city := range entriesOf(tree, "cities") {
			names := []string{textOf(city, "name")}
			if towns := load.Child[*ast.SequenceNode](city, "towns"); towns != nil {
				for _, town := range ast.Filter(ast.StringType, towns) {
					names = append(names, town.(*ast.StringNode).Value)
				}
			}
			if !slices.Contains(names, textOf(also, "name")) {
				continue
			}
			line, name := city.GetToken().Position.Line, textOf(also, "name")
			for _, pair := range also.Values {
				key := pair.Key.GetToken().Value
				if value := textOf(also, key); !slices.Contains(placeKeys, key) && value != textOf(city, key) {
					at := load.Position{File: file, Line: pair.Key.GetToken().Position.Line}
					ds.Add(at, fmt.Sprintf("%s has %s: %s under also, and %q in line %d under cities, which alone "+
						"counts once its page is no draft", name, key, value, textOf(city, key), line),
						fmt.Sprintf("wanted %s: %s in line %d, or no such key here", key, value, line))
				}
			}
		}
	}
	return ds.Err()
}

func entriesOf(tree ast.Node, key string) (entries []*ast.MappingNode) {
	if list := load.Child[*ast.SequenceNode](tree, key); list != nil {
		for _, node := range list.Values {
			if entry, ok := node.(*ast.MappingNode); ok {
				entries = append(entries, entry)
			}
		}
	}
	return entries
}

// textOf is the value of a key as it is typed, a text without its quotation marks; "" without the key.
func textOf(entry ast.Node, key string) string {
	switch value := load.Child[ast.Node](entry, key).(type) {
	case nil:
		return ""
	case *ast.StringNode:
		return value.Value
	default:
		return value.String()
	}
}
