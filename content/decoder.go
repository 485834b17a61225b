package content

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// A binder reads YAML files into Go values and remembers where each value stood.
//
// The library's own strict decoding stops at the first unknown key and forgets the lines of what it decoded; a loader
// that names every problem, and checks links and prices long after decoding, needs both. So the library parses and
// converts the scalars, and the binder walks its tree beside the Go type.
//
// Keys are the names in the fields' yaml tags, or in their json tags where a type of the props is read as it is. Every
// key is required unless its tag says omitempty, and a required text may not be empty.
type decoder struct {
	fsys        fs.FS
	diagnostics *diagnostics
	// text turns a text as it is written into the text as it is shown; nil leaves it.
	text func(at position, written string) string
	// places maps the address of every bound value to where it stood. Two values never share address and type, so
	// the pointer alone is the key.
	positions map[any]position
	// brokenLink says what is wrong with an address that leads nowhere, and what is wanted.
	brokenLink func(href string) (wrong, wanted string)
	// links are the addresses that have to lead somewhere.
	links []*string
}

// follow has the address behind the pointer checked, once all pages are known.
func (d *decoder) addLink(href *string) { d.links = append(d.links, href) }

// wrong notes a problem with the value behind the pointer. A value that was not read is left alone: it has been noted
// already, and nothing more can be said of it.
func (d *decoder) report(pointer any, wanted, format string, args ...any) {
	if at, ok := d.positions[pointer]; ok {
		d.diagnostics.add(at, fmt.Sprintf(format, args...), wanted)
	}
}

// parse reads a file and parses it; nil where it could not, with the reason noted.
func (d *decoder) parse(file string) ast.Node {
	data, err := fs.ReadFile(d.fsys, file)
	if err != nil {
		d.diagnostics.add(position{file, 1}, "the file cannot be read: "+err.Error(), "wanted a readable file")
		return nil
	}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		at, message := position{file, 1}, err.Error()
		if e := yaml.Error(nil); errors.As(err, &e) {
			message = e.GetMessage()
			if token := e.GetToken(); token != nil {
				at.line = token.Position.Line
			}
		}
		d.diagnostics.add(at, message, "wanted valid YAML")
		return nil
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.diagnostics.add(position{file, 1}, fmt.Sprintf("the file holds %d documents", len(tree.Docs)), "wanted one, with content")
		return nil
	}
	return tree.Docs[0].Body
}

// bind fills the value behind the pointer from a parsed file.
func (d *decoder) decode(file string, node ast.Node, pointer any) {
	d.decodeValue(position{file, 1}, node, reflect.ValueOf(pointer).Elem())
}

func (d *decoder) decodeValue(at position, node ast.Node, v reflect.Value) {
	d.positions[v.Addr().Interface()] = at
	if node.Type() == ast.NullType {
		d.reject(v, "the value is empty", "wanted "+describe(v.Type()))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decodeValue(at, node, v.Elem())
	case reflect.Struct:
		d.decodeStruct(at, node, v)
		if link, ok := v.Addr().Interface().(*Link); ok {
			d.addLink(&link.Href)
		}
	case reflect.Map:
		d.decodeMap(at, node, v)
	case reflect.Slice:
		d.decodeList(at, node, v)
	case reflect.String:
		d.decodeString(at, node, v)
	default:
		// The library cuts a fraction off to make a whole number.
		if _, fraction := node.(*ast.FloatNode); fraction && v.CanInt() {
			d.reject(v, fmt.Sprintf("%q is not %s", excerpt(node), describe(v.Type())), "wanted "+describe(v.Type()))
			return
		}
		if err := yaml.NodeToValue(node, v.Addr().Interface(), yaml.Strict()); err != nil {
			d.reject(v, fmt.Sprintf("%q is not %s", excerpt(node), describe(v.Type())), "wanted "+describe(v.Type()))
		}
	}
}

// reject notes that a value could not be read, and forgets where it stood, so that wrong leaves it alone.
func (d *decoder) reject(v reflect.Value, wrong, wanted string) {
	pointer := v.Addr().Interface()
	d.diagnostics.add(d.positions[pointer], wrong, wanted)
	delete(d.positions, pointer)
}

func (d *decoder) decodeString(at position, node ast.Node, v reflect.Value) {
	var text string
	switch node := node.(type) {
	case *ast.StringNode:
		text = node.Value
	case *ast.LiteralNode:
		text = node.Value.Value
	default:
		d.reject(v, fmt.Sprintf("%s is not text", excerpt(node)), "wanted text, in quotes where YAML reads it as something else")
		return
	}
	if strings.TrimSpace(text) == "" {
		d.reject(v, "the text is empty", "wanted text")
		return
	}
	if d.text != nil {
		text = d.text(at, text)
	}
	v.SetString(text)
}

func (d *decoder) decodeList(at position, node ast.Node, v reflect.Value) {
	sequence, ok := node.(*ast.SequenceNode)
	if !ok {
		d.reject(v, "the value is not a list", "wanted a list")
		return
	}
	// Made at its full length first: the items' addresses are the keys of places.
	v.Set(reflect.MakeSlice(v.Type(), len(sequence.Values), len(sequence.Values)))
	for i, item := range sequence.Values {
		d.decodeValue(position{at.file, firstLine(item)}, item, v.Index(i))
	}
}

func (d *decoder) decodeMap(at position, node ast.Node, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	for _, pair := range d.pairs(at, node) {
		entry := reflect.New(v.Type().Elem()).Elem()
		d.decodeValue(position{at.file, pair.line}, pair.value, entry)
		// A null leaves a nil pointer, which the checks need not meet: it has been noted.
		if entry.Kind() != reflect.Pointer || !entry.IsNil() {
			v.SetMapIndex(reflect.ValueOf(pair.key), entry)
		}
	}
}

func (d *decoder) decodeStruct(at position, node ast.Node, v reflect.Value) {
	type field struct {
		index    int
		optional bool
	}
	known := map[string]field{}
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		tag := v.Type().Field(i).Tag
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if own, ok := tag.Lookup("yaml"); ok {
			name, options, _ = strings.Cut(own, ",")
		}
		known[name] = field{i, options == "omitempty"}
	}
	seen := map[string]bool{}
	pairs := d.pairs(at, node)
	for _, pair := range pairs {
		f, ok := known[pair.key]
		if !ok {
			wanted := slices.Sorted(maps.Keys(known))
			d.diagnostics.add(position{at.file, pair.line}, fmt.Sprintf("unknown key %q", pair.key), "wanted one of "+strings.Join(wanted, ", "))
			continue
		}
		seen[pair.key] = true
		d.decodeValue(position{at.file, pair.line}, pair.value, v.Field(f.index))
	}
	if pairs == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if f := known[name]; !seen[name] && !f.optional {
			d.diagnostics.add(at, fmt.Sprintf("%q is missing", name), "wanted "+describe(v.Field(f.index).Type()))
		}
	}
}

type pair struct {
	key   string
	line  int
	value ast.Node
}

// pairs lists a mapping's entries; nil, with a problem noted, where the node is none.
func (d *decoder) pairs(at position, node ast.Node) []pair {
	mapping, ok := node.(ast.MapNode)
	if !ok {
		d.diagnostics.add(at, "the value is not a mapping", "wanted keys with values")
		return nil
	}
	pairs := []pair{}
	for entries := mapping.MapRange(); entries.Next(); {
		token := entries.Key().GetToken()
		pairs = append(pairs, pair{token.Value, token.Position.Line, entries.Value()})
	}
	return pairs
}

// firstLine is the line on which a node begins. A block mapping's own token is the colon of its first key, which
// stands on that key's line.
func firstLine(node ast.Node) int { return node.GetToken().Position.Line }

// written is the first line of a node as it stands in its file: a problem is one line.
func excerpt(node ast.Node) string {
	line, _, more := strings.Cut(node.String(), "\n")
	if more {
		line += " …"
	}
	return line
}

func describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return describe(t.Elem())
	case reflect.Struct, reflect.Map:
		return "keys with values"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "text"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	}
	panic("content: no word for " + t.String())
}
